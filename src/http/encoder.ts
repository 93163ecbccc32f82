import pLimit from 'p-limit'
import { unavailable } from '#src/errors.ts'
import { byteCount, type EncodedBody, encodeText, improveBody } from './encoded.ts'

/** A text and its media type. */
export type Drawn = { text: string; type: string }

export type Encoder = {
  /**
   * Draws a text that is in no cache and compresses it, cheaply. Throws AppError unavailable when too many wait for
   * that already.
   */
  encode(draw: () => Promise<Drawn>): Promise<EncodedBody>
  /** Compresses a body that is asked for again and again as well as can be, some time later; may leave it as it is. */
  improve(body: EncodedBody): void
}

/** One for each pair of small cores: the others go on serving. */
const AT_ONCE = 2
/** With 20 to 50 ms for each, the last one waits for about a second. */
const MOST_WAITING = 50
const RETRY_SECONDS = 2
const MOST_TO_IMPROVE = 100
/** Between two improvements, in units of what the last one took: all of them together use a tenth of a core. */
const REST = 9

/** The engine does not count what Blobs hold: after so many bytes of texts it is told to collect garbage. */
const COLLECT_BYTES = 16 * 1024 * 1024

/** Bounds what answers that are in no cache cost, all strangers taken together. */
export function createEncoder(): Encoder {
  const inTurn = pLimit(AT_ONCE)
  const improving = pLimit(1)
  let encodedBytes = 0

  async function encodeNext(draw: () => Promise<Drawn>): Promise<EncodedBody> {
    const body = await encodeText(await draw())
    encodedBytes += byteCount(body.bytes.identity)
    if (encodedBytes > COLLECT_BYTES) {
      encodedBytes = 0
      Bun.gc(true)
    }
    return body
  }

  return {
    encode: async (draw) => {
      if (inTurn.pendingCount >= MOST_WAITING) throw busy()
      return inTurn(encodeNext, draw)
    },
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

const busy = () =>
  unavailable(`The server is busy. Please try again in ${RETRY_SECONDS} seconds.`, {
    'retry-after': String(RETRY_SECONDS),
  })

/** Doesn't keep a process alive that has nothing else to do. */
const rest = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref())
