import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '#src/db/schema.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { type TestApp, testApp } from '#src/testing/test-app.ts'
import { setupCode } from './setup.ts'

const ADA = { username: 'ada', email: 'ada@example.com', password: 'difference engine' }
const HERE = { from: '127.0.0.1', headers: { host: 'localhost:3000' } }

const setUp = ({ call }: TestApp, { json = ADA, ...about }: Parameters<TestApp['call']>[1] = HERE) =>
  call('/api/admin/setup', { json, ...about })

test('whoever sits at the machine makes the first administrator, a super admin', async () => {
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

test('of fifty setups at once one makes an administrator', async () => {
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

test('setup stays closed once there was an administrator, even when all are inactive', async () => {
  const app = await testApp()
  await setUp(app)
  await app.db.update(users).set({ isActive: false })
  for (let time = 0; time < 10; time++) {
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
  ['through a proxy that says so', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ['through a proxy that names the scheme', { headers: { 'x-forwarded-proto': 'http' } }],
  ['through a proxy that speaks the standard', { headers: { forwarded: 'for=127.0.0.1' } }],
  ['through a proxy that signs the way', { headers: { via: '1.1 cache' } }],
  ['through a proxy that names the address', { headers: { 'x-real-ip': '127.0.0.1' } }],
  ['under a public name', { headers: { host: 'passwords.example.com' } }],
  ['under a name that begins like this machine', { headers: { host: 'localhost.example.com' } }],
  ['under a name that ends like this machine', { headers: { host: 'example.localhost' } }],
  ['under the address of a neighbour', { headers: { host: '192.168.1.20:3000' } }],
  ['from a page of another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
  ['from a page of another program on this machine', { headers: { 'sec-fetch-site': 'same-site' } }],
  ['from a page at a public address', { headers: { origin: 'https://passwords.example.com' } }],
  ['from a page at another port', { headers: { origin: 'http://localhost:8080' } }],
  ['from a page of no address', { headers: { origin: 'null' } }],
])(
  'a setup %s needs the code',
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
      'Please enter the setup code that the server printed at its start',
    )
    expect((await setUp(app, { json: { ...ADA, code: '0'.repeat(20) }, ...about })).status).toBe(403)

    const code = await setupCode(app.db)
    expect((await setUp(app, { json: { ...ADA, code: ` ${code?.toUpperCase()} ` }, ...about })).status).toBe(
      201,
    )
  },
)

test.each(['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])(
  'this machine goes by the name %s',
  async (host) => {
    const app = await testApp()
    const headers = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }
    expect((await setUp(app, { from: '::ffff:127.0.0.1', headers })).status).toBe(201)
  },
)

test('the sixth guess at the code within a minute is asked to wait', async () => {
  const app = await testApp()
  for (let guess = 0; guess < 5; guess++) {
    expect((await setUp(app, { json: { ...ADA, code: String(guess) } })).status).toBe(403)
  }
  const response = await setUp(app, { json: { ...ADA, code: (await setupCode(app.db)) ?? '' } })
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('the code is the same for every server on a database, and is gone with the first administrator', async () => {
  const app = await testApp()
  const codes = await Promise.all(Array.from({ length: 5 }, () => setupCode(app.db)))
  expect(new Set(codes).size).toBe(1)
  expect(codes[0]).toMatch(/^[0-9a-f]{20}$/)
  await makeUser(app, 'super_admin')
  expect(await setupCode(app.db)).toBeNull()
})

test.each([
  [{ ...ADA, username: '' }, 'Please fill in all fields'],
  [{ username: 'ada', email: 'ada@example.com' }, 'Please fill in all fields'],
  [{ ...ADA, password: '12345' }, 'Password must be at least 6 characters long'],
  [{ ...ADA, email: 'ada' }, 'Please enter a valid email address'],
])('a setup with %j is told what is missing', async (json, message) => {
  const app = await testApp()
  const response = await setUp(app, { json, ...HERE })
  expect(response.status).toBe(400)
  expect((await response.json()).message).toBe(message)
})

test('a setup that names a role, a number or a hash still makes the first super admin', async () => {
  const app = await testApp()
  const extra = { id: 77, role: 'moderator', isActive: false, passwordHash: 'x', createdAt: '1999-01-01' }
  expect((await setUp(app, { json: { ...ADA, ...extra }, ...HERE })).status).toBe(201)
  const [user] = await app.db.select().from(users).where(eq(users.id, 1))
  expect(user).toMatchObject({ role: 'super_admin', isActive: true, createdAt: app.clock.now.toISOString() })
  expect(user?.passwordHash).toStartWith('$argon2id$')
})
