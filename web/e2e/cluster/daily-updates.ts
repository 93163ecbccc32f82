import { expect } from 'bun:test'
import { ANALYZER_PATH } from '#domain/analyses.ts'
import { html, startRawSite } from '#src/testing/raw-site.ts'
import { WAIT_MS } from '#src/testing/time-limits.ts'
import type { Cluster } from './cluster.ts'
import { retryRequest } from './request.ts'
import { withTimeLimit } from './time-limit.ts'

export const PAGE = '/page'

const TEXT = 'Owls hoot at night, and their wings make no sound. '

/** A one-page website that accepts any query string. */
export const startSite = () =>
  startRawSite({ [PAGE]: html(`<title>Owls</title><h1>Owls</h1><p>${TEXT.repeat(20)}`) })

const WEBSITES = 6
/** A killed instance's claim expires after a minute; the next check is up to a minute later. */
const LIMIT_MS = 3 * WAIT_MS
const POLL_MS = 100

/** Starts daily analyses of several websites. */
export async function watchUpdates(cluster: Cluster, token: string, site: string) {
  const analyze = (query: string) =>
    retryRequest(`${cluster.url}${ANALYZER_PATH}/analyze`, () => ({
      json: { url: `${site}?${query}` },
      token,
    }))
  const due = new Map<number, number>()
  for (let number = 1; number <= WEBSITES; number++) {
    const { status, body } = await analyze(`daily=${number}`)
    expect(status).toBe(201)
    due.set(body.id, 0)
  }
  await untilDone(cluster)
  const ids = [...due.keys()].join()
  await cluster.query(
    `UPDATE analyses SET auto_update = 1, next_update_scheduled = '9999' WHERE id IN (${ids})`,
  )
  return {
    /** Makes all idle analyses due. */
    passDay: async () => {
      const passed = await cluster.query(`
        UPDATE analyses SET next_update_scheduled = '2000' WHERE id IN (${ids})
          AND next_update_scheduled > '2001' AND claim IS NULL RETURNING id`)
      for (const [id] of passed) due.set(Number(id), (due.get(Number(id)) ?? 0) + 1)
    },
    /** Expects one run per analysis and day, and returns the number of days. */
    expectOnce: async () => {
      // Triggers all due analyses without waiting for the next check.
      await analyze('last')
      await untilDone(cluster)
      const runs = await cluster.query(
        `SELECT analysis_id, count(*), sum(status = 'completed') FROM analysis_runs GROUP BY 1 ORDER BY 1`,
      )
      const timesOf = (id: number) => 1 + (due.get(id) ?? 0)
      const numbers = runs.map((run) => run.map(Number))
      expect(numbers).toEqual(numbers.map(([id = 0]) => [id, timesOf(id), timesOf(id)]))
      return [...due.values()].reduce((sum, times) => sum + times, 0)
    },
  }
}

/** Resolves when no analysis is running or due. */
async function untilDone({ query }: Cluster): Promise<void> {
  const count = async () => {
    const [[count] = []] = await query(`
      SELECT count(*) FROM analyses
      WHERE requested_at IS NOT NULL OR status = 'pending' OR next_update_scheduled < '2001' OR claim IS NOT NULL`)
    return Number(count)
  }
  const wait = async () => {
    while ((await count()) > 0) await Bun.sleep(POLL_MS)
  }
  await withTimeLimit('analyzing websites', wait(), LIMIT_MS)
}
