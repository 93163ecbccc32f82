import { expect, test } from 'bun:test'
import { passkeys, recoveryCodes, totpSecrets, users } from '#src/db/schema.ts'
import { createSecret } from '#src/second-step/totp.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { createAuthenticator } from '#src/testing/authenticator.ts'
import { ENGINES } from '#src/testing/engines.ts'
import { makeUser, PASSWORD } from '#src/testing/make-user.ts'
import { beforeChange, type Meanwhile } from '#src/testing/meanwhile.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'

const DAY = 86_400_000

/** A second step is required, and the user's grace period is over. */
async function signedInApp(options: Parameters<typeof testApp>[0] = {}) {
  const clock = { now: NOON }
  const app = await testApp({ clock, ...options })
  const as =
    (authorization?: string) =>
    async (path: string, json?: unknown, method = 'POST') => {
      const headers = { host: 'localhost', ...(authorization === undefined ? {} : { authorization }) }
      const response = await app.call(`/api/admin${path}`, { method, json, headers })
      return { status: response.status, body: await response.json() }
    }
  const owner = as((await makeUser(app, 'super_admin', 'owner')).authorization)
  expect((await owner('/second-step', { isRequired: true }, 'PUT')).status).toBe(200)
  clock.now = new Date(NOON.getTime() + 8 * DAY)
  const { authorization, user } = await makeUser(app, 'admin', 'ada')
  await app.db.update(users).set({ secondStepDueAt: NOON.toISOString() })
  const anonymous = as()
  const signIn = () => anonymous('/login', { username: 'ada', password: PASSWORD })
  return { app, clock, user, authorization, ada: as(authorization), as, anonymous, signIn }
}

async function appWithPasskey(options: Parameters<typeof testApp>[0] = {}) {
  const at = await signedInApp(options)
  const authenticator = await createAuthenticator()
  const { body } = await at.ada('/account/passkeys/options')
  const credential = authenticator.create(body)
  expect((await at.ada('/account/passkeys', { name: 'Laptop', credential })).status).toBe(201)
  const signInByPasskey = async () => {
    const options = await at.anonymous('/login/passkey/options')
    const json = { credential: await authenticator.sign(options.body) }
    return at.anonymous('/login/passkey', json)
  }
  return { ...at, signInByPasskey }
}

test('a passkey satisfies a required second step', async () => {
  const { ada } = await signedInApp()
  expect((await ada('/users', undefined, 'GET')).body.code).toBe('second_step_required')
  const { ada: protectedAda } = await appWithPasskey()
  expect((await protectedAda('/users', undefined, 'GET')).status).toBe(200)
})

test("if a passkey is the only second step, a password alone doesn't sign in", async () => {
  const { signIn, signInByPasskey, as } = await appWithPasskey()
  const refused = await signIn()
  expect([refused.status, refused.body.message]).toEqual([
    401,
    'This site requires a second step. Please sign in with your passkey.',
  ])
  const { status, body } = await signInByPasskey()
  expect(status).toBe(200)
  expect((await as(`Bearer ${body.token}`)('/users', undefined, 'GET')).status).toBe(200)
})

test("another Host header doesn't let a password alone sign in", async () => {
  const { app } = await appWithPasskey()
  for (const host of ['example.test', '192.0.2.1', 'other.localhost', 'localhost:8080', 'localhost']) {
    const json = { username: 'ada', password: PASSWORD }
    const { status } = await app.call('/api/admin/login', { json, headers: { host } })
    expect([host, status]).toEqual([host, 401])
  }
})

test('audits correct passwords without the required passkey, once a minute per network', async () => {
  const { app, signIn } = await appWithPasskey()
  const before = (await auditLog(app.db)).length
  for (let attempt = 0; attempt < 20; attempt++) expect((await signIn()).status).toBe(401)
  expect((await auditLog(app.db)).slice(before)).toMatchObject([
    { action: 'second_step_failed', actor: 'ada', detail: 'no passkey' },
  ])
  app.clock.now = new Date(app.clock.now.getTime() + 60_000)
  await app.refusals.flush()
  expect((await auditLog(app.db)).at(-1)).toMatchObject({
    action: 'second_step_failed',
    actor: 'ada',
    detail: 'no passkey, 19 times',
  })
})

test("the last required second step can't be removed", async () => {
  const { app, ada } = await appWithPasskey()
  const remove = () => ada('/account/passkeys/1', undefined, 'DELETE')
  const refused = await remove()
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This site requires a second step: add another one before you remove this.',
  ])
  const [row] = await app.db.select().from(passkeys)
  if (!row) throw new Error('there is no passkey')
  await app.db.insert(passkeys).values({ ...row, id: 2, credentialId: 'other', rpId: 'old.example.com' })
  expect((await remove()).status).toBe(409)
  expect((await ada('/account/passkeys/2', undefined, 'DELETE')).status).toBe(200)
  await app.db.insert(passkeys).values({ ...row, id: 3, credentialId: 'third' })
  expect((await remove()).status).toBe(200)
})

test("another Host header doesn't let the last required passkey be removed", async () => {
  const { app, authorization } = await appWithPasskey()
  const [row] = await app.db.select().from(passkeys)
  if (!row) throw new Error('there is no passkey')
  const remove = async (id: number, host: string) => {
    const headers = { host, authorization }
    return (await app.call(`/api/admin/account/passkeys/${id}`, { method: 'DELETE', headers })).status
  }
  for (const host of ['example.test', '192.0.2.1', 'other.localhost', 'localhost'])
    expect([host, await remove(1, host)]).toEqual([host, 409])
  await app.db.insert(passkeys).values({ ...row, id: 2, credentialId: 'other', rpId: 'app.localhost' })
  expect([await remove(1, 'example.test'), await remove(2, 'example.test')]).toEqual([200, 409])
})

const bothSteps = async (app: TestApp, userId: number) => {
  await app.db
    .insert(totpSecrets)
    .values({ userId, secret: createSecret(), isConfirmed: true, lastPeriod: 0 })
  await app.db.insert(recoveryCodes).values({ hash: 'a code', userId })
}

const RACES = ENGINES.flatMap(([engine, open]) => [
  [
    'the app',
    'the last passkey',
    engine,
    { first: '/account/app', second: '/account/passkeys/1', open },
  ] as const,
  [
    'the last passkey',
    'the app',
    engine,
    { first: '/account/passkeys/1', second: '/account/app', open },
  ] as const,
])

test.each(RACES)(
  'if another server removes %s, %s remains, on %s',
  async (_first, _second, _engine, { first, second, open }) => {
    await using opened = await open()
    const meanwhile: Meanwhile = { run: null }
    const { app, ada, user } = await appWithPasskey({ engine: opened.engine, wrap: beforeChange(meanwhile) })
    await bothSteps(app, user.id)
    const remove = (path: string) => ada(path, undefined, 'DELETE')
    meanwhile.run = async () => expect((await remove(first)).status).toBe(200)
    const refused = await remove(second)
    expect(meanwhile.run).toBeNull()
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    const isAppLeft = second === '/account/app'
    expect([
      await app.db.$count(totpSecrets),
      await app.db.$count(recoveryCodes),
      await app.db.$count(passkeys),
    ]).toEqual(isAppLeft ? [1, 1, 0] : [0, 0, 1])
    const removals = (await auditLog(app.db)).filter(({ action }) => /_removed$/.test(action))
    expect(removals.map(({ action }) => action)).toEqual([
      isAppLeft ? 'passkey_removed' : 'second_step_removed',
    ])
  },
)

test("of two passkeys removed at once, one remains; another domain's doesn't count, but can be removed", async () => {
  const meanwhile: Meanwhile = { run: null }
  const { app, ada } = await appWithPasskey({ wrap: beforeChange(meanwhile) })
  const [row] = await app.db.select().from(passkeys)
  if (!row) throw new Error('there is no passkey')
  await app.db.insert(passkeys).values({ ...row, id: 2, credentialId: 'second' })
  await app.db.insert(passkeys).values({ ...row, id: 3, credentialId: 'third', rpId: 'old.example.com' })
  const remove = async (id: number) => (await ada(`/account/passkeys/${id}`, undefined, 'DELETE')).status
  meanwhile.run = async () => expect(await remove(1)).toBe(200)
  expect(await remove(2)).toBe(409)
  expect([await remove(3), await remove(4)]).toEqual([200, 404])
  expect((await app.db.select().from(passkeys)).map(({ id }) => id)).toEqual([2])
})

test("passkeys for a former domain don't satisfy the requirement: the grace period restarts", async () => {
  const { app, signIn, signInByPasskey, user } = await appWithPasskey()
  await app.db.update(passkeys).set({ rpId: 'old.example.com' })
  expect((await signIn()).status).toBe(200)
  const dueAt = async () =>
    (await app.db.select().from(users)).find(({ id }) => id === user.id)?.secondStepDueAt
  expect(await dueAt()).toBe(new Date(app.clock.now.getTime() + 7 * DAY).toISOString())
  await app.db.update(passkeys).set({ rpId: 'localhost' })
  expect((await signInByPasskey()).status).toBe(200)
  expect(await dueAt()).toBeNull()
})

test('resetting the second step removes passkeys', async () => {
  const { app, user } = await appWithPasskey()
  const fresh = await makeUser(app, 'super_admin', 'fresh')
  const headers = { authorization: fresh.authorization }
  const reset = await app.call(`/api/admin/users/${user.id}/reset-second-step`, { method: 'POST', headers })
  expect(reset.status).toBe(200)
  expect(await app.db.$count(passkeys)).toBe(0)
})
