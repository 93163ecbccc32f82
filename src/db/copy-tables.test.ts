import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { StartError } from '#src/errors.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { dataFolder } from '#src/testing/data-folder.ts'
import { fillDatabase, fullImage, readAll } from '#src/testing/fill-database.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { bringUpToDate } from '#src/testing/migrated-database.ts'
import { isSqldAvailable, sharedSqld } from '#src/testing/sqld.ts'
import { WAIT_MS } from '#src/testing/time-limits.ts'
import { type DatabaseLocation, openSource, openTarget } from './copy-endpoints.ts'
import { copyTables, startCopy } from './copy-tables.ts'
import { createDatabase } from './database.ts'
import { openEmbedded } from './embedded.ts'
import type { Engine } from './engine.ts'
import { MIGRATIONS } from './migrate.ts'
import { openDatabase } from './open.ts'
import { findIndexed } from './post-index.ts'
import { openRemote, within } from './remote.ts'
import { EXCLUDED_TABLES } from './schema.ts'
import { openFileSnapshot } from './snapshot.ts'
import { planTables, withChildren } from './table-plan.ts'

const now = () => new Date(0)

async function folderPlace({ isFull = false } = {}) {
  const folder = isFull ? await dataFolder(await fullImage()) : temporaryFolder()
  const open = () => openEmbedded(join(folder.path, 'passwright.db'))
  const place: DatabaseLocation = { folder: folder.path }
  return { place, address: folder.path, open, [Symbol.asyncDispose]: async () => folder[Symbol.dispose]() }
}

async function sqldPlace({ isFull = false } = {}) {
  const server = await sharedSqld()
  const url = server.urlOf(await server.createDatabase())
  const open = () => openRemote(url, undefined, { timeout: within(WAIT_MS) })
  if (isFull) {
    await withEngine(open(), async (engine) => {
      await bringUpToDate(engine)
      await fillDatabase(engine)
    })
  }
  const place: DatabaseLocation = { url, authToken: undefined }
  return { place, address: url, open, [Symbol.asyncDispose]: async () => undefined }
}

async function withEngine<Result>(
  engine: Engine,
  work: (engine: Engine) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

const PLACES = { folder: folderPlace, sqld: sqldPlace }
type Kind = keyof typeof PLACES
/** Each kind as the source and as the target. */
const WAYS: [Kind, Kind][] = isSqldAvailable
  ? [
      ['folder', 'sqld'],
      ['sqld', 'folder'],
    ]
  : [['folder', 'folder']]

async function copy(from: DatabaseLocation, to: DatabaseLocation, wrap = (engine: Engine) => engine) {
  const lines: string[] = []
  const source = await openSource(from)
  try {
    const target = await openTarget(to)
    try {
      const result = await copyTables(source, await startCopy(wrap(target), now), (line) => lines.push(line))
      return { ...result, lines }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.catch((error: unknown) => error)
  expect(error).toBeInstanceOf(StartError)
  return error instanceof StartError ? error.message : ''
}

const setName = (name: string) => (engine: Engine) =>
  engine.run({ sql: "UPDATE users SET username = ? WHERE username = 'ada'", params: [name] })

test.each(WAYS)('a copy from a %s to a %s has all rows except excluded tables', async (one, other) => {
  await using from = await PLACES[one]({ isFull: true })
  await using to = await PLACES[other]()
  const { different, tables } = await copy(from.place, to.place)
  expect(different).toEqual([])
  expect(tables.find(({ name }) => name === 'posts')?.rows).toBe(129)
  const copied = await withEngine(to.open(), readAll)
  expect(copied).toEqual(await withEngine(from.open(), readAll))
  expect(copied.found).toEqual([[1]])
  await withEngine(to.open(), async (engine) => {
    for (const table of EXCLUDED_TABLES) {
      expect([table, await engine.run({ sql: `SELECT * FROM ${table}`, params: [] })]).toEqual([table, []])
    }
    // Triggers work again.
    await engine.run({ sql: "UPDATE posts SET title = 'Zebra' WHERE id = 1", params: [] })
    expect(await findIndexed(createDatabase(engine), 'zebra', 2)).toEqual([1])
  })
  expect(await refusal(copy(from.place, to.place))).toMatch(
    /^There is a database at \S+ already\. The target must be empty/,
  )
})

/** Copies in a child process that kills itself before this write; returns its output. */
async function copyUntil(from: string, to: string, write: number): Promise<string> {
  const program = join(import.meta.dir, '../testing/copy-and-kill.ts')
  const child = Bun.spawn([process.execPath, program, from, to, String(write)], { stdout: 'pipe' })
  const [text] = await Promise.all([new Response(child.stdout).text(), child.exited])
  return text
}

test.each(WAYS)('a killed copy from a %s to a %s resumes and includes later changes', async (one, other) => {
  await using from = await PLACES[one]({ isFull: true })
  await using to = await PLACES[other]()
  const amongMigrations = MIGRATIONS.length - 2
  const betweenPages = MIGRATIONS.length + 10
  // Counted from the first kill: two migrations are left.
  const thenBetweenPages = 13
  // Migrations don't depend on the source.
  const short = one === 'folder' ? [amongMigrations, thenBetweenPages] : [betweenPages]
  for (const write of shortOrLong(short, [3, amongMigrations, 6, 6])) {
    expect(await copyUntil(from.address, to.address, write)).toBe('')
    await withEngine(from.open(), async (engine) => {
      await engine.run({ sql: 'UPDATE users SET email = ? WHERE id = 1', params: [`${write}@example.com`] })
      await engine.run({ sql: 'DELETE FROM posts WHERE id = ?', params: [write] })
    })
  }
  const { different, lines } = await copy(from.place, to.place)
  expect(different).toEqual([])
  expect(lines).toContain('keywords: 1,000 rows of 1,100 already there')
  expect(await withEngine(to.open(), readAll)).toEqual(await withEngine(from.open(), readAll))
})

test("unfinished copies can't be served or copied", async () => {
  await using from = await folderPlace({ isFull: true })
  await using to = await folderPlace()
  expect(await copyUntil(from.address, to.address, MIGRATIONS.length + 5)).toBe('')
  const sentence =
    'The database contains an unfinished copy. Repeat the command that started it, or empty the database.'
  expect(await refusal(openDatabase({ dataDir: to.address, now }))).toBe(sentence)
  expect(await refusal(openSource(to.place))).toBe(`${to.address}: ${sentence}`)
})

test.each(WAYS)(
  'rows changed during a copy from a %s to a %s are copied from the snapshot',
  async (one, other) => {
    await using from = await PLACES[one]({ isFull: true })
    await using to = await PLACES[other]()
    const before = await withEngine(from.open(), readAll)
    let hasChanged = false
    const { different } = await copy(from.place, to.place, (target) => ({
      ...target,
      batch: async (statements) => {
        if (!hasChanged) await withEngine(from.open(), setName('eva'))
        hasChanged = true
        return target.batch(statements)
      },
    }))
    expect([hasChanged, different]).toEqual([true, []])
    expect(await withEngine(to.open(), readAll)).toEqual(before)
  },
)

test('rows changed in the target are detected and repaired by repeating', async () => {
  await using from = await folderPlace({ isFull: true })
  await using to = await folderPlace()
  const tampered = (target: Engine): Engine => ({
    ...target,
    batch: async (statements) => {
      const results = await target.batch(statements)
      if (statements.some(({ sql }) => sql.startsWith('INSERT INTO "users"'))) await setName('eva')(target)
      if (statements.some(({ sql }) => sql.startsWith('INSERT INTO "contacts"')))
        await target.run({ sql: 'DELETE FROM contacts WHERE id = 2', params: [] })
      await target.run({ sql: "INSERT OR IGNORE INTO server_facts VALUES ('fact', '')", params: [] })
      return results
    },
  })
  expect((await copy(from.place, to.place, tampered)).different.sort()).toEqual([
    'contacts',
    'server_facts',
    'users',
  ])
  expect((await copy(from.place, to.place)).different).toEqual([])
  expect(await withEngine(to.open(), readAll)).toEqual(await withEngine(from.open(), readAll))
})

test('a source or unfinished copy of another release is rejected', async () => {
  await using from = await folderPlace({ isFull: true })
  await using to = await folderPlace()
  expect(await copyUntil(from.address, to.address, MIGRATIONS.length + 5)).toBe('')
  const forget = (engine: Engine) => engine.run({ sql: 'DELETE FROM migrations WHERE id > 20', params: [] })
  await withEngine(to.open(), forget)
  expect(await refusal(copy(from.place, to.place))).toMatch(/was started by another release/)
  await withEngine(from.open(), forget)
  expect(await refusal(copy(from.place, to.place))).toMatch(
    /^\/\S+: The database is from an older release \(version 20, this one supports \d+\)\. Start the server of this release once\.$/,
  )
})

test("a snapshot doesn't change", async () => {
  await using from = await folderPlace({ isFull: true })
  const snapshot = await openFileSnapshot(join(from.address, 'passwright.db'))
  await withEngine(from.open(), setName('eva'))
  const rows = await snapshot.read({ sql: 'SELECT username FROM users ORDER BY id', params: [] })
  await snapshot.close()
  expect(rows).toEqual([['ada'], ['Bob']])
})

test('every table has a key and follows its parents', async () => {
  const { tables } = await planTables()
  expect(tables.filter(({ key }) => key.length === 0)).toEqual([])
  for (const [index, { parents }] of tables.entries()) {
    const before = tables.slice(0, index).map(({ name }) => name)
    expect(before).toEqual(expect.arrayContaining(parents))
  }
  expect(withChildren(tables, 'keyword_uploads').map(({ name }) => name)).toEqual([
    'keyword_parts',
    'keyword_uploads',
  ])
})
