export type SentRequest = { url: string; headers: [string, string][]; body: string }

type RecordingProxy = {
  /** Where a browser finds it: the `proxy` of its context. */
  settings: { server: string; bypass: string }
  /** All that came by so far, also what was meant for somebody else. */
  sent: SentRequest[]
  [Symbol.asyncDispose](): Promise<void>
}

/**
 * Stands between a browser and the one server at `url`, and writes down every request: those of pages, workers and
 * beacons, and those that the browser makes by itself. Whatever is meant for another server ends here.
 */
export function startRecordingProxy(url: string): RecordingProxy {
  const sent: SentRequest[] = []
  const proxy = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const body = await request.bytes()
      sent.push({ url: request.url, headers: [...request.headers], body: new TextDecoder().decode(body) })
      if (!request.url.startsWith(`${url}/`)) return new Response(null, { status: 502 })
      const answer = await fetch(request.url, {
        method: request.method,
        headers: request.headers,
        body: body.byteLength > 0 ? body : null,
        redirect: 'manual',
        decompress: false,
      })
      return new Response(answer.body, answer)
    },
  })
  return {
    // Browsers go round a proxy for their own machine unless told not to.
    settings: { server: `http://127.0.0.1:${proxy.port}`, bypass: '<-loopback>' },
    sent,
    [Symbol.asyncDispose]: () => proxy.stop(true),
  }
}
