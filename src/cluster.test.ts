import { afterAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createDatabase } from '#src/db/database.ts'
import type { Engine } from '#src/db/engine.ts'
import { MIGRATIONS, migrate, readApplied } from '#src/db/migrate.ts'
import { openGuarded, openRemote } from '#src/db/remote.ts'
import { setupCode } from '#src/sessions/setup.ts'
import { tellFigures } from '#src/testing/attack.ts'
import { makePublished, postInput } from '#src/testing/make-post.ts'
import { HAS_SQLD, startSqld } from '#src/testing/sqld.ts'
import { startForwarder } from '#src/testing/tcp-forwarder.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'

const asFirefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const ACCOUNT = { username: 'ada', email: 'ada@example.com', password: 'correct horse battery' }
const TOKEN = 'a-token-for-prometheus'
const LETTER = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Works well, thank you.' }

/** Half a second by the clock of the event loop, on a machine that others use. */
const MOST_WAIT_MS = 3_000
/** Beyond these, a replica or a connection is broken, not late. */
const REPLICA_MS = 20_000
const RECOVERY_MS = 20_000

const primary = HAS_SQLD ? startSqld() : null
afterAll(async () => (await primary)?.[Symbol.asyncDispose]())

const testWithSqld = test.if(HAS_SQLD)

/** Starts servers that share one new, empty database. */
async function openCopies(count: number) {
  const server = await primary
  if (!server) throw new Error('there is no libSQL server')
  const name = await server.createDatabase()
  const engines = Array.from({ length: count }, () => openRemote(server.urlOf(name), undefined))
  return {
    server,
    name,
    engines,
    [Symbol.asyncDispose]: async () => {
      for (const engine of engines) await engine.close()
    },
  }
}

async function signIn({ call }: TestApp): Promise<{ authorization: string }> {
  const login = await call('/api/admin/login', { json: ACCOUNT })
  expect(login.status).toBe(200)
  const { token }: { token: string } = await login.json()
  return { authorization: `Bearer ${token}` }
}

testWithSqld('two copies that start at once on an empty database migrate it once', async () => {
  await using copies = await openCopies(2)
  const now = () => new Date(0)
  await Promise.all(copies.engines.map((engine) => migrate(engine, { now })))
  for (const engine of copies.engines) {
    expect([...(await readApplied(engine))]).toEqual(MIGRATIONS.map(({ id }) => id))
  }
})

testWithSqld('two copies share the administrator, sessions, posts, counts and messages', async () => {
  await using copies = await openCopies(2)
  const apps: TestApp[] = []
  for (const engine of copies.engines) apps.push(await testApp({ engine }))
  const [one, other] = apps
  if (!one || !other) throw new Error('two copies were opened')

  const code = (await setupCode(one.db)) ?? ''
  const setups = await Promise.all(
    apps.flatMap(({ call }) => [
      call('/api/admin/setup', { json: { ...ACCOUNT, code } }),
      call('/api/admin/setup', { json: { ...ACCOUNT, username: 'eve', email: 'eve@example.com', code } }),
    ]),
  )
  expect(setups.filter(({ status }) => status === 201)).toHaveLength(1)
  const [name] = await one.db.values<[string]>(sql`SELECT username FROM users`)
  expect(name).toEqual([expect.stringMatching(/^(?:ada|eve)$/)])
  await one.db.run(sql`UPDATE users SET username = ${ACCOUNT.username}, email = ${ACCOUNT.email}`)

  const headers = await signIn(one)
  const created = await one.call('/api/admin/blog/posts', {
    json: postInput({ title: 'On two copies', slug: 'on-two-copies', status: 'published' }),
    headers,
  })
  expect(created.status).toBe(201)
  expect(await (await other.call('/blog/on-two-copies', { headers: asFirefox })).text()).toContain(
    'On two copies',
  )
  expect(await (await other.call('/api/admin/blog/posts', { headers })).json()).toMatchObject([
    { slug: 'on-two-copies' },
  ])

  for (const { call } of apps) {
    const event = { json: { type: 'single' }, headers: asFirefox }
    expect((await call('/api/track/password-generated', event)).status).toBe(200)
    expect((await call('/api/contact', { json: LETTER })).status).toBe(201)
    expect((await call('/readyz')).status).toBe(200)
  }
  for (const { counter } of apps) await counter.flush()
  expect(await other.db.values(sql`SELECT count(*) FROM contacts`)).toEqual([[2]])
  expect(await one.db.values(sql`SELECT count FROM daily_counts WHERE name LIKE 'password%'`)).toEqual([[2]])
})

testWithSqld('a replica has what was written on the primary, and passes writes on to it', async () => {
  await using copies = await openCopies(1)
  const { server, name } = copies
  const [engine] = copies.engines
  if (!engine) throw new Error('a copy was opened')
  await using replica = await startSqld({ primary: server })
  const reader = openRemote(replica.urlOf(name), undefined)
  await engine.script('CREATE TABLE notes (text TEXT);')
  await engine.run({ sql: 'INSERT INTO notes VALUES (?)', params: ['from the primary'] })
  await waitForRows(reader, 1)
  await createDatabase(reader).run(sql`INSERT INTO notes VALUES ('from the replica')`)
  const all = { sql: 'SELECT text FROM notes ORDER BY 1', params: [] }
  expect(await engine.run(all)).toEqual([['from the primary'], ['from the replica']])
  await waitForRows(reader, 2)
  await reader.close()
})

async function waitForRows(engine: Engine, count: number): Promise<void> {
  const over = AbortSignal.timeout(REPLICA_MS)
  const read = () => engine.run({ sql: 'SELECT text FROM notes', params: [] }).catch((error) => [[error]])
  for (let rows = await read(); rows.length !== count || rows[0]?.[0] instanceof Error; rows = await read()) {
    if (over.aborted) throw new Error(`the replica does not have ${count} rows: ${rows}`)
    await Bun.sleep(20)
  }
}

testWithSqld(
  'while the network is silent nobody waits for the database, and it is used again after',
  async () => {
    const server = await primary
    if (!server) throw new Error('there is no libSQL server')
    await using network = await startForwarder(server.port)
    const name = await server.createDatabase()
    const engine = openGuarded(`http://${name}.localhost:${network.port}`, undefined)
    const clock = { now: NOON }
    const settings = { metricsToken: TOKEN }
    const { call, db, counter } = await testApp({ engine, clock, settings, expectsErrors: true })
    await makePublished(db, { slug: 'shown' })
    await makePublished(db, { slug: 'unseen' })

    const waits: number[] = []
    const statuses = async (paths: string[]) => {
      // What was read a second ago is read again.
      clock.now = new Date(clock.now.getTime() + 2_000)
      const answers = paths.map(async (path) => {
        const began = performance.now()
        const { status, headers } = await call(path, { headers: asFirefox, ...ABOUT[path] })
        waits.push(performance.now() - began)
        expect([path, headers.has('retry-after')]).toEqual([path, status === 503])
        return [path, status] as const
      })
      return Object.fromEntries(await Promise.all(answers))
    }
    const metrics = async () =>
      (await call('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })).text()
    const asked = [...ASKED_FROM_MEMORY, ...ASKED_OF_DATABASE]
    const done = { ...answeredBy(asked, 200), '/api/contact': 201 }
    expect(await statuses(asked)).toEqual(done)

    expect(await metrics()).toMatch(/^passwright_database_up 1$/m)
    network.silence()
    const away = { ...answeredBy(ASKED_FROM_MEMORY, 200), ...answeredBy(ASKED_OF_DATABASE, 503) }
    for (let round = 1; round <= 2; round++) {
      expect(await statuses([...asked, '/blog/unseen'])).toEqual({ ...away, '/blog/unseen': 503 })
      expect(engine.isAway()).toBe(true)
    }
    expect(await metrics()).toMatch(/^passwright_database_up 0$/m)
    expect(await metrics()).not.toMatch(/^passwright_database_bytes /m)
    network.speak()
    const over = AbortSignal.timeout(RECOVERY_MS)
    while (engine.isAway() && !over.aborted) await Bun.sleep(20)
    expect(await statuses(asked)).toEqual(done)
    expect(await statuses(['/blog/unseen'])).toEqual({ '/blog/unseen': 200 })
    await counter.flush()

    // Two are acknowledged. The one that was under way may have arrived; the one after it was never sent.
    const [[letters] = []] = await db.values<[number]>(sql`SELECT count(*) FROM contacts`)
    const [[passwords] = []] = await db.values<[number]>(
      sql`SELECT count FROM daily_counts WHERE name = 'password_generated'`,
    )
    expect([2, 3]).toContain(letters ?? 0)
    expect([2, 3]).toContain(passwords ?? 0)
    tellFigures('A silent network', { 'ms longest wait': Math.round(Math.max(...waits)) })
    expect(Math.max(...waits)).toBeLessThan(MOST_WAIT_MS)
    await engine.close()
  },
)

testWithSqld('a long statement and a long transaction are waited for', async () => {
  const server = await primary
  if (!server) throw new Error('there is no libSQL server')
  const engine = openGuarded(server.urlOf(await server.createDatabase()), undefined)
  await engine.script('CREATE TABLE sums (sum INTEGER);')
  const count = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3000000)
    SELECT count(*) FROM numbers`
  const write = { sql: `INSERT INTO sums ${count} RETURNING sum`, params: [] }
  const answers = await Promise.all([engine.run({ sql: count, params: [] }), engine.batch([write, write])])
  expect(answers).toEqual([[[3_000_000]], [[[3_000_000]], [[3_000_000]]]])
  expect(engine.isAway()).toBe(false)
  await engine.close()
})

const ASKED_FROM_MEMORY = ['/healthz', '/', '/blog', '/blog/shown', '/api/blog/posts']
const ASKED_OF_DATABASE = ['/readyz', '/api/contact', '/api/track/password-generated']
const ABOUT: Record<string, object> = {
  '/api/contact': { json: LETTER },
  '/api/track/password-generated': { json: { type: 'single' } },
}
const answeredBy = (paths: string[], status: number) =>
  Object.fromEntries(paths.map((path) => [path, status]))
