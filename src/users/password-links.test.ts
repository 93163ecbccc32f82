import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { passwordLinks, users } from '#src/db/schema.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { makeUser, PASSWORD } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'

const HOUR = 3_600_000
const NEW = 'an entirely new one'

/** Ada forgot her password, and the owner created a link. */
async function signedInApp() {
  const clock = { now: NOON }
  const app = await testApp({ clock })
  const ada = await makeUser(app, 'admin', 'ada')
  const owner = await makeUser(app, 'super_admin', 'owner')
  const make = async () => {
    const headers = { authorization: owner.authorization }
    const made = await app.call(`/api/admin/users/${ada.user.id}/password-link`, { method: 'POST', headers })
    return { status: made.status, ...(await made.json()) }
  }
  const { path, expiresAt } = await make()
  const link = path.split('#')[1]
  const check = (link: string) => app.call('/api/admin/password-link/check', { json: { link } })
  const set = (link: string, password = NEW) =>
    app.call('/api/admin/password-link', { json: { link, password } })
  const signIn = (password: string) => app.call('/api/admin/login', { json: { username: 'ada', password } })
  return { app, clock, ada, owner, make, link, path, expiresAt, check, set, signIn }
}

test("a link names its owner, sets the password once, and ends the owner's sessions", async () => {
  const { app, ada, link, path, expiresAt, check, set, signIn } = await signedInApp()
  expect(path).toMatch(/^\/admin\/new-password#[\w-]{43}$/)
  expect(expiresAt).toBe(new Date(NOON.getTime() + 24 * HOUR).toISOString())
  expect(JSON.stringify(await app.db.select().from(passwordLinks))).not.toContain(link)
  expect(await (await check(link)).json()).toEqual({ username: 'ada' })
  expect((await set(link)).status).toBe(200)

  expect((await app.call('/api/admin/users', { headers: { authorization: ada.authorization } })).status).toBe(
    401,
  )
  expect((await signIn(PASSWORD)).status).toBe(401)
  await app.refusals.flush()
  expect(await (await signIn(NEW)).json()).not.toHaveProperty('mustChangePassword')
  const again = await set(link, 'and one more of mine')
  expect([again.status, (await again.json()).message]).toEqual([
    400,
    'This link has been used or has expired. Please ask for a new one.',
  ])
  const log = await auditLog(app.db)
  expect(log).toMatchObject([
    { actor: 'owner', action: 'password_link_created', subject: 'ada' },
    { actor: 'ada', action: 'password_set_by_link', subject: 'ada' },
    { action: 'sign_in_failed' },
    { action: 'signed_in' },
  ])
})

test('of twenty concurrent uses of a link, one sets the password', async () => {
  const { app, link, set } = await signedInApp()
  const passwords = Array.from({ length: 10 }, (_, index) => `an entirely new one ${index}`)
  const answers = await Promise.all(passwords.map((password) => set(link, password)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await auditLog(app.db)).filter(({ action }) => action === 'password_set_by_link')).toHaveLength(1)
})

test('a weak password is rejected and the link stays valid', async () => {
  const { link, set } = await signedInApp()
  expect((await set(link, 'password')).status).toBe(400)
  expect((await set(link, 'ada is my name')).status).toBe(400)
  expect((await set(link, 'x')).status).toBe(400)
  expect((await set(link)).status).toBe(200)
})

type SignedInApp = Awaited<ReturnType<typeof signedInApp>>

const ENDS: [string, (at: SignedInApp) => unknown][] = [
  ['a day', ({ clock }) => (clock.now = new Date(NOON.getTime() + 24 * HOUR))],
  ['a newer link', ({ make }) => make()],
  [
    'a new password',
    ({ app, ada }) => app.db.update(users).set({ passwordHash: 'another' }).where(eq(users.id, ada.user.id)),
  ],
  [
    'a deactivation',
    ({ app, ada }) => app.db.update(users).set({ isActive: false }).where(eq(users.id, ada.user.id)),
  ],
  [
    'a demotion of its creator',
    ({ app, owner }) => app.db.update(users).set({ role: 'admin' }).where(eq(users.id, owner.user.id)),
  ],
  [
    'a deactivation of its creator',
    ({ app, owner }) => app.db.update(users).set({ isActive: false }).where(eq(users.id, owner.user.id)),
  ],
  [
    "a new password of its creator's",
    ({ app, owner }) =>
      app.db.update(users).set({ passwordHash: 'another' }).where(eq(users.id, owner.user.id)),
  ],
  [
    "the end of its creator's account",
    ({ app, owner }) => app.db.delete(users).where(eq(users.id, owner.user.id)),
  ],
  ['the end of the account', ({ app, ada }) => app.db.delete(users).where(eq(users.id, ada.user.id))],
]

test.each(ENDS)('%s ends a link', async (_, end) => {
  const at = await signedInApp()
  await end(at)
  expect((await at.check(at.link)).status).toBe(400)
  expect((await at.set(at.link)).status).toBe(400)
})

test('refuses links for missing or inactive accounts', async () => {
  const { app, make, ada } = await signedInApp()
  await app.db.update(users).set({ isActive: false }).where(eq(users.id, ada.user.id))
  expect(await make()).toMatchObject({ status: 404, message: 'Active user not found' })
})

test('limits guesses at links to ten a minute', async () => {
  const { app } = await signedInApp()
  const guess = () => app.call('/api/admin/password-link/check', { json: { link: 'x' }, from: '192.0.2.1' })
  for (let tries = 0; tries < 10; tries++) expect((await guess()).status).toBe(400)
  expect((await guess()).status).toBe(429)
})
