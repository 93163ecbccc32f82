import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { copyFileSync, cpSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { keepReplaced } from '#src/backups/replaced-database.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { type Folder, temporaryFolder } from '#src/testing/folder.ts'
import { copyDatabase } from './copy.ts'
import { openSource } from './copy-endpoints.ts'
import { DATABASE_FILE, openDatabase } from './open.ts'
import { openExistingDatabase } from './open-existing.ts'
import { readDatabaseFile } from './read-file.ts'
import { verifyDatabase } from './verify.ts'

const now = () => new Date('2026-03-14T12:00:00Z')
const WRITES = 3

/** https://www.sqlite.org/walformat.html */
const LOG_HEADER_BYTES = 32
const FRAME_BYTES = 24 + 4096

const COUNT = 'SELECT count(*) FROM daily_counts'

type Killed = Folder & {
  /** How many writes a log of this size still holds. */
  heldIn(logBytes: number): number
}

/** What a server leaves that was killed after some writes, and as `old`, the index of the log after the first one. */
function killedServer(folder: Folder, from: string): Killed {
  const path = join(from, DATABASE_FILE)
  const sqlite = new Sqlite(path)
  sqlite.run('PRAGMA journal_mode = WAL')
  sqlite.run('CREATE TABLE IF NOT EXISTS daily_counts (day, name, detail, count)')
  sqlite.run('PRAGMA wal_checkpoint(TRUNCATE)')
  const ends = Array.from({ length: WRITES }, (_, index) => {
    sqlite.run(
      `INSERT INTO daily_counts (day, name, detail, count) VALUES ('2026-03-14', 'views', '/${index}', 1)`,
    )
    if (index === 0) copyFileSync(`${path}-shm`, join(folder.path, 'old'))
    return statSync(`${path}-wal`).size
  })
  for (const file of ['', '-wal', '-shm'].map((suffix) => `${DATABASE_FILE}${suffix}`))
    copyFileSync(join(from, file), join(folder.path, file))
  sqlite.close()
  return { ...folder, heldIn: (logBytes) => ends.filter((end) => end <= logBytes).length }
}

const INDEXES: Record<string, (index: string, old: string) => void> = {
  there: () => undefined,
  absent: (index) => rmSync(index),
  empty: (index) => truncateSync(index, 0),
  truncated: (index) => truncateSync(index, 4097),
  stale: (index, old) => copyFileSync(old, index),
}

/** Opens a copy of what the server left for each length and index, and returns what was read of what is held. */
async function cutAndOpen(
  killed: Killed,
  lengths: Iterable<number>,
  open: (folder: string) => Promise<unknown>,
) {
  const faults: string[] = []
  for (const length of lengths) {
    for (const [index, change] of Object.entries(INDEXES)) {
      using folder = temporaryFolder()
      cpSync(killed.path, folder.path, { recursive: true })
      const path = join(folder.path, DATABASE_FILE)
      truncateSync(`${path}-wal`, length)
      change(`${path}-shm`, join(folder.path, 'old'))
      const rows = await open(folder.path).catch(String)
      const held = killed.heldIn(length)
      if (rows !== held) faults.push(`${length} bytes, index ${index}: ${rows} instead of ${held}`)
    }
  }
  return faults
}

function everyLength(killed: Killed): Set<number> {
  const bytes = statSync(join(killed.path, `${DATABASE_FILE}-wal`)).size
  const pages = Array.from(
    { length: bytes / FRAME_BYTES },
    (_, page) => LOG_HEADER_BYTES + page * FRAME_BYTES,
  )
  const nearPages = pages.flatMap((start) => [start - 1, start, start + 1])
  return new Set([...Array(200).keys(), ...nearPages, bytes])
}

test('a log of any length can be read after a kill, whatever became of its index', async () => {
  using folder = temporaryFolder()
  using workshop = temporaryFolder()
  const killed = killedServer(folder, workshop.path)
  const open = (path: string) =>
    readDatabaseFile(join(path, DATABASE_FILE), async (read) => read(COUNT)[0]?.[0])
  expect(await cutAndOpen(killed, everyLength(killed), open)).toEqual([])
})

const OPENINGS: Record<string, (folder: string) => Promise<unknown>> = {
  serve: (folder) => countIn(openDatabase({ dataDir: folder, now })),
  admin: (folder) => countIn(openExistingDatabase({ dataDir: folder })),
  backup: async (folder) => countFacts(await copyDatabase(join(folder, DATABASE_FILE), join(folder, 'copy'))),
  'restore --check': async (folder) => countFacts(await verifyDatabase(join(folder, DATABASE_FILE))),
  restore: async (folder) => {
    const kept = await keepReplaced(folder, join(folder, DATABASE_FILE), now())
    return kept?.isWhole && countFacts(await verifyDatabase(kept.path))
  },
  copy: async (folder) => {
    const source = await openSource({ folder })
    const rows = await source.read({ sql: COUNT, params: [] })
    await source.close()
    return rows[0]?.[0]
  },
}

const countFacts = ({ counts }: { counts: Record<string, number> }) => counts.daily_counts

async function countIn(opened: ReturnType<typeof openDatabase>): Promise<number> {
  const { db, close } = await opened
  const [row] = await db.all<[number]>(COUNT)
  await close()
  return row?.[0] ?? 0
}

test.each(Object.entries(OPENINGS))(
  '%s takes what the log of a killed server still holds',
  async (_, open) => {
    using folder = temporaryFolder()
    using workshop = temporaryFolder()
    await (await openDatabase({ dataDir: workshop.path, now })).close()
    const killed = killedServer(folder, workshop.path)
    const lengths = shortOrLong<Iterable<number>>(
      [0, LOG_HEADER_BYTES, LOG_HEADER_BYTES + FRAME_BYTES],
      everyLength(killed),
    )
    expect(await cutAndOpen(killed, lengths, open)).toEqual([])
  },
)

test('a transaction that a kill interrupted without a log is rolled back', async () => {
  using folder = temporaryFolder()
  using workshop = temporaryFolder()
  const sqlite = new Sqlite(join(workshop.path, DATABASE_FILE))
  // Writes pages before the commit.
  sqlite.run('PRAGMA cache_size = 2')
  sqlite.run('CREATE TABLE daily_counts (detail)')
  for (let row = 0; row < 20; row++) sqlite.run('INSERT INTO daily_counts VALUES (randomblob(2000))')
  sqlite.run('BEGIN')
  sqlite.run('DELETE FROM daily_counts')
  cpSync(workshop.path, folder.path, { recursive: true })
  sqlite.close()
  expect(readdirSync(folder.path)).toContain(`${DATABASE_FILE}-journal`)
  const read = readDatabaseFile(join(folder.path, DATABASE_FILE), async (read) => [
    ...read(COUNT),
    ...read('PRAGMA integrity_check'),
  ])
  expect(await read).toEqual([[20], ['ok']])
})
