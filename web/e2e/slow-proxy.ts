/** Lets the browser paint before the next chunk. */
const PAUSE_MS = 20
const PIECES = 100

/** Not inline elements, which would reflow their line. */
const CUT_BEFORE =
  /<(?:article|aside|button|dl|div|fieldset|footer|form|h1|h2|h3|header|li|main|nav|ol|p|section|ul)[ >]/g

/**
 * Simulates a slow network: sends documents in chunks, cut before block elements, with pauses, and scripts only after
 * them. Nothing is cached. For one page at a time.
 */
export function startSlowProxy(url: string) {
  let documentSent = Promise.resolve()
  let isFirst = true
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
      headers.set('cache-control', 'no-store')
      const type = headers.get('content-type') ?? ''
      const { status } = answer
      if (type.startsWith('text/javascript')) await documentSent
      if (request.headers.get('sec-fetch-dest') !== 'document')
        return new Response(answer.body, { status, headers })
      const sent = Promise.withResolvers<void>()
      documentSent = sent.promise
      const pieces = cut(await answer.text(), isFirst)
      isFirst = false
      return new Response(inChunks(pieces, sent.resolve), { status, headers })
    },
  })
  return { url: `http://localhost:${proxy.port}`, [Symbol.asyncDispose]: () => proxy.stop(true) }
}

function inChunks(cutPieces: string[], onEnd: () => void): ReadableStream<Uint8Array> {
  const pieces = cutPieces.values()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = pieces.next()
      if (done) {
        onEnd()
        return controller.close()
      }
      await Bun.sleep(PAUSE_MS)
      controller.enqueue(new TextEncoder().encode(value))
    },
    cancel: onEnd,
  })
}

/** The footer, which every page has, only if wanted. */
function cut(html: string, withFooter: boolean): string[] {
  const body = html.indexOf('<body')
  const end = withFooter ? html.length : html.indexOf('</main>')
  const blocks = Array.from(html.matchAll(CUT_BEFORE), ({ index }) => index).filter(
    (index) => index > body && index < end,
  )
  const step = Math.ceil(blocks.length / PIECES)
  const starts = [0, ...blocks.filter((_, block) => block % step === 0)]
  return starts.map((start, piece) => html.slice(start, starts[piece + 1]))
}
