import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyDatabase } from '#src/db/copy.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import { lockFolder } from '#src/db/lock.ts'
import { MIGRATIONS, migrate } from '#src/db/migrate.ts'
import { DATABASE_FILE, openDatabase } from '#src/db/open.ts'
import { contacts } from '#src/db/schema.ts'
import { verifyDatabase } from '#src/db/verify.ts'
import { StartError } from '#src/errors.ts'
import { SPARE_BYTES } from '#src/lib/disk-space.ts'
import { actor } from '#src/testing/actor.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { dataFolder, dump, dumpCopied } from '#src/testing/data-folder.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { NOON } from '#src/testing/test-app.ts'
import { lockBackups } from './lock.ts'
import { restoreSteps } from './restore.ts'

const now = () => NOON
const message = (subject: string) => ({
  name: 'Ada',
  email: 'ada@example.com',
  subject,
  message: 'x'.repeat(2000),
  createdAt: NOON.toISOString(),
})

async function finish(source: string, dataFolder: string) {
  const steps = restoreSteps({
    source,
    dataFolder,
    by: { ...actor, name: 'ada' },
    now,
    keyFile: join(dataFolder, 'secrets.key'),
  })
  for (;;) {
    const step = await steps.next()
    if (step.done) return step.value
  }
}

const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

const BACKUP = 'backup.db'

/** A killed server's files with 'new' messages, half of them only in the write-ahead log, and an older backup. */
async function crash() {
  using running = await dataFolder()
  await using opened = running.open()
  const { db, engine } = opened
  await db.insert(contacts).values(Array.from({ length: 30 }, () => message('old')))
  await copyDatabase(running.file, join(running.path, BACKUP))
  await db.delete(contacts)
  await db.insert(contacts).values(Array.from({ length: 20 }, () => message('new')))
  await engine.run({ sql: 'PRAGMA wal_checkpoint(PASSIVE)', params: [] })
  await db.insert(contacts).values(Array.from({ length: 20 }, () => message('new')))
  const read = (name: string) => readFileSync(join(running.path, name))
  const parts = ['', '-wal', '-shm'].map((suffix) => [suffix, read(`${DATABASE_FILE}${suffix}`)] as const)
  return { backupBytes: read(BACKUP), parts }
}

const crashed = crash()

async function crashedSite() {
  const folder = temporaryFolder()
  const backup = join(folder.path, BACKUP)
  const data = join(folder.path, 'data')
  const file = join(data, DATABASE_FILE)
  mkdirSync(data)
  const { backupBytes, parts } = await crashed
  writeFileSync(backup, backupBytes)
  for (const [suffix, bytes] of parts) writeFileSync(`${file}${suffix}`, bytes)
  return {
    ...folder,
    backup,
    data,
    file,
    /** The kept copies of the replaced database. */
    kept: () =>
      readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.includes('before-restore'),
      ),
  }
}

/** What a server finds there: the subjects of the messages, or the error that prevents its start. */
async function subjectsIn(dataDir: string): Promise<unknown> {
  const { db, close } = await openDatabase({ dataDir, now })
  try {
    const rows = await db.select({ subject: contacts.subject }).from(contacts)
    return [...new Set(rows.map(({ subject }) => `${subject} ${rows.length}`))]
  } finally {
    await close()
  }
}

test('a restored database equals the backup, row by row, without the old write-ahead log', async () => {
  using at = await crashedSite()
  expect(statSync(`${at.file}-wal`).size).toBeGreaterThan(0)
  const { facts, replaced } = await finish(at.backup, at.data)
  expect(facts.counts.contacts).toBe(30)
  expect(readdirSync(at.data).sort()).toEqual(['backups', DATABASE_FILE, 'passwright.lock'])
  expect((statSync(at.file).mode & 0o777).toString(8)).toBe('600')
  expect(dumpCopied(at.file)).toEqual(dumpCopied(at.backup))
  expect(dump(at.file).audit_entries?.map((row) => row.slice(1, 5))).toEqual([
    [NOON.toISOString(), 'ada', 'database_restored', 'backup.db'],
  ])
  expect(await subjectsIn(at.data)).toEqual(['old 30'])
  expect(replaced?.isWhole).toBe(true)
  expect((await verifyDatabase(replaced?.path ?? '')).counts.contacts).toBe(40)

  await finish(replaced?.path ?? '', at.data)
  expect(await subjectsIn(at.data)).toEqual(['new 40'])
})

test('a restore without enough disk space is refused', async () => {
  using at = await crashedSite()
  const free = () => SPARE_BYTES + statSync(at.backup).size + statSync(at.file).size - 1
  const by = { ...actor, name: 'ada' }
  const keyFile = join(at.data, 'secrets.key')
  const steps = restoreSteps({ source: at.backup, dataFolder: at.data, by, now, keyFile, free })
  await steps.next()
  const error = await failure(steps.next())
  expect(error).toHaveProperty('message', expect.stringContaining(`Not enough disk space for ${at.data}`))
  expect(at.kept()).toEqual([])
  expect(await subjectsIn(at.data)).toEqual(['new 40'])
})

test('a restore signs everyone out and replaces the signing key', async () => {
  using at = await crashedSite()
  const sqlite = new Sqlite(at.backup)
  sqlite.run("INSERT INTO users VALUES (1, 'ada', 'a@example.com', '', 'super_admin', 1, '', NULL, 0, NULL)")
  sqlite.run("INSERT INTO sessions VALUES ('s', 1, '2026-03-14', '2026-03-14', '', '', '', 0)")
  sqlite.run("INSERT INTO secrets VALUES ('signing-key', 'replaced')")
  sqlite.run('PRAGMA user_version = 0')
  sqlite.close()
  await finish(at.backup, at.data)
  const { sessions, secrets, users } = dump(at.file)
  expect([sessions, secrets, users?.length]).toEqual([[], [], 1])
})

test('a backup can be restored into an empty folder', async () => {
  using at = await crashedSite()
  const data = join(at.path, 'deep', 'data')
  expect((await finish(at.backup, data)).replaced).toBeNull()
  expect(await subjectsIn(data)).toEqual(['old 30'])
  expect((statSync(data).mode & 0o777).toString(8)).toBe('700')
})

test("a write-ahead log without its database isn't applied to the restored one", async () => {
  using at = await crashedSite()
  writeFileSync(at.file, '')
  await finish(at.backup, at.data)
  expect(await subjectsIn(at.data)).toEqual(['old 30'])
})

test('a backup of an older release is migrated', async () => {
  using at = await crashedSite()
  const old = join(at.path, 'old.db')
  const engine = openEmbedded(old)
  await migrate(engine, { now, migrations: MIGRATIONS.slice(0, 2) })
  await engine.run({
    sql: "INSERT INTO contacts (name, email, subject, message, created_at) VALUES ('a', 'b', 'ancient', 'd', 'e')",
    params: [],
  })
  await engine.close()
  expect((await finish(old, at.data)).facts.version).toBe(2)
  expect((await verifyDatabase(at.file)).version).toBe(MIGRATIONS.at(-1)?.id ?? 0)
  expect(await subjectsIn(at.data)).toEqual(['ancient 1'])
})

test('after a downgrade, the backup from before the upgrade restores over the newer database', async () => {
  using at = await crashedSite()
  const sqlite = new Sqlite(at.file)
  sqlite.run("INSERT INTO migrations VALUES (9999, '9999_later', '')")
  sqlite.run('CREATE TABLE later (a)')
  sqlite.close()
  expect(await failure(openDatabase({ dataDir: at.data, now }))).toHaveProperty(
    'message',
    expect.stringContaining('from a newer release'),
  )
  const { replaced } = await finish(at.backup, at.data)
  expect(await subjectsIn(at.data)).toEqual(['old 30'])
  expect((await verifyDatabase(replaced?.path ?? '')).version).toBe(9999)
})

test('a database too damaged to read is replaced, and its files are kept', async () => {
  using at = await crashedSite()
  writeFileSync(at.file, readFileSync(at.file).fill(0xa5, 100))
  const damaged = readFileSync(at.file)
  const log = readFileSync(`${at.file}-wal`)
  const { replaced } = await finish(at.backup, at.data)
  expect(replaced?.isWhole).toBe(false)
  const kept = (name: string) => readFileSync(join(replaced?.path ?? '', name))
  expect(kept(DATABASE_FILE).equals(damaged)).toBe(true)
  expect(kept(`${DATABASE_FILE}-wal`).equals(log)).toBe(true)
  expect(await subjectsIn(at.data)).toEqual(['old 30'])
})

function change(path: string, sql: string): void {
  const sqlite = new Sqlite(path)
  sqlite.run(sql)
  sqlite.run('PRAGMA user_version = 0')
  sqlite.close()
}

const REFUSED: [string, (backup: string) => void, RegExp][] = [
  ['that is not there', (backup) => rmSync(backup), /^There is no file \S+backup\.db\.$/],
  [
    'that is a folder',
    (backup) => {
      rmSync(backup)
      mkdirSync(backup)
    },
    /backup\.db is not a file\.$/,
  ],
  ['that is empty', (backup) => writeFileSync(backup, ''), /backup\.db is empty\.$/],
  [
    'that is a text file',
    (backup) => writeFileSync(backup, 'dear diary\n'.repeat(999)),
    /is not a database\.$/,
  ],
  [
    'that is truncated',
    (backup) => writeFileSync(backup, readFileSync(backup).subarray(0, -10_000)),
    /is damaged, or another program changed it, for example by VACUUM: its checksum doesn't match\.$/,
  ],
  [
    'with a word changed',
    (backup) => {
      const bytes = readFileSync(backup)
      bytes.write('new', bytes.indexOf('old'))
      writeFileSync(backup, bytes)
    },
    /is damaged, or another program changed it, for example by VACUUM: its checksum doesn't match\.$/,
  ],
  [
    'that was vacuumed',
    (backup) => {
      using sqlite = new Sqlite(backup)
      sqlite.run('VACUUM')
    },
    /another program changed it, for example by VACUUM: its checksum doesn't match\.$/,
  ],
  [
    'of another program',
    (backup) => change(backup, 'PRAGMA application_id = 77'),
    /is the database of another program\.$/,
  ],
  [
    'from a newer release',
    (backup) => change(backup, "INSERT INTO migrations VALUES (9999, '9999_later', '')"),
    /is from a newer release \(version 9999, this one supports \d+\)\. Restore it with that release\.$/,
  ],
  [
    'with orphaned rows',
    (backup) => change(backup, "INSERT INTO sessions VALUES ('x', 77, '', '', '', '', '', 0)"),
    /is damaged: a row of sessions references a missing row of users\.$/,
  ],
]

test.each(REFUSED)('rejects a backup %s and leaves the database unchanged', async (_, put, sentence) => {
  using at = await crashedSite()
  put(at.backup)
  const ours = () => at.contents().filter(({ name }) => /passwright\.db/.test(name))
  const before = ours()
  const error = await failure(finish(at.backup, at.data))
  expect(error).toBeInstanceOf(StartError)
  expect(error).toHaveProperty('message', expect.stringMatching(sentence))
  expect(ours()).toEqual(before)
  expect(at.kept()).toEqual([])
  expect(await subjectsIn(at.data)).toEqual(['new 40'])
})

test("refuses to replace another program's database", async () => {
  using at = await crashedSite()
  change(at.file, 'PRAGMA application_id = 77')
  const error = await failure(finish(at.backup, at.data))
  expect(error).toHaveProperty('message', `${at.file} is the database of another program.`)
  expect(dump(at.file).contacts?.length).toBe(40)
})

test('refuses to restore while a server, a backup or another process uses the database', async () => {
  using at = await crashedSite()
  const refusal = async () => {
    const error = await failure(finish(at.backup, at.data))
    return error instanceof StartError ? error.message : error
  }
  const unlock = lockFolder(at.data)
  expect(await refusal()).toBe(`The data folder ${at.data} is in use by a running server.`)
  unlock()
  const unlockBackups = lockBackups(at.data)
  expect(await refusal()).toBe('A backup is running. Please try again when it is done.')
  unlockBackups?.()

  const other = openEmbedded(at.file)
  expect(await other.run({ sql: 'SELECT count(*) FROM contacts', params: [] })).toEqual([[40]])
  expect(await refusal()).toBe(`The database ${at.file} is in use by another process.`)
  await other.run({ sql: "INSERT INTO secrets VALUES ('a', 'b')", params: [] })
  await other.close()
  expect(await subjectsIn(at.data)).toEqual(['new 40'])
})

/** Runs a restore in a child process that exits after `steps`, or is killed after `milliseconds`. */
async function killed(
  at: { backup: string; data: string },
  end: { steps: number } | { milliseconds: number },
) {
  const script = join(import.meta.dir, '../testing/restore-and-kill.ts')
  const count = 'steps' in end ? end.steps : 99
  const child = Bun.spawn([process.execPath, script, at.backup, at.data, String(count)], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let said = ''
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    if (said === '' && 'milliseconds' in end) setTimeout(() => child.kill('SIGKILL'), end.milliseconds)
    said += chunk
  }
  await child.exited
  return { steps: said.split('\n').filter(Boolean), signal: child.signalCode }
}

const STEPS = [
  'locked',
  'staged',
  'migrated',
  'replaced database kept',
  'replaced database sealed',
  'swapped',
  'done',
]

for (let count = 1; count < STEPS.length; count++) {
  test(`killed after ${count} steps, a restore leaves either the previous or the restored database`, async () => {
    using at = await crashedSite()
    const { steps, signal } = await killed(at, { steps: count })
    expect([steps, signal]).toEqual([STEPS.slice(0, count), 'SIGKILL'])
    const isSwapped = steps.includes('swapped')
    expect(await subjectsIn(at.data)).toEqual(isSwapped ? ['old 30'] : ['new 40'])
    expect((await verifyDatabase(at.file)).version).toBe(MIGRATIONS.at(-1)?.id ?? 0)
    expect(at.kept().length).toBe(steps.includes('replaced database kept') ? 1 : 0)
    expect(readdirSync(at.data).filter((name) => name.includes('restoring'))).toEqual([])

    await finish(at.backup, at.data)
    expect(await subjectsIn(at.data)).toEqual(['old 30'])
  })
}

test('a restore killed at any time leaves either the old or the restored database', async () => {
  for (let round = 0; round < shortOrLong(4, 80); round++) {
    using at = await crashedSite()
    // A restore takes 30 to a few hundred milliseconds, depending on load.
    const { steps } = await killed(at, { milliseconds: (round * 37) % 150 })
    const found = String(await subjectsIn(at.data))
    if (!steps.includes('replaced database sealed')) expect(found).toBe('new 40')
    else if (steps.includes('swapped')) expect(found).toBe('old 30')
    else expect(['new 40', 'old 30']).toContain(found)
  }
})
