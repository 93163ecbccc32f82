/** Lets the browser paint before the next chunk. */
const PAUSE_MS = 20
const PIECES = 100

/** Not inline elements, which would reflow their line. */
const CUT_BEFORE =
  /<(?:article|aside|button|dl|div|fieldset|footer|form|h1|h2|h3|header|li|main|nav|ol|p|section|ul)[ >]/g

/** Simulates a slow network: sends documents in chunks, cut before block elements, with pauses. */
export function startSlowProxy(url: string) {
  const proxy = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const answer = await fetch(url + pathname + search, {
        method: request.method,
        headers: request.headers,
        body: request.method === 'GET' ? null : await request.bytes(),
      })
      const headers = new Headers(answer.headers)
      for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name)
      const isDocument = headers.get('content-type')?.startsWith('text/html')
      const body = isDocument ? inChunks(await answer.text()) : answer.body
      return new Response(body, { status: answer.status, headers })
    },
  })
  return { url: `http://localhost:${proxy.port}`, [Symbol.asyncDispose]: () => proxy.stop(true) }
}

function inChunks(html: string): ReadableStream<Uint8Array> {
  const pieces = cut(html).values()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = pieces.next()
      if (done) return controller.close()
      await Bun.sleep(PAUSE_MS)
      controller.enqueue(new TextEncoder().encode(value))
    },
  })
}

function cut(html: string): string[] {
  const body = html.indexOf('<body')
  const blocks = Array.from(html.matchAll(CUT_BEFORE), ({ index }) => index).filter((index) => index > body)
  const step = Math.ceil(blocks.length / PIECES)
  const starts = [0, ...blocks.filter((_, block) => block % step === 0)]
  return starts.map((start, piece) => html.slice(start, starts[piece + 1]))
}
