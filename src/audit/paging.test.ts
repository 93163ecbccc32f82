import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { AuditEntry } from '#domain/audit.ts'
import { auditEntries } from '#src/db/schema.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { readPages } from '#src/testing/read-pages.ts'
import { testApp } from '#src/testing/test-app.ts'

/** 45,000 entries, scanned in three turns; every tenth is Bob's. */
async function signedInApp() {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'super_admin')
  await app.db.delete(auditEntries)
  await app.db.run(sql`
    INSERT INTO audit_entries (id, at, actor, action, subject)
    WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < 45000)
    SELECT i, '2026-03-14T12:00:00.000Z', iif(i % 10 = 0, 'Bob', 'Ada'),
      iif(i % 9000 = 0, 'post_deleted', 'post_updated'), '' FROM numbers`)
  const read = (query: string, meanwhile?: () => Promise<unknown>) =>
    readPages<AuditEntry>(app, authorization, `/api/admin/audit?${query}`, meanwhile)
  const ask = (query: string) => app.call(`/api/admin/audit?${query}`, { headers: { authorization } })
  return { app, read, ask }
}

const idsOf = (pages: AuditEntry[][]) => pages.flat().map(({ id }) => id)

test('paging with a filter returns the whole list, in both directions', async () => {
  const { read } = await signedInApp()
  const deletions = [45_000, 36_000, 27_000, 18_000, 9_000]
  expect(idsOf(await read('action=post_deleted&actor=bob&limit=2'))).toEqual(deletions)
  expect(idsOf(await read('action=post_deleted&order=asc&limit=2'))).toEqual(deletions.toReversed())
  expect((await read('action=post_deleted&limit=5')).length).toBe(1)
})

test('a page continues where the previous one ended, including across internal slices', async () => {
  const { ask, read } = await signedInApp()
  const [first = [], second = []] = await read('actor=bob&limit=200&offset=1950').then((pages) => pages)
  expect(idsOf([first]).at(0)).toBe(45_000 - 19_500)
  expect(idsOf([first]).at(-1)).toBe(45_000 - 21_490)
  expect(second[0]?.id).toBe(45_000 - 21_500 - 19_500)
  expect((await ask('actor=bob&limit=1')).headers.get('x-total-count')).toBe('4500')
})

test('new entries cause no duplicates on the next page', async () => {
  const { app, read } = await signedInApp()
  const meanwhile = () =>
    app.db.run(
      sql`INSERT INTO audit_entries (at, actor, action) VALUES ('2026-03-15', 'Bob', 'post_deleted')`,
    )
  expect(idsOf(await read('action=post_deleted&limit=2', meanwhile))).toEqual([
    45_000, 36_000, 27_000, 18_000, 9_000,
  ])
})

test('rejects a cursor from the other sort direction', async () => {
  const { ask } = await signedInApp()
  const cursor = (await ask('limit=1')).headers.get('x-next-cursor')
  expect((await ask(`limit=1&order=asc&after=${cursor}`)).status).toBe(400)
  expect((await ask('sort=actor')).status).toBe(400)
})
