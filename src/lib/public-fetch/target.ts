import { isIP } from 'node:net'
import { NOT_ALLOWED } from './failures.ts'
import { isPublicAddress } from './public-address.ts'

export const LONGEST_URL = 2048

/** Where websites are; what else listens on a machine is none of a stranger's business. 80 and 443 are ''. */
const PORTS = ['', '80', '443', '8080', '8443']
const LOCAL_NAMES = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/

/** A URL that may be looked up, or the sentence that says why not. */
export type Target = { url: URL } | { refusal: string }

const refuse = (refusal: string): Target => ({ refusal })

/**
 * Reads what a person typed, or a server wants us to follow, before any network. The URL comes out without a fragment
 * and without the dot that may end a name. What a name stands for is not known yet.
 */
export function readTarget(text: string, allowPrivate: boolean): Target {
  const trimmed = text.trim()
  if (trimmed === '') return refuse('Please enter a website URL to analyze.')
  if (trimmed.length > LONGEST_URL) return refuse(`The URL must be at most ${LONGEST_URL} characters long.`)
  const url = URL.parse(trimmed)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return refuse('Please enter a valid website URL (include http:// or https://).')
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('The URL must not contain a user name or a password.')
  }
  url.hash = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  if (!hasGoodHost(url)) return refuse('Please enter a valid website URL (include http:// or https://).')
  if (allowPrivate) return { url }

  if (!PORTS.includes(url.port))
    return refuse('The URL must not name a port other than 80, 443, 8080 or 8443.')
  return isPublicHost(hostOf(url)) ? { url } : refuse(NOT_ALLOWED.reason)
}

/** The name or address alone: an IPv6 address stands in brackets in a URL. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

/** URL takes empty labels, and names that no DNS could hold. */
const hasGoodHost = ({ hostname }: URL) =>
  hostname.length <= 253 &&
  hostname.split('.').every((label) => label !== '' && (label.length <= 63 || label.includes(':')))

function isPublicHost(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !LOCAL_NAMES.test(host)
}
