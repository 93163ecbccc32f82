import { UPLOAD_MAX_BYTES } from '#domain/keywords.ts'
import { AppError, invalid } from '#src/errors.ts'
import { cutOff } from '#src/lib/breathe.ts'

/** So much is worked on before everyone else has their turn: some milliseconds. */
const PIECE_BYTES = 64 * 1024

/** A body may stop for so long; at fewer bytes a millisecond in the long run, it is given up as well. */
const PATIENCE_MS = 30_000
const SLOWEST = 16

/** How long the bytes of a body are waited for: `patienceMs`, by a clock of milliseconds. */
export type Incoming = { body: ReadableStream<Uint8Array>; patienceMs?: number; clock?: () => number }

/**
 * The bytes of a body, some at a time. Throws AppError too_large, or invalid when they are cut off or too slow to come.
 */
export async function* inPieces(body: Incoming): AsyncGenerator<Uint8Array> {
  let total = 0
  for await (const bytes of inTime(body)) {
    total += bytes.length
    if (total > UPLOAD_MAX_BYTES) {
      throw new AppError(
        'too_large',
        `The request is too large: at most ${UPLOAD_MAX_BYTES} bytes are taken here`,
      )
    }
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES)
  }
}

/** The bytes as they come. Waiting for them uses up the patience; those that come at `SLOWEST` give back just that. */
async function* inTime({
  body,
  patienceMs = PATIENCE_MS,
  clock = () => performance.now(),
}: Incoming): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let left = patienceMs
  for (;;) {
    const begun = clock()
    const bytes = await nextBytes(reader, left)
    if (!bytes) return
    left = Math.min(patienceMs, left - (clock() - begun) + bytes.length / SLOWEST)
    if (left <= 0) throw tooSlow()
    yield bytes
  }
}

async function nextBytes(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  milliseconds: number,
): Promise<Uint8Array | undefined> {
  const patience = Promise.withResolvers<never>()
  const timer = setTimeout(() => patience.reject(tooSlow()), milliseconds)
  try {
    return (await Promise.race([reader.read(), patience.promise])).value
  } catch (error) {
    throw error instanceof AppError ? error : cutOff()
  } finally {
    clearTimeout(timer)
  }
}

const tooSlow = () => invalid('The upload came too slowly. Please try again on a faster connection.')
