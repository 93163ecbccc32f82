import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { ANALYSIS_SORTS, ANALYZER_PATH, type Analysis } from '#domain/analyses.ts'
import { analyses } from '#src/db/schema.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { readPages } from '#src/testing/read-pages.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'

const PATH = `${ANALYZER_PATH}/analyses`

/** Many share a domain, keyword count and time. Every fourth has no result. */
const website = (index: number) => ({
  url: `https://site-${index % 5}.example/${index}`,
  domain: `site-${index % 5}.example`,
  status: index % 4 === 0 ? ('failed' as const) : ('completed' as const),
  autoUpdate: false,
  totalKeywords: index % 7,
  createdAt: NOON.toISOString(),
  analyzedAt: index % 4 === 0 ? null : new Date(NOON.getTime() + (index % 3)).toISOString(),
  // Running on another instance.
  ...(index % 9 === 0
    ? { requestedAt: NOON.toISOString(), claim: 'another', claimedUntil: '2099-01-01T00:00:00.000Z' }
    : {}),
})

async function signedInApp() {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'moderator')
  await app.db.insert(analyses).values(Array.from({ length: 40 }, (_, index) => website(index)))
  const read = async (query: string, meanwhile?: () => Promise<unknown>) => {
    const pages = await readPages<Analysis>(app, authorization, `${PATH}?${query}`, meanwhile)
    return pages.flat()
  }
  const ask = (query: string) => app.call(`${PATH}?${query}`, { headers: { authorization } })
  return { app, read, ask }
}

const ORDERS = ANALYSIS_SORTS.flatMap((sort) => ['asc', 'desc'].map((order) => `sort=${sort}&order=${order}`))
const idsOf = (rows: Analysis[]) => rows.map(({ id }) => id)

test('paging in any order returns every row once, with and without filters', async () => {
  const { read } = await signedInApp()
  for (const order of ORDERS) {
    for (const filter of [
      '',
      '&status=pending',
      '&status=completed',
      '&search=site-3',
      '&search=site&status=failed',
    ]) {
      const whole = await read(`${order}${filter}&limit=200`)
      expect([order, idsOf(await read(`${order}${filter}&limit=7`))]).toEqual([order, idsOf(whole)])
      expect(whole.length).toBeGreaterThan(0)
    }
  }
})

test.each(ORDERS)('paging by %s has no duplicates or gaps during concurrent changes', async (order) => {
  const { app, read } = await signedInApp()
  let count = 40
  const ids = idsOf(
    await read(`${order}&limit=10`, async () => {
      await app.db.insert(analyses).values(website(count + 1))
      await app.db.delete(analyses).where(eq(analyses.id, count - 39))
      count++
    }),
  )
  expect(new Set(ids).size).toBe(ids.length)
  const stayed = Array.from({ length: 80 - count }, (_, index) => index + 1 + (count - 40))
  expect(stayed.filter((id) => !ids.includes(id))).toEqual([])
})

test('lists a website as pending while it is analyzed again', async () => {
  const { read } = await signedInApp()
  const pending = await read('status=pending')
  expect(idsOf(pending)).toEqual([37, 28, 19, 10, 1])
  expect(new Set(pending.map(({ status }) => status))).toEqual(new Set(['pending']))
  expect((await read('status=completed')).length + (await read('status=failed')).length).toBe(35)
})

test('rejects an unknown status, sort, order or cursor', async () => {
  const { ask } = await signedInApp()
  for (const query of ['status=waiting', 'sort=title', 'order=up', 'after=x'] as const) {
    expect([query, (await ask(query)).status]).toEqual([query, 400])
  }
})
