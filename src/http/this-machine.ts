import ipaddr from 'ipaddr.js'
import type { Config } from '#src/config.ts'
import type { Log } from '#src/log.ts'
import type { Call } from './call.ts'
import { hasForwardingHeader } from './forwarding-headers.ts'

export type ThisMachine = {
  /** Looks at the headers of a request: the first that came under another host name or through a proxy counts for good. */
  observe(headers: Headers): void
  /**
   * Whether a request came straight from a client on this machine, as far as the server can see; with `withinMs`, while
   * the process is younger than that.
   */
  hasSent(call: Call, options?: { withinMs?: number }): Promise<boolean>
}

type Options = {
  /** `port` is the one listened on. */
  config: Pick<Config, 'host' | 'port' | 'siteUrl' | 'trustProxy'>
  now: () => Date
  log: Log
  /** Outlives the process: whether a server on this database was ever asked through a proxy. */
  memory: { isNoted(): Promise<boolean>; note(): Promise<void> }
}

/**
 * A proxy or TCP forwarder on this machine makes every stranger's request look local, and a stranger can forge each
 * header. So any one sign against it is enough.
 */
export function createThisMachine({ config, now, log, memory }: Options): ThisMachine {
  const { host, port, siteUrl, trustProxy } = config
  const isPossible = isLoopbackName(host) && siteUrl === undefined && trustProxy.length === 0
  const started = now().getTime()
  let isProxied = !isPossible

  /** The last host that was one of this machine's: nearly all requests have the same. */
  let ownHost: string | null = null
  function isForwardedNow(headers: Headers): boolean {
    const host = headers.get('host')
    if (host === null || host !== ownHost) {
      if (!isOwnHost(host, port)) return true
      ownHost = host
    }
    return hasForwardingHeader(headers) || isOwnPageElsewhere(headers)
  }

  function observe(headers: Headers): void {
    if (isProxied || !isForwardedNow(headers)) return
    isProxied = true
    log.debug('requests arrive under another host name or through a proxy', {
      consequence: 'setup takes the code, /metrics a token',
    })
    memory.note().catch((error) => log.error('the proxy was not noted', error))
  }

  async function hasSent(
    { request, peer }: Call,
    { withinMs = Number.POSITIVE_INFINITY }: { withinMs?: number } = {},
  ): Promise<boolean> {
    const age = now().getTime() - started
    const isYoung = age >= 0 && age < withinMs
    if (isProxied || !isYoung || !isLoopback(peer) || !isDirect(request.headers, port)) return false
    return !(await memory.isNoted())
  }

  return { observe, hasSent }
}

/** Whether these headers show a proxy: one that adds a header, or one that browsers know under another name. */
function isForwarded(headers: Headers, port: number): boolean {
  return !isOwnHost(headers.get('host'), port) || hasForwardingHeader(headers) || isOwnPageElsewhere(headers)
}

/**
 * Whether a page asks that may be the site's own, and is at another address. A browser says which pages are of other
 * sites, except over plain http to a name that is not of this machine: there, an address elsewhere is the site's own.
 */
function isOwnPageElsewhere(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') return false
  return !isOwn(headers, 'origin') || !isOwn(headers, 'referer')
}

/**
 * Bun doesn't expose the HTTP version. What shows HTTP/1.0 is `Connection: close`, which nginx before 1.29.7 sends with
 * it unless configured otherwise.
 */
function isDirect(headers: Headers, port: number): boolean {
  const connection = headers.get('connection') ?? ''
  const site = headers.get('sec-fetch-site') ?? 'none'
  return (
    !isForwarded(headers, port) &&
    !/(?:^|,)\s*close\s*(?:,|$)/i.test(connection) &&
    (site === 'same-origin' || site === 'none') &&
    isOwn(headers, 'origin')
  )
}

/** Whether the address in a header, if it is there, has the host that the request was sent to. */
function isOwn(headers: Headers, name: 'origin' | 'referer'): boolean {
  const address = headers.get(name)
  return address === null || URL.parse(address)?.origin === URL.parse(`http://${headers.get('host')}`)?.origin
}

/** A loopback name with the port listened on. */
function isOwnHost(host: string | null, port: number): boolean {
  const [, name = '', digits = '80'] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(host ?? '') ?? []
  return Number(digits) === port && isLoopbackName(name.replace(/^\[|\]$/g, ''))
}

const isLoopbackName = (name: string) => name.toLowerCase() === 'localhost' || isLoopback(name)

const isLoopback = (address: string) =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
