import { expect, test } from 'bun:test'
import { ANALYZER_PATH } from '#domain/analyses.ts'
import { BULK_MAX } from '#domain/bulk.ts'
import { analyses, analysisKeywords } from '#src/db/schema.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'

const website = (id: number) => ({
  id,
  url: `https://site-${id}.example/`,
  domain: `site-${id}.example`,
  status: 'completed' as const,
  autoUpdate: false,
  createdAt: NOON.toISOString(),
})

const keyword = { keyword: 'length', frequency: 3, context: 'body', relevanceScore: 5, rank: 1 }

async function signedInApp() {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'admin')
  for (const id of [1, 2, 3]) {
    await app.db.insert(analyses).values(website(id))
    await app.db.insert(analysisKeywords).values({ ...keyword, analysisId: id })
  }
  const remove = (json: unknown) =>
    app.call(`${ANALYZER_PATH}/analyses/bulk-delete`, { method: 'POST', json, headers: { authorization } })
  const kept = async () => (await app.db.select().from(analyses)).map(({ id }) => id)
  return { app, remove, kept }
}

test('deletes many analyses in one request, and records each in the audit log', async () => {
  const { app, remove, kept } = await signedInApp()
  expect(await (await remove({ ids: [3, 1, 99] })).json()).toEqual({ success: true })
  expect(await kept()).toEqual([2])
  expect((await app.db.select().from(analysisKeywords)).map(({ analysisId }) => analysisId)).toEqual([2])
  expect(await auditLog(app.db)).toMatchObject([
    { action: 'analysis_deleted', subject: 'site-1.example', detail: 'https://site-1.example/' },
    { action: 'analysis_deleted', subject: 'site-3.example', detail: 'https://site-3.example/' },
  ])
})

test('accepts a list of at most 200 ids', async () => {
  const { remove, kept } = await signedInApp()
  const ids = Array.from({ length: BULK_MAX + 1 }, (_, index) => index + 3)
  for (const json of [
    { ids },
    {},
    { ids: [] },
    { ids: 1 },
    { ids: ['1'] },
    { ids: [1.5] },
    { ids: [null] },
  ]) {
    const response = await remove(json)
    expect(response.status).toBe(400)
    expect((await response.json()).message).toBe('ids must be a list of 1 to 200 numbers')
  }
  expect(await kept()).toEqual([1, 2, 3])
  expect((await remove({ ids: ids.slice(0, BULK_MAX) })).status).toBe(200)
  expect(await kept()).toEqual([1, 2])
})
