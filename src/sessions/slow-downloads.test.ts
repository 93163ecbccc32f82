import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { KEYWORD_UPLOAD_PATH, KEYWORDS_PATH } from '#domain/keywords.ts'
import { users } from '#src/db/schema.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { testApp } from '#src/testing/test-app.ts'

const ROWS = 12_000

/** Long tables, and a download that runs `meanwhile` after the first chunk. */
async function downloadApp() {
  const app = await testApp()
  const { user, authorization } = await makeUser(app, 'super_admin', 'ada')
  const headers = { authorization }
  const csvData = Array.from({ length: ROWS }, (_, index) => ({ Keyword: `keyword ${index}` }))
  const json = { csvData, uploadBatch: 'upload_1' }
  expect((await app.call(KEYWORD_UPLOAD_PATH, { json, headers })).status).toBe(200)
  await app.db.run(sql`
    INSERT INTO audit_entries (at, action, source)
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${ROWS})
    SELECT '2026-01-01T00:00:00.000Z', 'signed_in', 'web' FROM numbers`)

  const download = async (path: string, meanwhile: () => unknown) => {
    const { status, body } = await app.call(path, { headers })
    expect(status).toBe(200)
    let lines = 0
    let error: unknown = null
    try {
      for await (const piece of body ?? []) {
        if (lines === 0) await meanwhile()
        lines += new TextDecoder().decode(piece).trimEnd().split('\r\n').length
      }
    } catch (thrown) {
      error = thrown
    }
    return { lines, error }
  }
  return { app, user, download }
}

test.each([`${KEYWORDS_PATH}/csv`, '/api/admin/audit/csv'])(
  'deactivating the account during a download of %s aborts it',
  async (path) => {
    const { app, user, download } = await downloadApp()
    const whole = await download(path, () => undefined)
    expect(whole.error).toBeNull()
    expect(whole.lines).toBeGreaterThanOrEqual(ROWS + 1)
    const deactivate = () => app.db.update(users).set({ isActive: false }).where(eq(users.id, user.id))
    const cut = await download(path, deactivate)
    expect(cut).toMatchObject({ lines: 1, error: { code: 'unauthorized' } })
  },
)
