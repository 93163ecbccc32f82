import { formatBytes } from '#domain/format-bytes.ts'
import { AppError, invalid } from '#src/errors.ts'
import { requestAborted } from '#src/lib/yield-to-event-loop.ts'

const PIECE_MAX_BYTES = 64 * 1024

const WAIT_BUDGET_MS = 30_000
const BYTES_PER_MS_MIN = 16

export type TimedBody = { body: ReadableStream<Uint8Array>; waitBudgetMs?: number; clock?: () => number }

export async function* readPieces(body: TimedBody, maxBytes: number): AsyncGenerator<Uint8Array> {
  let total = 0
  for await (const bytes of readInTime(body)) {
    total += bytes.length
    if (total > maxBytes) throw tooLarge(maxBytes)
    for (let at = 0; at < bytes.length; at += PIECE_MAX_BYTES) yield bytes.subarray(at, at + PIECE_MAX_BYTES)
  }
}

/** Slow-upload defense: waiting spends the budget, and received bytes refill it at the minimum rate. */
async function* readInTime({
  body,
  waitBudgetMs = WAIT_BUDGET_MS,
  clock = () => performance.now(),
}: TimedBody): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  let budgetMs = waitBudgetMs
  try {
    for (;;) {
      const start = clock()
      const bytes = await nextBytes(reader, budgetMs)
      if (!bytes) return
      budgetMs = Math.min(waitBudgetMs, budgetMs - (clock() - start) + bytes.length / BYTES_PER_MS_MIN)
      if (budgetMs <= 0) throw tooSlow()
      yield bytes
    }
  } finally {
    reader.releaseLock()
  }
}

async function nextBytes(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  milliseconds: number,
): Promise<Uint8Array | undefined> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => timeout.reject(tooSlow()), milliseconds)
  try {
    return (await Promise.race([reader.read(), timeout.promise])).value
  } catch (error) {
    throw error instanceof AppError ? error : requestAborted()
  } finally {
    clearTimeout(timer)
  }
}

export const tooLarge = (maxBytes: number) =>
  new AppError('too_large', `The request is too large: the limit is ${formatBytes(maxBytes)}`)

const tooSlow = () => invalid('The upload was too slow. Try again on a faster connection.')
