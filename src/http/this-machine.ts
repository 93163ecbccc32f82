import ipaddr from 'ipaddr.js'
import type { Config } from '#src/config.ts'
import type { Call } from './call.ts'

/**
 * Whether whoever asks sits at the machine that the server runs on. A server that is told of a proxy or of a public
 * address is asked through it, and a proxy that forwards in silence looks like this machine: there nobody does.
 */
export function isFromThisMachine(
  { trustProxy, siteUrl }: Pick<Config, 'trustProxy' | 'siteUrl'>,
  request: Request,
  call: Call,
): boolean {
  const isPublic = siteUrl !== undefined && !isLoopbackHost(new URL(siteUrl).host)
  return !isPublic && trustProxy.length === 0 && isDirect(request, call)
}

/** A request that came through no proxy, to a loopback name, over a loopback socket, and not from another site's page. */
function isDirect({ headers }: Request, { peer, url }: Call): boolean {
  const isForwarded = [...headers.keys()].some(
    (name) => FORWARDING.has(name) || name.startsWith('x-forwarded-'),
  )
  const site = headers.get('sec-fetch-site')
  const isOtherSite = site !== null && site !== 'same-origin' && site !== 'none'
  const host = headers.get('host') ?? ''
  const origin = headers.get('origin')
  // A proxy that forwards in silence still passes on the address that the visitor's browser is at.
  const isOtherOrigin = origin !== null && URL.parse(origin)?.host !== host
  return (
    !isForwarded &&
    !isOtherSite &&
    !isOtherOrigin &&
    isLoopback(peer) &&
    isLoopbackHost(url.host) &&
    isLoopbackHost(host)
  )
}

/** Besides the X-Forwarded- family. */
const FORWARDING = new Set(['forwarded', 'via', 'x-real-ip', 'true-client-ip', 'cf-connecting-ip'])

const isLoopback = (address: string) =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')
  return name === 'localhost' || isLoopback(name)
}
