import { expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DAILY_SCHEDULE } from '#domain/audit.ts'
import { type Backup, backupName } from '#domain/backups.ts'
import { BULK_MAX } from '#domain/bulk.ts'
import { verifyDatabase } from '#src/db/verify.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { dataFolder, dumpCopied } from '#src/testing/data-folder.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { createBackups } from './backups.ts'
import { appendHistory } from './history.ts'
import { lockBackups } from './lock.ts'

const PATH = '/api/admin/backups'
const HOUR_MS = 3_600_000
const hoursAfter = (hours: number) => new Date(NOON.getTime() + hours * HOUR_MS)

const METRICS_TOKEN = 'a-token-for-prometheus'

/** A server's app on its own data folder, and a super admin's requests. */
async function signedInApp({ keep = 7, expectsErrors = false } = {}) {
  const folder = await dataFolder()
  const opened = folder.open()
  const clock = { now: NOON }
  const app = await testApp({
    engine: opened.engine,
    dataDir: folder.path,
    clock,
    settings: { backupKeep: keep, metricsToken: METRICS_TOKEN },
    expectsErrors,
  })
  const { authorization } = await makeUser(app, 'super_admin', 'ada')
  const send = (path = '', method = 'GET', json?: unknown) =>
    app.call(`${PATH}${path}`, { method, json, headers: { authorization } })
  const list = () => app.backups.list()
  /** Waits for the running backup. */
  const ended = async () => {
    await app.backups.ended()
    return list()
  }
  const audit = async () => {
    const rows = await auditLog(app.db)
    return rows.map(({ actor, action, subject }) => [actor, action, subject])
  }
  return {
    folder,
    app,
    clock,
    send,
    list,
    ended,
    audit,
    [Symbol.asyncDispose]: async () => {
      await app.backups.stop()
      await opened.engine.close()
      folder[Symbol.dispose]()
    },
  }
}

const MANUAL = backupName('manual', NOON)

test('a super admin starts, lists and downloads a backup', async () => {
  await using at = await signedInApp()
  expect(await (await at.send()).json()).toEqual([])
  const started = await at.send('', 'POST')
  expect(started.status).toBe(202)
  expect(await started.json()).toEqual({
    name: MANUAL,
    isHere: true,
    kind: 'manual',
    status: 'running',
    startedAt: NOON.toISOString(),
    milliseconds: null,
    bytes: null,
    by: 'ada',
    failure: null,
  })
  at.clock.now = new Date(NOON.getTime() + 1500)
  const file = join(at.folder.backups, MANUAL)
  expect(await at.ended()).toMatchObject([
    { name: MANUAL, status: 'done', milliseconds: 1500, bytes: statSync(file).size, by: 'ada' },
  ])
  expect((statSync(file).mode & 0o777).toString(8)).toBe('600')
  expect(dumpCopied(file)).toEqual(dumpCopied(at.folder.file))
  expect(await (await at.send()).json()).toEqual(at.list())
  expect((await verifyDatabase(file)).counts).toMatchObject({ users: 1, posts: 0 })
  expect(readdirSync(at.folder.backups).sort()).toEqual(['backup.lock', 'history.jsonl', MANUAL])

  const download = await at.send(`/${MANUAL}`)
  expect(download.status).toBe(200)
  expect(download.headers.get('cache-control')).toBe('no-store')
  expect(download.headers.get('content-type')).toBe('application/vnd.sqlite3')
  expect(download.headers.get('content-disposition')).toBe(`attachment; filename="${MANUAL}"`)
  expect(Buffer.compare(await download.bytes(), readFileSync(file))).toBe(0)
  await at.send(`/${MANUAL}`, 'HEAD')
  expect(await (await at.send(`/${MANUAL}`, 'DELETE')).json()).toEqual({ success: true })
  expect(existsSync(file)).toBe(false)
  expect(at.list()).toEqual([])
  expect(await at.audit()).toEqual([
    ['ada', 'backup_made', MANUAL],
    ['ada', 'backup_downloaded', MANUAL],
    ['ada', 'backup_deleted', MANUAL],
  ])
})

test('a backup is read back, and what was found is returned and audited', async () => {
  await using at = await signedInApp()
  await at.send('', 'POST')
  await at.ended()
  const file = join(at.folder.backups, MANUAL)
  expect(await (await at.send(`/${MANUAL}/check`)).json()).toEqual({
    failure: null,
    contents: expect.stringMatching(/ rows? in .*1 in users/),
    changedAt: expect.stringMatching(/^2/),
  })
  const bytes = readFileSync(file)
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  writeFileSync(file, bytes)
  const damaged =
    "The copy is damaged, or another program changed it, for example by VACUUM: its checksum doesn't match."
  const checks = await Promise.all([at.send(`/${MANUAL}/check`), at.send(`/${MANUAL}/check`)])
  const found = await Promise.all(checks.map(async (answer) => [answer.status, await answer.json()]))
  expect(found).toContainEqual([200, { failure: damaged, contents: null, changedAt: null }])
  expect(found).toContainEqual([
    409,
    expect.objectContaining({ message: 'A backup is already being verified' }),
  ])
  writeFileSync(file, '')
  expect((await (await at.send(`/${MANUAL}/check`)).json()).failure).toBe('The copy is empty.')
  expect((await at.send('/passwright.db/check')).status).toBe(404)
  expect((await at.send('/..%2Fpasswright.db/check')).status).toBe(404)
  const entries = (await auditLog(at.app.db)).filter(({ action }) => action === 'backup_verified')
  expect(entries.map(({ detail }) => detail)).toEqual(['valid', damaged, 'The copy is empty.'])
})

test('a daily backup can be made again, and is rotated like the others', async () => {
  await using at = await signedInApp({ keep: 1 })
  await at.app.backups.makeDaily()
  at.clock.now = hoursAfter(1)
  expect((await at.send('?kind=daily', 'POST')).status).toBe(202)
  expect(await at.ended()).toMatchObject([
    { kind: 'daily', by: 'ada', startedAt: hoursAfter(1).toISOString() },
  ])
  expect((await at.send('?kind=before-restore', 'POST')).status).toBe(400)

  await using off = await signedInApp({ keep: 0 })
  const refused = await off.send('?kind=daily', 'POST')
  expect([refused.status, (await refused.json()).message]).toEqual([
    409,
    'Automatic backups are off: set BACKUP_KEEP',
  ])
})

test('deletes many backups with an audit entry each, and skips unknown names', async () => {
  await using at = await signedInApp()
  const names: string[] = []
  for (const hours of [0, 1, 2]) {
    at.clock.now = hoursAfter(hours)
    await at.send('', 'POST')
    const [made] = await at.ended()
    names.push(made?.name ?? '')
  }
  const [first = '', second = '', third = ''] = names
  at.clock.now = NOON
  const remove = (json: unknown) => at.send('/bulk-delete', 'POST', json)
  const most = Array.from({ length: BULK_MAX + 1 }, (_, index) => `${index}.db`)
  for (const json of [{ names: most }, {}, { names: [] }, { names: first }, { names: [1] }]) {
    const refused = await remove(json)
    expect(refused.status).toBe(400)
    expect((await refused.json()).message).toBe('names must be a list of 1 to 200 file names')
  }
  const answer = await remove({ names: [first, third, first, '../passwright.db', 'none.db'] })
  expect(await answer.json()).toEqual({ success: true })
  expect(at.list().map(({ name }) => name)).toEqual([second])
  expect(at.folder.contents().some(({ name }) => name === 'passwright.db')).toBe(true)
  const deleted = (await at.audit()).filter(([, action]) => action === 'backup_deleted')
  expect(deleted).toEqual([
    ['ada', 'backup_deleted', first],
    ['ada', 'backup_deleted', third],
  ])
})

test("administrators and monitoring see the last backup's result", async () => {
  await using at = await signedInApp()
  const { app, send, ended } = at
  const { authorization } = await makeUser(app, 'moderator')
  const status = async () => {
    const { makesBackups, lastBackup } = await (
      await app.call('/api/admin/status', { headers: { authorization } })
    ).json()
    return { makesBackups, lastBackup }
  }
  expect(await status()).toEqual({ makesBackups: true, lastBackup: null })
  await send('', 'POST')
  await ended()
  expect(await status()).toEqual({ makesBackups: true, lastBackup: { at: NOON.toISOString(), ok: true } })
  const figures = await (
    await app.call('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  ).text()
  expect(figures).toContain(`passwright_last_backup_timestamp_seconds ${NOON.getTime() / 1000}`)
})

test("a backup isn't downloaded or deleted if writing the audit entry fails", async () => {
  await using at = await signedInApp({ expectsErrors: true })
  await at.send('', 'POST')
  const [backup] = await at.ended()
  await at.app.engine.script(
    "CREATE TRIGGER broken BEFORE INSERT ON audit_entries BEGIN SELECT RAISE(ABORT, 'no more audit'); END;",
  )
  const path = `/${backup?.name}`
  const [download, deletion] = [await at.send(path), await at.send(path, 'DELETE')]
  expect([download.status, deletion.status]).toEqual([500, 500])
  expect((await download.arrayBuffer()).byteLength).toBeLessThan(500)
  expect(at.list()).toMatchObject([{ name: backup?.name, isHere: true }])
  await at.app.engine.script('DROP TRIGGER broken;')
  expect((await at.send(path, 'DELETE')).status).toBe(200)
  expect(at.list()).toEqual([])
})

test('only one backup runs at a time', async () => {
  await using at = await signedInApp()
  const both = await Promise.all([at.send('', 'POST'), at.send('', 'POST')])
  expect(both.map(({ status }) => status).sort()).toEqual([202, 409])
  const refused = both.find(({ status }) => status === 409)
  expect(await refused?.json()).toEqual({ message: 'A backup is already running', code: 'conflict' })
  await at.ended()

  const unlock = lockBackups(at.folder.path)
  expect((await at.send('', 'POST')).status).toBe(409)
  unlock?.()
  at.clock.now = hoursAfter(1)
  expect((await at.send('', 'POST')).status).toBe(202)
  expect((await at.ended()).length).toBe(2)
})

const NOT_BACKUPS = [
  '/passwright.db',
  '/history.jsonl',
  '/backup.lock',
  '/..%2Fpasswright.db',
  '/..%2f..%2f..%2fetc%2fpasswd',
  '/%2Fetc%2Fpasswd',
  `/.%2F${MANUAL}`,
  `/${MANUAL}%00`,
  `/${MANUAL}.unfinished`,
  `/${backupName('daily', NOON)}`,
  `/${backupName('before-restore', NOON)}`,
  '/%00',
  '/..',
]

test("rejects paths that aren't backups", async () => {
  await using at = await signedInApp()
  await at.send('', 'POST')
  await at.ended()
  writeFileSync(join(at.folder.backups, `${MANUAL}.unfinished`), 'half')
  symlinkSync(at.folder.file, join(at.folder.backups, backupName('daily', NOON)))
  mkdirSync(join(at.folder.backups, backupName('before-restore', NOON)))
  const names = () => at.folder.contents().map(({ name }) => name)
  const before = names()
  for (const path of NOT_BACKUPS) {
    for (const method of ['GET', 'DELETE']) {
      const response = await at.send(path, method)
      expect([path, [404, 405].includes(response.status)]).toEqual([path, true])
      expect(await response.text()).not.toContain(at.folder.path)
      expect([path, names()]).toEqual([path, before])
    }
  }
  expect(at.list().length).toBe(1)
})

test('keeps the newest daily backups and all other files', async () => {
  await using at = await signedInApp({ keep: 2 })
  await at.send('', 'POST')
  await at.ended()
  const others = [
    'passwright-before-upgrade-3.db',
    backupName('before-restore', NOON),
    'passwright-daily-2020-01-01T00-00-00.000Z.db.bak',
    'passwright-daily-old.db',
    'holiday.jpg',
  ]
  for (const name of others) writeFileSync(join(at.folder.backups, name), 'mine')
  const days = [0, 24, 48].map(hoursAfter)
  for (const day of days) {
    at.clock.now = day
    await at.app.backups.makeDaily()
  }
  const kept = days.slice(-2).map((day) => backupName('daily', day))
  expect(readdirSync(at.folder.backups).sort()).toEqual(
    [...kept, ...others, MANUAL, 'backup.lock', 'history.jsonl'].sort(),
  )
  const daily = at.list().filter(({ kind }) => kind === 'daily')
  expect(daily.map(({ name, by }) => [name, by])).toEqual(
    kept.toReversed().map((name) => [name, 'daily schedule']),
  )
  expect((await at.audit()).at(-1)).toEqual([
    'daily schedule',
    'backup_made',
    backupName('daily', hoursAfter(48)),
  ])
})

test('a failed daily backup deletes nothing, is listed, and is retried', async () => {
  await using at = await signedInApp({ keep: 1, expectsErrors: true })
  await at.app.backups.makeDaily()
  const good = backupName('daily', NOON)
  const { file } = at.folder
  await at.app.engine.run({ sql: 'PRAGMA wal_checkpoint(TRUNCATE)', params: [] })
  const whole = readFileSync(file)
  writeFileSync(file, Buffer.from(whole).fill(0xa5, 4096))
  at.clock.now = hoursAfter(24)
  await at.app.backups.makeDaily()
  writeFileSync(file, whole)

  expect(readdirSync(at.folder.backups).filter((name) => name.endsWith('.db'))).toEqual([good])
  expect(at.app.backups.last()).toMatchObject({ status: 'failed', startedAt: hoursAfter(24).toISOString() })
  expect(at.list()).toMatchObject([
    {
      name: null,
      isHere: false,
      kind: 'daily',
      status: 'failed',
      startedAt: hoursAfter(24).toISOString(),
      bytes: null,
      failure: 'The database is damaged.',
    },
    { name: good, status: 'done' },
  ])
  expect(at.app.lines.join('\n')).toContain('backup failed')

  await at.app.backups.makeMissed()
  expect(at.list().length).toBe(2)
  at.clock.now = hoursAfter(26)
  await at.app.backups.makeMissed()
  expect(at.list()[0]).toMatchObject({ kind: 'daily', status: 'done' })
  expect(readdirSync(at.folder.backups).filter((name) => name.endsWith('.db'))).toEqual([
    backupName('daily', hoursAfter(26)),
  ])
})

test('a new site makes its first backup at night; a missed backup is made at startup', async () => {
  await using at = await signedInApp()
  await at.app.backups.makeMissed()
  expect(existsSync(at.folder.backups)).toBe(false)
  at.clock.now = hoursAfter(26)
  await at.app.backups.makeMissed()
  expect(at.list()).toMatchObject([{ kind: 'daily', status: 'done' }])
  at.clock.now = hoursAfter(50)
  await at.app.backups.makeMissed()
  expect(at.list().length).toBe(1)
})

test('with `keep` 0, no daily backups are made', async () => {
  await using at = await signedInApp({ keep: 0 })
  at.clock.now = hoursAfter(100)
  await at.app.backups.makeDaily()
  await at.app.backups.makeMissed()
  expect(at.list()).toEqual([])
  at.clock.now = NOON
  expect(await (await at.send('/settings')).json()).toMatchObject({ isPossible: true, keep: 0 })
  expect((await at.send('', 'POST')).status).toBe(202)
  expect(await at.ended()).toMatchObject([{ kind: 'manual', status: 'done' }])
})

test('the next backup deletes the unfinished files of a crashed server', async () => {
  await using at = await signedInApp()
  mkdirSync(at.folder.backups)
  const left = backupName('daily', hoursAfter(-24))
  for (const suffix of ['', '-journal'])
    writeFileSync(join(at.folder.backups, `${left}.unfinished${suffix}`), 'x')
  writeFileSync(join(at.folder.backups, 'thesis.unfinished'), 'mine')
  await at.send('', 'POST')
  await at.ended()
  expect(readdirSync(at.folder.backups).sort()).toEqual(
    ['backup.lock', 'history.jsonl', MANUAL, 'thesis.unfinished'].sort(),
  )
})

test('stopping the server aborts its backup, lists it as failed, and leaves no partial file', async () => {
  await using at = await signedInApp()
  await at.app.engine.script('CREATE TABLE ballast (x); INSERT INTO ballast VALUES (zeroblob(32000000))')
  await at.send('', 'POST')
  await at.app.backups.stop()
  expect(at.list()).toMatchObject([
    { status: 'failed', failure: 'The server was stopped during the backup.' },
  ])
  expect(readdirSync(at.folder.backups).filter((name) => name.startsWith('passwright'))).toEqual([])
  expect((await at.send('', 'POST')).status).toBe(503)
})

test('reports an unwritable folder', async () => {
  await using at = await signedInApp({ expectsErrors: true })
  writeFileSync(at.folder.backups, 'a file')
  const response = await at.send('', 'POST')
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({
    message: "The backup folder isn't writable",
    code: 'unavailable',
  })
})

const EPERM = Object.assign(new Error('chown'), { code: 'EPERM' })

test("releases the lock if the lock file's owner can't be changed", async () => {
  using folder = await dataFolder()
  const refuse = () => {
    throw EPERM
  }
  expect(() => lockBackups(folder.path, refuse)).toThrow(EPERM)
  const unlock = lockBackups(folder.path)
  expect(unlock).not.toBeNull()
  unlock?.()
})

/** Backups of the same folder, with another `giveToOwner`. */
const backupsOf = (
  at: Awaited<ReturnType<typeof signedInApp>>,
  giveToOwner: (folder: string, path: string) => void,
) =>
  createBackups({
    dataDir: at.folder.path,
    keep: 1,
    db: at.app.db,
    now: () => at.clock.now,
    log: at.app.log,
    giveToOwner,
  })

test("a backup whose file owner can't be changed is logged but counts as made, and the next backup starts", async () => {
  await using at = await signedInApp({ expectsErrors: true })
  const backups = backupsOf(at, (_, path) => {
    if (path.endsWith('.db')) throw EPERM
  })
  backups.start(DAILY_SCHEDULE)
  await backups.ended()
  expect(backups.list()).toMatchObject([{ status: 'done', name: MANUAL }])
  expect(at.app.lines.join('\n')).toContain('failed to change the owner of a backup')
  at.clock.now = hoursAfter(24)
  await backups.makeDaily()
  expect(backups.last()).toMatchObject({ status: 'done', name: backupName('daily', hoursAfter(24)) })
  await backups.stop()
})

test("a daily backup succeeds even if old ones can't be deleted", async () => {
  await using at = await signedInApp({ expectsErrors: true })
  const moved = `${at.folder.backups}.moved`
  const backups = backupsOf(at, (_, path) => {
    if (!path.endsWith('.db')) return
    renameSync(at.folder.backups, moved)
    symlinkSync(at.folder.backups, at.folder.backups)
  })
  await backups.makeDaily()
  rmSync(at.folder.backups)
  renameSync(moved, at.folder.backups)
  expect(backups.last()).toMatchObject({ status: 'done', name: backupName('daily', NOON) })
  expect(at.app.lines.join('\n')).toContain('failed to delete old backups')
  await backups.stop()
})

test('a corrupt history hides no backups or failures', async () => {
  await using at = await signedInApp({ expectsErrors: true })
  mkdirSync(join(at.folder.backups, 'history.jsonl'), { recursive: true })
  await at.app.backups.makeDaily()
  const moved = `${at.folder.file}.moved`
  renameSync(at.folder.file, moved)
  at.clock.now = hoursAfter(24)
  await at.app.backups.makeDaily()
  renameSync(moved, at.folder.file)
  expect(at.list()).toMatchObject([
    { status: 'failed', startedAt: hoursAfter(24).toISOString(), failure: "A file can't be opened." },
    { status: 'done', name: backupName('daily', NOON) },
  ])
  expect(at.app.lines.join('\n')).toContain('failed to record a backup')
})

test('the list includes backups made elsewhere and files copied into the folder', async () => {
  await using at = await signedInApp()
  mkdirSync(at.folder.backups)
  const away: Backup = {
    name: 's3://bucket/site/passwright.db',
    isHere: false,
    kind: 'manual',
    status: 'done',
    startedAt: hoursAfter(-1).toISOString(),
    milliseconds: 900,
    bytes: 4096,
    by: 'command line',
    failure: null,
  }
  appendHistory(at.folder.backups, away)
  writeFileSync(join(at.folder.backups, 'history.jsonl'), 'half a li', { flag: 'a' })
  appendHistory(at.folder.backups, { ...away, startedAt: hoursAfter(-2).toISOString() })
  const upgrade = join(at.folder.backups, 'passwright-before-upgrade-4.db')
  writeFileSync(upgrade, 'copy')
  utimesSync(upgrade, hoursAfter(-3), hoursAfter(-3))
  expect(at.list()).toEqual([
    away,
    { ...away, startedAt: hoursAfter(-2).toISOString() },
    {
      name: 'passwright-before-upgrade-4.db',
      isHere: true,
      kind: 'before-upgrade',
      status: 'done',
      startedAt: hoursAfter(-3).toISOString(),
      milliseconds: null,
      bytes: 4,
      by: null,
      failure: null,
    },
  ])
  expect((await at.send(`/${encodeURIComponent(away.name ?? '')}`)).status).toBe(404)
})

test('the history is bounded', async () => {
  using folder = await dataFolder()
  mkdirSync(folder.backups)
  const line: Backup = {
    name: null,
    isHere: false,
    kind: 'daily',
    status: 'failed',
    startedAt: NOON.toISOString(),
    milliseconds: 1,
    bytes: null,
    by: 'daily schedule',
    failure: 'The disk is full.',
  }
  writeFileSync(join(folder.backups, 'history.jsonl'), `${JSON.stringify(line)}\n`.repeat(5000))
  appendHistory(folder.backups, { ...line, by: 'last' })
  const lines = readFileSync(join(folder.backups, 'history.jsonl'), 'utf8').trim().split('\n')
  expect(lines.length).toBe(500)
  expect(lines.at(-1)).toContain('"last"')
})

test('with a libSQL server, no backups are made', async () => {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'super_admin')
  const headers = { authorization }
  expect(await (await app.call(PATH, { headers })).json()).toEqual([])
  expect(await (await app.call(`${PATH}/settings`, { headers })).json()).toMatchObject({
    isPossible: false,
    keep: 7,
    offsite: [],
  })
  const refused = await app.call(PATH, { method: 'POST', headers })
  expect(refused.status).toBe(409)
  expect((await refused.json()).message).toBe(
    'The database is on its own server: make backups there, or with passwright backup',
  )
  await app.backups.makeDaily()
  await app.backups.makeMissed()
  expect(app.lines).toEqual([])
})
