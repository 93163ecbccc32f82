import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createAiCalls } from '#src/ai/calls.ts'
import type { Engine, Statement } from '#src/db/engine.ts'
import { databaseDown } from '#src/db/outage.ts'
import { openRemote, within } from '#src/db/remote.ts'
import { totpSecrets } from '#src/db/schema.ts'
import { ENGINES, embedded } from '#src/testing/engines.ts'
import { makeUser, PASSWORD } from '#src/testing/make-user.ts'
import { isSqldAvailable, sharedSqld } from '#src/testing/sqld.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import { testCall } from '#src/testing/test-call.ts'
import { WAIT_MS } from '#src/testing/time-limits.ts'
import { createPasswords } from '#src/users/passwords.ts'
import { createSharedLimits } from './shared-limits.ts'

const LETTER = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Works well.' }

async function threeInstances(engine: Engine) {
  const clock = { now: NOON }
  const passwords = createPasswords({ memoryCost: 8, timeCost: 1 })
  let compared = 0
  const matches: typeof passwords.matches = (...about) => {
    compared += 1
    return passwords.matches(...about)
  }
  const instance = () => testApp({ engine, clock, passwords: { ...passwords, matches } })
  const instances = [await instance(), await instance(), await instance()] as const
  return { instances, instance, clock, compared: () => compared }
}

const signIn = ({ call }: TestApp, username: string, password = 'guess', from = '192.0.2.1') =>
  call('/api/admin/login', { json: { username, password }, from })

const countOf = (answers: Response[], status: number) =>
  answers.filter((answer) => answer.status === status).length

describe.each(ENGINES)('on %s', (_, open) => {
  test('three instances together check ten concurrent sign-ins per IPv6 network, then one a minute', async () => {
    await using database = await open()
    const { instances, clock, compared } = await threeInstances(database.engine)
    const flood = () =>
      Promise.all(
        instances.flatMap((instance) =>
          Array.from({ length: 12 }, (_, index) =>
            signIn(instance, `name${index}`, 'guess', `2001:db8:1:2::${index}`),
          ),
        ),
      )
    const answers = await flood()
    expect(compared()).toBe(10)
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([10, 26])
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('60')
    clock.now = new Date(NOON.getTime() + 59_999)
    await flood()
    expect(compared()).toBe(10)
    clock.now = new Date(NOON.getTime() + 60_000)
    await flood()
    expect(compared()).toBe(11)
  })

  test('three instances together check five concurrent sign-ins per name and network', async () => {
    await using database = await open()
    const { instances, compared } = await threeInstances(database.engine)
    await makeUser(instances[0], 'admin', 'ada')
    const answers = await Promise.all(
      instances.flatMap((instance) =>
        Array.from({ length: 10 }, (_, index) => signIn(instance, index % 2 ? 'ada' : 'ADA')),
      ),
    )
    expect(compared()).toBe(5)
    expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([5, 25])
    const refused = answers.find(({ status }) => status === 429)
    expect(await refused?.json()).toHaveProperty(
      'message',
      'Too many attempts. Please try again in 30 seconds.',
    )
    expect((await signIn(instances[2], 'ada', PASSWORD, '198.51.100.1')).status).toBe(200)
  })

  test('three instances together accept five concurrent messages an hour per IPv6 network', async () => {
    await using database = await open()
    const { instances } = await threeInstances(database.engine)
    const write = ({ call }: TestApp, from: string) => call('/api/contact', { json: LETTER, from })
    const answers = await Promise.all(
      instances.flatMap((instance) =>
        Array.from({ length: 10 }, (_, index) => write(instance, `2001:db8:1:2::${index}`)),
      ),
    )
    expect([countOf(answers, 201), countOf(answers, 429)]).toEqual([5, 25])
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('3600')
    expect((await write(instances[1], '2001:db8:1:3::1')).status).toBe(201)
    expect(await instances[0].db.values(sql`SELECT count(*) FROM contacts`)).toEqual([[6]])
  })

  test('a new instance enforces limits reached earlier', async () => {
    await using database = await open()
    const { instances, instance } = await threeInstances(database.engine)
    for (let attempt = 0; attempt < 5; attempt++) await signIn(instances[0], 'ada')
    const restarted = await instance()
    const refused = await signIn(restarted, 'ada')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
  })

  test('a correct password on one instance resets the limit for all', async () => {
    await using database = await open()
    const { instances } = await threeInstances(database.engine)
    await makeUser(instances[0], 'admin', 'ada')
    for (let round = 0; round < 2; round++) {
      for (const instance of [...instances, instances[0]])
        expect((await signIn(instance, 'ada')).status).toBe(401)
      expect((await signIn(instances[round] ?? instances[0], 'ada', PASSWORD)).status).toBe(200)
    }
    // Failures count for the network: two rounds of four leave two of ten attempts.
    const others = [
      await signIn(instances[0], 'bob'),
      await signIn(instances[1], 'eve'),
      await signIn(instances[2], 'ivy'),
    ]
    expect(others.map(({ status }) => status)).toEqual([401, 401, 429])
  })

  test('instances with clocks 90 seconds apart use the database clock', async () => {
    await using database = await open()
    const db = await database.migrated()
    const instances = [-90_000, 0, 90_000].map((skew) =>
      createSharedLimits({ db, now: () => new Date(Date.now() + skew) }),
    )
    // The database has a real clock; this budget refills in 12 minutes.
    const budget = { of: 'codesOfName', key: 'one' } as const
    const tries = await Promise.allSettled(
      instances.flatMap((limits) => Array.from({ length: 10 }, () => limits.take([budget]))),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    for (const limits of instances) {
      await expect(limits.take([budget])).rejects.toMatchObject({ code: 'rate_limited' })
    }
  })

  test('purging deletes only expired rows', async () => {
    await using database = await open()
    const { instances, clock } = await threeInstances(database.engine)
    const [{ db, sharedLimits, call }] = instances
    for (let name = 0; name < 9; name++) await signIn(instances[0], `name${name}`)
    await call('/api/contact', { json: LETTER, from: '192.0.2.1' })
    const before = await db.$count(sql`rate_limits`)
    await sharedLimits.purge()
    expect(await db.$count(sql`rate_limits`)).toBe(before)
    clock.now = new Date(NOON.getTime() + 59 * 60_000)
    await sharedLimits.purge()
    // One per name and network, and two for the message; the others were refilled.
    expect(await db.$count(sql`rate_limits`)).toBe(11)
    clock.now = new Date(NOON.getTime() + 60 * 60_000)
    await sharedLimits.purge()
    expect(await db.$count(sql`rate_limits`)).toBe(0)
  })
})

test.if(isSqldAvailable)('instances with separate connections also check ten sign-ins in total', async () => {
  const server = await sharedSqld()
  const name = await server.createDatabase()
  const timeout = within(WAIT_MS)
  const engines = [1, 2, 3].map(() => openRemote(server.urlOf(name), undefined, { timeout }))
  const instances: TestApp[] = []
  for (const engine of engines) instances.push(await testApp({ engine }))
  const answers = await Promise.all(
    instances.flatMap((instance) =>
      Array.from({ length: 12 }, (_, index) => signIn(instance, `name${index}`)),
    ),
  )
  expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([10, 26])
  for (const engine of engines) await engine.close()
})

test('keys are hashes that reveal no address or name', async () => {
  const app = await testApp()
  await signIn(app, 'ada', 'guess', '2001:db8:1:2::1')
  await app.call('/api/contact', { json: LETTER, from: '192.0.2.1' })
  const rows = await app.db.values<[key: string]>(sql`SELECT * FROM rate_limits`)
  expect(rows).toHaveLength(6)
  for (const [key] of rows) expect(key).toMatch(/^[\w-]{22}$/)
  expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|2001|ada/)
  const other = await testApp()
  await signIn(other, 'ada', 'guess', '2001:db8:1:2::1')
  const theirs = (await other.db.values<[key: string]>(sql`SELECT key FROM rate_limits`)).flat()
  expect(rows.filter(([key]) => theirs.includes(key))).toEqual([])
})

/** Calls `watch` before each statement about limits in a transaction. */
const watching =
  (watch: () => void) =>
  (engine: Engine): Engine => {
    const seeing = async (statement: Statement) => {
      if (statement.sql.includes('rate_limits')) watch()
      return statement
    }
    return {
      ...engine,
      transaction: (work) =>
        engine.transaction(({ query, write }) =>
          work({
            query: async (statement) => query(await seeing(statement)),
            write: async (statement) => write(await seeing(statement)),
          }),
        ),
    }
  }

test('without the database, a sign-in is rejected unchecked', async () => {
  const passwords = createPasswords({ memoryCost: 8, timeCost: 1 })
  let compared = 0
  let isBroken = false
  const app = await testApp({
    expectsErrors: true,
    passwords: {
      ...passwords,
      matches: (...about) => {
        compared += 1
        return passwords.matches(...about)
      },
    },
    wrap: watching(() => {
      if (isBroken) throw databaseDown(new Error('disk I/O error'))
    }),
  })
  await makeUser(app, 'admin', 'ada')
  isBroken = true
  for (const answer of [
    await signIn(app, 'ada', PASSWORD),
    await app.call('/api/contact', { json: LETTER }),
  ]) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  }
  expect(compared).toBe(0)
  isBroken = false
  expect((await signIn(app, 'ada', PASSWORD)).status).toBe(200)
})

test('a rejected network causes one query per five seconds', async () => {
  const clock = { now: NOON }
  let queries = 0
  const app = await testApp({
    clock,
    wrap: watching(() => {
      queries += 1
    }),
  })
  const flood = async () => {
    const answers: Response[] = []
    for (let count = 0; count < 50; count++)
      answers.push(await app.call('/api/contact', { json: LETTER, from: '192.0.2.1' }))
    return answers
  }
  expect(countOf(await flood(), 201)).toBe(5)
  // Each message reads and counts, and the rejection reads.
  expect(queries).toBe(5 * 2 + 1)
  clock.now = new Date(NOON.getTime() + 4_999)
  await flood()
  expect(queries).toBe(11)
  clock.now = new Date(NOON.getTime() + 5_000)
  const [refused] = await flood()
  expect([queries, refused?.headers.get('retry-after')]).toEqual([12, '3595'])
})

test('beyond a hundred thousand rows, those that expire first are deleted, even during a distributed attack', async () => {
  await using database = await embedded()
  const db = await database.migrated()
  await db.run(sql`
    INSERT INTO rate_limits WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 105000)
    SELECT 'key' || n, 1, 0, ${Date.now() + 3_600_000} + n FROM numbers`)
  const limits = createSharedLimits({ db, now: () => new Date() })
  await limits.purge()
  expect(
    await db.values(sql`SELECT count(*), min(CAST(substr(key, 4) AS INTEGER)) FROM rate_limits`),
  ).toEqual([[100_000, 5_001]])
  for (let network = 0; network < 1_000; network++)
    await limits.take([{ of: 'signInsOfSource', key: `network ${network}` }])
  expect(await db.$count(sql`rate_limits`)).toBeLessThanOrEqual(100_400)
})

test('three instances together check five second-step codes and ten first codes of an app', async () => {
  await using database = await embedded()
  const { instances } = await threeInstances(database.engine)
  const { authorization } = await makeUser(instances[0], 'admin', 'ada')
  const headers = { authorization }
  const begun = await instances[0].call('/api/admin/account/app', { method: 'POST', headers })
  expect(begun.status).toBe(201)
  const confirm = ({ call }: TestApp, code: string) =>
    call('/api/admin/account/app/confirm', { json: { code }, headers })
  const firsts = await Promise.all(
    instances.flatMap((instance) => Array.from({ length: 5 }, () => confirm(instance, '000000'))),
  )
  expect([countOf(firsts, 400), countOf(firsts, 429)]).toEqual([10, 5])

  await instances[0].db.update(totpSecrets).set({ isConfirmed: true })
  const answers = await Promise.all(
    instances.flatMap(({ call }) =>
      Array.from({ length: 5 }, () =>
        call('/api/admin/login', { json: { username: 'ada', password: PASSWORD, code: '000000' } }),
      ),
    ),
  )
  expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([5, 10])
})

test('three instances together make ten AI calls a minute and a hundred a day per administrator', async () => {
  await using database = await embedded()
  const { instances, clock } = await threeInstances(database.engine)
  const { user } = await makeUser(instances[0], 'admin', 'ada')
  const call = testCall()
  const made = async () => {
    const calls = instances.flatMap((instance) =>
      Array.from({ length: 5 }, () => createAiCalls(instance)(call, user, async () => 'an answer')),
    )
    return (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length
  }
  const perMinute: number[] = []
  for (let minute = 0; minute < 12; minute++) {
    clock.now = new Date(NOON.getTime() + minute * 60_000)
    perMinute.push(await made())
  }
  expect(perMinute).toEqual([10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 0, 0])
})

test('a blocked wide network causes no writes from any address', async () => {
  const app = await testApp()
  const write = (index: number) =>
    app.call('/api/contact', { json: LETTER, from: `2001:db8:1:${index.toString(16)}::1` })
  const first: number[] = []
  for (let index = 0; index < 41; index++) first.push((await write(index)).status)
  expect(first).toEqual([...Array.from({ length: 40 }, () => 201), 429])
  const rows = await app.db.$count(sql`rate_limits`)
  for (let index = 41; index < 100; index++) expect((await write(index)).status).toBe(429)
  expect(await app.db.$count(sql`rate_limits`)).toBe(rows)
})

test("rows written with a wrong clock don't lock anyone out", async () => {
  await using database = await embedded()
  const db = await database.migrated()
  const clock = { now: new Date('2036-01-01') }
  const now = () => clock.now
  const limits = createSharedLimits({ db, now }, () => sql`${now().getTime()}`)
  const take = () => limits.take([{ of: 'signInsOfSource', key: 'one' }])
  for (let attempt = 0; attempt < 10; attempt++) await take()
  await expect(take()).rejects.toMatchObject({ code: 'rate_limited' })
  clock.now = NOON
  for (let attempt = 0; attempt < 10; attempt++) await take()
  clock.now = new Date('2036-01-01')
  await limits.take([{ of: 'signInsOfSource', key: 'other' }])
  clock.now = NOON
  await limits.purge()
  expect(await db.$count(sql`rate_limits`)).toBe(1)
})
