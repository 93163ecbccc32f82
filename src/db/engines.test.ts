import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { anyCharacter } from '#src/testing/any-character.ts'
import { ALL_ENGINES } from '#src/testing/engines.ts'
import { atomically } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { dailyCounts, visitorSalts, visitors } from './schema.ts'
import { isUniqueViolation } from './unique-violation.ts'
import { fromStored, type SqlValue, toStored } from './values.ts'

const DAY = '2026-03-14'
const views = (count: number) => ({ day: DAY, name: 'views', detail: '', count })
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

const STORED: [string, SqlValue, string][] = [
  ['nothing', null, 'null'],
  ['zero', 0, 'integer'],
  ['a whole number', 42, 'integer'],
  ['a negative number', -7, 'integer'],
  ['the largest exact whole number', Number.MAX_SAFE_INTEGER, 'integer'],
  ['the smallest exact whole number', Number.MIN_SAFE_INTEGER, 'integer'],
  ['a whole number that needs a fraction', 2 ** 53, 'real'],
  ['a fraction', 0.1, 'real'],
  ['the smallest fraction', 5e-324, 'real'],
  ['a huge number', 1.7e308, 'real'],
  ['an empty text', '', 'text'],
  ['a text with NUL', 'a\0b', 'text'],
  ['a text of every kind', 'Grüße 漢字 😀 \u202e\r\n\t"\'\\', 'text'],
  ['no bytes', new Uint8Array(0), 'blob'],
  ['bytes', new Uint8Array([0, 1, 127, 128, 255]), 'blob'],
  ['one byte, which base64 pads', new Uint8Array([7]), 'blob'],
]

for (const [name, open] of ALL_ENGINES) {
  test(`${name} returns any value as stored`, async () => {
    await using database = await open({ isEmpty: true })
    for (const [what, value, type] of STORED) {
      const rows = await database.engine.run({ sql: 'SELECT ?, typeof(?1)', params: [toStored(value)] })
      expect([what, rows]).toEqual([what, [[value, type]]])
    }
  })

  test(`${name} returns booleans as 1 and 0`, async () => {
    await using database = await open({ isEmpty: true })
    const params = [true, false, -0, undefined].map(toStored)
    const rows = await database.engine.run({ sql: "SELECT ?, ?, ? || '', ?", params })
    expect(rows).toEqual([[1, 0, '0', null]])
  })

  test(`${name} returns lone surrogates as U+FFFD`, async () => {
    await using database = await open({ isEmpty: true })
    const rows = await database.engine.run({ sql: 'SELECT ?', params: [toStored('a\ud83d!')] })
    expect(rows).toEqual([['a\ufffd!']])
  })

  test(`${name} rejects integers that a number can't represent`, async () => {
    await using database = await open({ isEmpty: true })
    const beyond = { sql: 'SELECT ?', params: [2n ** 53n] }
    expect(await failure(database.engine.run(beyond))).toBeInstanceOf(RangeError)
    expect(await failure(database.engine.batch([beyond]))).toBeInstanceOf(RangeError)
    const texts = { sql: "SELECT ? || '', ? || ''", params: [2n ** 63n - 1n, -(2n ** 63n)] }
    expect(await database.engine.run(texts)).toEqual([['9223372036854775807', '-9223372036854775808']])
  })

  test(`${name} returns values in column order, even with equal names`, async () => {
    await using database = await open({ isEmpty: true })
    const statement = { sql: 'SELECT 1 AS a, 2 AS a, 3 AS length, 4', params: [] }
    expect(await database.engine.run(statement)).toEqual([[1, 2, 3, 4]])
    expect(await database.engine.batch([statement, statement])).toEqual([[[1, 2, 3, 4]], [[1, 2, 3, 4]]])
  })

  test(`${name} returns no rows for statements without results`, async () => {
    await using database = await open({ isEmpty: true })
    expect(await database.engine.run({ sql: 'CREATE TABLE t (a)', params: [] })).toEqual([])
    expect(await database.engine.run({ sql: 'INSERT INTO t VALUES (?)', params: [1] })).toEqual([])
    expect(await database.engine.run({ sql: 'SELECT a FROM t WHERE a = 2', params: [] })).toEqual([])
    expect(await database.engine.run({ sql: 'DELETE FROM t RETURNING a', params: [] })).toEqual([[1]])
  })

  test(`${name} rolls back a failed script and releases its locks`, async () => {
    await using database = await open({ isEmpty: true })
    const tables = () => database.engine.run({ sql: 'SELECT name FROM sqlite_schema ORDER BY 1', params: [] })
    const broken = 'CREATE TABLE one (a); INSERT INTO one VALUES (1); INSERT INTO nowhere VALUES (1);'
    expect(await failure(database.engine.script(broken))).toHaveProperty(
      'message',
      expect.stringContaining('no such table: nowhere'),
    )
    expect(await tables()).toEqual([])

    await database.engine.script(
      "CREATE TABLE one (a); INSERT INTO one VALUES ('a;b'); -- a comment; with a semicolon",
    )
    expect(await tables()).toEqual([['one']])
  })

  test(`${name} runs a batch atomically`, async () => {
    await using database = await open({ isEmpty: true })
    const { engine } = database
    await engine.script('CREATE TABLE t (a INTEGER PRIMARY KEY) STRICT;')
    const insert = (value: number) => ({ sql: 'INSERT INTO t VALUES (?) RETURNING a', params: [value] })
    const all = { sql: 'SELECT a FROM t ORDER BY a', params: [] }

    expect(await engine.batch([insert(1), all, insert(2), all])).toEqual([[[1]], [[1]], [[2]], [[1], [2]]])
    const error = await failure(engine.batch([insert(3), insert(1), insert(4)]))
    expect(isUniqueViolation(error)).toBe(true)
    expect(await engine.run(all)).toEqual([[1], [2]])
    expect(await engine.batch([insert(3)])).toEqual([[[3]]])
    expect(await engine.batch([])).toEqual([])
  })

  test(`${name} enforces foreign keys`, async () => {
    await using database = await open({ isEmpty: true })
    const { engine } = database
    await engine.script(
      'CREATE TABLE parent (id INTEGER PRIMARY KEY); CREATE TABLE child (parent REFERENCES parent);',
    )
    const orphan = { sql: 'INSERT INTO child VALUES (1)', params: [] }
    const error = await failure(engine.run(orphan))
    expect(error).toHaveProperty('message', expect.stringContaining('FOREIGN KEY constraint failed'))
    expect(isUniqueViolation(error)).toBe(false)
    expect(await failure(engine.batch([orphan]))).toBeInstanceOf(Error)
  })

  test(`${name} reports unique violations and their column through Drizzle`, async () => {
    await using database = await open({ isEmpty: true })
    const db = await database.migrated()
    await db.insert(dailyCounts).values(views(1))
    const wrapped = await failure(db.insert(dailyCounts).values(views(2)))
    const bare = await failure(atomically(db, [db.insert(dailyCounts).values(views(2))]))
    for (const error of [wrapped, bare]) {
      expect(isUniqueViolation(error)).toBe(true)
      expect(isUniqueViolation(error, 'daily_counts.name')).toBe(true)
      expect(isUniqueViolation(error, 'daily_counts.count')).toBe(false)
      expect(isUniqueViolation(error, 'name')).toBe(false)
    }
    const lie = 'UNIQUE constraint failed: daily_counts.name'
    const other = await failure(db.run(sql`INSERT INTO daily_counts (day, name) VALUES (${lie}, NULL)`))
    expect(other).toHaveProperty('message', expect.stringContaining(lie))
    expect(other).toBeInstanceOf(Error)
    expect(isUniqueViolation(other)).toBe(false)
    expect(isUniqueViolation(new Error('UNIQUE constraint failed: daily_counts.day'))).toBe(false)
    expect(isUniqueViolation('UNIQUE constraint failed: daily_counts.day')).toBe(false)
  })

  test(`${name} returns rows, one row or undefined through Drizzle`, async () => {
    await using database = await open({ isEmpty: true })
    const db = await database.migrated()
    const some = db.select().from(dailyCounts)
    const day = (value: string) => eq(dailyCounts.day, value)
    await db.insert(dailyCounts).values([views(1), { ...views(2), name: 'visits' }])

    expect(await some.where(day(DAY)).orderBy(dailyCounts.count)).toEqual([
      views(1),
      { ...views(2), name: 'visits' },
    ])
    expect(await some.where(day(DAY)).orderBy(dailyCounts.count).get()).toEqual(views(1))
    expect(await some.where(day('never')).get()).toBeUndefined()
    expect(await some.where(day('never')).all()).toEqual([])
    expect(await db.$count(dailyCounts)).toBe(2)
    expect(
      await atomically(db, [
        some.where(day('never')),
        db.delete(dailyCounts).where(eq(dailyCounts.count, 1)).returning({ name: dailyCounts.name }),
      ]),
    ).toEqual([[], [{ name: 'views' }]])
  })

  test(`${name} stores and returns bytes`, async () => {
    await using database = await open({ isEmpty: true })
    const db = await database.migrated()
    const bytes = Buffer.from([0, 255, 128, 10])
    await db.insert(visitors).values({ day: DAY, hash: bytes })
    await db.insert(visitorSalts).values({ day: DAY, salt: Buffer.alloc(0) })

    const row = await db.select().from(visitors).where(eq(visitors.hash, bytes)).get()
    expect(row?.hash).toBeInstanceOf(Buffer)
    expect(row?.hash).toEqual(bytes)
    expect(await db.all(sql`SELECT hash FROM visitors`)).toEqual([[new Uint8Array(bytes)]])
    expect((await db.select().from(visitorSalts).get())?.salt).toEqual(Buffer.alloc(0))
  })

  test(`${name} counts fifty concurrent increments`, async () => {
    await using database = await open({ isEmpty: true })
    const db = await database.migrated()
    const count = () =>
      db
        .insert(dailyCounts)
        .values(views(1))
        .onConflictDoUpdate({
          target: [dailyCounts.day, dailyCounts.name, dailyCounts.detail],
          set: { count: sql`${dailyCounts.count} + 1` },
        })
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 ? count() : atomically(db, [count()]))),
    )
    expect(await db.select().from(dailyCounts)).toEqual([views(50)])
  })

  test(`${name} binds text as a parameter`, async () => {
    await using database = await open({ isEmpty: true })
    const db = await database.migrated()
    const nasty = `'); DROP TABLE visitors; -- "\`\\ %_ ? :a @b $c`
    await db.insert(dailyCounts).values({ ...views(1), detail: nasty })
    expect(await db.select().from(dailyCounts).where(eq(dailyCounts.detail, nasty)).get()).toEqual({
      ...views(1),
      detail: nasty,
    })
  })
}

test('all engines return the same for any stored value', async () => {
  const opened = await Promise.all(ALL_ENGINES.map(([, open]) => open({ isEmpty: true })))
  const value = fc.oneof(
    fc.constant(null),
    fc.string({ unit: anyCharacter }),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.uint8Array(),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(value, { minLength: 1, maxLength: 8 }), async (values) => {
      const list = values.map(() => '?, typeof(?)').join(', ')
      const params = values.flatMap((one) => [one, one]).map(toStored)
      const answers = await Promise.all(
        opened.map(({ engine }) => engine.run({ sql: `SELECT ${list}`, params })),
      )
      for (const answer of answers) expect(answer).toEqual(answers[0] ?? [])
      expect(answers[0]?.[0]?.filter((_, index) => index % 2 === 0)).toEqual(values.map(toStored))
    }),
    { numRuns: 30 },
  )
  for (const database of opened) await database[Symbol.asyncDispose]()
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, 2n ** 63n, -(2n ** 63n) - 1n])(
  'the number %p is rejected',
  (value) => {
    expect(() => toStored(value)).toThrow(RangeError)
  },
)

test.each([[{}], [[]], [new Date(0)], [Symbol('a')], [() => 1]])('%p is rejected as a value', (value) => {
  expect(() => toStored(value)).toThrow(TypeError)
})

test('rejects rows with unsupported value types', () => {
  expect(fromStored(new Uint8Array([1]).buffer)).toEqual(new Uint8Array([1]))
  expect(() => fromStored({})).toThrow(TypeError)
})

test('the embedded database runs with the safe SQLite settings', async () => {
  const engine = openEmbedded(':memory:')
  const pragma = async (name: string) => (await engine.run({ sql: `PRAGMA ${name}`, params: [] }))[0]?.[0]
  expect(await pragma('synchronous')).toBe(2)
  expect(await pragma('foreign_keys')).toBe(1)
  expect(await pragma('trusted_schema')).toBe(0)
  expect(await pragma('secure_delete')).toBe(1)
  expect(await pragma('busy_timeout')).toBe(0)
  expect(await pragma('application_id')).toBe(0x50575254)
  await engine.close()
})
