import { memoize } from '#src/lib/memoize.ts'

/** Headers that proxies, CDNs and tunnels add, but browsers never send. */
const NAMES = new Set([
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

const PREFIXES = [
  ...['x-real-', 'x-client-', 'x-b3-', 'x-ssl-', 'x-forwarded', 'x-original-', 'x-proxy-', 'x-envoy-'],
  ...['x-amzn-', 'x-amz-', 'x-azure-', 'x-vercel-'],
  ...['x-appengine-', 'x-akamai-', 'akamai-', 'x-nf-', 'x-traefik-', 'cf-', 'cloudfront-', 'fly-', 'fastly-'],
  ...['tailscale-', 'ngrok-'],
]

const KNOWN_MAX = 500

const isForwarding = memoize(
  KNOWN_MAX,
  (name) => NAMES.has(name) || PREFIXES.some((family) => name.startsWith(family)),
)

export function hasForwardingHeader(headers: Headers): boolean {
  for (const name of headers.keys()) if (isForwarding(name)) return true
  return false
}
