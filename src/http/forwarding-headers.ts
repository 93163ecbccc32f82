/** Names that proxies, content networks and tunnels add. No browser sends them by itself. */
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

/** How the rest of them begin. */
const FAMILIES = [
  ...['x-real-', 'x-client-', 'x-b3-', 'x-ssl-', 'x-forwarded', 'x-original-', 'x-proxy-', 'x-envoy-'],
  ...['x-amzn-', 'x-amz-', 'x-azure-', 'x-vercel-'],
  ...['x-appengine-', 'x-akamai-', 'akamai-', 'x-nf-', 'x-traefik-', 'cf-', 'cloudfront-', 'fly-', 'fastly-'],
  ...['tailscale-', 'ngrok-'],
]

const isForwardingName = (name: string) =>
  NAMES.has(name) || FAMILIES.some((family) => name.startsWith(family))

/** Clients can make up names: when so many are known, all of them are judged anew. */
const MOST_KNOWN = 500
const known = new Map<string, boolean>()

function isForwarding(name: string): boolean {
  const judged = known.get(name)
  if (judged !== undefined) return judged
  const isOne = isForwardingName(name)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(name, isOne)
  return isOne
}

/** Whether a request has any header that says something stood between the client and this server. */
export function hasForwardingHeader(headers: Headers): boolean {
  for (const name of headers.keys()) if (isForwarding(name)) return true
  return false
}
