import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { COMMAND_LINE } from '#domain/audit.ts'
import { passkeys, totpSecrets, users } from '#src/db/schema.ts'
import { setSecondStepRequired } from '#src/second-step/store.ts'
import { createSecret } from '#src/second-step/totp.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { createAuthenticator } from '#src/testing/authenticator.ts'
import { ENGINES } from '#src/testing/engines.ts'
import { makeUser, PASSWORD } from '#src/testing/make-user.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import { userHandleOf } from './verify.ts'

const DAY = 86_400_000
const TEMPORARY = 'a temporary one'
const OWN = 'an owl of my own'

type Asked = { method?: string; json?: unknown }

const asks =
  (app: TestApp, authorization?: string) =>
  (path: string, { method = 'POST', json }: Asked = {}) =>
    app.call(`/api/admin${path}`, {
      method,
      json,
      headers: { host: 'localhost', ...(authorization === undefined ? {} : { authorization }) },
    })

/** Ada has an old passkey and one that was added one second less than seven days ago. */
async function appWithPasskeys(settings: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp({ clock: { now: NOON }, ...settings })
  const { user: ada, authorization } = await makeUser(app, 'super_admin', 'ada')
  const owner = await makeUser(app, 'super_admin', 'owner')
  const authenticator = await createAuthenticator()
  const thief = await createAuthenticator()
  const add = async (by: typeof authenticator, name: string, age: number) => {
    const stored = by.stored(userHandleOf(ada))
    const createdAt = new Date(NOON.getTime() - age).toISOString()
    await app.db.insert(passkeys).values({ ...stored, userId: ada.id, rpId: 'localhost', name, createdAt })
  }
  await add(authenticator, 'Laptop', 7 * DAY)
  await add(thief, 'Thief', 7 * DAY - 1000)
  await add(await createAuthenticator(), 'Of the owner', 0)
  await app.db.update(passkeys).set({ userId: owner.user.id }).where(eq(passkeys.name, 'Of the owner'))
  const namesLeft = async () => (await app.db.select().from(passkeys)).map(({ name }) => name)
  const byPasskey = async (): Promise<Response> => {
    const options = await (await asks(app)('/login/passkey/options')).json()
    return asks(app)('/login/passkey', { json: { credential: await authenticator.sign(options) } })
  }
  const signInByPasskey = async () => asks(app, `Bearer ${(await (await byPasskey()).json()).token}`)
  return {
    app,
    ada,
    self: asks(app, authorization),
    owner: asks(app, owner.authorization),
    namesLeft,
    signInByPasskey,
  }
}

type At = Awaited<ReturnType<typeof appWithPasskeys>>

const edit = ({ ada: { username, email } }: At) => ({ username, email, password: TEMPORARY })

const RESETS: [string, string, (at: At) => Promise<Response>][] = [
  [
    'a reset',
    'owner',
    ({ owner, ada }) => owner(`/users/${ada.id}/reset-password`, { json: { password: TEMPORARY } }),
  ],
  ['an edit', 'owner', (at) => at.owner(`/users/${at.ada.id}`, { method: 'PUT', json: edit(at) })],
  [
    'a link',
    'ada',
    async ({ app, owner, ada }) => {
      const { path } = await (await owner(`/users/${ada.id}/password-link`)).json()
      return asks(app)('/password-link', { json: { link: path.split('#')[1], password: TEMPORARY } })
    },
  ],
]

const CASES = RESETS.flatMap(([name, actor, reset]) =>
  ENGINES.map(([engine, open]) => [name, engine, { actor, reset, open }] as const),
)

test.each(CASES)(
  "%s by someone else removes the passkeys added in a session's lifetime, on %s",
  async (_name, _engine, { actor, reset, open }) => {
    await using opened = await open()
    const at = await appWithPasskeys({ engine: opened.engine })
    const response = await reset(at)
    const answer = await response.json()
    expect([response.status, answer]).toMatchObject([200, { removedPasskeys: 1 }])
    expect(answer).not.toHaveProperty('keptPasskeys')
    expect(await at.namesLeft()).toEqual(['Laptop', 'Of the owner'])
    const entries = (await auditLog(at.app.db)).filter(({ action }) => action === 'passkey_removed')
    expect(entries).toMatchObject([{ actor, subject: 'Thief', detail: 'of ada, added on 2026-03-07' }])
  },
)

/** The site requires a second step, and Ada has two passkeys, both recent. */
async function appWithRule(settings: Parameters<typeof testApp>[0] = {}) {
  const at = await appWithPasskeys(settings)
  const { db } = at.app
  await db.update(passkeys).set({ createdAt: NOON.toISOString() }).where(eq(passkeys.name, 'Laptop'))
  await setSecondStepRequired(db, COMMAND_LINE, true, NOON)
  const signIn = async (password: string) => {
    const response = await asks(at.app)('/login', { json: { username: 'ada', password } })
    return [response.status, (await response.json()).message]
  }
  return { ...at, signIn }
}

test.each(CASES)(
  "%s keeps the oldest passkey if it is the only required second step, so the password isn't enough, on %s",
  async (_name, _engine, { reset, open }) => {
    await using opened = await open()
    const at = await appWithRule({ engine: opened.engine })
    const response = await reset(at)
    const answer = await response.json()
    expect([response.status, answer]).toMatchObject([200, { removedPasskeys: 1, keptPasskeys: 1 }])
    expect(await at.namesLeft()).toEqual(['Laptop', 'Of the owner'])
    expect(await at.signIn(TEMPORARY)).toEqual([
      401,
      'This site requires a second step. Please sign in with your passkey.',
    ])
    expect((await auditLog(at.app.db)).filter(({ action }) => action === 'passkey_removed')).toMatchObject([
      { subject: 'Thief' },
    ])
  },
)

const OTHER_STEPS: [string, (at: At) => PromiseLike<unknown>, string[]][] = [
  [
    'an authenticator app',
    ({ app, ada }) =>
      app.db
        .insert(totpSecrets)
        .values({ userId: ada.id, secret: createSecret(), isConfirmed: true, lastPeriod: 0 }),
    ['Of the owner'],
  ],
  [
    'an authenticator app that was never confirmed',
    ({ app, ada }) =>
      app.db
        .insert(totpSecrets)
        .values({ userId: ada.id, secret: createSecret(), isConfirmed: false, lastPeriod: 0 }),
    ['Laptop', 'Of the owner'],
  ],
  [
    'an older passkey for another domain',
    ({ app }) => app.db.update(passkeys).set({ rpId: 'old.example.com' }).where(eq(passkeys.name, 'Laptop')),
    ['Laptop', 'Thief', 'Of the owner'],
  ],
  [
    'an older passkey for a subdomain of localhost',
    ({ app }) => app.db.update(passkeys).set({ rpId: 'app.localhost' }).where(eq(passkeys.name, 'Laptop')),
    ['Laptop', 'Of the owner'],
  ],
]

test.each(OTHER_STEPS)(
  'besides %s, a link keeps only the passkey that is needed to sign in',
  async (_, add, expected) => {
    const at = await appWithRule()
    await add(at)
    const { path } = await (await at.owner(`/users/${at.ada.id}/password-link`)).json()
    const json = { link: path.split('#')[1], password: OWN }
    expect((await asks(at.app)('/password-link', { json })).status).toBe(200)
    expect(await at.namesLeft()).toEqual(expected)
    expect((await at.signIn(OWN))[0]).toBe(401)
  },
)

const KEEPING: [string, (at: At) => Promise<Response>][] = [
  [
    'their own password',
    ({ self, ada }) => self(`/users/${ada.id}/reset-password`, { json: { password: OWN } }),
  ],
  [
    'their own account and password',
    (at) => at.self(`/users/${at.ada.id}`, { method: 'PUT', json: edit(at) }),
  ],
]

test.each(KEEPING)('users who change %s keep all passkeys', async (_, change) => {
  const at = await appWithPasskeys()
  const answer = await (await change(at)).json()
  expect(answer).not.toHaveProperty('removedPasskeys')
  expect(answer).not.toHaveProperty('keptPasskeys')
  expect(await at.namesLeft()).toEqual(['Laptop', 'Thief', 'Of the owner'])
})

test('an edit without a password, and a refused one, keep all passkeys', async () => {
  const at = await appWithPasskeys()
  const path = `/users/${at.ada.id}`
  const { password: _, ...account } = edit(at)
  expect((await at.owner(path, { method: 'PUT', json: account })).status).toBe(200)
  expect((await at.owner(path, { method: 'PUT', json: { ...edit(at), username: 'owner' } })).status).toBe(409)
  expect(await at.namesLeft()).toEqual(['Laptop', 'Thief', 'Of the owner'])
  expect((await auditLog(at.app.db)).map(({ action }) => action)).toEqual(['user_updated'])
})

async function appWithDueChange() {
  const at = await appWithPasskeys()
  const path = `/users/${at.ada.id}/reset-password`
  expect((await at.owner(path, { json: { password: TEMPORARY } })).status).toBe(200)
  const choose = async (ask: ReturnType<typeof asks>, currentPassword?: string) => {
    const response = await ask(path, { json: { password: OWN, currentPassword } })
    return [response.status, await response.json()]
  }
  return { ...at, choose }
}

test('after a sign-in by passkey, an overdue password change requires the given password', async () => {
  const { app, ada, signInByPasskey, choose } = await appWithDueChange()
  const ask = await signInByPasskey()
  const account = await (await ask('/account', { method: 'GET' })).json()
  expect(account).toMatchObject({ mustChangePassword: true, isByPasskey: true })
  const hashes = () => app.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, ada.id))
  const before = await hashes()
  const missing = { currentPassword: 'Please enter the password you were given' }
  for (const none of [undefined, ''])
    expect(await choose(ask, none)).toMatchObject([400, { fields: missing }])
  const wrong = { currentPassword: 'Wrong password' }
  expect(await choose(ask, PASSWORD)).toMatchObject([400, { fields: wrong }])
  expect(await hashes()).toEqual(before)
  expect((await auditLog(app.db)).at(-1)).toMatchObject({ actor: 'ada', action: 'proof_failed' })
  expect(await choose(ask, TEMPORARY)).toEqual([200, { success: true }])
  const login = { username: 'ada', password: OWN }
  expect((await asks(app)('/login', { json: login })).status).toBe(200)
})

test('after a sign-in by password, an overdue password change does not require the given password', async () => {
  const { app, choose } = await appWithDueChange()
  const login = { username: 'ada', password: TEMPORARY }
  const { token } = await (await asks(app)('/login', { json: login })).json()
  expect((await choose(asks(app, `Bearer ${token}`)))[0]).toBe(200)
})

test('all sessions of a passkey share one budget of guesses', async () => {
  const { signInByPasskey, choose } = await appWithDueChange()
  const guesses: unknown[] = []
  for (let guess = 0; guess < 4; guess++) guesses.push((await choose(await signInByPasskey(), 'guess'))[0])
  const proof = await (await signInByPasskey())('/account/proof', { json: { password: 'guess' } })
  expect([...guesses, proof.status]).toEqual([400, 400, 400, 400, 400])
  expect((await choose(await signInByPasskey(), TEMPORARY))[0]).toBe(429)
})
