import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { knownClients, sessions, users } from '#src/db/schema.ts'
import { actor } from '#src/testing/actor.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { makeUser, PASSWORD } from '#src/testing/make-user.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import { createPasswords } from '#src/users/passwords.ts'
import { setPassword } from '#src/users/store.ts'
import { deleteOldClients } from './store.ts'

const OWNER = { from: '198.51.100.20' }
const MINUTE = 60_000

type About = { from?: string; device?: string }

const signIn = ({ call }: TestApp, username: string, password: string, { device, ...about }: About = {}) =>
  call('/api/admin/login', { json: { username, password, device }, ...about })

const DEVICE = 'adas-laptop'.padEnd(43, '_')
const OTHER_DEVICE = 'somebody-elses'.padEnd(43, '_')

/** Fifty wrong passwords for a name from fourteen networks: from then on, unknown clients must wait. */
async function flood(app: TestApp, username: string): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const answer = await signIn(app, username, 'guess', { from: `192.0.2.${attempt % 14}` })
    expect(answer.status).toBe(401)
  }
}

/** An app that counts password comparisons. */
async function countingApp() {
  const passwords = createPasswords({ memoryCost: 8, timeCost: 1 })
  let compared = 0
  const matches: typeof passwords.matches = (password, hash, ...lane) => {
    compared += 1
    return passwords.matches(password, hash, ...lane)
  }
  const clock = { now: NOON }
  const app = await testApp({ clock, passwords: { ...passwords, matches } })
  const wait = (milliseconds: number) => {
    clock.now = new Date(clock.now.getTime() + milliseconds)
  }
  return { ...app, compared: () => compared, wait }
}

test('signs in with username and password and returns the user', async () => {
  const app = await testApp()
  await makeUser(app, 'moderator', 'Ada')
  const response = await signIn(app, ' ada ', PASSWORD)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.has('set-cookie')).toBe(false)
  const { token, admin } = await response.json()
  expect(admin).toEqual({
    id: 1,
    username: 'Ada',
    email: 'Ada@example.com',
    role: 'moderator',
    isActive: true,
    createdAt: NOON.toISOString(),
    lastLogin: NOON.toISOString(),
  })
  const headers = { authorization: `Bearer ${token}` }
  expect((await app.call('/api/admin/users', { headers })).status).toBe(200)
})

test('an unknown name, a wrong password and an inactive account get the same response', async () => {
  const app = await testApp()
  await makeUser(app, 'admin', 'ada')
  const { user } = await makeUser(app, 'admin', 'bob')
  await app.db.update(users).set({ isActive: false }).where(eq(users.id, user.id))
  const answers = await Promise.all([
    signIn(app, 'nobody', PASSWORD),
    signIn(app, 'ada', 'wrong password'),
    signIn(app, 'bob', PASSWORD),
    signIn(app, 'ada', 'x'.repeat(5000)),
    signIn(app, 'a\u0000da', PASSWORD),
    signIn(app, 'x'.repeat(3000), PASSWORD),
  ])
  const responses = await Promise.all(
    answers.map(async (answer) => ({
      status: answer.status,
      headers: [...answer.headers].filter(([name]) => name !== 'date'),
      text: await answer.text(),
    })),
  )
  for (const answer of responses) expect(answer).toEqual(responses[0] ?? answer)
  expect(responses[0]).toMatchObject({
    status: 401,
    text: JSON.stringify({ message: 'Invalid username or password', code: 'unauthorized' }),
  })
})

test.each([
  {},
  { username: 'ada' },
  { password: 'x' },
  { username: ' ', password: 'x' },
  { username: 7, password: [] },
])('rejects %j and asks for both username and password', async (json) => {
  const { call } = await testApp()
  const response = await call('/api/admin/login', { json })
  expect(response.status).toBe(400)
  expect((await response.json()).message).toBe('Please enter both username and password')
})

test('a malformed password hash rejects the sign-in without an error', async () => {
  const app = await testApp()
  await makeUser(app, 'admin', 'ada')
  for (const hash of ['', 'x', '$argon2id$v=19$m=8,t=1,p=1$aa$bb', '$2b$10$abc']) {
    await app.db.update(users).set({ passwordHash: hash })
    expect((await signIn(app, 'ada', PASSWORD, { from: `192.0.2.${hash.length}` })).status).toBe(401)
  }
  expect(app.lines).toEqual([])
})

test('the wait per username doubles with each failure up to 15 minutes and resets after a quiet hour', async () => {
  const app = await countingApp()
  await makeUser(app, 'admin', 'ada')
  for (let attempt = 0; attempt < 5; attempt++) await signIn(app, 'ada', 'wrong')
  const waits: number[] = []
  for (let attempt = 0; attempt < 8; attempt++) {
    const refused = await signIn(app, 'ada', 'wrong')
    expect(refused.status).toBe(429)
    const seconds = Number(refused.headers.get('retry-after'))
    waits.push(seconds)
    app.wait(seconds * 1000 - 1)
    expect((await signIn(app, 'ada', 'wrong')).status).toBe(429)
    app.wait(1)
    expect((await signIn(app, 'ada', 'wrong')).status).toBe(401)
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900])

  app.wait(60 * MINUTE)
  for (let attempt = 0; attempt < 5; attempt++) expect((await signIn(app, 'ada', 'wrong')).status).toBe(401)
  expect((await signIn(app, 'ada', 'wrong')).status).toBe(429)
})

test('successful sign-ins are never rate-limited', async () => {
  const app = await countingApp()
  await makeUser(app, 'admin', 'ada')
  for (let attempt = 0; attempt < 30; attempt++) expect((await signIn(app, 'ada', PASSWORD)).status).toBe(200)
  for (let attempt = 0; attempt < 4; attempt++) expect((await signIn(app, 'ada', 'wrong')).status).toBe(401)
  expect((await signIn(app, 'ada', PASSWORD)).status).toBe(200)
  for (let attempt = 0; attempt < 4; attempt++) expect((await signIn(app, 'ada', 'wrong')).status).toBe(401)
  expect((await signIn(app, 'ada', PASSWORD)).status).toBe(200)
})

test("a distributed attack on a username doesn't lock out networks its owner has used", async () => {
  const app = await countingApp()
  await makeUser(app, 'admin', 'ada')
  expect((await signIn(app, 'Ada', PASSWORD, OWNER)).status).toBe(200)
  const before = app.compared()
  for (let address = 0; address < 60; address++)
    await signIn(app, 'ada', 'guess', { from: `192.0.2.${address}` })
  expect(app.compared() - before).toBe(50)
  expect((await signIn(app, 'ada', PASSWORD, { from: '192.0.2.200' })).status).toBe(429)
  expect((await signIn(app, 'ada', PASSWORD, OWNER)).status).toBe(200)
})

test("an attack doesn't lock out any address of the owner's network", async () => {
  const app = await testApp()
  await makeUser(app, 'admin', 'ada')
  expect((await signIn(app, 'ada', PASSWORD, { from: '2001:db8:1:2::1' })).status).toBe(200)
  await flood(app, 'ada')
  expect((await signIn(app, 'ada', PASSWORD, { from: '2001:db8:1:3::1' })).status).toBe(429)
  expect((await signIn(app, 'ada', PASSWORD, { from: '2001:db8:1:2:a:b:c:d' })).status).toBe(200)
})

test("an attack doesn't lock out the owner's browser in any network", async () => {
  const app = await testApp()
  await makeUser(app, 'admin', 'ada')
  expect((await signIn(app, 'ada', PASSWORD, { ...OWNER, device: DEVICE })).status).toBe(200)
  await flood(app, 'ada')
  const elsewhere = { from: '198.51.100.77' }
  expect((await signIn(app, 'ada', PASSWORD, elsewhere)).status).toBe(429)
  expect((await signIn(app, 'ada', PASSWORD, { ...elsewhere, device: OTHER_DEVICE })).status).toBe(429)
  expect((await signIn(app, 'ada', PASSWORD, { ...elsewhere, device: DEVICE })).status).toBe(200)
})

test("failed attempts from the same network don't lock out a known browser", async () => {
  const app = await countingApp()
  await makeUser(app, 'admin', 'ada')
  expect((await signIn(app, 'ada', PASSWORD, { ...OWNER, device: DEVICE })).status).toBe(200)
  for (let guess = 0; guess < 20; guess++) await signIn(app, `name${guess}`, 'guess', OWNER)
  for (let guess = 0; guess < 6; guess++) await signIn(app, 'ada', 'guess', OWNER)
  expect((await signIn(app, 'ada', PASSWORD, OWNER)).status).toBe(429)
  expect((await signIn(app, 'ada', PASSWORD, { ...OWNER, device: DEVICE })).status).toBe(200)
})

test('a known browser grants no access, and has the same limit as a network', async () => {
  const app = await countingApp()
  await makeUser(app, 'admin', 'ada')
  await signIn(app, 'ada', PASSWORD, { ...OWNER, device: DEVICE })
  const before = app.compared()
  for (let guess = 0; guess < 20; guess++) {
    const answer = await signIn(app, 'ada', 'guess', { from: `198.51.100.${guess}`, device: DEVICE })
    expect(answer.status).toBe(guess < 5 ? 401 : 429)
  }
  expect(app.compared() - before).toBe(5)
})

test("a device secret doesn't reveal which other usernames exist", async () => {
  const app = await testApp()
  await makeUser(app, 'admin', 'ada')
  await makeUser(app, 'admin', 'bob')
  await signIn(app, 'ada', PASSWORD, { ...OWNER, device: DEVICE })
  for (const name of ['bob', 'nobody']) await flood(app, name)
  const answers = await Promise.all(
    ['bob', 'nobody'].map(async (name) => {
      const answer = await signIn(app, name, 'guess', { from: '198.51.100.77', device: DEVICE })
      return [answer.status, answer.headers.get('retry-after'), await answer.text()]
    }),
  )
  expect(answers[0]).toEqual(answers[1] ?? [])
  expect(answers[0]?.[0]).toBe(429)
})

test('an IPv6 /48 gets thirty attempts, not counting its known networks', async () => {
  const app = await countingApp()
  await makeUser(app, 'admin', 'ada')
  await signIn(app, 'ada', PASSWORD, { from: '2001:db8:1:ffff::1' })
  const before = app.compared()
  for (let network = 0; network < 60; network++)
    await signIn(app, `name${network}`, 'guess', { from: `2001:db8:1:${network.toString(16)}::1` })
  expect(app.compared() - before).toBe(30)
  expect((await signIn(app, 'ada', PASSWORD, { from: '2001:db8:1:ffff::2' })).status).toBe(200)
  expect((await signIn(app, 'ada', PASSWORD, { from: '2001:db8:2::1' })).status).toBe(200)
})

test.each(['', 'short', 'x'.repeat(44), '!'.repeat(43)])(
  '%j is not a valid device secret',
  async (device) => {
    const app = await testApp()
    expect((await signIn(app, 'ada', PASSWORD, { device })).status).toBe(400)
  },
)

test('stores networks and browsers as keyed hashes, up to 100 per user, for 180 days', async () => {
  const clock = { now: NOON }
  const app = await testApp({ clock })
  await makeUser(app, 'admin', 'ada')
  for (let day = 0; day < 60; day++) {
    clock.now = new Date(NOON.getTime() + day * 24 * 60 * MINUTE)
    const device = `device${day}`.padEnd(43, '_')
    expect((await signIn(app, 'ada', PASSWORD, { from: `192.0.2.${day}`, device })).status).toBe(200)
  }
  const rows = await app.db.select().from(knownClients)
  expect(rows).toHaveLength(100)
  expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|device/)
  for (const { hash } of rows) expect(hash).toMatch(/^[\w-]{43}$/)

  clock.now = new Date(NOON.getTime() + (59 + 180) * 24 * 60 * MINUTE + 1)
  await deleteOldClients(app.db, clock.now)
  expect(await app.db.$count(knownClients)).toBe(0)
})

test('while unknown clients fill the queue, known networks and browsers get through', async () => {
  const app = await testApp()
  await makeUser(app, 'admin', 'ada')
  await signIn(app, 'ada', PASSWORD, { ...OWNER, device: DEVICE })
  const unknownClients = Array.from({ length: 40 }, (_, index) =>
    signIn(app, `name${index}`, 'guess', { from: `192.0.2.${index}` }),
  )
  const owner = [
    signIn(app, 'ada', PASSWORD, OWNER),
    signIn(app, 'ada', PASSWORD, { from: '198.51.100.77', device: DEVICE }),
  ]
  expect((await Promise.all(owner)).map(({ status }) => status)).toEqual([200, 200])
  expect((await Promise.all(unknownClients)).filter(({ status }) => status === 503).length).toBeGreaterThan(0)
})

test("a sign-in refused because of a full queue doesn't count as an attempt", async () => {
  const app = await testApp()
  await makeUser(app, 'admin', 'ada')
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => signIn(app, 'ada', PASSWORD, { from: `192.0.2.${index}` })),
  )
  const busy = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => status === 200).length + busy.length).toBe(40)
  expect(busy.length).toBeGreaterThan(0)
  expect(busy[0]?.headers.get('retry-after')).toBe('2')
  for (let attempt = 0; attempt < 6; attempt++) {
    expect((await signIn(app, 'ada', PASSWORD, { from: '192.0.2.39' })).status).toBe(200)
  }
})

test("a password changed during its comparison doesn't sign in", async () => {
  const passwords = createPasswords({ memoryCost: 8, timeCost: 1 })
  const meanwhile: { change?: () => Promise<unknown> } = {}
  const app = await testApp({
    passwords: {
      ...passwords,
      matches: async (password, hash) => {
        const isRight = await passwords.matches(password, hash)
        await meanwhile.change?.()
        return isRight
      },
    },
  })
  const { user } = await makeUser(app, 'admin', 'ada')
  const other = await passwords.hash('another password')
  meanwhile.change = () => setPassword(app.db, actor, user.id, other, NOON)
  expect((await signIn(app, 'ada', PASSWORD)).status).toBe(401)
  expect(await app.db.select().from(sessions)).toEqual([])
})

test('audits successful and failed sign-ins, without usernames that may be passwords', async () => {
  const app = await testApp()
  await makeUser(app, 'admin', 'ada')
  await signIn(app, 'Ada', PASSWORD, OWNER)
  await signIn(app, 'ADA', 'wrong')
  await signIn(app, 'my secret passphrase', 'ada')
  await app.refusals.flush()
  expect(await auditLog(app.db)).toMatchObject([
    { action: 'signed_in', actor: 'ada', subject: null, address: OWNER.from },
    { action: 'sign_in_failed', actor: null, subject: 'ada', address: '203.0.113.7' },
    { action: 'sign_in_failed', actor: null, subject: null, address: '203.0.113.7' },
  ])
})
