import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { type Backup, backupName, OFFSITE_KEEP } from '#domain/backups.ts'
import { restoreCommand } from '#src/commands/restore.ts'
import { readConfig } from '#src/config.ts'
import { notices } from '#src/db/schema.ts'
import { setUpChannels } from '#src/notices/store.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { dataFolder, dumpCopied } from '#src/testing/data-folder.ts'
import { type S3Fault, s3Server } from '#src/testing/s3-server.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { offsiteSettings } from './offsite.ts'

const DAY_MS = 86_400_000
const NAME = backupName('daily', NOON)

/** A server on its own data folder that copies its backups elsewhere. */
async function server(env: Record<string, string>, { expectsErrors = false } = {}) {
  const folder = await dataFolder()
  const opened = folder.open()
  const clock = { now: NOON }
  const app = await testApp({
    ...{ engine: opened.engine, dataDir: folder.path, clock, expectsErrors },
    settings: offsiteSettings(readConfig([], env)),
  })
  await setUpChannels(app.db, ['email'], NOON)
  const lines: string[] = []
  const onStop = () => ({ [Symbol.dispose]: () => undefined })
  const io = {
    env: { DATA_DIR: folder.path, ...env },
    out: (text: string) => lines.push(text),
    err: (text: string) => lines.push(text),
  }
  return {
    folder,
    app,
    clock,
    lines,
    /** Newest first: where the copy is or why there is none. */
    copies: () =>
      app.backups
        .list()
        .filter(({ isHere }) => !isHere)
        .map(({ name, failure }: Backup) => name ?? failure),
    notices: async () => (await app.db.select().from(notices)).map(({ kind }) => kind),
    restore: (...args: string[]) => restoreCommand({ confirm: async () => null, onStop }).run(args, io),
    [Symbol.asyncDispose]: async () => {
      await app.backups.stop()
      await opened.engine.close()
      folder[Symbol.dispose]()
    },
  }
}

async function keyPair(folder: string) {
  const identity = await generateIdentity()
  const file = join(folder, 'identity.txt')
  writeFileSync(file, `# created: today\n${identity}\n`)
  return { file, recipient: await identityToRecipient(identity) }
}

test('the daily backup is copied to a folder and a bucket, encrypted, and both can be restored', async () => {
  await using storage = s3Server()
  using other = await dataFolder()
  const { file: identity, recipient } = await keyPair(other.path)
  const share = join(other.path, 'share')
  mkdirSync(share)
  await using at = await server({
    BACKUP_S3_URL: `s3://bucket/site?endpoint=${storage.env.S3_ENDPOINT}`,
    AWS_ACCESS_KEY_ID: storage.env.S3_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY: storage.env.S3_SECRET_ACCESS_KEY,
    BACKUP_FOLDER: share,
    BACKUP_RECIPIENTS: recipient,
  })
  await at.app.backups.makeDaily()
  const places = [join(share, `${NAME}.age`), `s3://bucket/site/${NAME}.age`]
  expect(at.copies().sort()).toEqual(places.sort())
  expect(readdirSync(share)).toEqual([`${NAME}.age`])
  expect((statSync(join(share, `${NAME}.age`)).mode & 0o777).toString(8)).toBe('600')
  expect(storage.objects.get(`bucket/site/${NAME}.age`)?.length).toBe(
    statSync(join(share, `${NAME}.age`)).size,
  )
  expect(readFileSync(join(share, `${NAME}.age`)).includes('SQLite format 3')).toBe(false)
  expect((await auditLog(at.app.db)).map(({ action, subject }) => [action, subject])).toEqual([
    ['backup_made', NAME],
    ['backup_made', `s3://bucket/site/${NAME}.age`],
    ['backup_made', join(share, `${NAME}.age`)],
  ])
  expect(await at.notices()).toEqual([])

  const before = dumpCopied(at.folder.file)
  for (const place of [places[0] ?? '', `${places[1]}?endpoint=${storage.env.S3_ENDPOINT}`]) {
    await expect(at.restore(place, '--check')).rejects.toThrow('is encrypted: add --identity FILE')
    expect(await at.restore(place, '--check', '--identity', identity)).toBe(0)
    expect(at.lines.at(-1)).toContain(' is valid: made 20')
  }
  const copy = join(share, `${NAME}.age`)
  expect(await at.restore(copy, '--yes', '--data', other.path, '--identity', identity)).toBe(0)
  expect(dumpCopied(other.file)).toEqual(before)
})

test('an encrypted backup that is damaged, cut or for another identity is refused', async () => {
  using other = await dataFolder()
  const { file: identity, recipient } = await keyPair(other.path)
  await using at = await server({ BACKUP_FOLDER: other.path, BACKUP_RECIPIENTS: recipient })
  await at.app.backups.makeDaily()
  const copy = join(other.path, `${NAME}.age`)
  const whole = readFileSync(copy)
  const check = () => at.restore(copy, '--check', '--identity', identity)
  writeFileSync(copy, whole.subarray(0, whole.length - 20))
  await expect(check()).rejects.toThrow('The encrypted backup is damaged.')
  writeFileSync(copy, Buffer.from(whole).fill(1, 100_000, 100_001))
  await expect(check()).rejects.toThrow('The encrypted backup is damaged.')
  const header = 'age-encryption.org/v1\n'
  writeFileSync(copy, header + `-> X25519 ${'A'.repeat(43)}\n${'A'.repeat(43)}\n`.repeat(10_000))
  await expect(check()).rejects.toThrow('The encrypted backup is damaged.')
  writeFileSync(copy, whole)
  mkdirSync(join(other.path, 'else'))
  const { file: wrong } = await keyPair(join(other.path, 'else'))
  await expect(at.restore(copy, '--check', '--identity', wrong)).rejects.toThrow(
    "The encrypted backup can't be decrypted with this identity.",
  )
  writeFileSync(wrong, 'AGE-SECRET-KEY-1nonsense')
  await expect(at.restore(copy, '--check', '--identity', wrong)).rejects.toThrow("can't be decrypted")
  writeFileSync(wrong, recipient)
  await expect(at.restore(copy, '--check', '--identity', wrong)).rejects.toThrow(
    'contains no line that starts',
  )
  await expect(at.restore(copy, '--check', '--identity', 'none')).rejects.toThrow("can't be read")
})

const FAULTS: [S3Fault, string][] = [
  ['breaking off', 'closed the connection'],
  ['losing the end', 'bytes instead of'],
  ['changing a byte', 'is not what was sent'],
  ['full', 'is full'],
  ['in another time', "this machine's clock is wrong"],
  ['refusing', 'AccessDenied'],
]

test.each(FAULTS)(
  'a copy to storage that is %s is reported once and retried every hour',
  async (fault, words) => {
    await using storage = s3Server()
    await using at = await server({ BACKUP_S3_URL: 's3://bucket', ...storage.env }, { expectsErrors: true })
    storage.setFault(fault)
    await at.app.backups.makeDaily()
    await at.app.backups.makeMissed()
    expect(at.copies()).toEqual([expect.stringContaining(words)])
    expect(at.copies()[0]).toStartWith(`Not copied to s3://bucket/${NAME}: `)
    expect(at.copies()[0]).not.toMatch(/AKIA|secret/)
    expect(await at.notices()).toEqual(['backup_failed'])
    if (fault === 'breaking off') return
    storage.setFault(null)
    at.clock.now = new Date(NOON.getTime() + 3_600_000)
    await at.app.backups.makeMissed()
    await at.app.backups.makeMissed()
    expect(at.copies()).toEqual([`s3://bucket/${NAME}`, expect.stringContaining(words)])
    expect(at.app.backups.last()?.status).toBe('done')
  },
)

test('wrong keys are named', async () => {
  await using storage = s3Server()
  const env = { ...storage.env, S3_ACCESS_KEY_ID: 'AKIAOTHER' }
  await using at = await server({ BACKUP_S3_URL: 's3://bucket', ...env }, { expectsErrors: true })
  await at.app.backups.makeDaily()
  expect(at.copies()).toEqual([expect.stringContaining('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')])
})

test('old copies are deleted at each place; when that is refused, the copy stays and it is reported', async () => {
  await using storage = s3Server()
  using other = await dataFolder()
  const env = {
    BACKUP_FOLDER: other.path,
    BACKUP_OFFSITE_KEEP: '2d',
    BACKUP_S3_URL: 's3://bucket/a',
    ...storage.env,
  }
  await using at = await server(env, { expectsErrors: true })
  const names = Array.from({ length: 5 }, (_, day) =>
    backupName('daily', new Date(NOON.getTime() + day * DAY_MS)),
  )
  storage.objects.set(`bucket/a/b/${names[0]}`, new Uint8Array(1))
  storage.objects.set('bucket/a/mine.db', new Uint8Array(1))
  for (const [day] of names.slice(0, 4).entries()) {
    at.clock.now = new Date(NOON.getTime() + day * DAY_MS)
    await at.app.backups.makeDaily()
  }
  const daily = () => readdirSync(other.path).filter((name) => name.startsWith('passwright-daily'))
  expect(daily().sort()).toEqual(names.slice(2, 4))
  expect([...storage.objects.keys()].sort()).toEqual(
    [`a/b/${names[0]}`, 'a/mine.db', `a/${names[2]}`, `a/${names[3]}`].map((key) => `bucket/${key}`).sort(),
  )
  storage.setFault('keeping all')
  at.clock.now = new Date(NOON.getTime() + 4 * DAY_MS)
  await at.app.backups.makeDaily()
  expect(storage.objects.has(`bucket/a/${names[4]}`)).toBe(true)
  expect(at.copies()).toContainEqual(expect.stringContaining('Old backups could not be deleted'))
  expect(await at.notices()).toEqual(['backup_failed'])
})

test('a folder that is missing or full leaves nothing, and is not created', async () => {
  using other = await dataFolder()
  const share = join(other.path, 'unmounted')
  await using at = await server({ BACKUP_FOLDER: share }, { expectsErrors: true })
  await at.app.backups.makeDaily()
  expect(existsSync(share)).toBe(false)
  expect(at.copies()).toEqual([expect.stringContaining(`The folder ${share} (BACKUP_FOLDER) doesn't exist.`)])
  mkdirSync(share)
  await at.app.backups.makeMissed()
  expect(readdirSync(share)).toEqual([NAME])
})

test('a start copies the last daily backup to places that were added since', async () => {
  using other = await dataFolder()
  await using at = await server({ BACKUP_FOLDER: other.path })
  mkdirSync(at.folder.backups, { recursive: true })
  await at.app.backups.makeDaily()
  rmSync(join(at.folder.backups, 'history.jsonl'))
  rmSync(join(other.path, NAME))
  await at.app.backups.makeMissed()
  expect(existsSync(join(other.path, NAME))).toBe(true)
  expect(offsiteSettings(readConfig([], {})).backupOffsiteKeep).toEqual(OFFSITE_KEEP)
})
