import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { temporaryFolder } from '#src/testing/folder.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { testApp } from '#src/testing/test-app.ts'
import { WAIT_MS } from '#src/testing/time-limits.ts'
import { openEmbedded } from './embedded.ts'

const asFirefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const EVENT = { json: { type: 'single' }, headers: asFirefox }
const TRACK = '/api/track/password-generated'

/** An app on a file that another program may lock. */
async function appOnSharedFile(path: string, timeoutMs?: number) {
  const engine = openEmbedded(path, { timeoutMs })
  const app = await testApp({ engine, expectsErrors: true })
  const other = new Sqlite(path)
  return {
    ...app,
    other,
    [Symbol.asyncDispose]: async () => {
      other.close()
      await engine.close()
    },
  }
}

test('while another program writes, requests are served and writes wait', async () => {
  using folder = temporaryFolder()
  await using app = await appOnSharedFile(join(folder.path, 'passwright.db'), WAIT_MS)
  const { authorization } = await makeUser(app, 'admin')
  app.other.run('BEGIN IMMEDIATE')
  let isWritten = false
  const written = app.call(TRACK, EVENT).then((response) => {
    isWritten = true
    return response
  })
  for (let count = 0; count < 3; count++) {
    expect((await app.call('/about', { headers: asFirefox })).status).toBe(200)
    expect((await app.call('/robots.txt')).status).toBe(200)
    expect((await app.call('/api/admin/users', { headers: { authorization } })).status).toBe(200)
  }
  expect(isWritten).toBe(false)
  app.other.run('COMMIT')
  expect((await written).status).toBe(200)
  expect(app.lines).toEqual([])
})

test('a locked database returns 503 with Retry-After, then recovers', async () => {
  using folder = temporaryFolder()
  await using app = await appOnSharedFile(join(folder.path, 'passwright.db'), 20)
  const { authorization } = await makeUser(app, 'super_admin')
  const template = { name: 'How-to', systemPrompt: 'Be brief.', userPromptTemplate: 'Write on {{title}}' }
  const asAdmin = { json: template, headers: { authorization } }
  app.other.run('BEGIN IMMEDIATE')
  const refused = await app.call('/api/admin/ai-prompts', asAdmin)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await refused.json()).toMatchObject({ code: 'unavailable', message: expect.any(String) })
  expect((await app.call(TRACK, EVENT)).status).toBe(202)
  expect((await app.call('/', { headers: asFirefox })).status).toBe(200)
  app.other.run('ROLLBACK')
  expect((await app.call(TRACK, EVENT)).status).toBe(200)
  expect((await app.call('/api/admin/ai-prompts', asAdmin)).status).toBe(201)
  expect(
    app.other.query("SELECT count FROM daily_counts WHERE name = 'password_generated'").values(),
  ).toEqual([[2]])
})

test('on a read-only database pages are served and events kept until it is writable', async () => {
  using folder = temporaryFolder()
  await using app = await appOnSharedFile(join(folder.path, 'passwright.db'))
  const { authorization } = await makeUser(app, 'super_admin')
  await app.engine.run({ sql: 'PRAGMA query_only = ON', params: [] })
  const headers = { ...asFirefox, authorization }
  const statuses = async () => [
    (await app.call('/', { headers: asFirefox })).status,
    (await app.call('/api/admin/contacts', { headers })).status,
    (await app.call(TRACK, EVENT)).status,
    (await app.call('/api/admin/users/1/toggle-status', { method: 'POST', headers })).status,
    (await app.call('/api/contact', { json: MESSAGE })).status,
    (await app.call('/readyz')).status,
  ]
  expect(await statuses()).toEqual([200, 200, 202, 409, 503, 503])
  await app.engine.run({ sql: 'PRAGMA query_only = OFF', params: [] })
  expect(await statuses()).toEqual([200, 200, 200, 409, 201, 200])
})

test('a full disk is named in the response and the log', async () => {
  using folder = temporaryFolder()
  await using app = await appOnSharedFile(join(folder.path, 'passwright.db'))
  await app.engine.run({ sql: 'PRAGMA max_page_count = 1', params: [] })
  const message = { ...MESSAGE, message: 'x'.repeat(5000) }
  const refused = await app.call('/api/contact', { json: message })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await refused.json()).toMatchObject({ message: 'The disk is full. Please try again later.' })
  expect(app.lines.join('')).toContain('The disk is full.')
  await app.engine.run({ sql: 'PRAGMA max_page_count = 1000000', params: [] })
  expect((await app.call('/api/contact', { json: message })).status).toBe(201)
})

const MESSAGE = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Works well, thank you.' }
