import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { dailyCounts } from '#src/db/schema.ts'
import { readToday } from '#src/testing/read-today.ts'
import { testApp } from '#src/testing/test-app.ts'
import { addCounts, getOrCreateSalt, readDetails, readFirstDay, readSum } from './store.ts'

test("counts each of today's visitors once before the day is over", async () => {
  const { db } = await testApp()
  await getOrCreateSalt(db, '2026-03-14')
  const noted = (...hashes: number[]) =>
    addCounts(
      db,
      [],
      hashes.map((hash) => ({ day: '2026-03-14', hash: new Uint8Array(32).fill(hash) })),
    )
  await noted(1, 2)
  await noted(2, 3, 3)
  expect((await readToday(db, '2026-03-14')).uniqueVisitors).toBe(3)
})

test('all instances share the first salt of a day', async () => {
  const { db } = await testApp()
  const first = await getOrCreateSalt(db, '2026-03-14')
  expect(first?.length).toBe(32)
  expect(await getOrCreateSalt(db, '2026-03-14')).toEqual(first)
  expect(await getOrCreateSalt(db, '2026-03-15')).not.toEqual(first)
})

test('sums details over the days: views by page, checks by strength', async () => {
  const { db } = await testApp()
  await addCounts(
    db,
    [
      { day: '2026-03-13', name: 'page_view', detail: '/faq', count: 4 },
      { day: '2026-03-14', name: 'page_view', detail: '/faq', count: 4 },
      { day: '2026-03-14', name: 'page_view', detail: '/', count: 7 },
      { day: '2026-03-14', name: 'password_checked', detail: '90', count: 2 },
      { day: '2026-03-14', name: 'password_generated', detail: 'single', count: 3 },
      { day: '2026-03-15', name: 'page_view', detail: '/about', count: 100 },
    ],
    [],
  )
  const { pages, strengths } = await readDetails(db, { first: '2026-03-13', last: '2026-03-14' })
  expect(Object.fromEntries(pages)).toEqual({ '/': 7, '/faq': 8 })
  expect(Object.fromEntries(strengths)).toEqual({ 90: 2 })
})

test('totals follow every change of the counts', async () => {
  const { db } = await testApp()
  const day = '2026-03-14'
  const views = async () => (await readSum(db, { first: day, last: day })).pageViews
  const viewed = (detail: string, count: number) =>
    addCounts(db, [{ day, name: 'page_view', detail, count }], [])
  await viewed('/', 3)
  await viewed('/', 4)
  await viewed('/faq', 5)
  expect(await views()).toBe(12)
  await db.update(dailyCounts).set({ count: 1 }).where(eq(dailyCounts.detail, '/'))
  expect(await views()).toBe(6)
  await db.delete(dailyCounts).where(eq(dailyCounts.detail, '/faq'))
  expect(await views()).toBe(1)
})

test('the first day is that of the oldest count, or null', async () => {
  const { db } = await testApp()
  expect(await readFirstDay(db)).toBeNull()
  await addCounts(db, [{ day: '2026-03-14', name: 'bot', detail: 'agent', count: 1 }], [])
  await addCounts(db, [{ day: '2026-03-12', name: 'bot', detail: 'agent', count: 1 }], [])
  expect(await readFirstDay(db)).toBe('2026-03-12')
})
