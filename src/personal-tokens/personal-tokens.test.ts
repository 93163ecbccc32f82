import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Permission } from '#domain/permissions.ts'
import type { Role } from '#domain/users.ts'
import { personalTokens, users } from '#src/db/schema.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { makeUser, PASSWORD } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'

const DAY = 86_400_000

type RequestOptions = { method?: string; json?: unknown }

async function signedInApp(role: Role, permissions: Permission[] = [], days = 30) {
  const clock = { now: NOON }
  const app = await testApp({ clock })
  const { user, authorization } = await makeUser(app, role, 'ada')
  const made = await app.call('/api/admin/tokens', {
    json: { name: 'deploy', permissions, days },
    headers: { authorization },
  })
  expect(made.status).toBe(201)
  const { token, ...shown } = await made.json()
  const asks =
    (bearer: string) =>
    (path: string, about: RequestOptions = {}) =>
      app.call(`/api/admin${path}`, { ...about, headers: { authorization: bearer } })
  return { app, user, token, shown, person: asks(authorization), program: asks(`Bearer ${token}`) }
}

test('shows a token once, stores its hash, and lists it with its last use', async () => {
  const { app, token, shown, person, program } = await signedInApp('admin', ['posts.write'])
  expect(token).toMatch(/^passwright_[\w-]{43}$/)
  expect(shown).toEqual({
    id: 1,
    name: 'deploy',
    permissions: ['posts.write'],
    createdAt: NOON.toISOString(),
    expiresAt: new Date(NOON.getTime() + 30 * DAY).toISOString(),
    lastUsedAt: null,
  })
  expect(JSON.stringify(await app.db.select().from(personalTokens))).not.toContain(token.slice(11))
  expect((await program('/blog/posts')).status).toBe(200)
  expect(await (await person('/tokens')).json()).toEqual([{ ...shown, lastUsedAt: NOON.toISOString() }])
})

test('on a full disk, a token can still read', async () => {
  const isFull = { now: false }
  const app = await testApp({
    expectsErrors: true,
    wrap: (engine) => ({
      ...engine,
      run: (statement) =>
        isFull.now && /^update/i.test(statement.sql)
          ? Promise.reject(new Error('full'))
          : engine.run(statement),
    }),
  })
  const { authorization } = await makeUser(app, 'admin', 'ada')
  const made = await app.call('/api/admin/tokens', { json: { name: 'x' }, headers: { authorization } })
  const { token } = await made.json()
  isFull.now = true
  const headers = { authorization: `Bearer ${token}` }
  expect((await app.call('/api/admin/blog/posts', { headers })).status).toBe(200)
  expect(app.lines.join('\n')).toContain('failed to record token use')
})

test('a token can read and use its permissions; the audit log names it', async () => {
  const { app, program } = await signedInApp('admin', ['posts.write'])
  expect((await program('/blog/posts', { json: { title: 'Length', content: 'First.' } })).status).toBe(201)
  const refused = await program('/blog/posts/1', { method: 'DELETE' })
  expect([refused.status, (await refused.json()).message]).toEqual([
    403,
    'This personal token does not allow this',
  ])
  const log = await auditLog(app.db)
  expect(log.find(({ action }) => action === 'post_created')?.actor).toBe('ada (token deploy)')
})

test("a token never exceeds its user's permissions, even later", async () => {
  const { app, person, program } = await signedInApp('admin', ['posts.delete'])
  const greedy = await person('/tokens', { json: { name: 'x', permissions: ['backups.manage'] } })
  expect([greedy.status, (await greedy.json()).message]).toEqual([
    400,
    "A token can't have permissions that you don't have",
  ])
  await app.db.update(users).set({ role: 'moderator' })
  expect((await program('/blog/posts')).status).toBe(401)
})

const ACCOUNTS: [string, RequestOptions][] = [
  ['/logout', { method: 'POST' }],
  ['/account', {}],
  ['/account/proof', { json: { password: PASSWORD } }],
  ['/sessions', {}],
  ['/sessions', { method: 'DELETE' }],
  ['/tokens', {}],
  ['/tokens', { json: { name: 'another' } }],
  ['/tokens/1', { method: 'DELETE' }],
  ['/users', { json: { username: 'eve', email: 'eve@example.com', password: PASSWORD } }],
  ['/users/1', { method: 'PUT', json: { username: 'eve', email: 'eve@example.com' } }],
  ['/users/1', { method: 'DELETE' }],
  ['/users/1/toggle-status', { method: 'POST' }],
  ['/users/1/reset-password', { json: { password: PASSWORD } }],
  ['/users/1/password-link', { method: 'POST' }],
  ['/users/1/sessions', {}],
  ['/users/1/sessions', { method: 'DELETE' }],
  ['/backups/a.db', {}],
]

test('a token can’t manage accounts', async () => {
  const { program } = await signedInApp('super_admin', ['backups.manage', 'audit.read'])
  for (const [path, about] of ACCOUNTS) {
    const refused = await program(path, about)
    expect([path, refused.status, (await refused.json()).message]).toEqual([
      path,
      403,
      'A personal token does not allow this. Please sign in.',
    ])
  }
})

type SignedInApp = Awaited<ReturnType<typeof signedInApp>>

const ENDS: [string, (at: SignedInApp) => Promise<unknown> | unknown][] = [
  ['its end date', ({ app }) => (app.clock.now = new Date(NOON.getTime() + 30 * DAY))],
  ['its deletion', ({ person }) => person('/tokens/1', { method: 'DELETE' })],
  [
    'a new password',
    ({ person }) => person('/users/1/reset-password', { json: { password: 'quite another one' } }),
  ],
  ['a deactivation', ({ app }) => app.db.update(users).set({ isActive: false })],
  ['the end of the account', ({ app, user }) => app.db.delete(users).where(eq(users.id, user.id))],
]

test.each(ENDS)('%s ends a token', async (_, end) => {
  const at = await signedInApp('admin')
  expect((await at.program('/users')).status).toBe(200)
  await end(at)
  expect((await at.program('/users')).status).toBe(401)
})

test.each([
  [{}, 'Please give the token a name'],
  [{ name: ' ' }, 'Please give the token a name'],
  [{ name: 'x'.repeat(101) }, 'Use at most 100 characters'],
  [{ name: 'one\ntwo' }, 'Write the name on one line'],
  [{ name: '\ud83d' }, 'This contains an invalid character'],
  [{ name: 'x', days: 0 }, 'Choose 1 to 366 days'],
  [{ name: 'x', days: 367 }, 'Choose 1 to 366 days'],
  [{ name: 'x', permissions: ['everything'] }, 'Tokens can’t have this permission'],
  [{ name: 'x', permissions: ['users.write'] }, 'Tokens can’t have this permission'],
])('rejects the token %j', async (json, message) => {
  const { person } = await signedInApp('super_admin')
  const refused = await person('/tokens', { json })
  expect([refused.status, (await refused.json()).message]).toEqual([400, message])
})

test("a user has at most twenty tokens and can't see or delete others'", async () => {
  const { app, person } = await signedInApp('admin')
  for (let number = 2; number <= 20; number++) await person('/tokens', { json: { name: `${number}` } })
  const refused = await person('/tokens', { json: { name: '21' } })
  expect([refused.status, (await refused.json()).message]).toEqual([
    409,
    'You have 20 tokens. Please delete one first.',
  ])
  const { authorization } = await makeUser(app, 'super_admin', 'eve')
  const taken = await app.call('/api/admin/tokens/1', { method: 'DELETE', headers: { authorization } })
  expect(taken.status).toBe(404)
})

test.each(['passwright_', `passwright_${'x'.repeat(43)}`, `passwright_${'x'.repeat(2000)}`])(
  'the token %s gets 401',
  async (token) => {
    const { call } = await testApp()
    expect((await call('/api/admin/users', { headers: { authorization: `Bearer ${token}` } })).status).toBe(
      401,
    )
  },
)
