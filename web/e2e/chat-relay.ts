import { afterAll } from 'bun:test'
import { startChatServer } from '#src/testing/chat-server.ts'

/** Forwards to the provider started last, so that the tests of a file can share a server. */
export function startChatRelay() {
  let provider = ''
  const relay = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: async ({ url, headers, body, signal }) =>
      fetch(provider + new URL(url).pathname, { method: 'POST', headers, body, signal }).catch(() =>
        Response.error(),
      ),
  })
  afterAll(() => relay.stop(true))
  return {
    host: relay.url.host,
    url: `${relay.url.origin}/v1`,
    startProvider(behavior: string) {
      const started = startChatServer(behavior)
      provider = new URL(started.url).origin
      return started
    },
  }
}
