import { LRUCache } from 'lru-cache'
import type { DayFigures } from '#domain/statistics.ts'
import type { Database } from '#src/db/database.ts'
import { breathe } from '#src/lib/breathe.ts'
import { type Details, readDetails } from './store.ts'

/** Each holds a number for each page that was viewed. */
const MOST_KEPT = 4

/** A day has as many rows as pages were viewed: with 10,000 of them a week is read in about 20 ms. */
const DAYS_AT_ONCE = 7

export type PastDetails = (days: readonly DayFigures[]) => Promise<Details>

/**
 * Reads the details of past days, given by their figures, and keeps those asked for lately. Counts only grow, so equal
 * sums over the same days mean that none was added since.
 */
export function createPastDetails(db: Database): PastDetails {
  const kept = new LRUCache<string, Promise<Details>>({ max: MOST_KEPT })

  return (days) => {
    const sum = (read: (figures: DayFigures) => number) => days.reduce((all, one) => all + read(one), 0)
    const views = sum(({ pageViews }) => pageViews)
    const checks = sum(({ passwordsChecked }) => passwordsChecked)
    const key = `${days[0]?.day} ${days.length} ${views} ${checks}`
    const known = kept.get(key)
    if (known) return known
    const details = readInTurns(db, days)
    kept.set(key, details)
    details.catch(() => kept.delete(key))
    return details
  }
}

async function readInTurns(db: Database, days: readonly DayFigures[]): Promise<Details> {
  const all: Details = { pages: new Map(), strengths: new Map() }
  for (let at = 0; at < days.length; at += DAYS_AT_ONCE) {
    const week = days.slice(at, at + DAYS_AT_ONCE)
    await breathe()
    const some = await readDetails(db, { first: week[0]?.day ?? '', last: week.at(-1)?.day ?? '' })
    add(all.pages, some.pages)
    add(all.strengths, some.strengths)
  }
  return all
}

function add(sums: Map<string, number>, more: ReadonlyMap<string, number>): void {
  for (const [name, count] of more) sums.set(name, (sums.get(name) ?? 0) + count)
}
