/** Turns of the event loop during `work`; `longestMs` is the longest of them, in milliseconds of CPU time. */
export async function measureTurns(
  work: () => Promise<unknown>,
): Promise<{ turns: number; longestMs: number }> {
  let turns = 0
  let longestMs = 0
  let isOver = false
  const ended = Promise.withResolvers<void>()
  let before = workedMs()
  const look = () => {
    const now = workedMs()
    turns += 1
    longestMs = Math.max(longestMs, now - before)
    before = now
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
  return { turns, longestMs }
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
