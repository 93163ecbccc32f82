export const KINDS = ['event', 'message', 'post', 'sign-in', 'upload', 'analysis'] as const
export type Kind = (typeof KINDS)[number]

type Marks = { acknowledged: string[]; buffered: string[]; unknown: string[]; refused: number }

export type Ledger = ReturnType<typeof createLedger>

/** Records acknowledged writes, which must exist once, and others, which must not exist twice. */
export function createLedger() {
  const kinds = new Map<Kind, Marks>(
    KINDS.map((kind) => [kind, { acknowledged: [], buffered: [], unknown: [], refused: 0 }]),
  )
  const moments: number[] = []
  const statuses = new Map<string, number>()
  const marksOf = (kind: Kind): Marks => {
    const marks = kinds.get(kind)
    if (!marks) throw new Error(`unknown kind ${kind}`)
    return marks
  }
  const countStatus = (kind: string, outcome: number) => {
    const key = `${kind} ${outcome}`
    statuses.set(key, (statuses.get(key) ?? 0) + 1)
  }
  return {
    marksOf,
    /** Number of responses by kind and status; status 0 is no response. */
    statuses,
    countStatus,
    record: (kind: Kind, mark: string, status: number) => {
      countStatus(kind, status)
      const marks = marksOf(kind)
      // Buffered in memory while the database is down.
      if (status === 202) marks.buffered.push(mark)
      else if (status >= 200 && status < 300) {
        marks.acknowledged.push(mark)
        moments.push(performance.now())
      } else if (status === 0 || status >= 500) marks.unknown.push(mark)
      else marks.refused += 1
    },
    countResponses: () => [...statuses.values()].reduce((sum, times) => sum + times, 0),
    acknowledged: () => KINDS.reduce((sum, kind) => sum + marksOf(kind).acknowledged.length, 0),
    /** Longest time in milliseconds without an acknowledged write. */
    longestGap: (from: number, until: number) => {
      const between = [from, ...moments.filter((at) => at > from && at < until), until]
      return Math.max(...between.slice(1).map((at, index) => at - (between[index] ?? at)))
    },
  }
}
