import { isIP } from 'node:net'
import { NOT_ALLOWED } from './failures.ts'
import { isPublicAddress } from './public-address.ts'

const URL_MAX = 2048

/** Web ports only, so that no other service can be probed. Default ports are ''. */
const PORTS = ['', '80', '443', '8080', '8443']
const LOCAL_NAMES = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/

export type Target = { url: URL } | { refusal: string }

const refuse = (refusal: string): Target => ({ refusal })

/** For typed addresses and redirects, without network access. Drops fragments and a trailing dot of the host. */
export function readTarget(text: string, allowPrivate: boolean): Target {
  const trimmed = text.trim()
  if (trimmed === '') return refuse('Please enter a website URL to analyze.')
  if (trimmed.length > URL_MAX) return refuse(`The URL must be at most ${URL_MAX} characters long.`)
  const url = URL.parse(trimmed)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return refuse('Please enter a valid website URL (include http:// or https://).')
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('The URL must not contain a username or a password.')
  }
  url.hash = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  if (!hasValidHost(url)) return refuse('Please enter a valid website URL (include http:// or https://).')
  if (allowPrivate) return { url }

  if (!PORTS.includes(url.port)) return refuse('The URL can only use port 80, 443, 8080 or 8443.')
  return isPublicHost(hostOf(url)) ? { url } : refuse(NOT_ALLOWED.reason)
}

/** Strips the brackets of IPv6 hosts. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

/** URL accepts empty labels and names too long for DNS. */
const hasValidHost = ({ hostname }: URL) =>
  hostname.length <= 253 &&
  hostname.split('.').every((label) => label !== '' && (label.length <= 63 || label.includes(':')))

function isPublicHost(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !LOCAL_NAMES.test(host)
}
