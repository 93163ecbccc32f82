/** Processor time of `work` on the machine for which limits of processor time were chosen, in ms. */
export const WORK_MS = 2

const NUMBERS = Array.from({ length: 4_000 }, (_, index) => (index * 48_271) % 65_537)

/** Sorts, parses and searches, as a server does, to compare the speed of machines. */
export function work(): number {
  const sorted = NUMBERS.toSorted((one, other) => one - other)
  const text = JSON.stringify(sorted.map((number) => ({ number, text: `word ${number}` })))
  const parsed: { text: string }[] = JSON.parse(text)
  return parsed.filter((entry) => /^word \d*7$/.test(entry.text)).length
}

/** Processor time of this thread, in ms. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

export function workMs(): number {
  const before = threadMs()
  work()
  return threadMs() - before
}

/** How many times as long as WORK_MS this machine takes, from results of `workMs`; at least 1. */
export const slownessOf = (worked: number[]): number =>
  Math.max(1, worked.reduce((sum, ms) => sum + ms, 0) / worked.length / WORK_MS)
