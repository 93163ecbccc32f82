import { readFileSync } from 'node:fs'

/**
 * The longest turn of the event loop in milliseconds while `work` goes on: for so long nobody else is answered. What
 * this thread waited for a core meanwhile is left out, as far as the system counts it.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  const ended = Promise.withResolvers<void>()
  let started = performance.now()
  let queued = queuedMs()
  const look = () => {
    const now = performance.now()
    const nowQueued = queuedMs()
    longest = Math.max(longest, now - started - (nowQueued - queued))
    started = now
    queued = nowQueued
    if (isOver) ended.resolve()
    else setImmediate(look)
  }
  setImmediate(look)
  try {
    await work()
  } finally {
    isOver = true
    await ended.promise
  }
  return longest
}

/** Milliseconds that this thread has waited for a core so far; 0 where the system doesn't count it. */
function queuedMs(): number {
  try {
    const [, waited = '0'] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')
    return Number(waited) / 1e6
  } catch {
    return 0
  }
}
