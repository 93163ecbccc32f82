import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import { invalid } from '#src/errors.ts'

export const requestAborted = () => invalid('The connection closed before the response was sent')

/** All pending immediates run in one turn of the event loop: twenty slices of 5 ms would block for 100 ms. */
const oneEachTurn = pLimit(1)

/** Await it before each slice of long work. Throws AppError invalid once `signal` aborts. */
export async function yieldToEventLoop(signal?: AbortSignal): Promise<void> {
  await oneEachTurn(() => setImmediate())
  if (signal?.aborted) throw requestAborted()
}
