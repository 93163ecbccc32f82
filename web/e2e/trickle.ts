/** Long enough for a browser to show what it has before the next piece comes. */
const PAUSE_MS = 20
const PIECES = 100

/** Within a line of text or a button, everything is arranged anew with each word and picture that comes. */
const CUT_BEFORE =
  /<(?:article|aside|button|dl|div|fieldset|footer|form|h1|h2|h3|header|li|main|nav|ol|p|section|ul)[ >]/g

/**
 * Stands between a browser and the server at `url`, as a slow network does: the body of each document comes in many
 * pieces, each cut before the tag of a block and after a pause. Everything else comes whole.
 */
export function startTrickle(url: string) {
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
      const body = isDocument ? trickled(await answer.text()) : answer.body
      return new Response(body, { status: answer.status, headers })
    },
  })
  return { url: `http://localhost:${proxy.port}`, [Symbol.asyncDispose]: () => proxy.stop(true) }
}

function trickled(html: string): ReadableStream<Uint8Array> {
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
