const LEVEL = ' error '
const ERROR = ' error="'

/** Counts log errors by event and innermost cause. */
export function countErrors(log: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of log.split('\n')) {
    const at = line.indexOf(ERROR)
    if (!line.includes(LEVEL) || at === -1) continue
    const [event = ''] = line.slice(line.indexOf(LEVEL) + LEVEL.length, at).split(/ \w+=/)
    const text: string = JSON.parse(line.slice(at + ERROR.length - 1))
    const [cause = ''] = (text.split('caused by: ').at(-1) ?? '').split('\n')
    const key = `${event}: ${cause}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
