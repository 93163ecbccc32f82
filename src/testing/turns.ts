/**
 * The most milliseconds of work that this thread did in one turn of the event loop while `work` went on: for at least so
 * long nobody else was answered. What it waited for a core or the disk is left out, as the machine is shared.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let isOver = false
  const ended = Promise.withResolvers<void>()
  let before = workedMs()
  const look = () => {
    const now = workedMs()
    longest = Math.max(longest, now - before)
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
  return longest
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
