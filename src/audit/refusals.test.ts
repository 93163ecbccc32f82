import { expect, test } from 'bun:test'
import { actor } from '#src/testing/actor.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { makeUser, PASSWORD } from '#src/testing/make-user.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'

const SECOND = 1000

const refusalsIn = async ({ db }: Pick<TestApp, 'db'>) =>
  (await auditLog(db))
    .filter(({ action }) => /refused|throttled|setup_failed/.test(action))
    .map(({ actor: name, action, subject, detail, address }) => [name, action, subject, detail, address])

test('audits a forbidden request with its actor', async () => {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'moderator', 'mo')
  const headers = { authorization }
  await makeUser(app, 'admin', 'ada')
  expect((await app.call('/api/admin/users/2', { method: 'DELETE', headers })).status).toBe(403)
  expect(await refusalsIn(app)).toEqual([
    ['mo', 'permission_refused', 'DELETE /api/admin/users/2', null, '203.0.113.7'],
  ])
})

test("audits a rejection inside a handler; allowed reads aren't audited", async () => {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'admin', 'ada')
  await makeUser(app, 'super_admin', 'owner')
  const headers = { authorization }
  const path = '/api/admin/users/2/reset-password'
  expect((await app.call(path, { json: { password: 'something else' }, headers })).status).toBe(403)
  expect((await app.call('/api/admin/users', { headers })).status).toBe(200)
  expect((await app.call('/api/admin/users', {})).status).toBe(401)
  expect(await refusalsIn(app)).toEqual([['ada', 'permission_refused', `POST ${path}`, null, '203.0.113.7']])
})

test('rate-limited sign-ins add one entry a minute per network, with a count', async () => {
  const clock = { now: NOON }
  const app = await testApp({ clock })
  await makeUser(app, 'admin', 'ada')
  const signIn = (from: string) =>
    app.call('/api/admin/login', { json: { username: 'ada', password: 'wrong' }, from })
  for (let attempt = 0; attempt < 25; attempt++) await signIn('198.51.100.1')
  const throttled = (await Promise.all([signIn('198.51.100.1'), signIn('198.51.100.1')])).map(
    ({ status }) => status,
  )
  expect(throttled).toEqual([429, 429])
  await app.refusals.flush()
  const failures = (await auditLog(app.db)).filter(({ action }) => action === 'sign_in_failed').length
  const first = [null, 'sign_in_throttled', null, null, '198.51.100.1']
  expect(await refusalsIn(app)).toEqual([first])
  await app.refusals.flush()
  expect(await refusalsIn(app)).toEqual([first])

  clock.now = new Date(NOON.getTime() + 60 * SECOND)
  await app.refusals.flush()
  await app.refusals.flush()
  const rest = [null, 'sign_in_throttled', null, `${27 - failures - 1} times`, '198.51.100.1']
  expect(await refusalsIn(app)).toEqual([first, rest])
})

test("names up to ten paths of a minute's refusals", async () => {
  const clock = { now: NOON }
  const app = await testApp({ clock })
  const { authorization, user } = await makeUser(app, 'moderator', 'mo')
  const refuse = (path: string) =>
    app.call(path, { method: 'DELETE', headers: { authorization }, from: '203.0.113.7' })
  const inMinute = async (minute: number, paths: string[]) => {
    clock.now = new Date(NOON.getTime() + minute * 60 * SECOND)
    for (const path of paths) await refuse(path)
  }
  const posts = (count: number) => Array.from({ length: count }, (_, id) => `/api/admin/blog/posts/${id}`)
  await inMinute(0, [...posts(1), '/api/admin/users/1', '/api/admin/backups/x.db', '/api/admin/users/1'])
  await inMinute(1, posts(1))
  await inMinute(2, posts(1))
  await inMinute(3, ['/api/admin/users/1'])
  await app.refusals.flush(true)
  await inMinute(9, posts(13))
  await app.refusals.flush(true)
  const entry = (subject: string | null, detail: string | null) => [
    'mo',
    'permission_refused',
    subject,
    detail,
    '203.0.113.7',
  ]
  const named = posts(11)
    .slice(1)
    .map((path) => `DELETE ${path}`)
  expect(await refusalsIn(app)).toEqual([
    entry('DELETE /api/admin/blog/posts/0', null),
    entry(
      null,
      '4 times: DELETE /api/admin/users/1, DELETE /api/admin/backups/x.db, DELETE /api/admin/blog/posts/0',
    ),
    entry('DELETE /api/admin/blog/posts/0', null),
    entry('DELETE /api/admin/users/1', null),
    entry('DELETE /api/admin/blog/posts/0', null),
    entry(null, `12 times: ${named.join(', ')} and others`),
  ])
  const by = (network: number) => ({
    ...actor,
    userId: user.id,
    name: 'mo',
    address: `198.51.100.${network}`,
  })
  clock.now = new Date(NOON.getTime() + 3600 * SECOND)
  for (let network = 0; network < 13; network++)
    await app.refusals.record(by(network), { action: 'permission_refused', subject: `GET /${network % 12}` })
  await app.refusals.flush()
  expect((await refusalsIn(app)).at(-1)?.slice(2)).toEqual([
    null,
    '3 more times: GET /10, GET /11, GET /0',
    null,
  ])
})

test('rejected and completed setups are audited', async () => {
  const app = await testApp()
  const json = { username: 'ada', email: 'ada@example.com', password: PASSWORD, code: 'wrong' }
  expect((await app.call('/api/admin/setup', { json })).status).toBe(403)
  expect((await app.call('/api/admin/setup', { json })).status).toBe(403)
  expect(await refusalsIn(app)).toEqual([[null, 'setup_failed', null, null, '203.0.113.7']])
  await app.refusals.flush(true)
  expect(await refusalsIn(app)).toHaveLength(2)
})

test('writes at most ten rejections a minute from all networks, and counts the rest', async () => {
  const clock = { now: NOON }
  const app = await testApp({ clock })
  const from = (network: number) => ({
    ...actor,
    name: null,
    address: `198.51.${network >> 8}.${network & 255}`,
  })
  for (let network = 0; network < 5_000; network++) {
    await app.refusals.record(from(network), { action: 'sign_in_throttled' })
  }
  expect(await refusalsIn(app)).toHaveLength(10)
  await app.refusals.flush()
  expect((await refusalsIn(app)).at(-1)).toEqual([null, 'sign_in_throttled', null, '4990 more times', null])
  clock.now = new Date(NOON.getTime() + 60 * SECOND)
  await app.refusals.record(from(1), { action: 'sign_in_throttled' })
  expect(await refusalsIn(app)).toHaveLength(12)
})

test('writes sixty failed sign-ins an hour for unknown usernames, and counts the rest', async () => {
  const clock = { now: NOON }
  const app = await testApp({ clock })
  await makeUser(app, 'admin', 'ada')
  const fail = (username: string, network: number) =>
    app.call('/api/admin/login', { json: { username, password: 'wrong' }, from: `2001:db8:${network}::1` })
  const entries = async () =>
    (await auditLog(app.db))
      .filter(({ action }) => action === 'sign_in_failed')
      .map(({ subject, detail, address }) => [subject, detail, address])
  for (let network = 0; network < 80; network++) {
    expect((await fail(`nobody${network}`, network)).status).toBe(401)
  }
  await fail('ada', 100)
  await app.refusals.flush()
  await app.refusals.flush()
  expect((await entries()).slice(60)).toEqual([
    ['ada', null, '2001:db8:100::1'],
    [null, '20 more times', null],
  ])
  clock.now = new Date(NOON.getTime() + 3600 * SECOND)
  await fail('nobody', 101)
  await app.refusals.flush()
  expect((await entries()).at(-1)).toEqual([null, null, '2001:db8:101::1'])
})

test('known and unknown usernames take the same statements, also after sixty unknown ones', async () => {
  const statements: string[] = []
  const app = await testApp({
    wrap: (engine) => ({
      ...engine,
      run: (statement) => {
        statements.push(statement.sql)
        return engine.run(statement)
      },
      batch: (batch) => {
        statements.push(...batch.map(({ sql }) => sql))
        return engine.batch(batch)
      },
    }),
  })
  await makeUser(app, 'admin', 'ada')
  const statementsOf = async (username: string, network: number) => {
    statements.length = 0
    const from = `2001:db8:${network}::1`
    const answer = await app.call('/api/admin/login', { json: { username, password: 'wrong' }, from })
    expect(answer.status).toBe(401)
    return [...statements]
  }
  await statementsOf('nobody', 0)
  const known = await statementsOf('ada', 1)
  expect(known.length).toBeGreaterThan(1)
  for (let network = 2; network < 70; network++)
    expect(await statementsOf(`nobody${network}`, network)).toEqual(known)
  expect(await statementsOf('ada', 70)).toEqual(known)
})

test("other clients' rejections don't suppress an administrator's entries", async () => {
  const { db, refusals } = await testApp()
  const refuse = (userId: number | null, number: number) =>
    refusals.record(
      { ...actor, userId, name: userId === null ? null : `user${userId}`, address: `2001:db8:${number}::1` },
      { action: userId ? 'permission_refused' : 'setup_failed' },
    )
  for (let number = 0; number < 30; number++) await refuse(null, number)
  for (let number = 0; number < 30; number++) await refuse(7, number)
  await refuse(8, 1)
  await refusals.flush()
  const entries = (await auditLog(db)).map(({ userId, actor: name, detail }) => [userId, name, detail])
  expect(entries.filter(([userId]) => userId === null)).toHaveLength(11)
  expect(entries.filter(([userId]) => userId === 7)).toHaveLength(11)
  expect(entries).toContainEqual([8, 'user8', null])
  expect(entries).toContainEqual([7, 'user7', '20 more times'])
})

test("responds to a rejected request even if its entry can't be written", async () => {
  const app = await testApp({ expectsErrors: true })
  const { authorization } = await makeUser(app, 'moderator')
  await app.engine.script(
    "CREATE TRIGGER broken BEFORE INSERT ON audit_entries BEGIN SELECT RAISE(ABORT, 'no more audit'); END;",
  )
  const remove = () => app.call('/api/admin/users/1', { method: 'DELETE', headers: { authorization } })
  expect((await remove()).status).toBe(403)
  expect((await remove()).status).toBe(403)
  expect(app.lines).toHaveLength(1)
  expect(app.lines[0]).toContain('failed to record a refusal in the audit log')
})
