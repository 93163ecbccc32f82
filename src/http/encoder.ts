import pLimit from 'p-limit'
import { type EncodedBody, encodeBytes, improveBody } from './encoded.ts'
import { PACKED_FROM_BYTES, type PackedBody, packPieces } from './packed.ts'
import { createQueue } from './queue.ts'
import { chunksOf } from './stream.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A text and its media type. */
export type Drawn = { text: string; type: string }

/** The same in pieces, each made when there is room for it: a large text is in memory at no time. */
export type DrawnPieces = { pieces: AsyncGenerator<Bytes>; type: string }

export type Encoder = {
  /**
   * Draws a text that is in no cache and compresses it, cheaply, for the client at `address`. Throws AppError
   * unavailable when too many wait for that already, or too many of its network.
   */
  encode(address: string, draw: () => Promise<Drawn | DrawnPieces>): Promise<EncodedBody | PackedBody>
  /** Compresses a body that is asked for again and again as well as can be, some time later; may leave it as it is. */
  improve(body: EncodedBody): void
}

/** One for each pair of small cores: the others go on serving. */
const AT_ONCE = 2
/** With 20 to 50 ms for each, the last one waits for about a second. */
const MOST_WAITING = 50
const PLACES = AT_ONCE + MOST_WAITING
const MOST_TO_IMPROVE = 100
/** Between two improvements, in units of what the last one took: all of them together use a tenth of a core. */
const REST = 9

/** Bounds what answers that are in no cache cost, all strangers taken together. */
export function createEncoder(): Encoder {
  const places = { ofNetwork: PLACES / 4, ofWideNetwork: PLACES / 2, ofEveryone: PLACES }
  const inTurn = createQueue(AT_ONCE, places)
  const improving = pLimit(1)

  return {
    encode: (address, draw) => inTurn(address, async () => encodeDrawn(await draw())),
    improve: (body) => {
      if (improving.pendingCount >= MOST_TO_IMPROVE) return
      void improving(async () => {
        const started = performance.now()
        await improveBody(body)
        await rest(REST * (performance.now() - started))
      })
    },
  }
}

/** In every encoding, or packed where it is large. */
export async function encodeDrawn(drawn: Drawn | DrawnPieces): Promise<EncodedBody | PackedBody> {
  if ('pieces' in drawn) return encodePieces(drawn.pieces, drawn.type)
  const body = new TextEncoder().encode(drawn.text)
  const isLarge = body.byteLength >= PACKED_FROM_BYTES
  return isLarge ? packPieces(chunksOf(body), drawn.type) : encodeBytes(body, drawn.type)
}

async function encodePieces(pieces: AsyncGenerator<Bytes>, type: string) {
  const opening: Bytes[] = []
  for (let size = 0; size < PACKED_FROM_BYTES; ) {
    const next = await pieces.next()
    if (next.done) return encodeBytes(Bun.concatArrayBuffers(opening, size, true), type)
    opening.push(next.value)
    size += next.value.byteLength
  }
  return packPieces(followedBy(opening, pieces), type)
}

async function* followedBy(opening: Bytes[], rest: AsyncGenerator<Bytes>): AsyncGenerator<Bytes> {
  yield* opening
  yield* rest
}

/** Doesn't keep a process alive that has nothing else to do. */
const rest = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref())
