import { breathe } from '#src/lib/breathe.ts'

type Piece = Uint8Array<ArrayBuffer>

/**
 * A stream that asks for the next piece when the last one has been taken, and lets everyone else have their turn in
 * between: without that, a piece that is at hand would follow the other until the system's buffer is full. Calls `ended`
 * however it ends.
 */
export function streamOf(
  pieces: AsyncGenerator<Piece>,
  ended: () => void = () => undefined,
): ReadableStream<Piece> {
  return new ReadableStream(
    {
      pull: async (controller) => {
        try {
          await breathe()
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
    // Nothing is read before someone wants it.
    { highWaterMark: 0 },
  )
}

/** What is sent bit by bit comes in pieces of at most this size. */
export const PIECE_BYTES = 64 * 1024

/** A body bit by bit, each piece a copy. */
export async function* chunksOf(bytes: Piece): AsyncGenerator<Piece> {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) yield bytes.slice(at, at + PIECE_BYTES)
}

/** A JSON array that is written as fast as it is read. */
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
