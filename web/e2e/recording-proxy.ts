export type SentRequest = { url: string; headers: [string, string][]; body: string }

type RecordingProxy = {
  settings: { server: string; bypass: string }
  /** All requests so far, including those to other servers. */
  sent: SentRequest[]
  [Symbol.asyncDispose](): Promise<void>
}

/** Records all requests of a browser, including those of workers, beacons and the browser itself. Drops requests to other servers. */
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
    // Without this, browsers bypass proxies for loopback addresses.
    settings: { server: `http://127.0.0.1:${proxy.port}`, bypass: '<-loopback>' },
    sent,
    [Symbol.asyncDispose]: () => proxy.stop(true),
  }
}
