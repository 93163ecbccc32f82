import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { passkeys, usedChallenges, users } from '#src/db/schema.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { createAuthenticator, type Overrides } from '#src/testing/authenticator.ts'
import { ENGINES } from '#src/testing/engines.ts'
import { freezeDate } from '#src/testing/freeze-date.ts'
import { makeUser, PASSWORD } from '#src/testing/make-user.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import { warnOfUnusablePasskeys } from './warn-of-unusable-passkeys.ts'

freezeDate()

const LOCAL = { host: 'localhost' }
const MINUTE = 60_000

type Asked = { method?: string; json?: unknown; host?: string }

const asks =
  (app: TestApp, authorization?: string) =>
  (path: string, { method, json, host = 'localhost' }: Asked = {}) =>
    app.call(`/api/admin${path}`, {
      method: method ?? 'POST',
      json,
      headers: { host, ...(authorization === undefined ? {} : { authorization }) },
    })

async function signedInApp(settings: Parameters<typeof testApp>[0] = {}) {
  const clock = { now: NOON }
  const app = await testApp({ clock, ...settings })
  const { user, authorization } = await makeUser(app, 'admin', 'ada')
  const ask = asks(app, authorization)
  const anonymous = asks(app)
  const wait = (milliseconds: number) => {
    clock.now = new Date(clock.now.getTime() + milliseconds)
  }
  return { app, user, ask, anonymous, wait, authorization }
}

type SignedInApp = Awaited<ReturnType<typeof signedInApp>>

const optionsOf = async (response: Response) => {
  expect(response.status).toBe(200)
  return response.json()
}

async function appWithPasskey(settings?: Parameters<typeof testApp>[0], twist?: Overrides) {
  const at = await signedInApp(settings)
  const authenticator = await createAuthenticator()
  const options = await optionsOf(await at.ask('/account/passkeys/options'))
  const json = { name: 'Laptop', credential: authenticator.create(options, twist) }
  expect((await at.ask('/account/passkeys', { json })).status).toBe(201)
  return { ...at, authenticator }
}

const signInOptions = async ({ anonymous }: SignedInApp) =>
  optionsOf(await anonymous('/login/passkey/options'))

test('adds, lists, renames and removes a passkey, with audit entries', async () => {
  const { ask, app } = await appWithPasskey()
  const list = async () => (await ask('/account/passkeys', { method: 'GET' })).json()
  const shown = {
    id: 1,
    name: 'Laptop',
    rpId: 'localhost',
    worksHere: true,
    isSynced: true,
    createdAt: NOON.toISOString(),
    lastUsedAt: null,
  }
  expect(await list()).toEqual({ origin: 'http://localhost', reason: null, passkeys: [shown] })
  const [stored] = await app.db.select().from(passkeys)
  expect(stored).toMatchObject({ transports: ['internal'], deviceType: 'multiDevice', counter: 0 })
  expect((await ask('/account/passkeys/1', { method: 'PATCH', json: { name: ' Phone ' } })).status).toBe(200)
  expect((await list()).passkeys).toEqual([{ ...shown, name: 'Phone' }])
  expect((await ask('/account/passkeys/1', { method: 'DELETE' })).status).toBe(200)
  expect((await list()).passkeys).toEqual([])
  const log = await auditLog(app.db)
  expect(log.map(({ action, subject, detail }) => [action, subject, detail])).toEqual([
    ['passkey_added', 'Laptop', null],
    ['passkey_renamed', 'Phone', 'was Laptop'],
    ['passkey_removed', 'Phone', null],
  ])
})

test('requests a discoverable passkey, and excludes existing ones', async () => {
  const { ask, authenticator } = await appWithPasskey()
  const options = await optionsOf(await ask('/account/passkeys/options'))
  expect(options).toMatchObject({
    rp: { id: 'localhost', name: 'Passwright' },
    user: { name: 'ada', displayName: 'ada' },
    attestation: 'none',
    excludeCredentials: [{ id: authenticator.id, type: 'public-key', transports: ['internal'] }],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect(options.user.id).not.toContain('ada')
})

test('a passkey alone signs in and counts as a proof; the audit log names it', async () => {
  const at = await appWithPasskey()
  const { app, anonymous, authenticator, wait } = at
  await app.db.update(users).set({ lastLogin: null })
  wait(MINUTE)
  const options = await signInOptions(at)
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
  const credential = await authenticator.sign(options, { isBackedUp: false })
  const response = await anonymous('/login/passkey', { json: { credential } })
  expect(response.status).toBe(200)
  const { token, admin } = await response.json()
  expect(admin).toMatchObject({ username: 'ada', lastLogin: app.clock.now.toISOString() })
  const ask = asks(app, `Bearer ${token}`)
  const account = await (await ask('/account', { method: 'GET' })).json()
  expect(account.provedUntil).toBe(new Date(NOON.getTime() + 16 * MINUTE).toISOString())
  const [passkey] = (await (await ask('/account/passkeys', { method: 'GET' })).json()).passkeys
  expect(passkey).toMatchObject({ isSynced: false, lastUsedAt: app.clock.now.toISOString() })
  const [, entry] = await auditLog(app.db)
  expect(entry).toMatchObject({ action: 'signed_in', actor: 'ada', detail: 'by passkey' })
})

test('a challenge that was made while the clock was 400 days ahead is refused', async () => {
  const at = await appWithPasskey()
  at.wait(400 * 24 * 60 * MINUTE)
  const options = await signInOptions(at)
  at.wait(-400 * 24 * 60 * MINUTE)
  const credential = await at.authenticator.sign(options)
  expect((await at.anonymous('/login/passkey', { json: { credential } })).status).toBe(401)
})

const BAD: [string, Overrides][] = [
  ['of another origin', { origin: 'http://localhost:8080' }],
  ['of another site', { origin: 'https://evil.example' }],
  ['for another domain', { rpId: 'evil.example' }],
  ['from a cross-origin frame', { crossOrigin: true }],
  ['without user verification', { isVerified: false }],
  ['without user presence', { isPresent: false }],
  ['of an unknown challenge', { challenge: Buffer.alloc(54, 7).toString('base64url') }],
  ['of an empty challenge', { challenge: '' }],
  ['of another type', { type: 'webauthn.create' }],
  ['with a wrong signature', { breaksSignature: true }],
  ['of another user', { userHandle: 'c29tZW9uZQ' }],
  ['without a user handle', { userHandle: null }],
]

const REFUSED = { message: 'This passkey was not accepted', code: 'unauthorized' }

test.each(BAD)('rejects a sign-in %s', async (_, twist) => {
  const at = await appWithPasskey()
  const { app, anonymous, authenticator } = at
  const credential = await authenticator.sign(await signInOptions(at), twist)
  const response = await anonymous('/login/passkey', { json: { credential } })
  expect([response.status, await response.json()]).toEqual([401, REFUSED])
  await app.refusals.flush()
  const last = (await auditLog(app.db)).at(-1)
  expect(last).toMatchObject({ action: 'sign_in_failed', subject: 'ada', detail: 'by passkey', actor: null })
})

test("unknown, removed and deactivated users' passkeys get the same response", async () => {
  const at = await appWithPasskey()
  const { app, anonymous, authenticator } = at
  const attempt = async (by: typeof authenticator) => {
    const credential = await by.sign(await signInOptions(at))
    const response = await anonymous('/login/passkey', { json: { credential } })
    return [response.status, await response.json()]
  }
  expect(await attempt(await createAuthenticator())).toEqual([401, REFUSED])
  await app.db.update(users).set({ isActive: false })
  expect(await attempt(authenticator)).toEqual([401, REFUSED])
  await app.db.delete(passkeys)
  expect(await attempt(authenticator)).toEqual([401, REFUSED])
  expect(await app.db.$count(usedChallenges)).toBe(1)
})

test.each(ENGINES)('%s: a challenge is valid once on all servers, for five minutes', async (_, open) => {
  await using opened = await open()
  const at = await appWithPasskey({ engine: opened.engine })
  const { app, anonymous, authenticator, wait } = at
  const other = asks(await testApp({ engine: app.engine, clock: app.clock }))
  const credential = await authenticator.sign(await signInOptions(at))
  const statuses = await Promise.all([
    anonymous('/login/passkey', { json: { credential } }),
    other('/login/passkey', { json: { credential } }),
  ])
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 401])
  expect((await other('/login/passkey', { json: { credential } })).status).toBe(401)

  const late = await authenticator.sign(await signInOptions(at))
  wait(5 * MINUTE)
  expect((await other('/login/passkey', { json: { credential: late } })).status).toBe(401)
  const fresh = await authenticator.sign(await signInOptions(at))
  expect((await other('/login/passkey', { json: { credential: fresh } })).status).toBe(200)
  expect(await app.db.$count(usedChallenges)).toBe(1)
})

test('requesting challenges stores nothing', async () => {
  const at = await appWithPasskey()
  const before = await at.app.db.$count(usedChallenges)
  for (let count = 0; count < 20; count++) await signInOptions(at)
  expect(await at.app.db.$count(usedChallenges)).toBe(before)
})

test('a passkey proof is valid only in the session that requested it', async () => {
  const at = await appWithPasskey()
  const { app, ask, authenticator, wait } = at
  const other = await makeUser(app, 'admin', 'bob')
  const bob = asks(app, other.authorization)
  wait(16 * MINUTE)
  expect((await ask('/account/passkeys/options')).status).toBe(403)
  const options = await optionsOf(await ask('/account/proof/passkey/options'))
  expect(options.allowCredentials).toEqual([
    { id: authenticator.id, type: 'public-key', transports: ['internal'] },
  ])
  const credential = await authenticator.sign(options, { userHandle: null })
  const refused = async (ask: ReturnType<typeof asks>, json: unknown) => {
    const response = await ask('/account/proof/passkey', { json })
    expect([response.status, (await response.json()).message]).toEqual([
      400,
      'This passkey was not accepted. Please try again.',
    ])
  }
  await refused(bob, { credential })
  await refused(ask, { credential: await authenticator.sign(await signInOptions(at)) })
  const bobs = await optionsOf(await bob('/account/proof/passkey/options'))
  await refused(ask, { credential: await authenticator.sign(bobs) })
  for (const [, twist] of BAD.slice(0, 10))
    await refused(ask, { credential: await authenticator.sign(options, twist) })
  expect((await ask('/account/passkeys/options')).status).toBe(403)

  const proved = await ask('/account/proof/passkey', { json: { credential } })
  expect(await proved.json()).toEqual({ provedUntil: new Date(NOON.getTime() + 31 * MINUTE).toISOString() })
  expect((await ask('/account/passkeys/options')).status).toBe(200)
  await refused(ask, { credential })
  const actions = (await auditLog(app.db)).map(({ action, detail }) => `${action} ${detail}`)
  expect(actions).toContain('proof_given by passkey')
  expect(actions).toContain('proof_failed by passkey')
})

test("a challenge for a proof or a new passkey can't sign in", async () => {
  const at = await appWithPasskey()
  const { ask, anonymous, authenticator } = at
  for (const path of ['/account/proof/passkey/options', '/account/passkeys/options']) {
    const credential = await authenticator.sign(await optionsOf(await ask(path)))
    expect((await anonymous('/login/passkey', { json: { credential } })).status).toBe(401)
  }
})

const X5C = new Map([['x5c', [new Uint8Array([1])]]])
const BAD_NEW: [string, Overrides][] = [
  ...BAD.filter(
    ([, { breaksSignature, userHandle, type }]) => !breaksSignature && userHandle === undefined && !type,
  ),
  ['of another type', { type: 'webauthn.get' }],
  ['under the name of another', { id: 'c29tZXRoaW5n' }],
  ['with certificates', { format: 'packed', statement: X5C }],
  ['with the statement of a phone', { format: 'android-safetynet' }],
  ['in no known format', { format: 'words' }],
]

test.each(BAD_NEW)('rejects a new passkey %s', async (_, twist) => {
  const { app, ask } = await signedInApp()
  const authenticator = await createAuthenticator()
  const options = await optionsOf(await ask('/account/passkeys/options'))
  const json = { name: 'Laptop', credential: authenticator.create(options, twist) }
  const response = await ask('/account/passkeys', { json })
  expect([response.status, (await response.json()).message]).toEqual([
    400,
    'This passkey was not accepted. Please try again.',
  ])
  expect(await app.db.$count(passkeys)).toBe(0)
})

test('a challenge adds one passkey, in the session that requested it', async () => {
  const { app, ask } = await signedInApp()
  const bob = asks(app, (await makeUser(app, 'admin', 'bob')).authorization)
  const options = await optionsOf(await ask('/account/passkeys/options'))
  const [first, second] = [await createAuthenticator(), await createAuthenticator()]
  const add = async (by: typeof ask, authenticator: typeof first) => {
    const json = { name: 'Laptop', credential: authenticator.create(options) }
    const response = await by('/account/passkeys', { json })
    return response.status
  }
  expect(await add(bob, first)).toBe(400)
  expect(await add(ask, first)).toBe(201)
  expect(await add(ask, second)).toBe(400)
  const again = await optionsOf(await ask('/account/passkeys/options'))
  const json = { name: 'Again', credential: first.create(again) }
  expect((await ask('/account/passkeys', { json })).status).toBe(409)
})

test("users can't change others’ passkeys; deleting a user deletes theirs", async () => {
  const { app, user } = await appWithPasskey()
  const { authorization } = await makeUser(app, 'super_admin', 'bob')
  const bob = asks(app, authorization)
  expect((await bob('/account/passkeys/1', { method: 'PATCH', json: { name: 'Mine' } })).status).toBe(404)
  expect((await bob('/account/passkeys/1', { method: 'DELETE' })).status).toBe(404)
  expect((await (await bob('/account/passkeys', { method: 'GET' })).json()).passkeys).toEqual([])
  expect((await bob(`/users/${user.id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await app.db.$count(passkeys)).toBe(0)
})

test("a stolen session can't add or remove passkeys after 15 minutes", async () => {
  const { ask, wait } = await appWithPasskey()
  wait(16 * MINUTE)
  for (const [path, method] of [
    ['/account/passkeys/options', 'POST'],
    ['/account/passkeys/1', 'DELETE'],
  ] as const) {
    expect((await (await ask(path, { method })).json()).code).toBe('proof_required')
  }
  const proof = await ask('/account/proof', { json: { password: PASSWORD } })
  expect(proof.status).toBe(200)
  expect((await ask('/account/passkeys/1', { method: 'DELETE' })).status).toBe(200)
})

test('a decreasing signature counter is rejected and audited, if the signature is valid', async () => {
  const at = await appWithPasskey({}, { counter: 5, isBackedUp: false })
  const { app, anonymous, authenticator } = at
  const attempt = async (twist: Overrides) => {
    const credential = await authenticator.sign(await signInOptions(at), twist)
    return (await anonymous('/login/passkey', { json: { credential } })).status
  }
  expect(await attempt({ counter: 6 })).toBe(200)
  expect(await attempt({ counter: 6 })).toBe(401)
  expect(await attempt({ counter: 0 })).toBe(401)
  expect(await attempt({ counter: 3, breaksSignature: true })).toBe(401)
  expect(await attempt({ counter: 7 })).toBe(200)
  const log = await auditLog(app.db)
  expect(log.filter(({ action }) => action === 'passkey_refused')).toMatchObject([
    { subject: 'Laptop', detail: 'signature counter went from 6 to 6', actor: 'ada' },
    { subject: 'Laptop', detail: 'signature counter went from 6 to 0', actor: 'ada' },
  ])
})

test('an account has at most 20 passkeys', async () => {
  const { app, ask } = await appWithPasskey()
  const [row] = await app.db.select().from(passkeys)
  if (!row) throw new Error('there is no passkey')
  for (let id = 2; id <= 20; id++) await app.db.insert(passkeys).values({ ...row, id, credentialId: `${id}` })
  const refused = await ask('/account/passkeys/options')
  expect([refused.status, (await refused.json()).message]).toEqual([
    409,
    'You have 20 passkeys. Please remove one first.',
  ])
})

const SITE = 'Passkeys need SITE_URL to be an https address with a domain name.'
const NO_SITE = 'Passkeys need SITE_URL to be set to the https address of this site.'

test.each([
  [{ siteUrl: 'https://example.com' }, 'any.host', 'https://example.com', null],
  [{ siteUrl: 'https://example.com:8443' }, 'any.host', 'https://example.com:8443', null],
  [
    { siteUrl: 'https://example.com', adminHost: 'admin.example.com' },
    'admin.example.com',
    'https://admin.example.com',
    null,
  ],
  [{ siteUrl: 'http://localhost:3000' }, 'localhost:3000', 'http://localhost:3000', null],
  [{}, 'localhost:3000', 'http://localhost:3000', null],
  [{}, 'example.com', null, NO_SITE],
  [{}, '127.0.0.1:3000', null, NO_SITE],
  [{}, 'localhost.evil.example', null, NO_SITE],
  [{ siteUrl: 'http://example.com' }, 'localhost', null, SITE],
  [{ siteUrl: 'https://192.0.2.1' }, 'localhost', null, SITE],
  [{ siteUrl: 'https://[2001:db8::1]' }, 'localhost', null, SITE],
])('with %j, requested at %s, passkeys are for %s', async (settings, host, origin, reason) => {
  const { ask, anonymous } = await signedInApp({ settings })
  expect(await (await ask('/account/passkeys', { method: 'GET', host })).json()).toEqual({
    origin,
    reason,
    passkeys: [],
  })
  const options = await anonymous('/login/passkey/options', { host })
  expect([options.status, (await options.json()).message]).toEqual(
    reason === null ? [200, undefined] : [409, reason],
  )
})

test('after a change of SITE_URL, the list and the log name the unusable passkeys', async () => {
  const { app, authenticator } = await appWithPasskey()
  const settings = { siteUrl: 'https://new.example.com' }
  const moved = await testApp({ engine: app.engine, settings })
  const { authorization } = await makeUser(moved, 'admin', 'bob')
  await app.db.update(passkeys).set({ userId: 2 }).where(eq(passkeys.id, 1))
  const list = await asks(moved, authorization)('/account/passkeys', { method: 'GET' })
  expect((await list.json()).passkeys).toMatchObject([{ rpId: 'localhost', worksHere: false }])
  const options = await optionsOf(await asks(moved)('/login/passkey/options'))
  const credential = await authenticator.sign(options, { rpId: 'new.example.com', origin: settings.siteUrl })
  expect((await asks(moved)('/login/passkey', { json: { credential } })).status).toBe(401)
  await warnOfUnusablePasskeys(moved)
  expect(moved.lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', event: expect.stringContaining('passkeys were made'), host: 'localhost', passkeys: 1 },
  ])
  await warnOfUnusablePasskeys(app)
  expect(app.lines).toEqual([])
})

test('limits attempts and challenges per network, with audit entries', async () => {
  const { app, authenticator } = await appWithPasskey()
  const ask = (path: string, json?: unknown) =>
    app.call(`/api/admin/login/passkey${path}`, {
      method: 'POST',
      json,
      headers: LOCAL,
      from: '198.51.100.7',
    })
  const credential = await authenticator.sign({ challenge: 'x' })
  for (let count = 0; count < 10; count++) expect((await ask('', { credential })).status).toBe(401)
  expect((await ask('', { credential })).status).toBe(429)
  for (let count = 0; count < 30; count++) expect((await ask('/options')).status).toBe(200)
  expect((await ask('/options')).status).toBe(429)
  expect((await auditLog(app.db)).at(-1)).toMatchObject({ action: 'sign_in_throttled' })
})

test('a malformed token gets 401, not 500', async () => {
  const { ask, anonymous } = await signedInApp()
  const authenticator = await createAuthenticator()
  const credential = await authenticator.sign({ challenge: 'x' })
  const deep = Buffer.alloc(12_000, 0x81).toString('base64url')
  for (const attestationObject of [deep, 'AA', '_'.repeat(16_384)]) {
    const options = await optionsOf(await ask('/account/passkeys/options'))
    const made = authenticator.create(options)
    const json = { name: 'x', credential: { ...made, response: { ...made.response, attestationObject } } }
    expect((await ask('/account/passkeys', { json })).status).toBe(400)
  }
  for (const clientDataJSON of ['AA', Buffer.from('[]').toString('base64url'), '_'.repeat(4_096)]) {
    const json = { credential: { ...credential, response: { ...credential.response, clientDataJSON } } }
    expect((await anonymous('/login/passkey', { json })).status).toBe(401)
  }
  for (const json of [{}, { credential: {} }, { credential: { ...credential, id: 'x'.repeat(1_365) } }])
    expect((await anonymous('/login/passkey', { json })).status).toBe(400)
})
