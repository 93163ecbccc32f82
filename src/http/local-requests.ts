import ipaddr from 'ipaddr.js'
import type { Config } from '#src/config.ts'
import { memoize } from '#src/lib/memoize.ts'
import type { Log } from '#src/log.ts'
import type { Call } from './call.ts'

export type LocalRequests = ReturnType<typeof createLocalRequests>

type Options = {
  config: Pick<Config, 'host' | 'port' | 'siteUrl' | 'trustProxy'>
  now: () => Date
  log: Log
  memory: { wasProxied(): Promise<boolean>; recordProxied(): Promise<void> }
}

const KNOWN_HOSTS_MAX = 100

/** A local proxy makes strangers' requests look local: after a single sign of one, no request counts as local. */
export function createLocalRequests({ config, now, log, memory }: Options) {
  const { host, port, siteUrl, trustProxy } = config
  const isPossible = isLoopbackName(host) && siteUrl === undefined && trustProxy.length === 0
  const started = now().getTime()
  let isProxied = !isPossible

  const isOwn = memoize(KNOWN_HOSTS_MAX, (host) => isOwnHost(host, port))
  const isForwarded = (headers: Headers) =>
    !isOwn(headers.get('host') ?? '') || hasForwardingHeader(headers) || comesFromOtherAddress(headers)

  function observe(headers: Headers): void {
    if (isProxied || !isForwarded(headers)) return
    isProxied = true
    log.debug('requests arrive under another host name or through a proxy', {
      consequence: 'setup now requires the code, and /metrics a token',
    })
    memory.recordProxied().catch((error) => log.error('failed to record that a proxy was seen', error))
  }

  async function isLocal(
    { request, peer }: Call,
    { withinMs = Number.POSITIVE_INFINITY }: { withinMs?: number } = {},
  ): Promise<boolean> {
    const age = now().getTime() - started
    const isYoung = age >= 0 && age < withinMs
    const { headers } = request
    if (isProxied || !isYoung || !isLoopback(peer) || isForwarded(headers) || !isDirect(headers)) return false
    return !(await memory.wasProxied())
  }

  async function localUntil(withinMs: number): Promise<Date | null> {
    return isProxied || (await memory.wasProxied()) ? null : new Date(started + withinMs)
  }

  return { observe, isLocal, localUntil }
}

/** Requests marked cross-site don't count; over plain http, browsers mark only those to local names. */
function comesFromOtherAddress(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') return false
  return !matchesHost(headers, 'origin') || !matchesHost(headers, 'referer')
}

/** `Connection: close` indicates HTTP/1.0, the default of nginx before 1.29.7. Bun doesn't expose the version. */
function isDirect(headers: Headers): boolean {
  const connection = headers.get('connection') ?? ''
  const site = headers.get('sec-fetch-site') ?? 'none'
  return (
    !/(?:^|,)\s*close\s*(?:,|$)/i.test(connection) &&
    (site === 'same-origin' || site === 'none') &&
    matchesHost(headers, 'origin')
  )
}

function matchesHost(headers: Headers, name: 'origin' | 'referer'): boolean {
  const address = headers.get(name)
  return address === null || URL.parse(address)?.origin === URL.parse(`http://${headers.get('host')}`)?.origin
}

function isOwnHost(host: string, port: number): boolean {
  const [, name = '', digits = '80'] = /^(\[[^\]]*\]|[^:]*)(?::(\d{1,5}))?$/.exec(host) ?? []
  return Number(digits) === port && isLoopbackName(name.replace(/^\[|\]$/g, ''))
}

export const isLoopbackName = (name: string) => name.toLowerCase() === 'localhost' || isLoopback(name)

const isLoopback = (address: string) =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

/** Headers that proxies, CDNs and tunnels add, but browsers never send. */
const PROXY_HEADERS = new Set([
  ...['forwarded', 'via', 'max-forwards', 'proxy-connection', 'surrogate-capability', 'cdn-loop'],
  ...['x-cluster-client-ip', 'x-remote-ip', 'x-remote-addr', 'x-proxyuser-ip'],
  ...['x-request-id', 'x-correlation-id', 'traceparent', 'x-ssl', 'x-https'],
  ...['x-originating-ip', 'x-sucuri-clientip', 'client-ip', 'true-client-ip', 'incap-client-ip'],
  ...['x-host', 'x-scheme', 'x-url-scheme', 'front-end-https', 'x-request-start', 'x-queue-start'],
  ...[
    'x-cloud-trace-context',
    'x-bluecoat-via',
    'x-varnish',
    'x-arr-log-id',
    'x-arr-ssl',
    'x-fd-healthprobe',
  ],
])

const PROXY_PREFIXES = [
  ...['x-real-', 'x-client-', 'x-b3-', 'x-ssl-', 'x-forwarded', 'x-original-', 'x-proxy-', 'x-envoy-'],
  ...['x-amzn-', 'x-amz-', 'x-azure-', 'x-vercel-'],
  ...['x-appengine-', 'x-akamai-', 'akamai-', 'x-nf-', 'x-traefik-', 'cf-', 'cloudfront-', 'fly-', 'fastly-'],
  ...['tailscale-', 'ngrok-'],
]

const KNOWN_HEADERS_MAX = 500

const isForwarding = memoize(
  KNOWN_HEADERS_MAX,
  (name) => PROXY_HEADERS.has(name) || PROXY_PREFIXES.some((family) => name.startsWith(family)),
)

function hasForwardingHeader(headers: Headers): boolean {
  for (const name of headers.keys()) if (isForwarding(name)) return true
  return false
}
