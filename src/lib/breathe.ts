import { setImmediate } from 'node:timers/promises'
import { invalid } from '#src/errors.ts'

export const cutOff = () => invalid('The connection ended before the request was answered')

/**
 * Lets everyone else have their turn: to be awaited between the slices of long work. Throws AppError invalid once
 * `signal` says that nobody waits for the result any more.
 */
export async function breathe(signal?: AbortSignal): Promise<void> {
  await setImmediate()
  if (signal?.aborted) throw cutOff()
}
