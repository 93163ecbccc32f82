import { expect, test } from 'bun:test'
import { PASSWORD_SIZE } from '#domain/users.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { naughtyShare } from '#src/testing/naughty-strings.ts'
import { testApp } from '#src/testing/test-app.ts'

const GRACE = { username: 'grace', email: 'grace@example.com', password: 'compiler 1952' }

async function signedInApp() {
  const app = await testApp()
  const { user, authorization } = await makeUser(app, 'super_admin', 'owner')
  const send = (method: string, path: string, json?: unknown) =>
    app.call(`/api/admin${path}`, { method, json, headers: { authorization } })
  return { app, user, send }
}

/** Common passwords, five with invisible characters or separators. */
const COMMON = new Set([
  ...['Infinity', 'classic'],
  ...[
    '\u202a\u202atest\u202a',
    '\u202btest\u202b',
    '\u2029test\u2029',
    'test\u2060test\u202b',
    '\u2066test\u2067',
  ],
])

test('a user signs in with hostile text as the password, or it is rejected', async () => {
  const { app, send } = await signedInApp()
  const { user } = await makeUser(app, 'admin', 'grace')
  let taken = 0
  const texts = naughtyShare('password')
  for (const [index, password] of texts.entries()) {
    const { status } = await send('POST', `/users/${user.id}/reset-password`, { password })
    const fits = password.length >= PASSWORD_SIZE.min && password.length <= PASSWORD_SIZE.max
    const isAccepted = fits && !COMMON.has(password)
    expect([password, status]).toEqual([password, isAccepted ? 200 : 400])
    if (!isAccepted) continue
    taken += 1
    const login = (json: object) =>
      app.call('/api/admin/login', { json, from: `10.0.${index >> 8}.${index & 255}` })
    expect((await login({ username: 'grace', password })).status).toBe(200)
  }
  expect(taken).toBeGreaterThan(texts.length / 2)
  expect(app.lines).toEqual([])
})

test('hostile text at sign-in and setup neither signs in nor causes errors', async () => {
  const { app } = await signedInApp()
  for (const [index, text] of naughtyShare('sign-in').entries()) {
    const from = `10.0.${index >> 8}.${index & 255}`
    const login = await app.call('/api/admin/login', { json: { username: text, password: text }, from })
    expect([400, 401]).toContain(login.status)
    const setup = await app.call('/api/admin/setup', { json: { ...GRACE, code: text }, from })
    expect(setup.status).toBe(403)
  }
  expect(app.lines).toEqual([])
})

test.each([
  '/contacts?search=',
  '/contacts?status=',
  '/contacts?limit=',
  '/audit?actor=',
  '/audit?action=',
  '/metrics?days=',
  '/users/',
])('hostile text after %s finds nothing and causes no errors', async (path) => {
  const { app, send } = await signedInApp()
  for (const text of naughtyShare(path).filter((text) => text.isWellFormed())) {
    const { status } = await send(path === '/users/' ? 'DELETE' : 'GET', `${path}${encodeURIComponent(text)}`)
    expect([200, 400, 404, 405, 409]).toContain(status)
  }
  expect(await (await send('GET', '/users')).json()).toHaveLength(1)
  expect(app.lines).toEqual([])
})
