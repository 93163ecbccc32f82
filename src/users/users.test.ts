import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { MESSAGES, ROLES } from '#domain/users.ts'
import { secrets, sessions, users } from '#src/db/schema.ts'
import { actor } from '#src/testing/actor.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { makeUser, PASSWORD } from '#src/testing/make-user.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import { deleteUser, toggleUser, updateUser } from './store.ts'

const GRACE = { username: 'grace', email: 'grace@example.com', password: 'compiler 1952' }

async function signedInApp({ expectsErrors = false } = {}) {
  const app = await testApp({ expectsErrors })
  const { user: owner, authorization } = await makeUser(app, 'super_admin', 'owner')
  const send = (method: string, path: string, json?: unknown) =>
    app.call(`/api/admin/users${path}`, { method, json, headers: { authorization } })
  return { app, owner, authorization, send }
}

const statusFor = async ({ call }: TestApp, authorization: string) =>
  (await call('/api/admin/users', { headers: { authorization } })).status

const peopleIn = ({ db }: TestApp) => db.select().from(users).orderBy(users.id)

test('returns a new user, by default an active admin, who can sign in', async () => {
  const { app, send } = await signedInApp()
  const response = await send('POST', '', GRACE)
  const whole = {
    id: 2,
    username: 'grace',
    email: 'grace@example.com',
    role: 'admin',
    isActive: true,
    createdAt: NOON.toISOString(),
    lastLogin: null,
  }
  expect(response.status).toBe(201)
  expect(await response.json()).toEqual(whole)
  expect(await (await send('GET', '')).json()).toEqual([expect.objectContaining({ id: 1 }), whole])
  expect((await app.call('/api/admin/login', { json: GRACE })).status).toBe(200)
})

test('an edit without a password keeps the password and the sessions', async () => {
  const { app, send } = await signedInApp()
  const { user, authorization } = await makeUser(app, 'moderator', 'grace')
  const before = await peopleIn(app)
  const edit = { username: 'Hopper', email: 'hopper@example.com', role: 'moderator', isActive: true }
  const response = await send('PUT', `/${user.id}`, edit)
  expect(await response.json()).toEqual({ ...user, ...edit })
  expect((await peopleIn(app))[1]?.passwordHash).toBe(before[1]?.passwordHash ?? '')
  expect(await statusFor(app, authorization)).toBe(200)
})

test.each([
  ['a new password', 'PUT', '', { username: 'grace', email: 'grace@example.com', password: 'another one' }],
  ['another role', 'PUT', '', { username: 'grace', email: 'grace@example.com', role: 'admin' }],
  [
    'a deactivation in the form',
    'PUT',
    '',
    { username: 'grace', email: 'grace@example.com', isActive: false },
  ],
  ['a password reset', 'POST', '/reset-password', { password: 'another one' }],
  ['a deactivation', 'POST', '/toggle-status', undefined],
  ['a deletion', 'DELETE', '', undefined],
])("%s ends that user's sessions immediately, and no others", async (_, method, path, json) => {
  const { app, send, authorization: mine } = await signedInApp()
  const { user, authorization } = await makeUser(app, 'moderator', 'grace')
  expect(await statusFor(app, authorization)).toBe(200)
  expect((await send(method, `/${user.id}${path}`, json)).status).toBe(200)
  expect(await statusFor(app, authorization)).toBe(401)
  expect(await statusFor(app, mine)).toBe(200)
  expect(await app.db.select().from(sessions)).toHaveLength(1)
})

test('a reactivated user must sign in again', async () => {
  const { app, send } = await signedInApp()
  const { user, authorization } = await makeUser(app, 'moderator', 'grace')
  await send('POST', `/${user.id}/toggle-status`)
  expect(await (await send('POST', `/${user.id}/toggle-status`)).json()).toEqual(user)
  expect(await statusFor(app, authorization)).toBe(401)
  expect(
    (await app.call('/api/admin/login', { json: { username: 'grace', password: PASSWORD } })).status,
  ).toBe(200)
})

test.each(ROLES)('a %s can set their own password and sign in with it', async (role) => {
  const app = await testApp()
  const { user, authorization } = await makeUser(app, role, 'grace')
  const response = await app.call(`/api/admin/users/${user.id}/reset-password`, {
    json: { password: 'another one' },
    headers: { authorization },
  })
  expect(await response.json()).toEqual({ success: true })
  expect(await statusFor(app, authorization)).toBe(401)
  const login = (password: string) => app.call('/api/admin/login', { json: { username: 'grace', password } })
  expect((await login(PASSWORD)).status).toBe(401)
  expect((await login('another one')).status).toBe(200)
})

test("users can't delete, deactivate or demote themselves", async () => {
  const { app, send } = await signedInApp()
  await makeUser(app, 'super_admin', 'second')
  const self = { username: 'owner', email: 'owner@example.com' }
  const refused = [
    [await send('DELETE', '/1'), 'You cannot delete your own account'],
    [await send('POST', '/1/toggle-status'), 'You cannot deactivate your own account'],
    [await send('PUT', '/1', { ...self, isActive: false }), 'You cannot deactivate your own account'],
    [await send('PUT', '/1', { ...self, role: 'admin' }), 'You cannot change your own role'],
  ] as const
  for (const [response, message] of refused) {
    expect(response.status).toBe(409)
    expect(await response.json()).toEqual({ message, code: 'conflict' })
  }
  expect((await send('PUT', '/1', { ...self, role: 'super_admin', isActive: true })).status).toBe(200)
})

test.each([
  ['demote', 'PUT', '', (name: string) => ({ username: name, email: `${name}@example.com`, role: 'admin' })],
  [
    'deactivate',
    'PUT',
    '',
    (name: string) => ({ username: name, email: `${name}@example.com`, isActive: false }),
  ],
  ['switch off', 'POST', '/toggle-status', () => undefined],
  ['delete', 'DELETE', '', () => undefined],
] as const)(
  'when twenty super admins %s each other at once, one stays active',
  async (_, method, path, body) => {
    const app = await testApp()
    const circle = await Promise.all(
      Array.from({ length: 20 }, (_, index) => makeUser(app, 'super_admin', `boss${index}`)),
    )
    const answers = await Promise.all(
      circle.map(({ authorization }, index) => {
        const victim = circle[(index + 1) % circle.length]?.user
        const json = body(victim?.username ?? '')
        return app.call(`/api/admin/users/${victim?.id}${path}`, { method, json, headers: { authorization } })
      }),
    )
    for (const { status } of answers) expect([200, 401, 409]).toContain(status)
    const left = (await peopleIn(app)).filter(({ role, isActive }) => role === 'super_admin' && isActive)
    expect(left.length).toBeGreaterThanOrEqual(1)
  },
)

test("the last active super admin can't be removed by anyone", async () => {
  const { app, owner } = await signedInApp()
  const { user } = await makeUser(app, 'super_admin', 'second')
  await app.db.update(users).set({ isActive: false }).where(eq(users.id, user.id))
  const { username, email } = owner
  const attempts = [
    () => deleteUser(app.db, actor, owner.id, NOON),
    () => toggleUser(app.db, actor, owner.id, NOON),
    () => updateUser(app.db, actor, owner.id, { username, email, role: 'admin' }, undefined, NOON),
    () => updateUser(app.db, actor, owner.id, { username, email, isActive: false }, undefined, NOON),
  ]
  for (const attempt of attempts) {
    await expect(attempt()).rejects.toThrow('The last active super admin cannot be deleted, deactivated')
  }
  expect((await deleteUser(app.db, actor, user.id, NOON)).id).toBe(user.id)
  expect(await peopleIn(app)).toHaveLength(1)
})

test.each([
  [{ username: 'OWNER' }, 'Username already exists'],
  [{ username: 'oWnEr', email: 'OWNER@example.com' }, 'Username already exists'],
  [{ email: 'Owner@Example.com' }, 'Email already exists'],
])('%j is taken', async (taken, message) => {
  const { app, send } = await signedInApp()
  const refused = await send('POST', '', { ...GRACE, ...taken })
  expect(refused.status).toBe(409)
  const field = message.startsWith('Username') ? 'username' : 'email'
  expect(await refused.json()).toEqual({ message, code: 'conflict', fields: { [field]: message } })

  const { user } = await makeUser(app, 'admin', 'grace')
  const edited = await send('PUT', `/${user.id}`, { ...GRACE, password: undefined, ...taken })
  expect(edited.status).toBe(409)
  expect((await edited.json()).message).toBe(message)
  expect(app.lines).toEqual([])
})

test('of twenty concurrent requests to create the same user, one succeeds', async () => {
  const { send } = await signedInApp()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      send('POST', '', { ...GRACE, email: `grace${index}@example.com` }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
})

test('a user can change the case of their own username', async () => {
  const { send } = await signedInApp()
  expect((await send('PUT', '/1', { username: 'Owner', email: 'OWNER@example.com' })).status).toBe(200)
})

test('rejects an invalid user with the reason', async () => {
  const { app, send } = await signedInApp()
  for (const [json, message] of [
    [{}, MESSAGES.missingUser],
    [{ ...GRACE, username: ' ' }, MESSAGES.missingUser],
    [{ ...GRACE, email: '' }, MESSAGES.missingUser],
    [{ ...GRACE, password: undefined }, 'Password is required for new users'],
    [{ ...GRACE, password: '' }, 'Password is required for new users'],
    [{ ...GRACE, password: '12345' }, 'Password must be at least 6 characters long'],
    [{ ...GRACE, password: 'x'.repeat(257) }, MESSAGES.longPassword],
    [{ ...GRACE, username: 'ab' }, MESSAGES.username],
    [{ ...GRACE, username: 'a'.repeat(51) }, MESSAGES.username],
    [{ ...GRACE, username: 'grace hopper' }, MESSAGES.username],
    [{ ...GRACE, email: 'grace' }, MESSAGES.email],
    [{ ...GRACE, role: 'owner' }, MESSAGES.role],
    [{ ...GRACE, isActive: 'yes' }, MESSAGES.active],
  ] as const) {
    const response = await send('POST', '', json)
    expect([json, response.status]).toEqual([json, 400])
    expect((await response.json()).message).toBe(message)
    expect(await peopleIn(app)).toHaveLength(1)
  }
})

test('returns 404 for an unknown user id', async () => {
  const { send } = await signedInApp()
  for (const id of ['abc', '0', '-1', '1.5', '1e3', '99999999999999999999', '%00', 'null', '2'] as const) {
    for (const [method, path, json] of [
      ['PUT', '', GRACE],
      ['POST', '/reset-password', { password: PASSWORD }],
      ['POST', '/toggle-status', undefined],
      ['DELETE', '', undefined],
    ] as const) {
      const response = await send(method, `/${id}${path}`, json)
      expect([id, response.status]).toEqual([id, 404])
      expect((await response.json()).message).toBe('User not found')
    }
  }
})

test('ignores ids, hashes, dates and sign-in times in the body', async () => {
  const { app, send } = await signedInApp()
  const extra = {
    id: 77,
    passwordHash: 'x',
    password_hash: 'x',
    createdAt: '1999-01-01',
    lastLogin: '1999-01-01',
    __proto__: { role: 'super_admin' },
  }
  expect(await (await send('POST', '', { ...GRACE, ...extra })).json()).toMatchObject({
    id: 2,
    role: 'admin',
  })
  expect((await send('PUT', '/2', { ...GRACE, password: undefined, ...extra })).status).toBe(200)
  expect((await peopleIn(app))[1]).toMatchObject({ id: 2, createdAt: NOON.toISOString(), lastLogin: null })
  expect((await peopleIn(app))[1]?.passwordHash).toStartWith('$argon2id$')
})

test('responses contain no hash; log lines contain no password, token, hash or signing key', async () => {
  const { app, send, authorization } = await signedInApp({ expectsErrors: true })
  const answers = [
    await send('POST', '', GRACE),
    await send('GET', ''),
    await send('PUT', '/2', { ...GRACE, role: 'moderator' }),
    await send('PUT', '/2', { ...GRACE, username: 'owner' }),
    await send('PUT', '/2', { ...GRACE, email: 7 }),
    await send('POST', '/2/reset-password', { password: 'new secret 77' }),
    await send('POST', '/2/reset-password', { password: 'tiny' }),
    await send('POST', '/2/toggle-status'),
    await send('DELETE', '/2'),
    await app.call('/api/admin/login', { json: { username: 'owner', password: 'wrong secret 88' } }),
    await app.call('/api/admin/login', {
      body: '{"username":"owner","password":"torn secret 99',
      headers: { 'content-type': 'application/json' },
    }),
  ]
  await app.engine.script('ALTER TABLE users RENAME TO elsewhere')
  answers.push(
    await app.call('/api/admin/login', { json: { username: 'owner', password: 'lost secret 66' } }),
  )
  expect(answers.at(-1)?.status).toBe(500)
  expect(app.lines.length).toBeGreaterThan(0)

  const heard = (await Promise.all(answers.map((answer) => answer.text()))).join('\n')
  const [key] = await app.db.select().from(secrets)
  if (!key) throw new Error('there is no signing key')
  for (const text of [heard, app.lines.join('\n')]) {
    expect(text).not.toMatch(/argon2|hash|secret \d\d|compiler 1952|torn/i)
    expect(text).not.toContain(authorization.split('.')[2] ?? authorization)
    expect(text).not.toContain(app.db.keys.open(key.value, ['secrets', key.name]))
  }
})

test('audits each change with actor, subject and address', async () => {
  const { app, send } = await signedInApp()
  await send('POST', '', GRACE)
  await send('PUT', '/2', { ...GRACE, username: 'Hopper', role: 'moderator' })
  await send('PUT', '/2', { username: 'grace', email: 'hopper@example.com', isActive: false })
  await send('PUT', '/1', { username: 'owner', email: 'grace@example.com', role: 'admin' })
  await send('POST', '/2/reset-password', { password: PASSWORD })
  await send('POST', '/2/toggle-status')
  await send('POST', '/2/toggle-status')
  await send('DELETE', '/2')
  const entries = await auditLog(app.db)
  expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
    ['user_created', 'admin'],
    ['user_updated', 'moderator, was grace, new password'],
    ['user_updated', 'moderator, inactive, was Hopper, new email'],
    ['password_reset', null],
    ['user_activated', null],
    ['user_deactivated', null],
    ['user_deleted', 'moderator'],
  ])
  for (const entry of entries) {
    expect(entry).toMatchObject({
      actor: 'owner',
      userId: 1,
      source: 'web',
      subject: expect.stringMatching(/^(?:grace|Hopper)$/),
      address: '203.0.113.7',
      at: NOON.toISOString(),
    })
  }
})

test.each([
  ['qwerty', MESSAGES.commonPassword],
  ['LetMeIn', MESSAGES.commonPassword],
  [' let me in ', MESSAGES.commonPassword],
  ['ｐａｓｓｗｏｒｄ', MESSAGES.commonPassword],
  ['pass\u200bword', MESSAGES.commonPassword],
  ['        ', MESSAGES.commonPassword],
  ['\0\0\0\0\0\0', MESSAGES.commonPassword],
  ['my gr\u00adace 52', MESSAGES.passwordHasUsername],
  ['Grace1952', MESSAGES.passwordHasUsername],
  ['my hopper.g!', MESSAGES.passwordHasEmail],
  ['passWRIGHT 2026', MESSAGES.passwordHasSite],
  ['12345', MESSAGES.shortPassword],
])('every route that sets a password rejects %j', async (password, message) => {
  const { send, owner } = await signedInApp()
  const grace = { username: 'grace', email: 'hopper.g@example.com', password: 'compiler 1952' }
  const { id } = await (await send('POST', '', grace)).json()
  const answers = [
    await send('POST', '', { ...grace, password }),
    await send('PUT', `/${id}`, { ...grace, password }),
    await send('POST', `/${id}/reset-password`, { password }),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(400)
    expect(await answer.json()).toEqual({ message, code: 'invalid', fields: { password: message } })
  }
  const own = await send('POST', `/${owner.id}/reset-password`, { password: 'the owner is me' })
  expect(await own.json()).toMatchObject({ message: MESSAGES.passwordHasUsername })
})

test('a password may contain the local part of an email address if it is one letter', async () => {
  const { send } = await signedInApp()
  const user = { username: 'hopper', email: 'g@example.com', password: 'compiling 1952' }
  expect((await send('POST', '', user)).status).toBe(201)
})
