import { expect, test } from 'bun:test'
import { StartError } from '#src/errors.ts'
import { ALL_ENGINES } from '#src/testing/engines.ts'
import { libsqlServer } from '#src/testing/libsql-server.ts'
import type { Engine } from './engine.ts'
import { MIGRATIONS, migrate, readApplied } from './migrate.ts'
import { openRemote } from './remote.ts'

const now = () => new Date('2026-03-14T12:00:00Z')
const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

const FIRST = { id: 1, name: '0001_first', sql: 'CREATE TABLE one (a); CREATE TABLE two (b);' }
const BROKEN = { id: 2, name: '0002_broken', sql: 'CREATE TABLE three (c); INSERT INTO nowhere VALUES (1);' }
const SECOND = { id: 2, name: '0002_second', sql: 'CREATE TABLE three (c); INSERT INTO three VALUES (1);' }
const THIRD = { id: 3, name: '0003_third', sql: 'CREATE TABLE four (d);' }

async function tables(engine: Engine): Promise<unknown[]> {
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
  return (await engine.run({ sql, params: [] })).flat()
}

for (const [name, open] of ALL_ENGINES) {
  test(`${name} applies and records each migration once`, async () => {
    await using database = await open({ isEmpty: true })
    const { engine } = database
    await migrate(engine, { now, migrations: [FIRST, SECOND] })
    await migrate(engine, { now, migrations: [FIRST, SECOND] })

    expect(await tables(engine)).toEqual(['migrations', 'one', 'three', 'two'])
    expect(await engine.run({ sql: 'SELECT * FROM migrations', params: [] })).toEqual([
      [1, '0001_first', '2026-03-14T12:00:00.000Z'],
      [2, '0002_second', '2026-03-14T12:00:00.000Z'],
    ])
    expect(await engine.run({ sql: 'SELECT c FROM three', params: [] })).toEqual([[1]])
  })

  test(`${name} rolls back a failed migration and keeps earlier ones`, async () => {
    await using database = await open({ isEmpty: true })
    const { engine } = database
    const error = await failure(migrate(engine, { now, migrations: [FIRST, BROKEN, THIRD] }))
    expect(error).toBeInstanceOf(StartError)
    expect(error).toHaveProperty(
      'message',
      expect.stringMatching(/^Migration 0002_broken failed and was rolled back: .*nowhere/),
    )
    expect(await tables(engine)).toEqual(['migrations', 'one', 'two'])
    expect([...(await readApplied(engine))]).toEqual([1])

    await migrate(engine, { now, migrations: [FIRST, SECOND, THIRD] })
    expect(await tables(engine)).toEqual(['four', 'migrations', 'one', 'three', 'two'])
  })

  test(`${name} rejects a database from a newer release`, async () => {
    await using database = await open({ isEmpty: true })
    const { engine } = database
    await migrate(engine, { now, migrations: [FIRST, SECOND] })
    const touched: number[] = []
    const beforeChange = async (version: number) => void touched.push(version)
    expect(await failure(migrate(engine, { now, migrations: [FIRST], beforeChange }))).toEqual(
      new StartError(
        'The database is from a newer release (version 2, this one supports 1). Start that release, or restore a backup.',
      ),
    )
    expect(touched).toEqual([])
    expect([...(await readApplied(engine))]).toEqual([1, 2])
  })

  test(`${name} applies a migration that was skipped before a later one`, async () => {
    await using database = await open({ isEmpty: true })
    const { engine } = database
    await migrate(engine, { now, migrations: [FIRST, THIRD] })
    await migrate(engine, { now, migrations: [FIRST, SECOND, THIRD] })
    expect(await tables(engine)).toEqual(['four', 'migrations', 'one', 'three', 'two'])
  })

  test(`${name} calls the hook once before migrating, but not for a new or current database`, async () => {
    await using database = await open({ isEmpty: true })
    const { engine } = database
    const versions: number[] = []
    const beforeChange = async (version: number) => void versions.push(version)
    await migrate(engine, { now, migrations: [FIRST], beforeChange })
    await migrate(engine, { now, migrations: [FIRST], beforeChange })
    expect(versions).toEqual([])
    await migrate(engine, { now, migrations: [FIRST, SECOND, THIRD], beforeChange })
    expect(versions).toEqual([1])
  })

  test(`${name} stays unchanged when the hook fails`, async () => {
    await using database = await open({ isEmpty: true })
    const { engine } = database
    await migrate(engine, { now, migrations: [FIRST] })
    const beforeChange = () => Promise.reject(new Error('no room for a copy'))
    expect(await failure(migrate(engine, { now, migrations: [FIRST, SECOND], beforeChange }))).toEqual(
      new Error('no room for a copy'),
    )
    expect(await tables(engine)).toEqual(['migrations', 'one', 'two'])
  })
}

test('concurrent instances migrate a libSQL database once', async () => {
  await using server = libsqlServer()
  const engines = Array.from({ length: 4 }, () => openRemote(server.url, undefined))
  const outcomes = await Promise.all(
    engines.map((engine) => failure(migrate(engine, { now, migrations: [FIRST, SECOND, THIRD] }))),
  )
  expect(outcomes).toEqual([null, null, null, null])
  expect([...(await readApplied(openRemote(server.url, undefined)))]).toEqual([1, 2, 3])
})

test.each(MIGRATIONS)('$name is numbered and contains whole statements without transactions', (one) => {
  expect(one.name).toMatch(/^\d{4}_[a-z_]+$/)
  expect(one.id).toBe(Number(one.name.slice(0, 4)))
  expect(one.sql.trimEnd()).toEndWith(';')
  const bodies = one.sql.replaceAll(/--.*$/gm, '').replaceAll(/^CREATE TRIGGER[^;]*\bBEGIN\b.*?^END;/gms, '')
  expect(bodies).not.toMatch(/\b(?:BEGIN|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE|VACUUM|PRAGMA|ATTACH)\b/i)
})

test('migration numbers are unique', () => {
  expect(new Set(MIGRATIONS.map(({ id }) => id)).size).toBe(MIGRATIONS.length)
  expect(MIGRATIONS.map(({ id }) => id)).toEqual(MIGRATIONS.map(({ id }) => id).sort((a, b) => a - b))
})
