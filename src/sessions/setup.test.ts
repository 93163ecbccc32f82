import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { SETUP_CONFIRMATION_PATH } from '#domain/accounts.ts'
import { serverFacts, users } from '#src/db/schema.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import { setupCode } from './setup.ts'

const ADA = { username: 'ada', email: 'ada@example.com', password: 'difference engine' }
const HERE = { from: '127.0.0.1', headers: { host: 'localhost:3000' } }

const setUp = ({ call }: TestApp, { json = ADA, ...about }: Parameters<TestApp['call']>[1] = HERE) =>
  call('/api/admin/setup', { json, ...about })

test('a local request creates the first administrator, a super admin, without a code', async () => {
  const app = await testApp()
  expect(await (await app.call('/api/admin/setup', HERE)).json()).toEqual({
    available: true,
    codeRequired: false,
  })
  const response = await setUp(app)
  expect(response.status).toBe(201)
  expect(await response.json()).toMatchObject({
    admin: { username: 'ada', role: 'super_admin', isActive: true },
  })
  expect(await (await app.call('/api/admin/setup', HERE)).json()).toEqual({
    available: false,
    codeRequired: false,
  })
})

test('of fifty concurrent setups, one creates an administrator', async () => {
  const app = await testApp()
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      setUp(app, {
        json: { ...ADA, username: `ada${index}`, email: `ada${index}@example.com` },
        ...HERE,
        from: index % 2 ? '127.0.0.1' : `127.0.0.${index + 2}`,
      }),
    ),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([])
  expect(await app.db.select().from(users)).toHaveLength(1)
})

test('setup stays closed once an administrator exists, even an inactive one', async () => {
  const app = await testApp()
  await setUp(app)
  await app.db.update(users).set({ isActive: false })
  for (let attempt = 0; attempt < 10; attempt++) {
    const response = await setUp(app, {
      json: { ...ADA, username: 'eve', email: 'eve@example.com' },
      ...HERE,
    })
    expect(response.status).toBe(403)
    expect((await response.json()).message).toBe('Setup has already been completed')
  }
  expect(await setupCode(app.db)).toBeNull()
})

test.each([
  ['from another machine', { from: '203.0.113.7' }],
  [
    'from another machine that claims to be this one',
    { from: '203.0.113.7', headers: { 'x-forwarded-for': '127.0.0.1' } },
  ],
  ['through a proxy with X-Forwarded-For', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ['through a proxy with X-Forwarded-Proto', { headers: { 'x-forwarded-proto': 'http' } }],
  ['through a proxy with Forwarded', { headers: { forwarded: 'for=127.0.0.1' } }],
  ['through a proxy with Via', { headers: { via: '1.1 cache' } }],
  ...[
    ...['X-Real-IP', 'X-Client-IP', 'X-Cluster-Client-IP', 'Client-IP', 'True-Client-IP', 'X-Forwarded'],
    ...['X-Originating-IP', 'X-Original-Forwarded-For', 'X-Original-Host', 'X-Host', 'X-Remote-IP'],
    ...['CF-Connecting-IP', 'CF-Ray', 'CDN-Loop', 'Fly-Client-IP', 'Fastly-Client-IP', 'Incap-Client-IP'],
    ...['X-Envoy-External-Address', 'X-Azure-ClientIP', 'X-Amzn-Trace-Id', 'X-Vercel-Forwarded-For'],
    ...['X-AppEngine-User-IP', 'X-Cloud-Trace-Context', 'Tailscale-User-Login', 'Proxy-Connection'],
    ...['X-Request-Start', 'X-Scheme', 'Front-End-Https', 'Surrogate-Capability', 'X-Varnish'],
  ].map((name): [string, { headers: Record<string, string> }] => [
    `through a proxy that sends ${name}`,
    { headers: { [name]: '127.0.0.1' } },
  ]),
  ['through a proxy that closes each connection', { headers: { connection: 'close' } }],
  ['through a proxy with a list of connection options', { headers: { connection: 'TE, Close' } }],
  ['under another port', { headers: { host: 'localhost:8080' } }],
  ['without a port', { headers: { host: 'localhost' } }],
  ['under a public name', { headers: { host: 'passwords.example.com' } }],
  ['under a name that starts with localhost', { headers: { host: 'localhost.example.com' } }],
  ['under a name that ends with localhost', { headers: { host: 'example.localhost' } }],
  ['under a LAN address', { headers: { host: '192.168.1.20:3000' } }],
  ['from a page of another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
  ['from a page of another program on this machine', { headers: { 'sec-fetch-site': 'same-site' } }],
  ['from a page at a public address', { headers: { origin: 'https://passwords.example.com' } }],
  ['from a page at another port', { headers: { origin: 'http://localhost:8080' } }],
  ['from a page with an opaque origin', { headers: { origin: 'null' } }],
])(
  'a setup %s requires the code',
  async (_, { from = '127.0.0.1', headers }: { from?: string; headers?: Record<string, string> }) => {
    const app = await testApp()
    const about = { from, headers: { host: 'localhost:3000', ...headers } }
    expect(await (await app.call('/api/admin/setup', about)).json()).toEqual({
      available: true,
      codeRequired: true,
    })
    const refused = await setUp(app, about)
    expect(refused.status).toBe(403)
    expect((await refused.json()).message).toBe(
      'Please enter the setup code that the server printed at startup',
    )
  },
)

test('the code, in any spelling, allows a setup from another machine', async () => {
  const app = await testApp()
  const from = '203.0.113.7'
  expect((await setUp(app, { json: { ...ADA, code: '0'.repeat(20) }, from })).status).toBe(403)
  const code = await setupCode(app.db)
  expect((await setUp(app, { json: { ...ADA, code: ` ${code?.toUpperCase()} ` }, from })).status).toBe(201)
})

test.each(['localhost:3000', 'LOCALHOST:3000', '127.0.0.1:3000', '[::1]:3000'])(
  'a request for %s counts as local',
  async (host) => {
    const app = await testApp()
    const origin = `http://${host.toLowerCase()}`
    const headers = { host, origin, 'sec-fetch-site': 'same-origin', connection: 'keep-alive' }
    expect((await setUp(app, { from: '::ffff:127.0.0.1', headers })).status).toBe(201)
  },
)

const isCodeRequired = async ({ call }: TestApp): Promise<boolean> =>
  (await (await call('/api/admin/setup', HERE)).json()).codeRequired

test.each([
  ['listens beyond this machine', { host: '0.0.0.0' }],
  ['listens on every IPv6 address', { host: '::' }],
  ['has a public address', { siteUrl: 'https://example.com' }],
  ['has a public address on this machine', { siteUrl: 'http://localhost:3000' }],
  ['trusts a proxy', { trustProxy: ['10.0.0.1'] }],
  ['listens on another port', { port: 3001 }],
])('a server that %s always requires the code', async (_, settings) => {
  expect(await isCodeRequired(await testApp({ settings }))).toBe(true)
})

test.each(['localhost', '127.0.0.5', '::1'])(
  'a server on %s requires no code from this machine',
  async (host) => {
    expect(await isCodeRequired(await testApp({ settings: { host } }))).toBe(false)
  },
)

test('no code is required for 15 minutes after startup', async () => {
  const clock = { now: NOON }
  const app = await testApp({ clock })
  clock.now = new Date(NOON.getTime() + 15 * 60_000 - 1)
  expect(await isCodeRequired(app)).toBe(false)
  clock.now = new Date(NOON.getTime() + 15 * 60_000)
  expect(await isCodeRequired(app)).toBe(true)
  expect((await setUp(app)).status).toBe(403)
  clock.now = new Date(NOON.getTime() - 1)
  expect(await isCodeRequired(app)).toBe(true)
})

test.each([
  ['under another name', { host: 'passwords.example.com' }],
  ['with another port', { host: 'localhost:8080' }],
  ['with an unreadable name', { host: 'localhost:3000@example.com' }],
  ['through a proxy', { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.7' }],
  ['from a page under another name', { host: 'localhost:3000', origin: 'http://example.com' }],
  [
    'from a page of its own under another name',
    { host: 'localhost:3000', origin: 'https://example.com', 'sec-fetch-site': 'same-origin' },
  ],
  [
    'for a file of a page under another name',
    { host: 'localhost:3000', referer: 'https://example.com/', 'sec-fetch-site': 'same-origin' },
  ],
  ['for a file of a page over plain http', { host: 'localhost:3000', referer: 'http://example.com/' }],
  ['with a request id', { host: 'localhost:3000', 'x-request-id': '4f1c' }],
  ['with a client port', { host: 'localhost:3000', 'x-real-port': '4711' }],
])('one request %s permanently ends the waiver', async (_, headers) => {
  const app = await testApp()
  expect(await isCodeRequired(app)).toBe(false)
  await app.call('/healthz', { from: '127.0.0.1', headers })
  expect(await isCodeRequired(app)).toBe(true)
  expect((await setUp(app)).status).toBe(403)

  const restarted = await testApp({ engine: app.engine })
  expect(await isCodeRequired(restarted)).toBe(true)
})

test("local requests and cross-site pages don't end the 15 minutes without a code", async () => {
  const app = await testApp()
  for (const headers of [
    { ...HERE.headers, connection: 'close' },
    { ...HERE.headers, origin: 'https://example.com', 'sec-fetch-site': 'cross-site' },
    { ...HERE.headers, referer: 'https://example.com/', 'sec-fetch-site': 'cross-site' },
    { ...HERE.headers, referer: 'http://localhost:3000/', 'sec-fetch-site': 'same-origin' },
  ])
    await app.call('/', { from: '127.0.0.1', headers })
  expect(await isCodeRequired(app)).toBe(false)
})

test('logs completed and rejected setups', async () => {
  const app = await testApp()
  await setUp(app, { json: { ...ADA, code: 'wrong' }, from: '203.0.113.7' })
  await setUp(app, { json: { ...ADA, code: (await setupCode(app.db)) ?? '' }, from: '203.0.113.7' })
  expect(app.lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', event: 'setup refused', reason: 'wrong code' },
    { level: 'warn', event: 'setup completed', username: 'ada' },
  ])
  expect(app.lines.join()).not.toContain(ADA.password)

  const local = await testApp()
  await setUp(local)
  expect(local.lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 'warn',
      event: 'the first administrator was created without the setup code',
      username: 'ada',
      confirm: 'passwright admin confirm-setup',
    },
  ])
})

test('with SETUP_CODE=always, this machine needs the code, too', async () => {
  const app = await testApp({ settings: { setupCode: 'always' } })
  expect(await isCodeRequired(app)).toBe(true)
  expect((await setUp(app)).status).toBe(403)
  const code = (await setupCode(app.db)) ?? ''
  expect((await setUp(app, { json: { ...ADA, code }, ...HERE })).status).toBe(201)
})

test('everyone sees that setup needed no code until that administrator dismisses it', async () => {
  const app = await testApp()
  await setUp(app)
  const eve = (await makeUser(app, 'super_admin', 'eve')).authorization
  const login = await app.call('/api/admin/login', { json: ADA })
  const ada = `Bearer ${(await login.json()).token}`
  const shownTo = async (authorization: string) =>
    (await (await app.call('/api/admin/account', { headers: { authorization } })).json()).unconfirmedSetup
  const confirm = async (authorization: string) =>
    (await app.call(SETUP_CONFIRMATION_PATH, { method: 'POST', headers: { authorization } })).status

  const unconfirmed = { username: 'ada', createdAt: NOON.toISOString() }
  expect(await shownTo(eve)).toEqual({ ...unconfirmed, isOwn: false })
  expect(await confirm(eve)).toBe(409)
  expect(await shownTo(ada)).toEqual({ ...unconfirmed, isOwn: true })
  expect(await confirm(ada)).toBe(200)
  expect([await shownTo(ada), await shownTo(eve)]).toEqual([null, null])
  const log = await auditLog(app.db)
  expect(log.filter(({ action }) => action.startsWith('setup_'))).toMatchObject([
    { action: 'setup_completed', actor: 'ada', detail: 'without the setup code' },
    { action: 'setup_confirmed', actor: 'ada', subject: 'ada' },
  ])
})

test('a setup with the code needs no confirmation, nor does one that a setup with the code overtakes', async () => {
  const app = await testApp()
  const code = (await setupCode(app.db)) ?? ''
  const attempts = [{ ...ADA, code }, ADA, ADA].map((json) => setUp(app, { json, ...HERE }))
  expect((await Promise.all(attempts)).map(({ status }) => status).sort()).toEqual([201, 403, 403])
  const [first] = await app.db.select().from(serverFacts)
  const login = await app.call('/api/admin/login', { json: ADA })
  const headers = { authorization: `Bearer ${(await login.json()).token}` }
  const { unconfirmedSetup } = await (await app.call('/api/admin/account', { headers })).json()
  expect(unconfirmedSetup === null).toBe(first === undefined)
})

test('the notice ends when the administrator in question is deleted', async () => {
  const app = await testApp()
  await setUp(app)
  const { authorization } = await makeUser(app, 'super_admin', 'eve')
  await app.db.delete(users).where(eq(users.username, 'ada'))
  const account = await app.call('/api/admin/account', { headers: { authorization } })
  expect((await account.json()).unconfirmedSetup).toBeNull()
})

test('the sixth guess at the code within a minute gets 429', async () => {
  const app = await testApp()
  for (let guess = 0; guess < 5; guess++) {
    expect((await setUp(app, { json: { ...ADA, code: String(guess) } })).status).toBe(403)
  }
  const response = await setUp(app, { json: { ...ADA, code: (await setupCode(app.db)) ?? '' } })
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('instances on one database share the code; creating the first administrator deletes it', async () => {
  const app = await testApp()
  const codes = await Promise.all(Array.from({ length: 5 }, () => setupCode(app.db)))
  expect(new Set(codes).size).toBe(1)
  expect(codes[0]).toMatch(/^[0-9a-f]{20}$/)
  await makeUser(app, 'super_admin')
  expect(await setupCode(app.db)).toBeNull()
})

test('a setup names the first problem', async () => {
  const app = await testApp()
  for (const [json, message] of [
    [{ ...ADA, username: '' }, 'Please fill in all fields'],
    [{ username: 'ada', email: 'ada@example.com' }, 'Please fill in all fields'],
    [{ ...ADA, password: '12345' }, 'Password must be at least 6 characters long'],
    [{ ...ADA, email: 'ada' }, 'Please enter a valid email address'],
    [
      { ...ADA, password: 'sunshine' },
      'This password is one of the 10,000 most common. Choose a different one.',
    ],
    [{ ...ADA, password: 'Ada1815!' }, 'Password must not contain the username'],
  ] as const) {
    const response = await setUp(app, { json, ...HERE })
    expect([json, response.status]).toEqual([json, 400])
    expect((await response.json()).message).toBe(message)
  }
})

test('a setup with extra fields such as role or id still creates the first super admin', async () => {
  const app = await testApp()
  const extra = { id: 77, role: 'moderator', isActive: false, passwordHash: 'x', createdAt: '1999-01-01' }
  expect((await setUp(app, { json: { ...ADA, ...extra }, ...HERE })).status).toBe(201)
  const [user] = await app.db.select().from(users).where(eq(users.id, 1))
  expect(user).toMatchObject({ role: 'super_admin', isActive: true, createdAt: app.clock.now.toISOString() })
  expect(user?.passwordHash).toStartWith('$argon2id$')
})
