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

/** Whether a request has any header that says something stood between the client and this server. */
export const hasForwardingHeader = (headers: Headers): boolean =>
  [...headers.keys()].some((name) => NAMES.has(name) || FAMILIES.some((family) => name.startsWith(family)))
