import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError, TemporaryStartError } from '#src/errors.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { libsqlServer } from '#src/testing/libsql-server.ts'
import { seededBytes } from '#src/testing/random-input.ts'
import { createDatabase } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { MIGRATIONS, migrate } from './migrate.ts'
import { DATABASE_FILE, openDatabase } from './open.ts'
import { openExistingDatabase } from './open-existing.ts'
import { openRemote } from './remote.ts'
import { dailyCounts, visitorSalts, visitors } from './schema.ts'

const now = () => new Date('2026-03-14T12:00:00Z')
const open = (dataDir: string) => openDatabase({ dataDir, now })
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** Copies a database and its log as a killed server leaves them. */
function writeAsKilledServer(folder: string, write: (sqlite: Sqlite) => void): void {
  using workshop = temporaryFolder()
  const path = join(workshop.path, 'a.db')
  const sqlite = new Sqlite(path, { create: true })
  sqlite.run('PRAGMA journal_mode = WAL')
  write(sqlite)
  for (const suffix of ['', '-wal', '-shm']) {
    copyFileSync(`${path}${suffix}`, join(folder, `${DATABASE_FILE}${suffix}`))
  }
  sqlite.close()
}

function writeDatabase(folder: string, write: (sqlite: Sqlite) => void): void {
  const sqlite = new Sqlite(join(folder, DATABASE_FILE), { create: true })
  write(sqlite)
  sqlite.close()
}

test('a new data folder is private to its owner', async () => {
  using folder = temporaryFolder()
  const data = join(folder.path, 'deep', 'data')
  const database = await open(data)
  expect(database.place).toBe(data)
  expect(modeOf(data)).toBe('700')
  expect(modeOf(join(data, DATABASE_FILE))).toBe('600')
  await database.close()
  expect(readdirSync(data).sort()).toEqual([DATABASE_FILE, 'passwright.lock'])
})

test('written data survives a restart', async () => {
  using folder = temporaryFolder()
  const row = { day: '2026-03-14', name: 'views', detail: '', count: 3 }
  const first = await open(folder.path)
  await first.db.insert(dailyCounts).values(row)
  await first.close()

  const second = await open(folder.path)
  expect(await second.db.select().from(dailyCounts)).toEqual([row])
  await second.close()
})

test('an empty database file is initialized', async () => {
  using folder = temporaryFolder()
  writeFileSync(join(folder.path, DATABASE_FILE), '')
  const database = await open(folder.path)
  expect(await database.db.select().from(dailyCounts)).toEqual([])
  await database.close()
})

test('a second server on a folder is rejected until the first one stops', async () => {
  using folder = temporaryFolder()
  const first = await open(folder.path)
  const before = folder.contents()
  expect(await refusal(open(folder.path))).toEqual(
    new StartError(`The data folder ${folder.path} is in use by a running server.`),
  )
  expect(folder.contents()).toEqual(before)

  await first.close()
  const second = await open(folder.path)
  await second.close()
})

test('a failed start releases the folder', async () => {
  using folder = temporaryFolder()
  mkdirSync(join(folder.path, `${DATABASE_FILE}-wal`))
  expect(await refusal(open(folder.path))).toBeInstanceOf(StartError)
  using other = temporaryFolder()
  const path = join(other.path, DATABASE_FILE)
  writeFileSync(path, 'x'.repeat(5000))
  expect(await refusal(open(other.path))).toBeInstanceOf(StartError)
  writeFileSync(path, '')
  const database = await open(other.path)
  await database.close()
})

test('a data folder that is a file, or inside one, is rejected', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'file')
  writeFileSync(file, 'mine')
  const before = folder.contents()
  for (const place of [file, join(file, 'data')]) {
    const error = await refusal(open(place))
    expect(error).toBeInstanceOf(StartError)
    expect(error).toHaveProperty('message', `The data folder ${place} can't be written to.`)
  }
  expect(folder.contents()).toEqual(before)
})

const NEWER = (sqlite: Sqlite) => {
  sqlite.run(`PRAGMA application_id = ${0x50575254}`)
  sqlite.run('CREATE TABLE migrations (id INTEGER PRIMARY KEY, name TEXT, applied_at TEXT)')
  sqlite.run("INSERT INTO migrations VALUES (1, '0001', ''), (999, '0999_later', '')")
}
const OTHERS = (sqlite: Sqlite) => {
  sqlite.run('CREATE TABLE recipes (name TEXT)')
  sqlite.run("INSERT INTO recipes VALUES ('soup')")
}
const MARKED = (sqlite: Sqlite) => sqlite.run('PRAGMA application_id = 12345')

const NOT_OURS: [string, (folder: string) => void, RegExp][] = [
  [
    'from a newer release',
    (folder) => writeDatabase(folder, NEWER),
    /^The database is from a newer release \(version 999, this one supports \d+\)\. Start that release, or restore a backup\.$/,
  ],
  [
    'from a newer release whose server was killed',
    (folder) => writeAsKilledServer(folder, NEWER),
    /^The database is from a newer release \(version 999/,
  ],
  ['of another program', (folder) => writeDatabase(folder, OTHERS), / is the database of another program\.$/],
  [
    'of another program that was killed',
    (folder) => writeAsKilledServer(folder, OTHERS),
    / is the database of another program\.$/,
  ],
  [
    "with another program's application id",
    (folder) => writeDatabase(folder, MARKED),
    / is the database of another program\.$/,
  ],
  [
    'that is a text',
    (folder) => writeFileSync(join(folder, DATABASE_FILE), 'dear diary\n'.repeat(500)),
    /passwright\.db is not a database\.$/,
  ],
  [
    'that is noise',
    (folder) => {
      const noise = new Uint8Array(8192)
      seededBytes()(noise)
      writeFileSync(join(folder, DATABASE_FILE), noise)
    },
    /passwright\.db is not a database\.$/,
  ],
  ['that is a folder', (folder) => mkdirSync(join(folder, DATABASE_FILE)), /passwright\.db is not a file\.$/],
  [
    'that is damaged',
    (folder) => {
      writeDatabase(folder, (sqlite) => {
        NEWER(sqlite)
        OTHERS(sqlite)
      })
      const path = join(folder, DATABASE_FILE)
      writeFileSync(path, readFileSync(path).fill(255, 100, 4000))
    },
    /passwright\.db can't be read: .*malformed.*\.$/,
  ],
]

test.each(NOT_OURS)(
  'a database %s is rejected with a one-sentence error and left unchanged',
  async (_, put, sentence) => {
    using folder = temporaryFolder()
    put(folder.path)
    const before = folder.contents()
    const error = await refusal(open(folder.path))
    expect(error).toBeInstanceOf(StartError)
    expect(error).toHaveProperty('message', expect.stringMatching(sentence))
    expect(folder.contents()).toEqual(before)
  },
)

test('writes of a killed server survive', async () => {
  using elsewhere = temporaryFolder()
  using folder = temporaryFolder()
  const running = await open(elsewhere.path)
  const row = { day: '2026-03-14', name: 'views', detail: '', count: 1 }
  await running.db.insert(dailyCounts).values(row)
  for (const file of readdirSync(elsewhere.path)) {
    copyFileSync(join(elsewhere.path, file), join(folder.path, file))
  }
  expect(readdirSync(folder.path)).toContain(`${DATABASE_FILE}-wal`)
  await running.close()

  const database = await open(folder.path)
  expect(await database.db.select().from(dailyCounts)).toEqual([row])
  await database.close()
  expect(readdirSync(folder.path).sort()).toEqual([DATABASE_FILE, 'passwright.lock'])
})

test('an older database is backed up before it is migrated, without visitor hashes', async () => {
  using folder = temporaryFolder()
  const hash = Buffer.from('hash-of-a-visitor-of-today')
  const salt = Buffer.from('salt-of-today-and-no-other')
  const row = { day: '2026-03-14', name: 'views', detail: '', count: 7 }
  const engine = openEmbedded(join(folder.path, DATABASE_FILE))
  await migrate(engine, { now, migrations: MIGRATIONS.slice(0, 1) })
  const old = createDatabase(engine)
  await old.insert(visitors).values({ day: '2026-03-14', hash })
  await old.insert(visitorSalts).values({ day: '2026-03-14', salt })
  await old.insert(dailyCounts).values(row)
  await engine.close()

  const database = await open(folder.path)
  expect(await database.db.select().from(visitors)).toEqual([{ day: '2026-03-14', hash }])
  await database.close()

  const copy = join(folder.path, 'backups', 'passwright-before-upgrade-1.db')
  expect(database.upgrade).toEqual({ from: 1, backup: copy })
  expect(readdirSync(folder.path).sort()).toEqual(['backups', DATABASE_FILE, 'passwright.lock'])
  expect(readdirSync(join(folder.path, 'backups'))).toEqual(['passwright-before-upgrade-1.db'])
  expect(modeOf(copy)).toBe('600')
  expect(readFileSync(join(folder.path, DATABASE_FILE)).includes(hash)).toBe(true)
  expect(readFileSync(copy).includes(hash)).toBe(false)
  expect(readFileSync(copy).includes(salt)).toBe(false)
  const sqlite = new Sqlite(copy, { readonly: true })
  expect(sqlite.query('SELECT * FROM daily_counts').all()).toEqual([row])
  expect(sqlite.query('SELECT id FROM migrations').values()).toEqual([[1]])
  expect(sqlite.query('PRAGMA integrity_check').values()).toEqual([['ok']])
  expect(sqlite.query('PRAGMA application_id').values()).toEqual([[0x50575254]])
  sqlite.close()
})

test("an older database that can't be copied stays unchanged, and the error explains it", async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, DATABASE_FILE)
  const engine = openEmbedded(path)
  await migrate(engine, { now, migrations: MIGRATIONS.slice(0, 1) })
  await engine.close()
  writeFileSync(join(folder.path, 'backups'), 'no folder')

  const failure = open(folder.path)
  await expect(failure).rejects.toBeInstanceOf(StartError)
  await expect(failure).rejects.toThrow(
    `Nothing was upgraded, as the database can't be copied to ${folder.path}/backups/passwright-before-upgrade-1.db first: EEXIST`,
  )
  const sqlite = new Sqlite(path, { readonly: true })
  expect(sqlite.query('SELECT id FROM migrations').values()).toEqual([[1]])
  sqlite.close()
})

test('a current database is not copied', async () => {
  using folder = temporaryFolder()
  for (let start = 1; start <= 2; start++) await (await open(folder.path)).close()
  expect(readdirSync(folder.path).sort()).toEqual([DATABASE_FILE, 'passwright.lock'])
})

const remote = (databaseUrl: string, databaseAuthToken?: string) =>
  openDatabase({ dataDir: '/nowhere', databaseUrl, databaseAuthToken, now })

test('with a libSQL server, the data folder is not used', async () => {
  await using server = libsqlServer({ token: 'let-me-in' })
  const database = await remote(server.url, 'let-me-in')
  expect(database.place).toBe(new URL(server.url).host)
  expect(await database.db.select().from(dailyCounts)).toEqual([])
  await database.close()
  expect(server.openStreams()).toBe(0)
})

test('an authentication error names the libSQL server but not the token', async () => {
  await using server = libsqlServer({ token: 'let-me-in' })
  const error = await refusal(remote(server.url, 'guess-work'))
  expect(error).toBeInstanceOf(StartError)
  expect(error).not.toBeInstanceOf(TemporaryStartError)
  expect(error).toHaveProperty(
    'message',
    `The database server at ${new URL(server.url).host} can't be used: Server returned HTTP status 401.`,
  )
})

test.each(['failing', 'garbled', 'truncating responses'] as const)(
  'a libSQL server that is %s prevents startup',
  async (fault) => {
    await using server = libsqlServer()
    server.setFault(fault)
    const error = await refusal(remote(server.url))
    expect(error).toBeInstanceOf(TemporaryStartError)
    expect(error).toHaveProperty(
      'message',
      expect.stringMatching(/^The database server at \S+ can't be used: [^\n]+\.$/),
    )
  },
)

test('an unreachable libSQL server prevents startup', async () => {
  await using server = libsqlServer()
  await server.stop()
  expect(await refusal(remote(server.url))).toHaveProperty(
    'message',
    expect.stringMatching(/^The database server at \S+ can't be used: [^\n]*Unable to connect\.$/),
  )
})

test.each(['https://db.example.com?color=red', 'libsql://db.example.com?tls=0'])(
  'the database address %s prevents startup with a one-sentence error',
  async (url) => {
    expect(await refusal(remote(url))).toBeInstanceOf(StartError)
  },
)

test.each(['failing', 'garbled', 'truncating responses', 'silent'] as const)(
  'a libSQL server that is %s counts as an outage, and recovers',
  async (fault) => {
    await using server = libsqlServer()
    const engine = openRemote(server.url, undefined, { timeout: server.timeout })
    const asked = { sql: 'SELECT 1', params: [] }
    const down = { name: 'AppError', code: 'unavailable' }
    server.setFault(fault)
    expect(await refusal(engine.run(asked))).toMatchObject(down)
    expect(await refusal(engine.batch([asked, asked]))).toMatchObject(down)
    expect(await refusal(engine.script('SELECT 1;'))).toMatchObject(down)
    server.setFault(null)
    const again = openRemote(server.url, undefined)
    expect(await again.run(asked)).toEqual([[1]])

    const wrong = await refusal(again.run({ sql: 'SELECT nonsense', params: [] }))
    expect(wrong).toHaveProperty('message', expect.stringContaining('no such column: nonsense'))
    expect(wrong).not.toHaveProperty('name', 'AppError')
    await engine.close()
    await again.close()
  },
)

test('a libSQL server locked by another write counts as an outage', async () => {
  await using server = libsqlServer()
  const engine = openRemote(server.url, undefined)
  await engine.script('CREATE TABLE t (a);')
  const other = new Sqlite(server.path)
  other.run('BEGIN IMMEDIATE')
  const write = { sql: 'INSERT INTO t VALUES (1)', params: [] }
  const tries = [() => engine.run(write), () => engine.batch([write]), () => engine.script('DELETE FROM t;')]
  for (const attempt of tries) {
    expect(await refusal(attempt())).toMatchObject({ name: 'AppError', code: 'unavailable' })
  }
  other.run('ROLLBACK')
  other.close()
  // Whether the server carries out what nobody waits for any more is up to it.
  expect(await engine.batch([write, { sql: 'SELECT max(a) FROM t', params: [] }])).toEqual([[], [[1]]])
})

test('a statement or transaction is one HTTP request to a libSQL server', async () => {
  await using server = libsqlServer()
  const engine = openRemote(server.url, undefined)
  const asked = { sql: 'SELECT 1', params: [] }
  await engine.run(asked)
  await engine.batch([asked, asked, asked])
  await engine.script('SELECT 1; SELECT 2;')
  expect(server.pipelines()).toBe(3)
  expect(server.openStreams()).toBe(1)
})

test.each(NOT_OURS)(
  'a command rejects a database %s, too, and leaves it unchanged',
  async (_, put, sentence) => {
    using folder = temporaryFolder()
    put(folder.path)
    const before = folder.contents()
    const error = await refusal(openExistingDatabase({ dataDir: folder.path }))
    expect(error).toBeInstanceOf(StartError)
    expect(error).toHaveProperty('message', expect.stringMatching(sentence))
    expect(folder.contents()).toEqual(before)
  },
)

test('a command works alongside the running server and never creates a database', async () => {
  using folder = temporaryFolder()
  expect(await refusal(openExistingDatabase({ dataDir: folder.path }))).toEqual(
    new StartError(`There is no database in ${folder.path}.`),
  )
  expect(folder.contents()).toEqual([])

  const server = await open(folder.path)
  const joined = await openExistingDatabase({ dataDir: folder.path })
  const row = { day: '2026-03-14', name: 'views', detail: '', count: 1 }
  await joined.db.insert(dailyCounts).values(row)
  await joined.close()
  expect(await server.db.select().from(dailyCounts)).toEqual([row])
  await server.close()
})

test('a command names the unusable libSQL server', async () => {
  await using server = libsqlServer({ token: 'let-me-in' })
  for (const databaseUrl of [server.url, `${server.url}?color=red`]) {
    const error = await refusal(openExistingDatabase({ dataDir: '/nowhere', databaseUrl }))
    expect(error).toBeInstanceOf(StartError)
    expect(error).toHaveProperty(
      'message',
      expect.stringMatching(/^The database at 127\.0\.0\.1:\d+ can't be used: /),
    )
  }
})
