import { expect } from 'bun:test'
import { printFigures } from '#src/testing/attack.ts'
import { until } from '#src/testing/time-limits.ts'
import type { Cluster } from './cluster.ts'
import { countVisits } from './request.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/** Longer than any run; the test advances the clocks. */
const MINUTES_TO_MIDNIGHT = 60
/** The day ends after this many visitors. */
const VISITORS_MIN = 50

/** A minute an hour from now, and a time zone in which it is midnight, such as -04:58. */
export function findMidnight(): { at: number; timeZone: string } {
  const at = Math.ceil(Date.now() / MINUTE_MS + MINUTES_TO_MIDNIGHT) * MINUTE_MS
  const behind = (at / MINUTE_MS) % DAY_MINUTES
  const offset = behind > DAY_MINUTES / 2 ? DAY_MINUTES - behind : -behind
  const digits = (number: number) => String(number).padStart(2, '0')
  const size = Math.abs(offset)
  return {
    at,
    timeZone: `${offset < 0 ? '-' : '+'}${digits(Math.floor(size / 60))}:${digits(size % 60)}`,
  }
}

/** For the number of visitors of the ended day. */
export type Bounds = { min: number; max: number }

/** Moves all clocks to midnight after VISITORS_MIN visitors. */
export async function endDay({ clocks, query }: Cluster, midnight: number): Promise<Bounds> {
  const count = async () => Number((await query('SELECT count(*) FROM visitors'))[0]?.[0])
  const min = await until(`${VISITORS_MIN} visitors are counted`, async () => {
    const visitors = await count()
    return visitors >= VISITORS_MIN && visitors
  })
  clocks.advance(Math.ceil((midnight - Date.now()) / 1000))
  // Each visit has its own address. A killed instance loses the visitors of its last second.
  return { min, max: countVisits() }
}

/** Expects that the day was closed once, and that no data identifying its visitors is left. */
export async function expectClosedOnce({ query }: Cluster, { min, max }: Bounds): Promise<void> {
  const closed = await query(`SELECT day, count FROM daily_counts WHERE name = 'unique_visitors'`)
  expect(closed).toHaveLength(1)
  const [[day, visitors] = []] = closed
  const left = `SELECT (SELECT count(*) FROM visitors WHERE day <= '${day}'), (SELECT count(*) FROM visitor_salts WHERE day <= '${day}')`
  expect(await query(left)).toEqual([[0, 0]])
  printFigures('Cluster, ended day', {
    'visitors at least': min,
    'visitors at most': max,
    counted: String(visitors),
  })
  expect(Number(visitors)).toBeGreaterThanOrEqual(min)
  expect(Number(visitors)).toBeLessThanOrEqual(max)
}
