import { createFront } from '#src/http/front.ts'
import { listen } from '#src/http/listen.ts'
import { createMetrics } from '#src/lib/metrics.ts'
import { createLog } from '#src/log.ts'
import { watchLine } from './error-watch.ts'

type Options = {
  siteUrl?: string
  hstsSubdomains?: 'on' | 'off'
  trustProxy?: string[]
  accessLog?: 'on' | 'off'
  expectsErrors?: boolean
  notFoundPage?: () => Promise<Response>
  admit?: (request: Request, path: string) => Promise<void>
}

/** What stands before the routes, without routes: a test adds its own to `router`. */
export function testFront({
  siteUrl,
  hstsSubdomains = 'off',
  trustProxy = [],
  accessLog = 'off',
  expectsErrors = false,
  notFoundPage = async () => new Response('no such page', { status: 404 }),
  admit = async () => undefined,
}: Options = {}) {
  const lines: string[] = []
  const write = (line: string) => {
    lines.push(line)
    if (!expectsErrors) watchLine(line)
  }
  const metrics = createMetrics('0.0.0')
  const log = createLog({ format: 'json', now: () => new Date(0), write })
  const { router, handle } = createFront({
    config: { siteUrl, hstsSubdomains, trustProxy, accessLog },
    log,
    metrics,
    elsewhere: async () => null,
    admit,
    userOf: () => null,
    refused: async () => undefined,
    notFoundPage,
  })

  return {
    router,
    lines,
    metrics,
    handle,
    ask: (path: string, init: RequestInit = {}, peer = '203.0.113.7') => {
      const headers = new Headers(init.headers)
      if (!headers.has('host')) headers.set('host', 'example.test')
      if (typeof init.body === 'string' && !headers.has('content-length'))
        headers.set('content-length', String(Buffer.byteLength(init.body)))
      return handle(new Request(`http://example.test${path}`, { ...init, headers }), peer)
    },
    /** The same behind a socket. */
    serve: () => {
      const server = listen(handle, { host: '127.0.0.1', port: 0, log })
      return { url: `http://127.0.0.1:${server.port}`, [Symbol.asyncDispose]: () => server.stop(true) }
    },
  }
}
