import { expect, test } from 'bun:test'
import { BULK_MAX } from '#domain/bulk.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { PATH, rowsOf, tables, withAdmin } from '#src/testing/keyword-app.ts'

async function signedInApp() {
  const app = await withAdmin()
  await app.upload({ csvData: rowsOf('a', 'b'), uploadBatch: 'upload_1', fileName: 'one.csv' })
  await app.upload({ csvData: rowsOf('c'), uploadBatch: 'upload_2' })
  await app.upload({ csvData: rowsOf('d'), uploadBatch: 'upload_3', part: 1, parts: 2 })
  const remove = (json: unknown, headers: Record<string, string> = app.headers) =>
    app.call(`${PATH}/batches/bulk-delete`, { method: 'POST', json, headers })
  const kept = async () => (await app.uploads()).map(({ uploadBatch }) => uploadBatch)
  return { app, remove, kept }
}

test('deletes many uploads with their keywords in one request, and records each in the audit log', async () => {
  const { app, remove, kept } = await signedInApp()
  const response = await remove({ batches: ['upload_3', 'upload_1', 'upload_9'] })
  expect(await response.json()).toEqual({ success: true })
  expect(await kept()).toEqual(['upload_2'])
  expect(await tables(app)).toEqual({ rows: 1, parts: 1, uploads: 1 })
  const entries = (await auditLog(app.db)).filter(({ action }) => action === 'keywords_deleted')
  expect(entries).toMatchObject([
    { subject: 'upload_1', detail: 'one.csv' },
    { subject: 'upload_3', detail: null },
  ])
})

test('accepts a list of at most 200 upload names', async () => {
  const { remove, kept } = await signedInApp()
  const batches = Array.from({ length: BULK_MAX + 1 }, (_, index) => `upload_${index + 2}`)
  for (const json of [{ batches }, {}, { batches: [] }, { batches: 'upload_1' }, { batches: [1] }]) {
    const response = await remove(json)
    expect(response.status).toBe(400)
    expect((await response.json()).message).toBe('batches must be a list of 1 to 200 names')
  }
  expect(await kept()).toHaveLength(3)
  expect((await remove({ batches: batches.slice(0, BULK_MAX) })).status).toBe(200)
  expect(await kept()).toEqual(['upload_1'])
})
