import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
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
import { lockBackups } from './attempt.ts'
import { restoreSteps } from './restore.ts'

const now = () => NOON
const letter = (subject: string) => ({
  name: 'Ada',
  email: 'ada@example.com',
  subject,
  message: 'x'.repeat(2000),
  createdAt: NOON.toISOString(),
})

async function finish(source: string, dataFolder: string) {
  const steps = restoreSteps({ source, dataFolder, by: { ...actor, name: 'ada' }, now })
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

/** A data folder as a killed server leaves it, with 'new' letters half of which are in the log alone, and a backup of before. */
async function site() {
  const running = await dataFolder()
  const folder = temporaryFolder()
  const backup = join(folder.path, 'backup.db')
  const data = join(folder.path, 'data')
  const file = join(data, DATABASE_FILE)
  mkdirSync(data)
  {
    await using opened = running.open()
    const { db, engine } = opened
    await db.insert(contacts).values(Array.from({ length: 30 }, () => letter('old')))
    await copyDatabase(running.file, backup)
    await db.delete(contacts)
    await db.insert(contacts).values(Array.from({ length: 20 }, () => letter('new')))
    await engine.run({ sql: 'PRAGMA wal_checkpoint(PASSIVE)', params: [] })
    await db.insert(contacts).values(Array.from({ length: 20 }, () => letter('new')))
    for (const suffix of ['', '-wal', '-shm']) copyFileSync(`${running.file}${suffix}`, `${file}${suffix}`)
  }
  running[Symbol.dispose]()
  return {
    ...folder,
    backup,
    data,
    file,
    /** The copies of what was there before. */
    kept: () =>
      readdirSync(data, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.includes('before-restore'),
      ),
  }
}

/** What a server finds there: the subjects of the letters, or what stops its start. */
async function foundIn(dataDir: string): Promise<unknown> {
  const { db, close } = await openDatabase({ dataDir, now })
  try {
    const rows = await db.select({ subject: contacts.subject }).from(contacts)
    return [...new Set(rows.map(({ subject }) => `${subject} ${rows.length}`))]
  } finally {
    await close()
  }
}

test('a restored database is the backup, row for row, and nothing of the log that was there', async () => {
  using at = await site()
  expect(statSync(`${at.file}-wal`).size).toBeGreaterThan(0)
  const { facts, former } = await finish(at.backup, at.data)
  expect(facts.counts.contacts).toBe(30)
  expect(readdirSync(at.data).sort()).toEqual(['backups', DATABASE_FILE, 'passwright.lock'])
  expect((statSync(at.file).mode & 0o777).toString(8)).toBe('600')
  expect(dumpCopied(at.file)).toEqual(dumpCopied(at.backup))
  expect(dump(at.file).audit_entries?.map((row) => row.slice(1, 5))).toEqual([
    [NOON.toISOString(), 'ada', 'database_restored', 'backup.db'],
  ])
  expect(await foundIn(at.data)).toEqual(['old 30'])
  expect(former?.isWhole).toBe(true)
  expect((await verifyDatabase(former?.path ?? '')).counts.contacts).toBe(40)

  await finish(former?.path ?? '', at.data)
  expect(await foundIn(at.data)).toEqual(['new 40'])
})

test('a backup that the disk has no room for is not restored', async () => {
  using at = await site()
  const free = () => SPARE_BYTES + statSync(at.backup).size + statSync(at.file).size - 1
  const by = { ...actor, name: 'ada' }
  const steps = restoreSteps({ source: at.backup, dataFolder: at.data, by, now, free })
  await steps.next()
  const error = await failure(steps.next())
  expect(error).toHaveProperty('message', expect.stringContaining(`The disk of ${at.data} has no room`))
  expect(at.kept()).toEqual([])
  expect(await foundIn(at.data)).toEqual(['new 40'])
})

test('everyone is signed out, and tokens of before are signed with a key that is gone', async () => {
  using at = await site()
  const sqlite = new Sqlite(at.backup)
  sqlite.run("INSERT INTO users VALUES (1, 'ada', 'a@example.com', '', 'super_admin', 1, '', NULL, 0, NULL)")
  sqlite.run("INSERT INTO sessions VALUES ('s', 1, '2026-03-14', '2026-03-14', '', '', '')")
  sqlite.run("INSERT INTO secrets VALUES ('signing-key', 'former')")
  sqlite.run('PRAGMA user_version = 0')
  sqlite.close()
  await finish(at.backup, at.data)
  const { sessions, secrets, users } = dump(at.file)
  expect([sessions, secrets, users?.length]).toEqual([[], [], 1])
})

test('a backup brings up a site where there is none yet', async () => {
  using at = await site()
  const data = join(at.path, 'deep', 'data')
  expect((await finish(at.backup, data)).former).toBeNull()
  expect(await foundIn(data)).toEqual(['old 30'])
  expect((statSync(data).mode & 0o777).toString(8)).toBe('700')
})

test('a log without its database is not applied to what is restored', async () => {
  using at = await site()
  writeFileSync(at.file, '')
  await finish(at.backup, at.data)
  expect(await foundIn(at.data)).toEqual(['old 30'])
})

test('a backup of an older release is brought up to date', async () => {
  using at = await site()
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
  expect(await foundIn(at.data)).toEqual(['ancient 1'])
})

test('who went back to an older release restores the copy of before the upgrade over the newer database', async () => {
  using at = await site()
  const sqlite = new Sqlite(at.file)
  sqlite.run("INSERT INTO migrations VALUES (9999, '9999_later', '')")
  sqlite.run('CREATE TABLE later (a)')
  sqlite.close()
  expect(await failure(openDatabase({ dataDir: at.data, now }))).toHaveProperty(
    'message',
    expect.stringContaining('from a newer release'),
  )
  const { former } = await finish(at.backup, at.data)
  expect(await foundIn(at.data)).toEqual(['old 30'])
  expect((await verifyDatabase(former?.path ?? '')).version).toBe(9999)
})

test('a database that is damaged beyond reading is replaced, and its files are kept', async () => {
  using at = await site()
  writeFileSync(at.file, readFileSync(at.file).fill(0xa5, 100))
  const damaged = readFileSync(at.file)
  const log = readFileSync(`${at.file}-wal`)
  const { former } = await finish(at.backup, at.data)
  expect(former?.isWhole).toBe(false)
  const kept = (name: string) => readFileSync(join(former?.path ?? '', name))
  expect(kept(DATABASE_FILE).equals(damaged)).toBe(true)
  expect(kept(`${DATABASE_FILE}-wal`).equals(log)).toBe(true)
  expect(await foundIn(at.data)).toEqual(['old 30'])
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
  ['that is a text', (backup) => writeFileSync(backup, 'dear diary\n'.repeat(999)), /is not a database\.$/],
  [
    'that is cut off',
    (backup) => writeFileSync(backup, readFileSync(backup).subarray(0, -10_000)),
    /is damaged: it is not as it was made\.$/,
  ],
  [
    'with a word changed',
    (backup) => {
      const bytes = readFileSync(backup)
      bytes.write('new', bytes.indexOf('old'))
      writeFileSync(backup, bytes)
    },
    /is damaged: it is not as it was made\.$/,
  ],
  [
    'of another program',
    (backup) => change(backup, 'PRAGMA application_id = 77'),
    /is the database of another program\.$/,
  ],
  [
    'from a newer release',
    (backup) => change(backup, "INSERT INTO migrations VALUES (9999, '9999_later', '')"),
    /is from a newer release \(version 9999, this one knows \d+\)\. Restore it with that release\.$/,
  ],
  [
    'with rows that belong to nothing',
    (backup) => change(backup, "INSERT INTO sessions VALUES ('x', 77, '', '', '', '', '')"),
    /is damaged: a row of sessions belongs to one of users that is not there\.$/,
  ],
]

test.each(REFUSED)('a backup %s is refused, and the database is not touched', async (_, put, sentence) => {
  using at = await site()
  put(at.backup)
  const ours = () => at.contents().filter(({ name }) => /passwright\.db/.test(name))
  const before = ours()
  const error = await failure(finish(at.backup, at.data))
  expect(error).toBeInstanceOf(StartError)
  expect(error).toHaveProperty('message', expect.stringMatching(sentence))
  expect(ours()).toEqual(before)
  expect(at.kept()).toEqual([])
  expect(await foundIn(at.data)).toEqual(['new 40'])
})

test('nothing is restored over the database of another program', async () => {
  using at = await site()
  change(at.file, 'PRAGMA application_id = 77')
  const error = await failure(finish(at.backup, at.data))
  expect(error).toHaveProperty('message', `${at.file} is the database of another program.`)
  expect(dump(at.file).contacts?.length).toBe(40)
})

test('nothing is restored while a server or a backup is at work there, or anyone has the database open', async () => {
  using at = await site()
  const refusal = async () => {
    const error = await failure(finish(at.backup, at.data))
    return error instanceof StartError ? error.message : error
  }
  const unlock = lockFolder(at.data)
  expect(await refusal()).toBe(`The data folder ${at.data} is in use by another running server.`)
  unlock()
  const unlockBackups = lockBackups(at.data)
  expect(await refusal()).toBe('A backup is running. Please try again when it is done.')
  unlockBackups?.()

  const other = openEmbedded(at.file)
  expect(await other.run({ sql: 'SELECT count(*) FROM contacts', params: [] })).toEqual([[40]])
  expect(await refusal()).toBe(`The database ${at.file} is in use by another process.`)
  await other.run({ sql: "INSERT INTO secrets VALUES ('a', 'b')", params: [] })
  await other.close()
  expect(await foundIn(at.data)).toEqual(['new 40'])
})

/** Runs a restore in a process of its own, which ends itself after so many steps, or is ended so long after the first. */
async function killed(
  at: { backup: string; data: string },
  end: { steps: number } | { milliseconds: number },
) {
  const script = join(import.meta.dir, '../testing/restore-until.ts')
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
  'brought up to date',
  'former database kept',
  'former database sealed',
  'swapped',
  'done',
]

for (const count of STEPS.keys()) {
  test(`killed after ${count} steps, a restore leaves the database of before or the restored one`, async () => {
    using at = await site()
    const { steps, signal } = await killed(at, { steps: count })
    expect([steps, signal]).toEqual([STEPS.slice(0, count), 'SIGKILL'])
    const isSwapped = steps.includes('swapped')
    expect(await foundIn(at.data)).toEqual(isSwapped ? ['old 30'] : ['new 40'])
    expect((await verifyDatabase(at.file)).version).toBe(MIGRATIONS.at(-1)?.id ?? 0)
    expect(at.kept().length).toBe(steps.includes('former database kept') ? 1 : 0)
    expect(readdirSync(at.data).filter((name) => name.includes('restoring'))).toEqual([])

    await finish(at.backup, at.data)
    expect(await foundIn(at.data)).toEqual(['old 30'])
  })
}

test('killed at any moment, a restore leaves the database of before or the restored one', async () => {
  for (let round = 0; round < shortOrLong(4, 80); round++) {
    using at = await site()
    // All of it takes from some thirty milliseconds to a few hundred, as busy as the machine is.
    const { steps } = await killed(at, { milliseconds: (round * 37) % 150 })
    const found = String(await foundIn(at.data))
    if (!steps.includes('former database sealed')) expect(found).toBe('new 40')
    else if (steps.includes('swapped')) expect(found).toBe('old 30')
    else expect(['new 40', 'old 30']).toContain(found)
  }
})
