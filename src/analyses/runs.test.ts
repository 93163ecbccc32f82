import { expect, test } from 'bun:test'
import { lte } from 'drizzle-orm'
import { type AnalysisChanges, type AnalysisRun, RUNS_KEPT } from '#domain/analyses.ts'
import { analysisRuns } from '#src/db/schema.ts'
import { actor } from '#src/testing/actor.ts'
import { at, DAY, DOWN, office } from '#src/testing/analysis-office.ts'
import { keywordsOf } from '#src/testing/fake-web.ts'
import { NOON } from '#src/testing/test-app.ts'
import { createAnalysis } from './store.ts'

test('what was gained, lost and moved since the last run is told, whatever failed in between', async () => {
  const { minute, toggle, become, ask } = await office({ keywords: keywordsOf('a', 'b', 'c', 'd') })
  const changes = async (query = '') => (await ask('GET', `/analysis/1/changes${query}`)).json()
  const nothing = { isRankedAlike: true, gained: [], lost: [], moved: [] }
  expect(await changes()).toEqual({ since: null, until: NOON.toISOString(), ...nothing })
  await toggle(true)
  become(DOWN)
  await minute(DAY)
  become({ keywords: keywordsOf('A', 'new', 'd') })
  await minute(2 * DAY)
  expect(await changes()).toEqual({
    since: NOON.toISOString(),
    until: at(2 * DAY),
    isRankedAlike: true,
    gained: [{ keyword: 'new', rank: 2, relevanceScore: 9.9 }],
    lost: [
      { keyword: 'b', rank: 2, relevanceScore: 9.9 },
      { keyword: 'c', rank: 3, relevanceScore: 9.8 },
    ],
    moved: [],
  })
  await minute(3 * DAY)
  expect(await changes()).toEqual({ since: at(2 * DAY), until: at(3 * DAY), ...nothing })
  expect(await changes('?since=1')).toMatchObject({ since: NOON.toISOString(), gained: [{ keyword: 'new' }] })
  expect((await ask('GET', '/analysis/1/changes?since=2')).status).toBe(404)
  expect((await ask('GET', '/analysis/1/changes?since=x')).status).toBe(400)
})

/** Keywords with their scores, best first. */
const scored = (scores: Record<string, number>) =>
  Object.entries(scores).map(([keyword, relevanceScore]) => ({
    keyword,
    relevanceScore,
    frequency: 1,
    context: `Text: ${keyword}`,
  }))

test.each([
  [
    'a keyword that matters less, and one that matters more',
    { a: 10, b: 8, c: 6, d: 5, e: 4 },
    { a: 10, c: 6, e: 5.5, d: 5, b: 3 },
    ['b 2→5', 'e 5→3'],
  ],
  [
    'scores that all follow a new best one',
    { a: 10, b: 8, c: 6, d: 5 },
    { x: 10, a: 9, b: 7, c: 5, d: 4 },
    [],
  ],
  [
    'one that falls while the others follow a new best one',
    { a: 10, b: 8, c: 6, d: 5 },
    { x: 10, a: 9, c: 5, d: 4, b: 2 },
    ['b 2→5'],
  ],
  ['a difference that is noise', { a: 10, b: 6.2, c: 6, d: 5 }, { a: 10, c: 6.1, b: 6, d: 5 }, []],
  ['scores without another order', { a: 10, b: 8, c: 6 }, { a: 10, b: 7, c: 6.5 }, []],
  ['ranks that others made', { a: 10, b: 8, c: 6 }, { a: 10, c: 6 }, []],
  ['another number and other capitals', { a: 10, Client: 8, c: 6 }, { a: 10, clients: 8, c: 6 }, []],
  ['other keywords altogether', { a: 10, b: 8 }, { c: 10, d: 8 }, []],
])('moved, of %s', async (_, before, after, moved) => {
  const { minute, toggle, become, ask } = await office({ keywords: scored(before) })
  await toggle(true)
  become({ keywords: scored(after) })
  await minute(DAY)
  const changes: AnalysisChanges = await (await ask('GET', '/analysis/1/changes')).json()
  expect(
    changes.moved.map(({ keyword, previousRank, rank }) => `${keyword} ${previousRank}→${rank}`),
  ).toEqual(moved)
})

test('a list that another release ranked is told to be one', async () => {
  const { app, minute, toggle, ask } = await office()
  await toggle(true)
  for (let day = 1; day <= 3; day++) await minute(day * DAY)
  await app.db.update(analysisRuns).set({ version: null }).where(lte(analysisRuns.id, 2))
  const isRankedAlike = async (query = '') => {
    const changes: AnalysisChanges = await (await ask('GET', `/analysis/1/changes${query}`)).json()
    return changes.isRankedAlike
  }
  expect(await isRankedAlike()).toBe(true)
  expect(await isRankedAlike('?since=2')).toBe(false)
})

test('the last 30 runs are kept, of each website', async () => {
  const { app, minute, toggle, ask } = await office()
  await createAnalysis(app.db, actor, 'https://other.example/', NOON)
  await toggle(true)
  for (let day = 1; day <= RUNS_KEPT + 4; day++) await minute(day * DAY)
  const runs: AnalysisRun[] = await (await ask('GET', '/analysis/1/runs')).json()
  expect([runs.length, runs[0]?.at, runs.at(-1)?.at]).toEqual([RUNS_KEPT, at(34 * DAY), at(5 * DAY)])
  expect(await app.db.$count(analysisRuns)).toBe(RUNS_KEPT + 1)
})
