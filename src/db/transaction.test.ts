import { expect, test } from 'bun:test'
import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { isUnavailable } from '#src/errors.ts'
import { ALL_ENGINES, embedded } from '#src/testing/engines.ts'
import { libsqlServer } from '#src/testing/libsql-server.ts'
import { migratedImage } from '#src/testing/migrated-database.ts'
import { isSqldAvailable, sharedSqld } from '#src/testing/sqld.ts'
import { until, WAIT_MS } from '#src/testing/time-limits.ts'
import { createDatabase, type Queries, type Transaction } from './database.ts'
import { prepareOnce } from './prepared-queries.ts'
import { openRemote, within } from './remote.ts'
import { serverFacts } from './schema.ts'
import { isUniqueViolation } from './unique-violation.ts'

const timeout = within(WAIT_MS)

const fact = (name: string, notedAt = '') => ({ name, notedAt })
const names = async (db: Queries) => (await db.select().from(serverFacts)).map(({ name }) => name).sort()

for (const [name, open] of ALL_ENGINES) {
  test(`${name} stores all of a transaction, and returns its result`, async () => {
    await using opened = await open({ isEmpty: true })
    const db = await opened.migrated()
    const result = await db.transaction(async (tx) => {
      await tx.insert(serverFacts).values(fact('one'))
      const [added] = await tx.insert(serverFacts).values(fact('two')).returning()
      return [added?.name, await names(tx)]
    })
    expect(result).toEqual(['two', ['one', 'two']])
    expect(await names(db)).toEqual(['one', 'two'])
    expect(await db.transaction(async () => 'nothing to do')).toBe('nothing to do')
  })

  test(`${name} stores nothing of a transaction that throws, and continues`, async () => {
    await using opened = await open({ isEmpty: true })
    const db = await opened.migrated()
    const failed = db.transaction(async (tx) => {
      await tx.insert(serverFacts).values(fact('one'))
      expect(await names(tx)).toEqual(['one'])
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    const violating = db.transaction(async (tx) => {
      await tx.insert(serverFacts).values(fact('one'))
      await tx.insert(serverFacts).values(fact('one'))
    })
    expect(isUniqueViolation(await violating.catch((error) => error), 'server_facts.name')).toBe(true)
    expect(await names(db)).toEqual([])
    await db.transaction(async (tx) => tx.insert(serverFacts).values(fact('two')))
    expect(await names(db)).toEqual(['two'])
  })

  test(`${name} shows nobody half a transaction, and loses no concurrent change`, async () => {
    await using opened = await open({ isEmpty: true })
    const db = await opened.migrated()
    await db.insert(serverFacts).values([fact('left', '0'), fact('right', '0')])
    const read = async (from: Queries) => {
      const rows = await from.select().from(serverFacts).orderBy(serverFacts.name)
      return rows.map(({ notedAt }) => Number(notedAt))
    }
    const increment = () =>
      db.transaction(async (tx) => {
        for (const name of ['left', 'right']) {
          const row = await tx.select().from(serverFacts).where(eq(serverFacts.name, name)).get()
          const notedAt = String(Number(row?.notedAt) + 1)
          await tx.update(serverFacts).set({ notedAt }).where(eq(serverFacts.name, name))
        }
      })
    const work = Array.from({ length: 20 }, async (_, index) => {
      if (index % 2 === 0) return increment()
      const [left, right] = await read(db)
      expect(left).toBe(right ?? Number.NaN)
      await db.batch([db.run(sql`UPDATE server_facts SET noted_at = noted_at + 1`)])
      await db.run(sql`UPDATE server_facts SET noted_at = noted_at + 1`)
    })
    await Promise.all(work)
    expect(await read(db)).toEqual([30, 30])
  })

  test(`${name} refuses other statements inside a transaction, and those of an ended one`, async () => {
    await using opened = await open({ isEmpty: true })
    const db = await opened.migrated()
    const insides = [
      () => db.insert(serverFacts).values(fact('outside')),
      () => db.select().from(serverFacts),
      () => db.batch([db.insert(serverFacts).values(fact('outside'))]),
      () => db.transaction(async (tx) => tx.insert(serverFacts).values(fact('nested'))),
    ]
    for (const inside of insides) {
      const outer = db.transaction(async (tx) => {
        await tx.insert(serverFacts).values(fact('outer'))
        await inside()
      })
      const error: unknown = await outer.catch((error) => error)
      expect(`${error} ${error instanceof Error ? error.cause : ''}`).toContain('use tx')
    }
    const late = await db.transaction(async (tx) => ({
      insert: async () => tx.insert(serverFacts).values(fact('late')),
    }))
    await expect(late.insert()).rejects.toHaveProperty('cause.message', 'The transaction has ended')
    expect(await names(db)).toEqual([])
  })
}

test.each(ALL_ENGINES)('%s prepares a statement once for all transactions', async (_, open) => {
  await using opened = await open({ isEmpty: true })
  const db = await opened.migrated()
  let prepared = 0
  const queries = prepareOnce((tx: Transaction) => {
    prepared += 1
    const values = { name: sql.placeholder('name'), notedAt: sql.placeholder('notedAt') }
    return { add: tx.insert(serverFacts).values(values).prepare() }
  })
  const add = (name: string) => db.transaction(async (tx) => queries(tx).add.run(fact(name)))
  await add('one')
  await add('two')
  const late = await db.transaction(async (tx) => () => queries(tx).add.run(fact('late')))
  await expect(late()).rejects.toHaveProperty('cause.message', 'The transaction has ended')
  expect(await names(db)).toEqual(['one', 'two'])
  expect(prepared).toBe(1)
})

test('on the embedded database, a transaction that waits for something else is rolled back', async () => {
  await using opened = await embedded()
  const db = await opened.migrated()
  const before = await names(db)
  const slow = db.transaction(async (tx) => {
    await tx.insert(serverFacts).values(fact('before'))
    await setTimeout(1)
    await tx.insert(serverFacts).values(fact('after'))
  })
  const reading = names(db)
  await expect(slow).rejects.toThrow('waited for something other than its own statements')
  await setTimeout(5)
  expect([await reading, await names(db)]).toEqual([before, before])
})

test.if(isSqldAvailable)('a transaction that a server ended runs again, and is stored once', async () => {
  const server = await sharedSqld()
  const url = server.urlOf(await server.createDatabase())
  const [one, other] = [openRemote(url, undefined, { timeout }), openRemote(url, undefined, { timeout })]
  await one.script('CREATE TABLE notes (text TEXT);')
  const insert = (text: string) => ({ sql: 'INSERT INTO notes VALUES (?) RETURNING text', params: [text] })
  let tries = 0
  await one.transaction(async ({ query }) => {
    tries += 1
    await query(insert('suspended'))
    // The server gives the lock to those who have waited for seconds.
    if (tries === 1) await other.run(insert('meanwhile'))
    await query(insert('continued'))
  })
  expect(tries).toBe(2)
  expect(await other.run({ sql: 'SELECT text FROM notes ORDER BY rowid', params: [] })).toEqual([
    ['meanwhile'],
    ['suspended'],
    ['continued'],
  ])
  await one.close()
  await other.close()
})

test('a transaction fails when the server becomes silent, and leaves nothing', async () => {
  await using server = libsqlServer({ image: await migratedImage() })
  const db = createDatabase(openRemote(server.url, undefined, { timeout: server.timeout }))
  const before = await names(db)
  const failed = db.transaction(async (tx) => {
    await tx.insert(serverFacts).values(fact('one')).returning()
    server.setFault('silent')
    await tx.insert(serverFacts).values(fact('two')).returning()
  })
  expect(isUnavailable(await failed.catch((error) => error))).toBe(true)
  server.setFault(null)
  expect(await names(createDatabase(openRemote(server.url, undefined, { timeout })))).toEqual(before)
})

test('statements that wait for their turn fail with the others, and are not sent to a silent server', async () => {
  await using server = libsqlServer()
  const late = new AbortController()
  const engine = openRemote(server.url, undefined, { timeout: () => late.signal })
  server.setFault('silent')
  const asked = Array.from({ length: 50 }, () => engine.run({ sql: 'SELECT 1', params: [] }))
  const failures = Promise.all(asked.map((answer) => answer.catch(isUnavailable)))
  await until('the server is asked', () => server.silences() >= 20)
  late.abort()
  expect(await failures).toEqual(asked.map(() => true))
  expect(server.silences()).toBe(20)
  await engine.close()
})

test('a libSQL server gets the first reads with BEGIN, and the last writes with COMMIT', async () => {
  await using server = libsqlServer({ image: await migratedImage() })
  const engine = openRemote(server.url, undefined)
  const db = createDatabase(engine)
  const requestsOf = async (work: () => Promise<unknown>) => {
    const before = server.pipelines()
    await work()
    // The last one only closes the stream.
    while (server.openStreams() > 0) await setTimeout(1)
    return server.pipelines() - before - 1
  }
  const insert = (tx: Queries, name: string) => tx.insert(serverFacts).values(fact(name))
  const writes = () =>
    db.transaction(async (tx) => {
      await insert(tx, 'one')
      await insert(tx, 'two')
    })
  const change = () =>
    db.transaction(async (tx) => {
      await Promise.all([names(tx), tx.values(sql`SELECT 1`)])
      await insert(tx, 'three')
      await insert(tx, 'four')
    })
  expect([await requestsOf(writes), await requestsOf(change)]).toEqual([1, 2])
  expect(await names(db)).toEqual(expect.arrayContaining(['four', 'one', 'three', 'two']))
  await engine.close()
})
