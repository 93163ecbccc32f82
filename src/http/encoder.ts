import pLimit from 'p-limit'
import { type EncodedBody, encodeBytes, improveBody } from './encoded-body.ts'
import { GZIP_ONLY_FROM_BYTES, type GzipBody, gzipPieces } from './gzip-body.ts'
import { createQueue } from './queue.ts'
import { chunksOf } from './stream.ts'

type Bytes = Uint8Array<ArrayBuffer>

export type TextContent = { text: string; type: string }

export type StreamedContent = { pieces: AsyncGenerator<Bytes>; type: string }

export type Encoder = {
  /** Throws AppError unavailable if too many are waiting, overall or from one network. */
  encode(
    address: string,
    render: () => Promise<TextContent | StreamedContent>,
  ): Promise<EncodedBody | GzipBody>
  improve(body: EncodedBody): void
}

const AT_ONCE = 2
/** At 20 to 50 ms each, the last one waits about a second. */
const WAITING_MAX = 50
const SLOTS = AT_ONCE + WAITING_MAX

/** For rendering, or for compressing, the bodies of responses. */
export const createBodyQueue = () =>
  createQueue(AT_ONCE, { perNetwork: SLOTS / 4, perWideNetwork: SLOTS / 2, total: SLOTS })

const IMPROVING_MAX = 100
/** Pause between improvements, as a multiple of the last one's duration, so that improving uses a tenth of a core. */
const REST_FACTOR = 9

export function createEncoder(): Encoder {
  const queue = createBodyQueue()
  const improving = pLimit(1)

  return {
    encode: (address, render) => queue(address, async () => encodeContent(await render())),
    improve: (body) => {
      if (improving.pendingCount >= IMPROVING_MAX) return
      void improving(async () => {
        const started = performance.now()
        await improveBody(body)
        await rest(REST_FACTOR * (performance.now() - started))
      })
    },
  }
}

export async function encodeContent(content: TextContent | StreamedContent): Promise<EncodedBody | GzipBody> {
  if ('pieces' in content) return encodePieces(content.pieces, content.type)
  const body = new TextEncoder().encode(content.text)
  const isLarge = body.byteLength >= GZIP_ONLY_FROM_BYTES
  return isLarge ? gzipPieces(chunksOf(body), content.type) : encodeBytes(body, content.type)
}

async function encodePieces(pieces: AsyncGenerator<Bytes>, type: string) {
  const opening: Bytes[] = []
  for (let size = 0; size < GZIP_ONLY_FROM_BYTES; ) {
    const next = await pieces.next()
    if (next.done) return encodeBytes(Bun.concatArrayBuffers(opening, size, true), type)
    opening.push(next.value)
    size += next.value.byteLength
  }
  return gzipPieces(followedBy(opening, pieces), type)
}

async function* followedBy(opening: Bytes[], rest: AsyncGenerator<Bytes>): AsyncGenerator<Bytes> {
  yield* opening
  yield* rest
}

/** Unreferenced, so that it doesn't keep the process alive. */
const rest = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref())
