import { expect, test } from 'bun:test'
import { MOST_AT_ONCE } from '#domain/at-once.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { PATH, rowsOf, tables, withAdmin } from '#src/testing/keyword-app.ts'
import { makeUser } from '#src/testing/make-user.ts'

async function office() {
  const app = await withAdmin()
  await app.upload({ csvData: rowsOf('a', 'b'), uploadBatch: 'upload_1', fileName: 'one.csv' })
  await app.upload({ csvData: rowsOf('c'), uploadBatch: 'upload_2' })
  await app.upload({ csvData: rowsOf('d'), uploadBatch: 'upload_3', part: 1, parts: 2 })
  const remove = (json: unknown, headers: Record<string, string> = app.headers) =>
    app.call(`${PATH}/batches/bulk-delete`, { method: 'POST', json, headers })
  const kept = async () => (await app.uploads()).map(({ uploadBatch }) => uploadBatch)
  return { app, remove, kept }
}

test('many uploads are deleted at once with their keywords, and each deletion is in the audit log', async () => {
  const { app, remove, kept } = await office()
  const answer = await remove({ batches: ['upload_3', 'upload_1', 'upload_9'] })
  expect(await answer.json()).toEqual({ success: true })
  expect(await kept()).toEqual(['upload_2'])
  expect(await tables(app)).toEqual({ rows: 1, parts: 1, uploads: 1 })
  const entries = (await auditLog(app.db)).filter(({ action }) => action === 'keywords_deleted')
  expect(entries).toMatchObject([
    { subject: 'upload_1', detail: 'one.csv' },
    { subject: 'upload_3', detail: null },
  ])
})

test('200 uploads are taken at once and no more, and only lists of names', async () => {
  const { remove, kept } = await office()
  const batches = Array.from({ length: MOST_AT_ONCE + 1 }, (_, index) => `upload_${index + 2}`)
  for (const json of [{ batches }, {}, { batches: [] }, { batches: 'upload_1' }, { batches: [1] }]) {
    const answer = await remove(json)
    expect(answer.status).toBe(400)
    expect((await answer.json()).message).toBe('batches must be a list of 1 to 200 names')
  }
  expect(await kept()).toHaveLength(3)
  expect((await remove({ batches: batches.slice(0, MOST_AT_ONCE) })).status).toBe(200)
  expect(await kept()).toEqual(['upload_1'])
})

test('a moderator deletes no uploads', async () => {
  const { app, remove, kept } = await office()
  const { authorization } = await makeUser(app, 'moderator', 'bob')
  expect((await remove({ batches: ['upload_1'] }, { authorization })).status).toBe(403)
  expect(await kept()).toHaveLength(3)
})
