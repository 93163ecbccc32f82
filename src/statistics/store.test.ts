import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { dailyCounts } from '#src/db/schema.ts'
import { testApp } from '#src/testing/test-app.ts'
import { addCounts, getOrCreateSalt, readSum } from './store.ts'

test('all instances share the first salt of a day', async () => {
  const { db } = await testApp()
  const first = await getOrCreateSalt(db, '2026-03-14')
  expect(first?.length).toBe(32)
  expect(await getOrCreateSalt(db, '2026-03-14')).toEqual(first)
  expect(await getOrCreateSalt(db, '2026-03-15')).not.toEqual(first)
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
