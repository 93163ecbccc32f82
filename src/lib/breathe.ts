import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import { invalid } from '#src/errors.ts'

export const cutOff = () => invalid('The connection ended before the request was answered')

/** All immediates that are set at one moment run in one turn: twenty slices of 5 ms would block for a tenth of a second. */
const oneEachTurn = pLimit(1)

/**
 * Lets everyone else have their turn: to be awaited before each slice of long work. Throws AppError invalid once
 * `signal` says that nobody waits for the result any more.
 */
export async function breathe(signal?: AbortSignal): Promise<void> {
  await oneEachTurn(() => setImmediate())
  if (signal?.aborted) throw cutOff()
}
