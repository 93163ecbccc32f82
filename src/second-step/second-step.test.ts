import { expect, test } from 'bun:test'
import { Secret, TOTP, URI } from 'otpauth'
import { recoveryCodes, totpSecrets, users } from '#src/db/schema.ts'
import { correctMoments } from '#src/monitoring/wrong-clock.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { ENGINES } from '#src/testing/engines.ts'
import { makeUser, PASSWORD } from '#src/testing/make-user.ts'
import { beforeChange, type Meanwhile } from '#src/testing/meanwhile.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { startGracePeriod } from './store.ts'
import { otpauthUri, periodOf } from './totp.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

/** RFC 6238, appendix B, for SHA-1: the last six of eight digits. */
const VECTORS: [seconds: number, code: string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
]

const RFC_SECRET = Secret.fromUTF8('12345678901234567890').base32

test.each(VECTORS)(
  'at %d seconds, the RFC 6238 code is %s and valid for one period before and after',
  (seconds, code) => {
    const period = Math.floor(seconds / 30)
    const at = (offset: number) => periodOf(RFC_SECRET, code, new Date((seconds + offset) * SECOND))
    expect([at(-30), at(0), at(30)]).toEqual([period, period, period])
    expect([at(-61), at(61)]).toEqual([null, null])
  },
)

/** An app with a manually advanced clock, and requests of its users. */
async function signedInApp(options: Parameters<typeof testApp>[0] = {}) {
  const clock = { now: NOON }
  const app = await testApp({ clock, ...options })
  const wait = (milliseconds: number) => {
    clock.now = new Date(clock.now.getTime() + milliseconds)
  }
  const signIn = async (username: string, code?: string, from?: string) => {
    const json = { username, password: PASSWORD, ...(code === undefined ? {} : { code }) }
    const response = await app.call('/api/admin/login', { json, ...(from === undefined ? {} : { from }) })
    return { status: response.status, ...(await response.json()) }
  }
  const as =
    (authorization: string) =>
    async (path: string, method = 'GET', json?: unknown) => {
      const response = await app.call(`/api/admin${path}`, { method, json, headers: { authorization } })
      return { status: response.status, body: await response.json() }
    }
  const codeOf = (secret: string, offset = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now.getTime() + offset })
  return { app, wait, signIn, as, codeOf }
}

/** With Ada, who has an authenticator app. */
async function appWithTotp(options: Parameters<typeof testApp>[0] = {}) {
  const at = await signedInApp(options)
  const { user, authorization } = await makeUser(at.app, 'admin', 'ada')
  const send = at.as(authorization)
  const { body } = await send('/account/app', 'POST')
  const secret: string = body.secret
  const confirmed = await send('/account/app/confirm', 'POST', { code: at.codeOf(secret) })
  expect(confirmed.status).toBe(200)
  const codes: string[] = confirmed.body.recoveryCodes
  at.wait(MINUTE)
  return { ...at, user, send, secret, address: body.address, codes, code: () => at.codeOf(secret) }
}

test('the first code confirms an app and returns ten recovery codes; unconfirmed secrets have no effect', async () => {
  const { app, as, codeOf, signIn } = await signedInApp()
  const { authorization } = await makeUser(app, 'admin', 'ada')
  const send = as(authorization)
  const first = await send('/account/app', 'POST')
  const { body } = await send('/account/app', 'POST')
  expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(body.address).toBe(
    `otpauth://totp/Passwright:ada?issuer=Passwright&secret=${body.secret}&algorithm=SHA1&digits=6&period=30`,
  )
  expect((await signIn('ada')).status).toBe(200)
  expect((await send('/account/app/confirm', 'POST', { code: codeOf(first.body.secret) })).status).toBe(400)
  const confirmed = await send('/account/app/confirm', 'POST', {
    code: codeOf(body.secret).replace(/(...)/, '$1 '),
  })
  expect(new Set(confirmed.body.recoveryCodes).size).toBe(10)
  expect(confirmed.body.recoveryCodes[0]).toMatch(/^[a-z\d]{4}(-[a-z\d]{4}){5}$/)
  const kept = JSON.stringify(await app.db.select().from(recoveryCodes))
  expect(kept).not.toContain(confirmed.body.recoveryCodes[0])
  expect((await send('/account')).body.secondStep).toEqual({
    hasApp: true,
    recoveryCodesLeft: 10,
    isRequired: false,
    dueAt: null,
  })
  expect((await send('/account/app', 'POST')).status).toBe(409)
})

test.each(ENGINES)(
  'of two confirmations of one app at once, one succeeds and its recovery codes work, on %s',
  async (_, open) => {
    await using opened = await open()
    const meanwhile: Meanwhile = { run: null }
    const { app, as, codeOf, signIn } = await signedInApp({
      engine: opened.engine,
      wrap: beforeChange(meanwhile),
    })
    const { authorization } = await makeUser(app, 'admin', 'ada')
    const send = as(authorization)
    const code = codeOf((await send('/account/app', 'POST')).body.secret)
    const confirm = () => send('/account/app/confirm', 'POST', { code })
    const winners: Awaited<ReturnType<typeof confirm>>[] = []
    meanwhile.run = async () => winners.push(await confirm())
    expect((await confirm()).status).toBe(400)
    const [winner] = winners
    expect(winner?.status).toBe(200)
    expect(await app.db.$count(recoveryCodes)).toBe(10)
    expect((await signIn('ada', winner?.body.recoveryCodes[0])).status).toBe(200)
    expect((await auditLog(app.db)).filter(({ action }) => action === 'second_step_added')).toHaveLength(1)
  },
)

test('an app that is removed meanwhile leaves no recovery codes', async () => {
  const meanwhile: Meanwhile = { run: null }
  const { app, send } = await appWithTotp({ wrap: beforeChange(meanwhile) })
  meanwhile.run = () => send('/account/app', 'DELETE')
  expect((await send('/account/recovery-codes', 'POST')).status).toBe(409)
  expect(await app.db.$count(recoveryCodes)).toBe(0)
  expect((await auditLog(app.db)).at(-1)).toMatchObject({ action: 'second_step_removed' })
})

test('the code is requested only after the correct password', async () => {
  const { app, signIn, code } = await appWithTotp()
  expect(await signIn('ada')).toMatchObject({ status: 401, code: 'second_step_needed' })
  expect(await signIn('ada', '000000')).toMatchObject({ status: 401, code: 'second_step_failed' })
  expect(await signIn('ada', code())).toMatchObject({ status: 200, admin: { username: 'ada' } })
  const wrong = await app.call('/api/admin/login', {
    json: { username: 'ada', password: 'wrong', code: code() },
  })
  expect([wrong.status, (await wrong.json()).code]).toEqual([401, 'unauthorized'])
})

test('each code is accepted once, and none older than the last', async () => {
  const { signIn, secret, codeOf } = await appWithTotp()
  const [before, now] = [codeOf(secret, -30 * SECOND), codeOf(secret)]
  const answers = await Promise.all(Array.from({ length: 4 }, () => signIn('ada', now)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await signIn('ada', now, '198.51.100.1')).status).toBe(401)
  expect((await signIn('ada', before, '198.51.100.2')).status).toBe(401)
})

test.each([
  ['before', async () => undefined],
  ['after', correctMoments],
])(
  'a code accepted while the clock was 400 days ahead locks nobody out %s its correction',
  async (_, correct) => {
    const { app, signIn, code, wait } = await appWithTotp()
    wait(400 * DAY)
    expect((await signIn('ada', code())).status).toBe(200)
    wait(-400 * DAY)
    await correct(app)
    expect((await signIn('ada', code())).status).toBe(200)
    expect((await signIn('ada', code(), '198.51.100.1')).status).toBe(401)
  },
)

test.each([-30, 30])('accepts a clock that is off by %d seconds', async (seconds) => {
  const { signIn, secret, codeOf, wait } = await appWithTotp()
  wait(MINUTE)
  expect((await signIn('ada', codeOf(secret, seconds * SECOND))).status).toBe(200)
})

test('a recovery code signs in once, in any spelling', async () => {
  const { app, signIn, codes, send } = await appWithTotp()
  const [code = ''] = codes
  expect((await signIn('ada', code.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
  expect((await signIn('ada', code)).status).toBe(401)
  expect((await send('/account')).body.secondStep.recoveryCodesLeft).toBe(9)
  const renewed = await send('/account/recovery-codes', 'POST')
  expect(renewed.status).toBe(201)
  expect((await signIn('ada', codes[1])).status).toBe(401)
  expect((await signIn('ada', renewed.body.recoveryCodes[0])).status).toBe(200)
  const actions = (await auditLog(app.db)).map(({ action }) => action)
  expect(actions.filter((action) => action === 'recovery_code_used')).toHaveLength(2)
})

test('a recovery code is not used up if writing the audit entry fails', async () => {
  const { app, signIn, codes, send } = await appWithTotp({ expectsErrors: true })
  await app.engine.script(
    "CREATE TRIGGER broken BEFORE INSERT ON audit_entries BEGIN SELECT RAISE(ABORT, 'no more audit'); END;",
  )
  expect((await signIn('ada', codes[0])).status).toBe(500)
  expect((await send('/account')).body.secondStep.recoveryCodesLeft).toBe(10)
})

test('audits correct passwords without a code, once a minute per network', async () => {
  const { app, signIn } = await appWithTotp()
  const before = (await auditLog(app.db)).length
  for (let attempt = 0; attempt < 20; attempt++) await signIn('ada', undefined, '192.0.2.1')
  await signIn('ada', undefined, '198.51.100.1')
  expect((await auditLog(app.db)).slice(before)).toMatchObject([
    { action: 'second_step_needed', actor: 'ada', address: '192.0.2.1' },
    { action: 'second_step_needed', actor: 'ada', address: '198.51.100.1' },
  ])
})

test('limits code attempts separately: five at once, then doubling waits', async () => {
  const { signIn, code } = await appWithTotp()
  const statuses: number[] = []
  for (let attempt = 0; attempt < 7; attempt++) {
    statuses.push((await signIn('ada', String(attempt).padStart(6, '0'), '192.0.2.1')).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
  expect(await signIn('ada', undefined, '192.0.2.1')).toMatchObject({
    status: 401,
    code: 'second_step_needed',
  })
  expect((await signIn('ada', code(), '198.51.100.1')).status).toBe(200)
})

test('limits code attempts per user across all networks', async () => {
  const { signIn, wait } = await appWithTotp()
  let tried = 0
  for (let hour = 0; hour < 3; hour++) {
    for (let network = 0; network < 30; network++) {
      const { code } = await signIn('ada', '000000', `192.0.2.${network}`)
      if (code === 'second_step_failed') tried += 1
    }
    wait(60 * MINUTE)
  }
  expect(tried).toBe(20 + 2 * 5)
})

test('a sign-in with a code gives back its own attempt but not earlier ones', async () => {
  const { signIn, code } = await appWithTotp()
  const from = '192.0.2.1'
  for (let attempt = 0; attempt < 9; attempt++) {
    expect((await signIn(`nobody${attempt}`, undefined, from)).status).toBe(401)
  }
  expect((await signIn('ada', code(), from)).status).toBe(200)
  expect((await signIn('nobody9', undefined, from)).status).toBe(401)
  expect((await signIn('nobody10', undefined, from)).status).toBe(429)
})

test('a user removes the app after a proof; a super admin resets it for someone who lost it', async () => {
  const { app, send, signIn, as, user } = await appWithTotp()
  const owner = as((await makeUser(app, 'super_admin', 'owner')).authorization)
  expect((await owner(`/users/${user.id}/reset-second-step`, 'POST')).status).toBe(200)
  expect((await send('/account')).status).toBe(401)
  expect((await signIn('ada')).status).toBe(200)
  expect(await app.db.select().from(totpSecrets)).toEqual([])
  expect(await app.db.select().from(recoveryCodes)).toEqual([])
  expect((await owner('/users/99/reset-second-step', 'POST')).status).toBe(404)
})

test('a required second step allows a week, then blocks everything else', async () => {
  const { app, as, wait, signIn, codeOf } = await signedInApp()
  const owner = as((await makeUser(app, 'super_admin', 'owner')).authorization)
  await makeUser(app, 'admin', 'ada')
  expect((await owner('/second-step', 'PUT', { isRequired: true })).body).toEqual({
    isRequired: true,
    isFixed: false,
  })
  wait(7 * DAY - MINUTE)
  const ada = as(`Bearer ${(await signIn('ada')).token}`)
  expect((await ada('/users')).status).toBe(200)
  wait(2 * MINUTE)
  expect((await ada('/users')).body.code).toBe('second_step_required')
  expect((await ada('/account')).body.secondStep).toMatchObject({ isRequired: true })
  expect((await ada('/account/app', 'POST')).body.code).toBe('proof_required')
  await ada('/account/proof', 'POST', { password: PASSWORD })
  const { body } = await ada('/account/app', 'POST')
  expect((await ada('/account/app/confirm', 'POST', { code: codeOf(body.secret) })).status).toBe(200)
  expect((await ada('/users')).status).toBe(200)
  expect((await ada('/account/app', 'DELETE')).status).toBe(409)
})

test("a user without the required second step can't set others' passwords", async () => {
  const { app, as, wait, signIn } = await signedInApp()
  const owner = as((await makeUser(app, 'super_admin', 'owner')).authorization)
  const { user } = await makeUser(app, 'admin', 'ada')
  await owner('/second-step', 'PUT', { isRequired: true })
  wait(8 * DAY)
  const late = as(`Bearer ${(await signIn('owner')).token}`)
  const refused = await late(`/users/${user.id}/reset-password`, 'POST', { password: 'a long one of mine' })
  expect([refused.status, refused.body.code]).toEqual([403, 'second_step_required'])
})

test('new users have a week from their first sign-in; after a reset there is no grace period', async () => {
  const { app, as, wait, signIn } = await signedInApp()
  const owner = await makeUser(app, 'super_admin', 'owner')
  await as(owner.authorization)('/second-step', 'PUT', { isRequired: true })
  const late = await makeUser(app, 'admin', 'ada')
  wait(30 * DAY)
  const ada = as(`Bearer ${(await signIn('ada')).token}`)
  expect((await ada('/users')).status).toBe(200)
  const dueAt = new Date(app.clock.now.getTime() + 7 * DAY).toISOString()
  expect((await ada('/account')).body.secondStep.dueAt).toBe(dueAt)
  wait(MINUTE)
  await startGracePeriod(app.db, late.user.id, null, app.clock.now)
  expect((await ada('/account')).body.secondStep.dueAt).toBe(dueAt)
})

test("lifting the requirement unblocks everyone; one set on the command line can't be lifted here", async () => {
  const { app, as, wait, signIn } = await signedInApp()
  const owner = as((await makeUser(app, 'super_admin', 'owner')).authorization)
  await owner('/second-step', 'PUT', { isRequired: true })
  await owner('/second-step', 'PUT', { isRequired: false })
  expect((await app.db.select({ dueAt: users.secondStepDueAt }).from(users))[0]?.dueAt).toBeNull()
  wait(8 * DAY)
  expect((await as(`Bearer ${(await signIn('owner')).token}`)('/users')).status).toBe(200)

  const fixed = await testApp({ settings: { requireSecondStep: true } })
  const { authorization } = await makeUser(fixed, 'super_admin')
  const headers = { authorization }
  const refused = await fixed.call('/api/admin/second-step', {
    method: 'PUT',
    json: { isRequired: false },
    headers,
  })
  expect(refused.status).toBe(409)
})

test('a stolen token without a recent proof changes no second step', async () => {
  const { app, as, wait } = await signedInApp()
  const thief = as((await makeUser(app, 'super_admin', 'owner')).authorization)
  wait(16 * MINUTE)
  const tried = [
    await thief('/account/app', 'POST'),
    await thief('/account/app/confirm', 'POST', { code: '123456' }),
    await thief('/account/app', 'DELETE'),
    await thief('/account/recovery-codes', 'POST'),
    await thief('/users/1/reset-second-step', 'POST'),
    await thief('/second-step', 'PUT', { isRequired: false }),
  ]
  expect(tried.map(({ body }) => body.code)).toEqual(tried.map(() => 'proof_required'))
})

test.each([
  ['Star Trek: Website', 'Star Trek Website'],
  ['9:41', '9 41'],
  ['::a::', 'a'],
  ['Käse & Co: 日本', 'Käse & Co 日本'],
])('apps read the name %s as %s', (siteName, issuer) => {
  const address = otpauthUri('JBSWY3DPEHPK3PXP', { issuer: siteName, label: 'ada:b' })
  const url = new URL(address)
  expect(decodeURIComponent(url.pathname).split(':')).toHaveLength(2)
  expect(url.searchParams.get('issuer')).toBe(issuer)
  expect(URI.parse(address)).toMatchObject({ issuer, label: 'ada b' })
})
