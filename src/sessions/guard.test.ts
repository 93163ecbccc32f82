import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { PERMISSIONS } from '#domain/permissions.ts'
import { ROLES, type Role } from '#domain/users.ts'
import {
  analyses,
  contacts,
  dailyCounts,
  personalTokens,
  posts,
  prompts,
  secrets,
  sessions,
  users,
} from '#src/db/schema.ts'
import { actor } from '#src/testing/actor.ts'
import { ASSERTION, NEW_CREDENTIAL } from '#src/testing/credentials.ts'
import { forgedToken } from '#src/testing/forged-token.ts'
import { postInput } from '#src/testing/make-post.ts'
import { makeUser, PASSWORD } from '#src/testing/make-user.ts'
import { filledImage, openImage } from '#src/testing/migrated-database.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import { deleteExpiredSessions, startSession } from './store.ts'

const HERE = { browser: '', network: '', isNewBrowser: false }

type Expected = { status: Record<Role, number>; json?: unknown; path?: string }

const all = (status: number): Record<Role, number> => ({
  super_admin: status,
  admin: status,
  moderator: status,
})
const onlySuperAdmins = (status: number) => ({ ...all(403), super_admin: status })

const NEW_USER = { username: 'grace', email: 'grace@example.com', password: PASSWORD }

const MESSAGE = {
  name: 'Ada',
  email: 'ada@example.com',
  subject: 'Hello',
  message: 'Works well.',
  createdAt: NOON.toISOString(),
}

const DRAFT = {
  ...postInput({ slug: 'draft' }),
  createdAt: NOON.toISOString(),
  updatedAt: NOON.toISOString(),
}
const NEW_POST = { title: 'Length', content: 'It comes first.' }

const TEMPLATE = { name: 'How-to', systemPrompt: 'Be brief.', userPromptTemplate: 'Write on {{title}}' }

const STORED_TEMPLATE = { ...TEMPLATE, description: '', isActive: true, createdAt: NOON.toISOString() }

const WEBSITE = {
  url: 'https://www.example.com/',
  domain: 'example.com',
  status: 'completed',
  autoUpdate: false,
  createdAt: NOON.toISOString(),
} as const

const UPLOAD = { csvData: [{ Keyword: 'password length' }], uploadBatch: 'upload_1_a' }

/** Every route that requires sign-in, with the status per role. `:id` is an existing moderator, message, draft, etc. */
const EXPECTED: Record<string, Expected> = {
  'POST /api/admin/logout': { status: all(200) },
  'GET /api/admin/account': { status: all(200) },
  'GET /api/admin/configuration': { status: { ...all(200), moderator: 403 } },
  'GET /api/admin/first-steps': { status: { ...all(200), moderator: 403 } },
  'POST /api/admin/first-steps/dismiss': { status: { ...all(200), moderator: 403 } },
  'POST /api/admin/account/proof': { status: all(200), json: { password: PASSWORD } },
  'POST /api/admin/account/new-browsers/:id/seen': { status: all(200) },
  'POST /api/admin/account/setup-confirmation': { status: all(409) },
  // The test host doesn't support passkeys.
  'POST /api/admin/account/proof/passkey/options': { status: all(409) },
  'POST /api/admin/account/proof/passkey': { status: all(409), json: { credential: ASSERTION } },
  'GET /api/admin/account/passkeys': { status: all(200) },
  'POST /api/admin/account/passkeys/options': { status: all(409) },
  'POST /api/admin/account/passkeys': {
    status: all(409),
    json: { name: 'Laptop', credential: NEW_CREDENTIAL },
  },
  'PATCH /api/admin/account/passkeys/:id': { status: all(404), json: { name: 'Phone' } },
  'DELETE /api/admin/account/passkeys/:id': { status: all(404) },
  'GET /api/admin/sessions': { status: all(200) },
  'DELETE /api/admin/sessions': { status: all(200) },
  'DELETE /api/admin/sessions/:session': { status: all(404) },
  'GET /api/admin/users/:id/sessions': { status: onlySuperAdmins(200) },
  'DELETE /api/admin/users/:id/sessions': { status: onlySuperAdmins(200) },
  'DELETE /api/admin/users/:id/sessions/:session': { status: onlySuperAdmins(404) },
  'POST /api/admin/users/:id/password-link': { status: onlySuperAdmins(201) },
  'POST /api/admin/account/app': { status: all(201) },
  'POST /api/admin/account/app/confirm': { status: all(400), json: { code: '000000' } },
  'DELETE /api/admin/account/app': { status: all(200) },
  'POST /api/admin/account/recovery-codes': { status: all(409) },
  'POST /api/admin/users/:id/reset-second-step': { status: onlySuperAdmins(200) },
  'GET /api/admin/second-step': { status: all(200) },
  'PUT /api/admin/second-step': { status: onlySuperAdmins(200), json: { isRequired: true } },
  'GET /api/admin/tokens': { status: all(200) },
  'POST /api/admin/tokens': { status: all(201), json: { name: 'deploy' } },
  'DELETE /api/admin/tokens/:id': { status: all(404) },
  'GET /api/admin/users': { status: all(200) },
  'POST /api/admin/users': { status: onlySuperAdmins(201), json: NEW_USER },
  'PUT /api/admin/users/:id': { status: onlySuperAdmins(200), json: NEW_USER },
  'POST /api/admin/users/:id/reset-password': { status: onlySuperAdmins(200), json: { password: PASSWORD } },
  'POST /api/admin/users/:id/toggle-status': { status: onlySuperAdmins(200) },
  'DELETE /api/admin/users/:id': { status: onlySuperAdmins(200) },
  'GET /api/admin/audit': { status: onlySuperAdmins(200) },
  'GET /api/admin/audit/csv': { status: onlySuperAdmins(200) },
  'GET /api/admin/backups': { status: onlySuperAdmins(200) },
  'POST /api/admin/backups': { status: onlySuperAdmins(409) },
  'GET /api/admin/backups/settings': { status: onlySuperAdmins(200) },
  'GET /api/admin/backups/:name': { status: onlySuperAdmins(404) },
  'GET /api/admin/backups/:name/check': { status: onlySuperAdmins(404) },
  'DELETE /api/admin/backups/:name': { status: onlySuperAdmins(404) },
  'POST /api/admin/backups/bulk-delete': {
    status: onlySuperAdmins(200),
    json: { names: ['no-such-file.db'] },
  },
  'GET /api/admin/notices': { status: all(200) },
  'POST /api/admin/notices/test': { status: onlySuperAdmins(409) },
  'POST /api/admin/images': { status: all(400) },
  'GET /api/admin/contacts': { status: all(200) },
  'GET /api/admin/contacts/:id': { status: all(200) },
  'POST /api/admin/contacts/bulk': { status: all(200), json: { ids: [1], status: 'read' } },
  'POST /api/admin/contacts/bulk-delete': {
    status: { ...all(200), moderator: 403 },
    json: { ids: [99] },
  },
  'POST /api/admin/contacts/person': { status: all(200), json: { email: 'eve@example.com' } },
  'POST /api/admin/contacts/person/export': {
    status: { ...all(200), moderator: 403 },
    json: { email: 'eve@example.com' },
  },
  'POST /api/admin/contacts/person/delete': {
    status: { ...all(200), moderator: 403 },
    json: { email: 'eve@example.com' },
  },
  'PATCH /api/admin/contacts/:id': { status: all(200), json: { status: 'read' } },
  'DELETE /api/admin/contacts/:id': { status: { ...all(200), moderator: 403 } },
  'POST /api/admin/blog/posts/bulk-publish': { status: all(200), json: { ids: [1] } },
  'POST /api/admin/blog/posts/bulk-delete': { status: { ...all(200), moderator: 403 }, json: { ids: [99] } },
  'GET /api/admin/blog/posts': { status: all(200) },
  'GET /api/admin/blog/posts/:id': { status: all(200) },
  'POST /api/admin/blog/posts': { status: all(201), json: NEW_POST },
  'POST /api/admin/blog/render': { status: all(200), json: { content: 'It comes first.' } },
  'PUT /api/admin/blog/posts/:id': { status: all(200), json: NEW_POST },
  'DELETE /api/admin/blog/posts/:id': { status: { ...all(200), moderator: 403 } },
  'POST /api/admin/blog/posts/:id/publish': { status: all(200) },
  'POST /api/admin/blog/posts/:id/preview': { status: all(201) },
  'GET /api/admin/blog/posts/:id/previews': { status: all(200) },
  'DELETE /api/admin/blog/posts/:id/previews/:preview': { status: all(404) },
  'GET /api/admin/ai-prompts': { status: all(200) },
  'POST /api/admin/ai-prompts': { status: { ...all(201), moderator: 403 }, json: TEMPLATE },
  'PUT /api/admin/ai-prompts/:id': { status: { ...all(200), moderator: 403 }, json: TEMPLATE },
  'DELETE /api/admin/ai-prompts/:id': { status: { ...all(200), moderator: 403 } },
  'POST /api/admin/ai-generate-blog': {
    status: { ...all(503), moderator: 403 },
    json: { title: 'On passwords', promptId: 2 },
  },
  'GET /api/admin/ai-provider': { status: all(200) },
  'POST /api/admin/ai-provider/test': { status: { ...all(503), moderator: 403 } },
  'GET /api/admin/dashboard': { status: all(200) },
  'GET /api/admin/dashboard/overview': { status: all(200) },
  'GET /api/admin/status': { status: all(200) },
  'GET /api/admin/metrics': { status: all(200) },
  'GET /api/admin/metrics/csv': { status: all(200) },
  'GET /api/admin/competitor-keywords': { status: all(200) },
  'GET /api/admin/competitor-keywords/stats': { status: all(200) },
  'GET /api/admin/competitor-keywords/batches': { status: all(200) },
  'GET /api/admin/competitor-keywords/csv': { status: all(200) },
  'POST /api/admin/competitor-keywords/upload': { status: { ...all(200), moderator: 403 }, json: UPLOAD },
  'POST /api/admin/competitor-keywords/batches/bulk-delete': {
    status: { ...all(200), moderator: 403 },
    json: { batches: ['upload_9'] },
  },
  'DELETE /api/admin/competitor-keywords/batches/:batch': { status: { ...all(404), moderator: 403 } },
  'GET /api/admin/website-analyzer/analyses': { status: all(200) },
  'GET /api/admin/website-analyzer/stats': { status: all(200) },
  'GET /api/admin/website-analyzer/keywords/:id': { status: all(200) },
  'GET /api/admin/website-analyzer/keywords/:id/csv': { status: all(200) },
  'POST /api/admin/website-analyzer/analyze': {
    status: { ...all(201), moderator: 403 },
    json: { url: 'https://example.com/' },
  },
  'POST /api/admin/website-analyzer/analysis/:id/analyze': { status: { ...all(200), moderator: 403 } },
  'DELETE /api/admin/website-analyzer/analysis/:id': { status: { ...all(200), moderator: 403 } },
  'POST /api/admin/website-analyzer/analyses/bulk-delete': {
    status: { ...all(200), moderator: 403 },
    json: { ids: [99] },
  },
  'PATCH /api/admin/website-analyzer/analysis/:id/auto-update': {
    status: { ...all(200), moderator: 403 },
    json: { autoUpdate: true },
  },
  'GET /api/admin/website-analyzer/analysis/:id/details': { status: all(409) },
  'GET /api/admin/website-analyzer/analysis/:id/runs': { status: all(200) },
  'GET /api/admin/website-analyzer/analysis/:id/changes': { status: all(200) },
  'POST /api/admin/website-analyzer/ai-analysis': {
    status: { ...all(409), moderator: 403 },
    json: { analysisId: 2 },
  },
  'GET /api/openapi.json': { status: all(200) },
}

const guardedRoutes = ({ routes }: TestApp) =>
  routes.filter(({ access }) => access !== 'public').map(({ method, path }) => `${method} ${path}`)

const split = (route: string): [string, string] => {
  const [method = '', path = ''] = route.split(' ')
  return [method, path]
}

test('the table lists exactly the guarded routes', async () => {
  expect(guardedRoutes(await testApp()).sort()).toEqual(Object.keys(EXPECTED).sort())
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

let rows: Promise<Awaited<ReturnType<typeof makeRows>>> | undefined

/** One of everything that `:id` may name, and a user of each role. */
async function makeRows() {
  const made = { id: 0, authorizations: new Map<Role, string>() }
  const image = await filledImage(async (engine) => {
    const app = await testApp({ engine })
    await makeUser(app, 'super_admin', 'owner')
    const { user } = await makeUser(app, 'moderator', 'other')
    made.id = user.id
    await app.db.insert(contacts).values({ ...MESSAGE, id: user.id })
    await app.db.insert(posts).values({ ...DRAFT, id: user.id })
    await app.db.insert(prompts).values({ ...STORED_TEMPLATE, id: user.id })
    await app.db.insert(analyses).values({ ...WEBSITE, id: user.id })
    for (const role of ROLES) made.authorizations.set(role, (await makeUser(app, role)).authorization)
  })
  return { ...made, image }
}

/** An app with these rows for requests that change nothing, and `open`, which returns a new one. */
async function routesFor(role: Role) {
  rows ??= makeRows()
  const { image, id, authorizations } = await rows
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
  for (const [route, { status, json }] of Object.entries(EXPECTED)) {
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
  for (const [route, { status, json: body }] of Object.entries(EXPECTED)) {
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
  for (const [route, { json }] of Object.entries(EXPECTED)) {
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
