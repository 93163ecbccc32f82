import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { PERMISSIONS } from '#domain/permissions.ts'
import { ROLES, type Role } from '#domain/users.ts'
import { dailyCounts, personalTokens, secrets, sessions, users } from '#src/db/schema.ts'
import { actor } from '#src/testing/actor.ts'
import { forgedToken } from '#src/testing/forged-token.ts'
import { everyRow, GUARDED_ROUTES } from '#src/testing/guarded-routes.ts'
import { makeUser, PASSWORD } from '#src/testing/make-user.ts'
import { openImage } from '#src/testing/migrated-database.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import { deleteExpiredSessions, startSession } from './store.ts'

const HERE = { browser: '', network: '', isNewBrowser: false }

const guardedRoutes = ({ routes }: TestApp) =>
  routes.filter(({ access }) => access !== 'public').map(({ method, path }) => `${method} ${path}`)

const split = (route: string): [string, string] => {
  const [method = '', path = ''] = route.split(' ')
  return [method, path]
}

test('the table lists exactly the guarded routes', async () => {
  expect(guardedRoutes(await testApp()).sort()).toEqual(Object.keys(GUARDED_ROUTES).sort())
})

test('only sign-in, setup and password links are public under /api/admin', async () => {
  const { routes } = await testApp()
  const open = routes.filter(({ access, path }) => path.startsWith('/api/admin') && access === 'public')
  expect(open.map(({ method, path }) => ({ method, path }))).toEqual([
    { method: 'POST', path: '/api/admin/login' },
    { method: 'GET', path: '/api/admin/setup' },
    { method: 'POST', path: '/api/admin/setup' },
    { method: 'POST', path: '/api/admin/login/passkey/options' },
    { method: 'POST', path: '/api/admin/login/passkey' },
    { method: 'POST', path: '/api/admin/password-link/check' },
    { method: 'POST', path: '/api/admin/password-link' },
  ])
})

/** An app with these rows for requests that change nothing, and `open`, which returns a new one. */
async function routesFor(role: Role) {
  const { image, id, authorizations } = await everyRow()
  const open = () => testApp({ engine: openImage(image) })
  const shared = await open()
  const send = (app: TestApp, authorization: string, route: string, json: unknown) => {
    const [method, path] = split(route)
    return app.call(path.replace(':id', String(id)), { method, json, headers: { authorization } })
  }
  const authorization = authorizations.get(role) ?? ''
  const tokenIn = async (app: TestApp, json: unknown) => {
    const made = await send(app, authorization, 'POST /api/admin/tokens', json)
    return `Bearer ${(await made.json()).token}`
  }
  return { shared, open, send, authorization, tokenIn }
}

const changesNothing = (route: string, status: number) => status >= 400 || route.startsWith('GET ')

test.each(ROLES)('every route responds to a %s with the expected status', async (role) => {
  const { shared, open, send, authorization } = await routesFor(role)
  for (const [route, { status, json }] of Object.entries(GUARDED_ROUTES)) {
    const app = changesNothing(route, status[role]) ? shared : await open()
    const response = await send(app, authorization, route, json)
    expect([route, response.status]).toEqual([route, status[role]])
    expect([route, response.headers.get('cache-control')]).toEqual([route, 'no-store'])
    if (response.status !== 403) continue
    expect(await response.json()).toEqual({
      message: 'You do not have permission to perform this action',
      code: 'forbidden',
    })
  }
})

const TOKEN_PERMISSIONS = PERMISSIONS.filter((permission) => permission !== 'users.write')

const declarationOf = ({ routes }: TestApp, route: string) =>
  routes.find(({ method, path }) => `${method} ${path}` === route)

test('a token with every permission gets the responses of its owner, except from account routes', async () => {
  const { shared, open, send, tokenIn } = await routesFor('super_admin')
  const json = { name: 'program', permissions: TOKEN_PERMISSIONS }
  const token = await tokenIn(shared, json)
  for (const [route, { status, json: body }] of Object.entries(GUARDED_ROUTES)) {
    const declared = declarationOf(shared, route)
    const isAboutAccounts =
      declared?.requirements.sessionOnly || declared?.requirements.proof || declared?.access === 'users.write'
    const expected = isAboutAccounts ? 403 : status.super_admin
    const app = changesNothing(route, expected) ? shared : await open()
    const own = app === shared ? token : await tokenIn(app, json)
    expect([route, (await send(app, own, route, body)).status]).toEqual([route, expected])
  }
})

test('every route responds 403 to a token without its permission', async () => {
  const { shared, send, tokenIn } = await routesFor('super_admin')
  const token = await tokenIn(shared, { name: 'reader' })
  for (const [route, { json }] of Object.entries(GUARDED_ROUTES)) {
    const declared = declarationOf(shared, route)
    const mayRead =
      declared?.access === 'read' && !declared.requirements.sessionOnly && !declared.requirements.proof
    expect([route, (await send(shared, token, route, json)).status === 403]).toEqual([route, !mayRead])
  }
})

test('the role is checked before the body is read', async () => {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'admin')
  for (const [body, type, length] of INVALID_BODIES) {
    const headers = { authorization, 'content-type': type, 'content-length': length }
    expect((await app.call('/api/admin/users', { method: 'POST', body, headers })).status).toBe(403)
  }
})

/** Bodies that every route would reject. */
const INVALID_BODIES = [
  ['{"username":', 'application/json', '12'],
  ['username=x', 'application/x-www-form-urlencoded', '10'],
  ['{}', 'application/json', String(50 * 1024 * 1024)],
] as const

/** Authorization headers without valid credentials. */
async function invalidHeaders(app: TestApp): Promise<Record<string, string | undefined>> {
  const { user, authorization } = await makeUser(app, 'super_admin', 'ada')
  const [session] = await app.db.select().from(sessions)
  const [secret] = await app.db.select().from(secrets).where(eq(secrets.name, 'signing-key'))
  if (!session || !secret) throw new Error('there is no session')
  const key = app.db.keys.open(secret.value, ['secrets', secret.name])
  const seconds = Math.floor(NOON.getTime() / 1000)
  const claims = { aud: 'admin', sub: String(user.id), sid: session.id, iat: seconds, exp: seconds + 3600 }
  const without = (name: string) =>
    Object.fromEntries(Object.entries(claims).filter(([claim]) => claim !== name))
  const [header, payload, signature] = authorization.replace('Bearer ', '').split('.')

  const forged = {
    expired: forgedToken({ key, claims: { ...claims, exp: seconds - 1 } }),
    'signed by another install': forgedToken({ key: 'k'.repeat(43), claims }),
    'signed with nothing': forgedToken({ key: '', claims }),
    'alg none': forgedToken({ key, claims, header: { alg: 'none' }, hash: null }),
    'alg None with a signature': forgedToken({ key, claims, header: { alg: 'None' } }),
    HS512: forgedToken({ key, claims, header: { alg: 'HS512' }, hash: 'sha512' }),
    'no signature': forgedToken({ key, claims, hash: null }),
    'a key in the header': forgedToken({
      key: 'mine',
      claims,
      header: { alg: 'HS256', jwk: { kty: 'oct', k: 'bWluZQ' } },
    }),
    'a critical extension': forgedToken({ key, claims, header: { alg: 'HS256', crit: ['x'], x: 1 } }),
    'wrong audience': forgedToken({ key, claims: { ...claims, aud: 'visitors' } }),
    'no audience': forgedToken({ key, claims: without('aud') }),
    'no session': forgedToken({ key, claims: without('sid') }),
    'no end': forgedToken({ key, claims: without('exp') }),
    'no user': forgedToken({ key, claims: without('sub') }),
    'a session of no text': forgedToken({ key, claims: { ...claims, sid: { $ne: null } } }),
    'an unknown session': forgedToken({ key, claims: { ...claims, sid: crypto.randomUUID() } }),
    'a session with a wildcard': forgedToken({ key, claims: { ...claims, sid: '%' } }),
    'another payload': `${header}.${forgedToken({ key: 'x', claims }).split('.')[1]}.${signature}`,
    'a changed signature': `${header}.${payload}.${signature?.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
    garbage: 'garbage',
    'only dots': '...',
    'a very long one': 'a'.repeat(10_000),
  }
  const bearers = Object.entries(forged).map(([name, token]) => [name, `Bearer ${token}`])
  // Checks the forger: with the right key and claims, its token is accepted.
  const headers = { authorization: `Bearer ${forgedToken({ key, claims })}` }
  expect((await app.call('/api/admin/users', { headers })).status).toBe(200)
  return {
    ...Object.fromEntries(bearers),
    nothing: undefined,
    'an empty header': '',
    'another scheme': authorization.replace('Bearer', 'Basic'),
    'only a scheme': 'Bearer',
    'no scheme': authorization.replace('Bearer ', ''),
    'two tokens': `${authorization}, ${authorization}`,
    'a deactivated user': await lapsed(app, 'bob', (id) =>
      app.db.update(users).set({ isActive: false }).where(eq(users.id, id)),
    ),
    'a session twelve hours unused': await lapsed(app, 'eve', (id) =>
      app.db
        .update(sessions)
        .set({ lastUsedAt: hoursAgo(12) })
        .where(eq(sessions.userId, id)),
    ),
    'a session of seven days': await lapsed(app, 'mallory', (id) =>
      app.db
        .update(sessions)
        .set({ createdAt: hoursAgo(7 * 24) })
        .where(eq(sessions.userId, id)),
    ),
  }
}

const hoursAgo = (hours: number) => new Date(NOON.getTime() - hours * 3_600_000).toISOString()

async function lapsed(
  app: TestApp,
  name: string,
  end: (userId: number) => Promise<unknown>,
): Promise<string> {
  const { user, authorization } = await makeUser(app, 'super_admin', name)
  await end(user.id)
  return authorization
}

async function expect401(app: TestApp, route: string, [name, authorization]: [string, string | undefined]) {
  const [method, pattern] = split(route)
  const path = pattern.replace(':id', '1')
  const who: Record<string, string> = authorization === undefined ? {} : { authorization }
  const bodies = method === 'GET' ? [] : INVALID_BODIES
  const answers = [
    await app.call(path, { method, headers: who }),
    ...(await Promise.all(
      bodies.map(([body, type, length]) =>
        app.call(path, { method, body, headers: { ...who, 'content-type': type, 'content-length': length } }),
      ),
    )),
  ]
  for (const answer of answers) expect([route, name, answer.status]).toEqual([route, name, 401])
  expect(answers[0]?.headers.get('www-authenticate')).toBe('Bearer')
  expect(await answers[0]?.json()).toEqual({ message: 'Please sign in', code: 'unauthorized' })
}

test('every route responds 401 without valid credentials, before reading the body', async () => {
  const app = await testApp()
  const { nothing, expired, ...others } = await invalidHeaders(app)
  for (const route of guardedRoutes(app)) {
    await expect401(app, route, ['nothing', nothing])
    await expect401(app, route, ['expired', expired])
  }
  for (const header of Object.entries(others)) {
    await expect401(app, 'GET /api/admin/users', header)
    await expect401(app, 'POST /api/admin/users', header)
  }
  expect(app.lines).toEqual([])
})

test.each([
  '/api/admin',
  '/api/admin/',
  '/api/admin/no-such-thing',
  '/api/admin/users/',
  '/api/admin/users/1/',
  '/api/admin//users',
  '/api/admin/users?token=x',
  '/api/admin/../admin/users',
  '/api/admin/%75sers',
  '/api/x/../admin/users',
])('%s requires a sign-in for every method', async (path) => {
  const app = await testApp()
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    expect((await app.call(path, { method })).status).toBe(401)
  }
})

test.each([
  '/API/ADMIN/users',
  '/api/Admin/users',
  '/api/%61dmin/users',
  '//api/admin/users',
  '/api//admin/users',
])("the path %s doesn't bypass authorization", async (path) => {
  const app = await testApp()
  expect((await app.call(path)).status).toBe(404)
})

test('a signed-in user gets 404 for unknown paths and 405 for other methods', async () => {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'super_admin')
  const headers = { authorization }
  expect((await app.call('/api/admin/no-such-thing', { headers })).status).toBe(404)
  expect((await app.call('/api/admin/users/', { headers })).status).toBe(404)
  const wrongMethod = await app.call('/api/admin/users', { method: 'DELETE', headers })
  expect(wrongMethod.status).toBe(405)
  expect(wrongMethod.headers.get('allow')).toBe('GET, HEAD, POST')
  const head = await app.call('/api/admin/users', { method: 'HEAD', headers })
  expect(head.status).toBe(200)
})

test('only the Authorization header authenticates, not cookies or URLs', async () => {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'super_admin')
  const token = authorization.replace('Bearer ', '')
  const headers = { cookie: `adminToken=${token}; authorization=${authorization}` }
  expect((await app.call(`/api/admin/users?token=${token}`, { headers })).status).toBe(401)
})

test('responses have no CORS headers', async () => {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'super_admin')
  const response = await app.call('/api/admin/users', {
    headers: { authorization, origin: 'https://evil.example' },
  })
  expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
})

test("administrators' visits to the site are not counted", async () => {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'moderator')
  const generate = (headers: Record<string, string>) =>
    app.call('/api/track/password-generated', { json: { type: 'single' }, headers })
  expect((await generate({ authorization })).status).toBe(200)
  expect(await app.db.select().from(dailyCounts)).toEqual([])
  expect((await generate({ authorization: 'Bearer garbage' })).status).toBe(200)
  expect(await app.db.select().from(dailyCounts)).toHaveLength(1)
})

const HOUR = 3_600_000

test('a session ends after twelve hours without use', async () => {
  const clock = { now: NOON }
  const app = await testApp({ clock })
  const { authorization } = await makeUser(app, 'admin')
  const statusAfter = async (milliseconds: number) => {
    clock.now = new Date(clock.now.getTime() + milliseconds)
    return (await app.call('/api/admin/users', { headers: { authorization } })).status
  }
  expect(await statusAfter(12 * HOUR - 1)).toBe(200)
  expect(await statusAfter(12 * HOUR - 1)).toBe(200)
  expect(await statusAfter(12 * HOUR)).toBe(401)
  expect(await statusAfter(-12 * HOUR)).toBe(200)
})

test('a session ends after seven days, even in use', async () => {
  const clock = { now: NOON }
  const app = await testApp({ clock })
  const { authorization } = await makeUser(app, 'admin')
  const statuses: number[] = []
  for (let hour = 0; hour < 7 * 24; hour += 6) {
    clock.now = new Date(NOON.getTime() + hour * HOUR)
    statuses.push((await app.call('/api/admin/users', { headers: { authorization } })).status)
  }
  expect(new Set(statuses)).toEqual(new Set([200]))
  clock.now = new Date(NOON.getTime() + 7 * 24 * HOUR)
  expect((await app.call('/api/admin/users', { headers: { authorization } })).status).toBe(401)
})

test("use of a session is recorded once a minute; failed writes don't block reads", async () => {
  const clock = { now: NOON }
  const app = await testApp({ clock, expectsErrors: true })
  const { authorization } = await makeUser(app, 'admin')
  const read = () => app.call('/api/admin/users', { headers: { authorization } })
  const lastUsed = async () => (await app.db.select().from(sessions))[0]?.lastUsedAt
  clock.now = new Date(NOON.getTime() + 60_000)
  await read()
  expect(await lastUsed()).toBe(NOON.toISOString())
  clock.now = new Date(NOON.getTime() + 60_001)
  await read()
  expect(await lastUsed()).toBe(clock.now.toISOString())

  await app.engine.script(
    "CREATE TRIGGER full BEFORE UPDATE ON sessions BEGIN SELECT RAISE(ABORT, 'disk full'); END",
  )
  clock.now = new Date(NOON.getTime() + 10 * 60_000)
  expect((await read()).status).toBe(200)
  expect(app.lines).toHaveLength(1)
  expect(app.lines[0]).toContain('failed to extend session')
})

test('signing out ends only this session', async () => {
  const app = await testApp()
  const { user, authorization } = await makeUser(app, 'admin')
  const login = await app.call('/api/admin/login', { json: { username: 'admin', password: PASSWORD } })
  const other = `Bearer ${(await login.json()).token}`
  const logout = await app.call('/api/admin/logout', { method: 'POST', headers: { authorization } })
  expect(await logout.json()).toEqual({ success: true })
  expect((await app.call('/api/admin/users', { headers: { authorization } })).status).toBe(401)
  expect((await app.call('/api/admin/users', { headers: { authorization: other } })).status).toBe(200)
  expect(await startSession(app.db, actor, { id: user.id, passwordHash: 'another' }, HERE, NOON)).toBeNull()
})

test('expired sessions are deleted', async () => {
  const app = await testApp()
  const start = async (name: string, at: Partial<typeof sessions.$inferInsert>) => {
    const { user } = await makeUser(app, 'admin', name)
    await app.db.update(sessions).set(at).where(eq(sessions.userId, user.id))
    return user.id
  }
  const kept = [
    await start('ada', { createdAt: NOON.toISOString() }),
    await start('bob', { lastUsedAt: hoursAgo(12) }),
    await start('cyd', { createdAt: hoursAgo(7 * 24) }),
  ]
  await start('dan', { lastUsedAt: hoursAgo(12.01) })
  await start('eve', { createdAt: hoursAgo(7 * 24 + 0.01) })
  await deleteExpiredSessions(app.db, NOON)
  const left = await app.db.select({ userId: sessions.userId }).from(sessions).orderBy(sessions.userId)
  expect(left.map(({ userId }) => userId)).toEqual(kept)
})

test('a request whose session ends while the body arrives changes nothing', async () => {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'admin', 'ada')
  const text = JSON.stringify({ name: 'deploy' })
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        await app.db.update(users).set({ passwordHash: 'another' })
        controller.enqueue(new TextEncoder().encode(text))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = {
    authorization,
    'content-type': 'application/json',
    'content-length': String(text.length),
  }
  const answer = await app.call('/api/admin/tokens', { method: 'POST', body, headers })
  expect(answer.status).toBe(401)
  expect(await app.db.$count(personalTokens)).toBe(0)
})
