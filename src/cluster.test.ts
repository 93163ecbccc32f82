import { expect, test } from 'bun:test'
import { createClient } from '@libsql/client/web'
import { sql } from 'drizzle-orm'
import { createDatabase } from '#src/db/database.ts'
import type { Engine } from '#src/db/engine.ts'
import { MIGRATIONS, migrate, readApplied } from '#src/db/migrate.ts'
import { openRemote, openWithBreaker, within } from '#src/db/remote.ts'
import { setupCode } from '#src/sessions/setup.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { makePublished, postInput } from '#src/testing/make-post.ts'
import { manualTicks } from '#src/testing/manual-ticks.ts'
import { findSqldPlace, isSqldAvailable, sharedSqld, startSqld } from '#src/testing/sqld.ts'
import { startForwarder } from '#src/testing/tcp-forwarder.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import { until, WAIT_MS } from '#src/testing/time-limits.ts'

const asFirefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const ACCOUNT = { username: 'ada', email: 'ada@example.com', password: 'correct horse battery' }
const TOKEN = 'a-token-for-prometheus'
const MESSAGE = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Works well, thank you.' }

/** Half a second. */
const TICKS_MAX = 10

const timeout = within(WAIT_MS)
/** Pages wait for the posts as long as it takes. */
const wait = () => new Promise(() => undefined)
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

const testWithSqld = test.if(isSqldAvailable)

async function openInstances(count: number) {
  const server = await sharedSqld()
  const name = await server.createDatabase()
  const engines = Array.from({ length: count }, () => openRemote(server.urlOf(name), undefined, { timeout }))
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

testWithSqld('two instances starting on an empty database migrate it once', async () => {
  await using instances = await openInstances(2)
  const now = () => new Date(0)
  await Promise.all(instances.engines.map((engine) => migrate(engine, { now })))
  for (const engine of instances.engines) {
    expect([...(await readApplied(engine))]).toEqual(MIGRATIONS.map(({ id }) => id))
  }
})

testWithSqld('two instances share the administrator, sessions, posts, counts and messages', async () => {
  await using instances = await openInstances(2)
  const apps: TestApp[] = []
  for (const engine of instances.engines) apps.push(await testApp({ engine, wait }))
  const [one, other] = apps
  if (!one || !other) throw new Error('two instances were opened')

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
    json: postInput({ title: 'On two instances', slug: 'on-two-instances', status: 'published' }),
    headers,
  })
  expect(created.status).toBe(201)
  expect(await (await other.call('/blog/on-two-instances', { headers: asFirefox })).text()).toContain(
    'On two instances',
  )
  expect(await (await other.call('/api/admin/blog/posts', { headers })).json()).toMatchObject([
    { slug: 'on-two-instances' },
  ])

  for (const { call } of apps) {
    const event = { json: { type: 'single' }, headers: asFirefox }
    expect((await call('/api/track/password-generated', event)).status).toBe(200)
    expect((await call('/api/contact', { json: MESSAGE })).status).toBe(201)
    expect((await call('/readyz')).status).toBe(200)
  }
  for (const { counter } of apps) await counter.flush()
  expect(await other.db.values(sql`SELECT count(*) FROM contacts`)).toEqual([[2]])
  expect(await one.db.values(sql`SELECT count FROM daily_counts WHERE name LIKE 'password%'`)).toEqual([[2]])
})

testWithSqld('a replica receives writes from the primary and forwards its own', async () => {
  await using instances = await openInstances(1)
  const { server, name } = instances
  const [engine] = instances.engines
  if (!engine) throw new Error('an instance was opened')
  await using replica = await startSqld({ primary: server })
  const reader = openRemote(replica.urlOf(name), undefined, { timeout })
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
  const read = () => engine.run({ sql: 'SELECT text FROM notes', params: [] }).catch(() => null)
  await until(`the replica has ${count} rows`, async () => (await read())?.length === count)
}

testWithSqld(
  'while the network drops all packets, no request waits for the database, which is used again afterward',
  async () => {
    const server = await sharedSqld()
    await using network = await startForwarder(server.port)
    const name = await server.createDatabase()
    const { startTicks, tick } = manualTicks()
    const engine = openWithBreaker(`http://${name}.localhost:${network.port}`, undefined, {
      startTicks,
      timeout,
    })
    const clock = { now: NOON }
    const settings = { metricsToken: TOKEN }
    const { call, db, counter } = await testApp({ engine, clock, settings, wait, expectsErrors: true })
    await makePublished(db, { slug: 'shown' })
    await makePublished(db, { slug: 'unseen' })

    const statuses = async (paths: string[]) => {
      // The cached state has expired.
      clock.now = new Date(clock.now.getTime() + 2_000)
      const answers = paths.map(async (path) => {
        const { status, headers } = await call(path, { headers: asFirefox, ...REQUEST_OPTIONS[path] })
        expect([path, headers.has('retry-after')]).toEqual([path, status === 503])
        if (headers.get('content-type')?.startsWith('text/html'))
          expect([path, headers.get('cache-control')]).toEqual([path, 'no-cache'])
        return [path, status] as const
      })
      return Object.fromEntries(await Promise.all(answers))
    }
    const metrics = async () =>
      (await call('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })).text()
    const paths = [...CACHED_PATHS, ...DATABASE_PATHS]
    const expectedStatus = { ...statusesOf(paths, 200), '/api/contact': 201 }
    expect(await statuses(paths)).toEqual(expectedStatus)

    expect(await metrics()).toMatch(/^passwright_database_up 1$/m)
    network.silence()
    const statusesInTicks = async (paths: string[]) => {
      let areReady = false
      const ready = statuses(paths).finally(() => {
        areReady = true
      })
      for (let ticks = 0; !areReady && ticks < TICKS_MAX; ticks++) {
        await nextTurn()
        tick()
      }
      return ready
    }
    const away = {
      ...statusesOf(CACHED_PATHS, 200),
      ...statusesOf(DATABASE_PATHS, 503),
      [TRACK]: 202,
    }
    for (let round = 1; round <= 2; round++) {
      expect(await statusesInTicks([...paths, '/blog/unseen'])).toEqual({ ...away, '/blog/unseen': 503 })
      expect(engine.isUnreachable()).toBe(true)
    }
    expect(await metrics()).toMatch(/^passwright_database_up 0$/m)
    expect(await metrics()).not.toMatch(/^passwright_database_bytes /m)
    network.speak()
    await until('the database is reachable', () => !engine.isUnreachable())
    expect(await statuses(paths)).toEqual(expectedStatus)
    expect(await statuses(['/blog/unseen'])).toEqual({ '/blog/unseen': 200 })
    await counter.flush()

    // Two were acknowledged; the one in flight may have arrived; the last was never sent.
    const [[letters] = []] = await db.values<[number]>(sql`SELECT count(*) FROM contacts`)
    expect([2, 3]).toContain(letters ?? 0)
    // Two were in flight, two were queued.
    expect(await db.values(sql`SELECT count FROM daily_counts WHERE name = 'password_generated'`)).toEqual([
      [4],
    ])
    // Includes pages served while the network was silent.
    expect(await db.values(sql`SELECT detail, count FROM daily_counts WHERE name = 'page_view'`)).toEqual([
      ['/', 4],
      ['/blog', 4],
      ['/blog/shown', 4],
      ['/blog/unseen', 1],
    ])
    await engine.close()
  },
)

testWithSqld(
  'while a killed server is down, pages stay available, writes fail and counts are kept',
  async () => {
    using folder = temporaryFolder()
    const place = await findSqldPlace(folder.path)
    let server = await startSqld({ place })
    const { startTicks } = manualTicks()
    const engine = openWithBreaker(server.urlOf(await server.createDatabase()), undefined, {
      startTicks,
      timeout,
    })
    const clock = { now: NOON }
    const settings = { metricsToken: TOKEN }
    const { call, db, counter } = await testApp({ engine, clock, settings, wait, expectsErrors: true })
    await makePublished(db, { slug: 'shown' })
    const status = async (path: string) => {
      const { status, headers } = await call(path, { headers: asFirefox, ...REQUEST_OPTIONS[path] })
      expect([path, headers.has('retry-after')]).toEqual([path, status === 503])
      if (path.startsWith('/blog')) expect(headers.get('cache-control')).toBe('no-cache')
      return status
    }
    const figure = async (name: string) => {
      const answer = await call('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
      return Number(new RegExp(`^passwright_${name} (.*)$`, 'm').exec(await answer.text())?.[1])
    }
    const paths = [...CACHED_PATHS, '/sitemap.xml', ...DATABASE_PATHS]
    for (const path of paths) expect([path, await status(path)]).toEqual([path, done(path)])
    await counter.flush()
    expect([await figure('public_pages_age_seconds'), await figure('counted_events_waiting')]).toEqual([0, 0])

    await server[Symbol.asyncDispose]()
    clock.now = new Date(clock.now.getTime() + 90_000)
    for (const path of CACHED_PATHS) expect([path, await status(path)]).toEqual([path, 200])
    for (const path of ['/readyz', '/api/contact']) expect([path, await status(path)]).toEqual([path, 503])
    for (let event = 0; event < 3; event++) expect(await status(TRACK)).toBe(202)
    await counter.flush()
    expect(await figure('public_pages_age_seconds')).toBe(90)
    expect(await figure('counted_events_waiting')).toBe(9)

    server = await startSqld({ place })
    clock.now = new Date(clock.now.getTime() + 2_000)
    for (const path of paths) expect([path, await status(path)]).toEqual([path, done(path)])
    await counter.flush()
    expect([await figure('public_pages_age_seconds'), await figure('counted_events_waiting')]).toEqual([0, 0])
    expect(
      await db.values(sql`SELECT name, sum(count) FROM daily_counts GROUP BY name ORDER BY name`),
    ).toEqual([
      ['page_view', 9],
      ['password_generated', 5],
      ['source', 9],
    ])
    expect(await db.values(sql`SELECT count(*) FROM contacts`)).toEqual([[2]])
    await engine.close()
    await server[Symbol.asyncDispose]()
  },
)

testWithSqld("a slow statement, or a write waiting for a lock, doesn't open the breaker", async () => {
  const server = await sharedSqld()
  const url = server.urlOf(await server.createDatabase())
  const { startTicks, tick } = manualTicks()
  const engine = openWithBreaker(url, undefined, { startTicks, timeout })
  await engine.script('CREATE TABLE sums (sum INTEGER);')
  const client = createClient({ url })
  const other = await client.transaction('write')
  const count = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000000)
    SELECT count(*) FROM numbers`
  const write = { sql: `INSERT INTO sums ${count} RETURNING sum`, params: [] }
  const answers = Promise.all([engine.run({ sql: count, params: [] }), engine.batch([write, write])])
  for (let ticks = 0; ticks < 2 * TICKS_MAX; ticks++) {
    // Slow servers get slow ticks.
    for (let statements = 0; statements < 3; statements++) await client.execute('SELECT 1')
    tick()
  }
  // If that took long, the server has ended the transaction already.
  other.close()
  expect(await answers).toEqual([[[1_000_000]], [[[1_000_000]], [[1_000_000]]]])
  expect(engine.isUnreachable()).toBe(false)
  await engine.close()
  client.close()
})

const CACHED_PATHS = ['/healthz', '/', '/blog', '/blog/shown', '/api/blog/posts']
const TRACK = '/api/track/password-generated'
const DATABASE_PATHS = ['/readyz', '/api/contact', TRACK]
const REQUEST_OPTIONS: Record<string, object> = {
  '/api/contact': { json: MESSAGE },
  [TRACK]: { json: { type: 'single' } },
}
/** The expected status without an outage. */
const done = (path: string) => (path === '/api/contact' ? 201 : 200)
const statusesOf = (paths: string[], status: number) =>
  Object.fromEntries(paths.map((path) => [path, status]))
