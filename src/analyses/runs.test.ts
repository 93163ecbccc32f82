import { expect, test } from 'bun:test'
import { lte } from 'drizzle-orm'
import { type AnalysisChanges, type AnalysisRun, RUNS_KEPT } from '#domain/analyses.ts'
import { analysisRuns } from '#src/db/schema.ts'
import { actor } from '#src/testing/actor.ts'
import { at, DAY, DOWN, signedInApp } from '#src/testing/analysis-app.ts'
import { keywordsOf } from '#src/testing/fake-web.ts'
import { NOON } from '#src/testing/test-app.ts'
import { createAnalysis } from './store.ts'

test('lists gained, lost and moved keywords since the last successful run', async () => {
  const { minute, toggle, become, ask } = await signedInApp({ keywords: keywordsOf('a', 'b', 'c', 'd') })
  const changes = async (query = '') => (await ask('GET', `/analysis/1/changes${query}`)).json()
  const unchanged = { isRankedAlike: true, gained: [], lost: [], moved: [] }
  expect(await changes()).toEqual({ since: null, until: NOON.toISOString(), ...unchanged })
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
  expect(await changes()).toEqual({ since: at(2 * DAY), until: at(3 * DAY), ...unchanged })
  expect(await changes('?since=1')).toMatchObject({ since: NOON.toISOString(), gained: [{ keyword: 'new' }] })
  expect((await ask('GET', '/analysis/1/changes?since=2')).status).toBe(404)
  expect((await ask('GET', '/analysis/1/changes?since=x')).status).toBe(400)
})

const keywordsWithScores = (scores: Record<string, number>) =>
  Object.entries(scores).map(([keyword, relevanceScore]) => ({
    keyword,
    relevanceScore,
    frequency: 1,
    context: `Text: ${keyword}`,
  }))

test.each([
  [
    'a keyword that falls and one that rises',
    { a: 10, b: 8, c: 6, d: 5, e: 4 },
    { a: 10, c: 6, e: 5.5, d: 5, b: 3 },
    ['b 2→5', 'e 5→3'],
  ],
  [
    'scores that shift with a new best keyword',
    { a: 10, b: 8, c: 6, d: 5 },
    { x: 10, a: 9, b: 7, c: 5, d: 4 },
    [],
  ],
  [
    'a keyword that falls while the others shift with a new best one',
    { a: 10, b: 8, c: 6, d: 5 },
    { x: 10, a: 9, c: 5, d: 4, b: 2 },
    ['b 2→5'],
  ],
  ['a difference that is noise', { a: 10, b: 6.2, c: 6, d: 5 }, { a: 10, c: 6.1, b: 6, d: 5 }, []],
  ['scores that keep their order', { a: 10, b: 8, c: 6 }, { a: 10, b: 7, c: 6.5 }, []],
  ['ranks that change because a keyword is gone', { a: 10, b: 8, c: 6 }, { a: 10, c: 6 }, []],
  ['a different number and case', { a: 10, Client: 8, c: 6 }, { a: 10, clients: 8, c: 6 }, []],
  ['entirely different keywords', { a: 10, b: 8 }, { c: 10, d: 8 }, []],
])('lists moved keywords for %s', async (_, before, after, moved) => {
  const { minute, toggle, become, ask } = await signedInApp({ keywords: keywordsWithScores(before) })
  await toggle(true)
  become({ keywords: keywordsWithScores(after) })
  await minute(DAY)
  const changes: AnalysisChanges = await (await ask('GET', '/analysis/1/changes')).json()
  expect(
    changes.moved.map(({ keyword, previousRank, rank }) => `${keyword} ${previousRank}→${rank}`),
  ).toEqual(moved)
})

test('marks changes between rankings of different releases', async () => {
  const { app, minute, toggle, ask } = await signedInApp()
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

test('keeps the last 30 runs of each website', async () => {
  const { app, minute, toggle, ask } = await signedInApp()
  await createAnalysis(app.db, actor, 'https://other.example/', NOON)
  await toggle(true)
  for (let day = 1; day <= RUNS_KEPT + 4; day++) await minute(day * DAY)
  const runs: AnalysisRun[] = await (await ask('GET', '/analysis/1/runs')).json()
  expect([runs.length, runs[0]?.at, runs.at(-1)?.at]).toEqual([RUNS_KEPT, at(34 * DAY), at(5 * DAY)])
  expect(await app.db.$count(analysisRuns)).toBe(RUNS_KEPT + 1)
})
