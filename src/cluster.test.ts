import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { MIGRATIONS, migrate, readApplied } from '#src/db/migrate.ts'
import { openRemote, within } from '#src/db/remote.ts'
import { setupCode } from '#src/sessions/setup.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { makePublished, postInput } from '#src/testing/make-post.ts'
import { findSqldPlace, isSqldAvailable, sharedSqld, startSqld } from '#src/testing/sqld.ts'
import { startForwarder } from '#src/testing/tcp-forwarder.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import { WAIT_MS } from '#src/testing/time-limits.ts'

const asFirefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const ACCOUNT = { username: 'ada', email: 'ada@example.com', password: 'correct horse battery' }
const TOKEN = 'a-token-for-prometheus'
const MESSAGE = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Works well, thank you.' }

const timeout = within(WAIT_MS)
/** Pages wait for the posts as long as it takes. */
const wait = () => new Promise(() => undefined)

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

testWithSqld(
  'while the network drops all packets, pages stay available and the rest fails until it is back',
  async () => {
    const server = await sharedSqld()
    await using network = await startForwarder(server.port)
    const name = await server.createDatabase()
    let limitMs = WAIT_MS
    const engine = openRemote(`http://${name}.localhost:${network.port}`, undefined, {
      timeout: () => AbortSignal.timeout(limitMs),
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
    limitMs = 100
    const away = {
      ...statusesOf(CACHED_PATHS, 200),
      ...statusesOf(DATABASE_PATHS, 503),
      [TRACK]: 202,
    }
    for (let round = 1; round <= 2; round++) {
      expect(await statuses([...paths, '/blog/unseen'])).toEqual({ ...away, '/blog/unseen': 503 })
    }
    expect(await metrics()).toMatch(/^passwright_database_up 0$/m)
    expect(await metrics()).not.toMatch(/^passwright_database_bytes /m)
    network.speak()
    limitMs = WAIT_MS
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
    const engine = openRemote(server.urlOf(await server.createDatabase()), undefined, { timeout })
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
