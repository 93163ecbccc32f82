import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { backupName, readBackupName } from '#domain/backups.ts'
import { recordAudit } from '#src/audit/store.ts'
import { listBackups } from '#src/backups/folder.ts'
import { readHistory } from '#src/backups/history.ts'
import { lockBackups } from '#src/backups/lock.ts'
import { openSource } from '#src/db/copy-endpoints.ts'
import { createDatabase } from '#src/db/database.ts'
import { openExistingDatabase } from '#src/db/open-existing.ts'
import { openRemote, within } from '#src/db/remote.ts'
import { verifyDatabase } from '#src/db/verify.ts'
import { StartError } from '#src/errors.ts'
import { actor } from '#src/testing/actor.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { dataFolder, dumpCopied } from '#src/testing/data-folder.ts'
import { fillDatabase, readAll } from '#src/testing/fill-database.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { bringUpToDate, filledImage } from '#src/testing/migrated-database.ts'
import { type S3Fault, s3Server } from '#src/testing/s3-server.ts'
import { isSqldAvailable, sharedSqld } from '#src/testing/sqld.ts'
import { WAIT_MS } from '#src/testing/time-limits.ts'
import { backupCommand } from './backup.ts'
import { restoreCommand } from './restore.ts'

/** A machine with a database in its data folder, and the output of its commands. */
async function machine({
  env = {},
  answer = null,
  image,
}: {
  env?: Record<string, string>
  answer?: boolean | null
  image?: Uint8Array | undefined
} = {}) {
  const folder = await dataFolder(image)
  const lines: string[] = []
  const io = {
    env: { DATA_DIR: folder.path, ...env },
    out: (text: string) => lines.push(text),
    err: (text: string) => lines.push(text),
  }
  const onStop = () => ({ [Symbol.dispose]: () => undefined })
  const backup = backupCommand({ onStop })
  const restore = restoreCommand({ confirm: async () => answer, onStop })
  return {
    ...folder,
    lines,
    backup: (...args: string[]) => backup.run(args, io),
    restore: (...args: string[]) => restore.run(args, io),
    backupsThere: () => readdirSync(folder.backups).filter((name) => name.endsWith('.db')),
    listed: () => listBackups(folder.backups, readHistory(folder.backups)),
  }
}

const refusal = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.catch((error: unknown) => error)
  expect(error).toBeInstanceOf(StartError)
  return error instanceof StartError ? error.message : ''
}

test('writes a backup to the backup folder and reports its size and contents', async () => {
  using at = await machine()
  await using running = at.open()
  expect(await at.backup()).toBe(0)
  const [name = ''] = at.backupsThere()
  expect(readBackupName(name)?.kind).toBe('manual')
  const file = join(at.backups, name)
  expect(at.lines).toEqual([
    expect.stringMatching(/^Backed up to \S+: \d+ KB in \d+ ms\. It contains nothing yet\.$/),
  ])
  expect(at.lines[0]).toContain(file)
  expect(dumpCopied(file)).toEqual(dumpCopied(at.file))
  expect(at.listed()).toMatchObject([
    { name, by: 'command line', bytes: statSync(file).size, status: 'done' },
  ])
  expect(await auditLog(running.db)).toMatchObject([
    { actor: 'command line', action: 'backup_made', subject: name, address: null },
  ])
})

test('writes a backup to the given file or folder', async () => {
  using at = await machine()
  const folder = join(at.path, 'elsewhere')
  mkdirSync(folder)
  await at.backup('--to', join(folder, 'one.db'))
  await at.backup(`--to=${folder}/`)
  await at.backup('--to', folder)
  const names = readdirSync(folder)
  expect(names.length).toBe(3)
  expect(names).toContain('one.db')
  for (const name of names) {
    expect((await verifyDatabase(join(folder, name))).version).toBeGreaterThan(0)
    expect((statSync(join(folder, name)).mode & 0o777).toString(8)).toBe('600')
  }
  expect(at.backupsThere()).toEqual([])
  expect(at.listed().map(({ name, isHere }) => [name?.startsWith(folder), isHere])).toEqual(
    names.map(() => [true, false]),
  )
})

test("doesn't overwrite existing files", async () => {
  using at = await machine()
  const file = join(at.path, 'thesis.txt')
  writeFileSync(file, 'mine')
  expect(await refusal(at.backup('--to', file))).toBe(`${file} already exists.`)
  expect(await refusal(at.backup('--to', at.file))).toBe(`${at.file} already exists.`)
  expect(readFileSync(file, 'utf8')).toBe('mine')
})

test('a failure is reported in one sentence, listed, and leaves no file', async () => {
  using at = await machine()
  const nowhere = join(at.path, 'nowhere', 'a.db')
  expect(await refusal(at.backup('--to', nowhere))).toBe(
    `No backup was made to ${nowhere}: The folder doesn't exist.`,
  )
  expect(at.listed()).toMatchObject([{ name: null, status: 'failed', failure: "The folder doesn't exist." }])

  const unlock = lockBackups(at.path)
  expect(await refusal(at.backup())).toBe('Another backup is running. Try again when it has finished.')
  unlock?.()
  writeFileSync(at.file, readFileSync(at.file).fill(0xa5, 4096))
  expect(await refusal(at.backup())).toMatch(/passwright\.db can't be read: /)
  rmSync(at.file)
  expect(await refusal(at.backup())).toBe(`There is no database in ${at.path}.`)
  expect(at.backupsThere()).toEqual([])
  expect(at.lines).toEqual([])
})

test('an unreadable database and a file in place of a folder are reported as such', async () => {
  using at = await machine()
  const inFile = join(at.file, 'a.db')
  expect(await refusal(at.backup('--to', inFile))).toBe(
    `No backup was made to ${inFile}: A file is in the way.`,
  )
  // Unlike missing permission, a circular link stops root, too.
  rmSync(at.file)
  symlinkSync(at.file, at.file)
  const unreadable = `${at.file} can't be read: ELOOP.`
  expect(await refusal(at.backup())).toBe(unreadable)
  expect(await refusal(at.restore(at.file, '--check'))).toBe(unreadable)
  expect(await refusal(openExistingDatabase({ dataDir: at.path }))).toBe(unreadable)
  expect(await refusal(openSource({ folder: at.path }))).toBe(unreadable)
})

test.each([
  [['--to'], '--to needs a value'],
  [['here.db'], 'Unexpected argument: here.db'],
  [['--to', 's3://'], 's3:// is not an address like s3://bucket/prefix.'],
  [['--to', 's3://UPPER/x'], 's3://UPPER/x is not an address like s3://bucket/prefix.'],
])('rejects %j with one sentence', async (args, sentence) => {
  await using storage = s3Server()
  using at = await machine({ env: storage.env })
  expect(await refusal(at.backup(...args))).toBe(sentence)
})

const testWithSqld = test.if(isSqldAvailable)
const timeout = within(WAIT_MS)

testWithSqld('a libSQL server is backed up to a file, and the file restored to an empty one', async () => {
  const server = await sharedSqld()
  const one = server.urlOf(await server.createDatabase())
  const other = server.urlOf(await server.createDatabase())
  const from = openRemote(one, undefined, { timeout })
  await bringUpToDate(from)
  await fillDatabase(from)
  const before = await readAll(from)

  using at = await machine({ env: { DATABASE_URL: one } })
  expect(await at.backup()).toBe(0)
  const [name = ''] = at.backupsThere()
  const file = join(at.backups, name)
  expect(at.lines.at(-1)).toStartWith(`Backed up to ${file}: `)
  expect(readdirSync(at.backups).filter((name) => /unfinished|staged/.test(name))).toEqual([])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect((await verifyDatabase(file)).counts).toMatchObject({ posts: 129, users: 2, images: 3 })
  expect(await auditLog(createDatabase(from))).toContainEqual(
    expect.objectContaining({ action: 'backup_made', subject: name }),
  )
  await from.close()

  using there = await machine({ env: { DATABASE_URL: other } })
  expect(await there.restore(file, '--check')).toBe(0)
  expect(await refusal(there.restore(file))).toMatch(/^No terminal to ask/)
  expect(await there.restore(file, '--yes')).toBe(0)
  expect(there.lines.slice(-2)).toEqual([
    expect.stringMatching(
      /^Restored \S+, made .+, to test\d+\.localhost:\d+: .*129 (?:rows )?in posts, .*2 in users\.$/,
    ),
    'Everyone has to sign in again.',
  ])
  const to = openRemote(other, undefined, { timeout })
  const { audit_entries, sequences, ...restored } = await readAll(to)
  const { audit_entries: _entries, sequences: _sequences, ...expected } = before
  expect(restored).toEqual(expected)
  expect(await auditLog(createDatabase(to))).toContainEqual(
    expect.objectContaining({ action: 'database_restored', subject: name }),
  )
  await to.close()
  expect(await refusal(there.restore(file, '--yes'))).toMatch(/^There is a database at test\d+\.localhost/)
})

testWithSqld('a libSQL server is backed up elsewhere without a data folder', async () => {
  await using storage = s3Server()
  const server = await sharedSqld()
  const url = server.urlOf(await server.createDatabase())
  const engine = openRemote(url, undefined, { timeout })
  await bringUpToDate(engine)
  await engine.close()
  using folder = temporaryFolder()
  using at = await machine({ env: { ...storage.env, DATABASE_URL: url, DATA_DIR: folder.path } })
  const temporaryFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('passwright-backup-'))
  const before = temporaryFolders()
  expect(await at.backup('--to', join(at.path, 'one.db'))).toBe(0)
  expect(await at.backup('--to', 's3://bucket')).toBe(0)
  expect((await verifyDatabase(join(at.path, 'one.db'))).version).toBeGreaterThan(0)
  expect(storage.objects.size).toBe(1)
  expect(folder.contents()).toEqual([])
  expect(temporaryFolders()).toEqual(before)
})

test('a backup of an unresponsive server leaves a failure in the history and no file', async () => {
  using at = await machine({ env: { DATABASE_URL: 'http://127.0.0.1:1', DATABASE_AUTH_TOKEN: 'secret' } })
  expect(await refusal(at.backup())).toMatch(
    /^No backup was made to \S+: The database at 127\.0\.0\.1:1 can't be read: it is not responding\.$/,
  )
  expect(at.listed()).toMatchObject([{ status: 'failed' }])
  expect(readdirSync(at.backups).filter((name) => name.includes('.db'))).toEqual([])
})

/** Too large for the buffers of a connection. */
const LARGE = filledImage((engine) =>
  engine.script('CREATE TABLE ballast (x); INSERT INTO ballast VALUES (randomblob(8000000))'),
)

test.each([['small'], ['large']])(
  'a %s backup can be uploaded to S3 storage and restored from there',
  async (size) => {
    await using storage = s3Server()
    using at = await machine({ env: storage.env, image: size === 'large' ? await LARGE : undefined })
    const before = dumpCopied(at.file)
    await at.backup('--to', 's3://bucket/site/')
    const [[path = '', bytes] = []] = storage.objects
    expect(path).toMatch(/^bucket\/site\/passwright-\d{4}-.+Z\.db$/)
    expect(at.backupsThere()).toEqual([])
    expect(at.listed()).toMatchObject([
      { name: `s3://${path}`, isHere: false, status: 'done', bytes: bytes?.length },
    ])

    expect(await at.restore(`s3://${path}`, '--check')).toBe(0)
    expect(at.lines.at(-1)).toStartWith(`s3://${path} is valid: made 20`)
    await at.restore(`s3://${path}`, '--yes')
    expect(dumpCopied(at.file)).toEqual(before)
  },
)

const FAULTS: [S3Fault, string, string][] = [
  ['refusing', 'small', 'AccessDenied'],
  ['refusing', 'large', 'AccessDenied'],
  ['failing', 'small', 'InternalError'],
  ['failing', 'large', 'InternalError'],
  ['a page instead', 'small', 'HTTP 502'],
  ['breaking off', 'small', 'closed the connection'],
  ['breaking off', 'large', 'closed the connection'],
  ['losing the end', 'small', 'bytes instead of'],
  ['losing the end', 'large', 'bytes instead of'],
]

test.each(FAULTS)('when storage is %s, a %s backup fails', async (fault, size, words) => {
  await using storage = s3Server()
  using at = await machine({ env: storage.env, image: size === 'large' ? await LARGE : undefined })
  storage.setFault(fault)
  const sentence = await refusal(at.backup('--to', 's3://bucket/site'))
  expect(sentence).toMatch(/^No backup was made to s3:\/\/bucket\/site\/passwright-\S+\.db: \P{Cc}+\.$/u)
  expect(sentence).toContain(words)
  expect(sentence).not.toMatch(/AKIA|secret/)
  expect(at.backupsThere()).toEqual([])
  expect(at.listed()).toMatchObject([{ status: 'failed', name: null }])
  expect(at.lines).toEqual([])
})

test('redirects by storage are reported and not followed', async () => {
  await using other = s3Server()
  await using storage = s3Server({ sendsTo: `${other.env.S3_ENDPOINT}/bucket/x` })
  using at = await machine({ env: storage.env })
  storage.setFault('sending on')
  const words = 'redirects to another address, which is not followed'
  expect(await refusal(at.backup('--to', 's3://bucket/site'))).toContain(words)
  expect(await refusal(at.restore('s3://bucket/site.db', '--check'))).toContain(words)
  expect(other.requests()).toBe(0)
})

test('during an upload, the backup folder has no partial file, and the server can make a backup', async () => {
  const storage = s3Server()
  using at = await machine({ env: storage.env })
  storage.setFault('silent')
  const sentence = refusal(at.backup('--to', 's3://bucket/site'))
  await storage.received
  expect(readdirSync(at.backups).filter((name) => name.startsWith('passwright-'))).toEqual([])
  const unlock = lockBackups(at.path)
  expect(unlock).not.toBeNull()
  unlock?.()
  await storage[Symbol.asyncDispose]()
  expect(await sentence).toContain('closed the connection.')
})

test('a killed upload leaves no backup; the next one deletes the rest', async () => {
  using at = await machine()
  mkdirSync(at.backups)
  const name = backupName('manual', new Date(0))
  for (const suffix of ['', '.unfinished', '.unfinished-journal']) {
    writeFileSync(join(at.backups, `${name}.unfinished${suffix}`), 'half')
  }
  expect(at.listed()).toEqual([])
  await at.backup('--to', join(at.path, 'elsewhere.db'))
  expect(readdirSync(at.backups).filter((file) => file.startsWith(name))).toEqual([])
})

test('the next backup to a folder deletes files of killed ones, not of running ones', async () => {
  using at = await machine()
  const folder = join(at.path, 'elsewhere')
  mkdirSync(folder)
  const dead = `${backupName('manual', new Date(0))}.unfinished`
  const running = `${backupName('manual', new Date(1))}.unfinished`
  const others = 'thesis.db.unfinished'
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const name of [dead, `${dead}-journal`, running, others]) {
    writeFileSync(join(folder, name), 'half')
    if (name !== running) utimesSync(join(folder, name), longAgo, longAgo)
  }
  await at.backup('--to', folder)
  const left = readdirSync(folder).filter((name) => name.includes('unfinished'))
  expect(left.sort()).toEqual([running, others])
})

test('without valid keys, nothing is uploaded to S3 storage', async () => {
  await using storage = s3Server()
  using keyless = await machine({ env: { S3_ENDPOINT: storage.env.S3_ENDPOINT } })
  expect(await refusal(keyless.backup('--to', 's3://bucket/x'))).toStartWith(
    'S3 storage needs S3_ACCESS_KEY_ID',
  )
  expect(storage.requests()).toBe(0)
  using stranger = await machine({
    env: {
      AWS_ACCESS_KEY_ID: 'AKIAOTHER',
      AWS_SECRET_ACCESS_KEY: 'x',
      AWS_ENDPOINT_URL_S3: storage.env.S3_ENDPOINT,
    },
  })
  expect(await refusal(stranger.backup('--to', 's3://bucket/x'))).toContain('refuses the keys.')
})

test('--offsite makes a daily backup and copies it to every place, also if one fails', async () => {
  await using storage = s3Server()
  using share = temporaryFolder()
  const env = { ...storage.env, BACKUP_S3_URL: 's3://bucket/site', BACKUP_FOLDER: share.path }
  using at = await machine({ env })
  expect(await refusal(at.backup('--offsite', '--to', share.path))).toStartWith('--offsite needs')
  expect(await at.backup('--offsite')).toBe(0)
  const [name = ''] = at.backupsThere()
  expect(readBackupName(name)?.kind).toBe('daily')
  expect(readdirSync(share.path)).toEqual([name])
  expect([...storage.objects.keys()]).toEqual([`bucket/site/${name}`])
  storage.setFault('refusing')
  expect(await refusal(at.backup('--offsite'))).toMatch(/^Not copied to s3:.+\(AccessDenied\)\.$/)
  // The last one of a day replaces the others.
  expect(readdirSync(share.path)).toEqual(at.backupsThere().filter((other) => other !== name))
})

test('a missing or corrupt backup in storage is not restored', async () => {
  await using storage = s3Server()
  using at = await machine({ env: storage.env })
  expect(await refusal(at.restore('s3://bucket/nothing.db', '--yes'))).toContain('(NoSuchKey).')
  expect(await refusal(at.restore('s3://bucket', '--yes'))).toBe(
    's3://bucket specifies a bucket but no backup.',
  )
  await at.backup('--to', 's3://bucket')
  const [[path = '', bytes = new Uint8Array()] = []] = storage.objects
  storage.objects.set(path, bytes.slice(0, -1))
  expect(await refusal(at.restore(`s3://${path}`, '--yes'))).toMatch(/ (?:is damaged, .*|can't be read): /)
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a restore that %s during the download leaves no files', async (signal, status) => {
  await using storage = s3Server()
  using at = await machine()
  using temporary = temporaryFolder()
  storage.setFault('silent')
  const script = Bun.fileURLToPath(import.meta.resolve('#src/testing/restore-command.ts'))
  const running = Bun.spawn([process.execPath, script, 's3://bucket/site.db', '--check'], {
    env: { ...process.env, ...storage.env, DATA_DIR: at.path, TMPDIR: temporary.path },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await Promise.race([storage.received, running.exited])
  expect(readdirSync(temporary.path)).toEqual([expect.stringMatching(/^passwright-restore-/)])
  running.kill(signal)
  expect(await running.exited).toBe(status)
  expect(readdirSync(temporary.path)).toEqual([])
})

test('a restore prints the result and where the replaced database is kept', async () => {
  using at = await machine()
  await at.backup()
  const [name = ''] = at.backupsThere()
  const file = join(at.backups, name)
  at.lines.length = 0
  expect(await at.restore(file, '--yes')).toBe(0)
  const made = `made ${readBackupName(name)?.at?.toISOString().slice(0, 19).replace('T', ' ')} UTC`
  expect(at.lines).toEqual([
    `${file} is valid: ${made}. It contains nothing yet.`,
    `Restored ${file}, ${made}, to ${at.path}: nothing yet.`,
    'Everyone has to sign in again.',
    expect.stringMatching(
      /^The replaced database is kept as \S+\/backups\/passwright-before-restore-\S+\.db\.$/,
    ),
  ])
})

test('the age of a renamed or copied backup is that of its contents', async () => {
  using at = await machine()
  const renamed = join(at.path, 'before-the-move.db')
  {
    await using running = at.open()
    const entry = { action: 'post_deleted' } as const
    await recordAudit(running.db, actor, entry, new Date('2026-03-15T09:30:00.000Z'))
    await recordAudit(running.db, actor, entry, new Date('2026-03-14T09:30:00.000Z'))
    await running.engine.script("INSERT INTO contacts VALUES (NULL, 'a', 'b', 'c', 'd', 'new', 'tomorrow')")
  }
  await at.backup('--to', renamed)
  expect(await at.restore(renamed, '--check')).toBe(0)
  expect(at.lines.at(-1)).toStartWith(
    `${renamed} is valid: last changed 2026-03-15 09:30:00 UTC. It contains`,
  )
})

test('a disk error during a restore is reported in one sentence, and the database is unchanged', async () => {
  using at = await machine()
  await at.backup('--to', join(at.path, 'b.db'))
  const before = dumpCopied(at.file)
  rmSync(at.backups, { recursive: true })
  writeFileSync(at.backups, 'a file in the way')
  expect(await refusal(at.restore(join(at.path, 'b.db'), '--yes'))).toBe(
    'The restore failed. A file is in the way.',
  )
  expect(dumpCopied(at.file)).toEqual(before)
})

test('a restore asks for confirmation and needs a yes', async () => {
  const restored = async (answer: boolean | null, ...flags: string[]) => {
    using at = await machine({ answer })
    await at.backup('--to', join(at.path, 'b.db'))
    const outcome = await at.restore(join(at.path, 'b.db'), ...flags).catch(String)
    return [outcome, at.backupsThere().length]
  }
  expect(await restored(true)).toEqual([0, 1])
  expect(await restored(false)).toEqual(['StartError: Nothing was changed.', 0])
  expect(await restored(null)).toEqual(['StartError: No terminal to ask for confirmation: use --yes.', 0])
  expect(await restored(null, '--yes')).toEqual([0, 1])
  expect(await restored(false, '--check')).toEqual([0, 0])
})

test('the backup may come before or after the flags', async () => {
  using at = await machine()
  const file = join(at.path, 'b.db')
  await at.backup('--to', file)
  expect(await at.restore(file, '--check')).toBe(0)
  expect(await at.restore('--check', file)).toBe(0)
  expect(await refusal(at.restore('--check'))).toBe('Specify the backup: passwright restore FILE')
  expect(await refusal(at.restore())).toBe('Specify the backup: passwright restore FILE')
  expect(await refusal(at.restore(file, 'other.db', '--check'))).toBe('Unexpected argument: other.db')
  expect(await refusal(at.restore(file, '--force'))).toBe('Unknown flag: --force')
  expect(basename(file)).toBe('b.db')
})

test('refuses to restore the database itself, however it is named', async () => {
  using at = await machine()
  const link = join(at.path, 'link.db')
  symlinkSync(at.file, link)
  for (const path of [at.file, link])
    expect(await refusal(at.restore(path, '--yes'))).toBe(`${path} is the database itself, not a backup.`)
  expect(existsSync(at.backups)).toBe(false)
})

test("control characters in the names and errors of another program's database are escaped", async () => {
  using at = await machine()
  await at.backup('--to', join(at.path, 'site.db'))
  const file = join(at.path, 'site.db')
  const sqlite = new Sqlite(file)
  sqlite.run('CREATE TABLE "\u001b]0;owned\u0007\u202e" (a)')
  sqlite.run('INSERT INTO "\u001b]0;owned\u0007\u202e" VALUES (1)')
  sqlite.run('PRAGMA user_version = 0')
  sqlite.close()
  expect(await at.restore(file, '--check')).toBe(0)
  expect(at.lines.at(-1)).toContain('1 row in \\u001b]0;owned\\u0007\\u202e')

  const broken = new Sqlite(file)
  broken.run('CREATE TABLE parents (id INTEGER PRIMARY KEY)')
  broken.run('CREATE TABLE "\u001b[2J" (parent REFERENCES parents (id))')
  broken.run('INSERT INTO "\u001b[2J" VALUES (1)')
  broken.close()
  const refused = await refusal(at.restore(file, '--check'))
  expect(refused).toContain('is damaged: a row of \\u001b[2J references a missing row of parents')
})
