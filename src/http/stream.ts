import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'

type Piece = Uint8Array<ArrayBuffer>

/** With backpressure. Yields between pieces, which would otherwise fill the system's buffer. Always calls `ended`. */
export function streamOf(
  pieces: AsyncGenerator<Piece>,
  ended: () => void = () => undefined,
): ReadableStream<Piece> {
  return new ReadableStream(
    {
      pull: async (controller) => {
        try {
          await yieldToEventLoop()
          const next = await pieces.next()
          if (!next.done) return controller.enqueue(next.value)
          controller.close()
          ended()
        } catch (error) {
          ended()
          throw error
        }
      },
      cancel: async () => {
        ended()
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

export const PIECE_BYTES = 64 * 1024

export async function* chunksOf(bytes: Piece): AsyncGenerator<Piece> {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) yield bytes.slice(at, at + PIECE_BYTES)
}

export async function* jsonArray(groups: AsyncIterable<unknown[]>): AsyncGenerator<Piece> {
  const encoder = new TextEncoder()
  let opening = '['
  for await (const group of groups) {
    if (group.length === 0) continue
    yield* chunksOf(encoder.encode(opening + group.map((item) => JSON.stringify(item)).join()))
    opening = ','
  }
  yield encoder.encode(opening === '[' ? '[]' : ']')
}
