import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sealAudit } from '#src/audit/chain.ts'
import { recordAudit } from '#src/audit/store.ts'
import { auditCommand } from '#src/commands/audit.ts'
import { restoreCommand } from '#src/commands/restore.ts'
import { secretsCommand } from '#src/commands/secrets.ts'
import { copyDatabase } from '#src/db/copy.ts'
import { createDatabase } from '#src/db/database.ts'
import { DATABASE_FILE, openDatabase } from '#src/db/open.ts'
import { secrets, totpSecrets, users } from '#src/db/schema.ts'
import { StartError } from '#src/errors.ts'
import { sealedBy } from '#src/lib/seal.ts'
import { actor } from '#src/testing/actor.ts'
import { dump } from '#src/testing/data-folder.ts'
import { ENGINES } from '#src/testing/engines.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { NOON } from '#src/testing/test-app.ts'
import { readKeyFile } from './key-file.ts'
import { unlockSecrets } from './sealed.ts'
import { getOrCreateSecret } from './store.ts'

const SEED = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const ADA = {
  username: 'ada',
  email: 'ada@example.com',
  passwordHash: 'x',
  role: 'admin',
  isActive: true,
  createdAt: NOON.toISOString(),
} as const

const now = () => NOON

const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof StartError ? error.message : error),
  )

const keyFileIn = (folder: string) => join(folder, 'secrets.key')

/** What a server does when it starts. */
async function start(folder: string, file = keyFileIn(folder)) {
  const { db, close } = await openDatabase({ dataDir: folder, now })
  try {
    return { db: (await unlockSecrets(db, file)).db, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A data folder of a server with ada's authenticator app and sealed audit entries. */
async function filledFolder() {
  const folder = temporaryFolder()
  const { db, close } = await openDatabase({ dataDir: folder.path, now })
  await db.insert(users).values(ADA)
  // As earlier releases stored it.
  await db.insert(totpSecrets).values({ userId: 1, secret: SEED, isConfirmed: true, lastPeriod: 0 })
  await close()
  await using started = await start(folder.path)
  await recordAudit(started.db, actor, { action: 'signed_in' }, NOON)
  await Array.fromAsync(sealAudit(started.db))
  return folder
}

const seedOf = async ({ db }: Awaited<ReturnType<typeof start>>) => {
  const [row] = await db.select().from(totpSecrets)
  return row ? db.keys.open(row.secret, ['totp_secrets', row.userId]) : null
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && path !== keyFileIn(folder))
    .map((path) => readFileSync(path, 'latin1'))
    .join()

function io(env: Record<string, string>) {
  const lines: string[] = []
  return {
    lines,
    env,
    out: (line: string) => void lines.push(line),
    err: (line: string) => void lines.push(line),
  }
}

const confirm = async () => null
const onStop = () => ({ [Symbol.dispose]: () => undefined })

const run = (folder: string, ...args: string[]) => {
  const given = io({ DATA_DIR: folder })
  return secretsCommand({ confirm })
    .run(args, given)
    .then(() => given.lines.join('\n'))
}

const restore = (folder: string, ...args: string[]) =>
  restoreCommand({ confirm, onStop }).run([...args, '--yes'], io({ DATA_DIR: folder }))

async function verify(folder: string) {
  const given = io({ DATA_DIR: folder })
  return { status: await auditCommand.run(['verify'], given), text: given.lines.join('\n') }
}

test('the first start makes a private key and seals stored secrets; no file but it contains either', async () => {
  using folder = await filledFolder()
  const file = keyFileIn(folder.path)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await using started = await start(folder.path)
  expect(await seedOf(started)).toBe(SEED)
  expect(await getOrCreateSecret(started.db, 'signing-key', () => 'a-signing-key')).toBe('a-signing-key')
  expect(await getOrCreateSecret(started.db, 'signing-key', () => 'another')).toBe('a-signing-key')
  await copyDatabase(join(folder.path, DATABASE_FILE), join(folder.path, 'copy.db'))
  const files = filesIn(folder.path)
  for (const secret of [SEED, 'a-signing-key', readFileSync(file, 'utf8').trim()])
    expect(files).not.toContain(secret)
  const [row] = await started.db.select().from(secrets)
  expect(sealedBy(row?.value ?? '')).toBe(started.db.keys.id)
})

test.each([
  ['is missing', (file: string) => renameSync(file, `${file}.old`), 'does not exist'],
  ['is another one', (file: string) => Bun.write(file, 'A'.repeat(43)), 'has the key'],
  ['is malformed', (file: string) => Bun.write(file, 'x'), 'is not a key file'],
  [
    'is a pipe',
    (file: string) => {
      rmSync(file)
      Bun.spawnSync(['mkfifo', file])
    },
    'is not a file',
  ],
])('no server starts if the key %s, and nothing changes', async (_, replace, words) => {
  using folder = await filledFolder()
  const file = keyFileIn(folder.path)
  const key = readFileSync(file)
  const before = dump(join(folder.path, DATABASE_FILE))
  await replace(file)
  expect(await failure(start(folder.path))).toContain(words)
  expect(dump(join(folder.path, DATABASE_FILE))).toEqual(before)
  rmSync(file, { force: true })
  await Bun.write(file, key)
  await using started = await start(folder.path)
  expect(await seedOf(started)).toBe(SEED)
})

test.each(ENGINES)(
  'of instances with different keys, one starts on an empty database on %s',
  async (_, open) => {
    await using opened = await open()
    await opened.migrated()
    using folder = temporaryFolder()
    const files = ['one', 'other'].map((name) => join(folder.path, name))
    const results = await Promise.all(
      files.map((file) => failure(unlockSecrets(createDatabase(opened.engine), file))),
    )
    expect(results.filter((result) => result === null)).toHaveLength(1)
    expect(results.filter((result) => String(result).includes('sealed with the key'))).toHaveLength(1)
  },
)

test('after a change of the key, secrets open with the new key only, and the audit log verifies', async () => {
  using folder = await filledFolder()
  const file = keyFileIn(folder.path)
  renameSync(file, `${file}.old`)
  const reseal = () => run(folder.path, 'reseal', '--old-key-file', `${file}.old`)
  expect(await reseal()).toStartWith('Sealed 2 secrets with the key ')
  expect(await reseal()).toStartWith('Sealed 0 secrets with the key ')
  expect(await failure(start(folder.path, `${file}.old`))).toContain('sealed with the key')
  await using started = await start(folder.path)
  expect(await seedOf(started)).toBe(SEED)
  expect(await verify(folder.path)).toMatchObject({ status: 0 })
})

test('a running server, another old key and a missing one prevent a change of the key', async () => {
  using folder = await filledFolder()
  const file = keyFileIn(folder.path)
  const other = join(folder.path, 'other.key')
  await Bun.write(other, 'B'.repeat(43))
  expect(await failure(run(folder.path, 'reseal', '--old-key-file', `${file}.old`))).toContain(
    'There is no file',
  )
  expect(await failure(run(folder.path, 'reseal'))).toContain('--old-key-file FILE')
  {
    await using _ = await start(folder.path)
    expect(await failure(run(folder.path, 'reset', '--yes'))).toContain('is in use by a running server')
  }
  renameSync(file, `${file}.old`)
  expect(await failure(run(folder.path, 'reseal', '--old-key-file', other))).toContain('neither the old nor')
  renameSync(`${file}.old`, file)
  await using started = await start(folder.path)
  expect(await seedOf(started)).toBe(SEED)
})

test('without the key, a reset deletes the secrets, and the audit log says what it cannot know', async () => {
  using folder = await filledFolder()
  rmSync(keyFileIn(folder.path))
  expect(await verify(folder.path)).toMatchObject({
    status: 1,
    text: expect.stringContaining("Entries up to 1 can't be verified"),
  })
  expect(await failure(run(folder.path, 'reset'))).toBe('No terminal to ask for confirmation: use --yes.')
  expect(await run(folder.path, 'reset', '--yes')).toContain('1 authenticator app.')
  await using started = await start(folder.path)
  expect(await seedOf(started)).toBe(null)
  await Array.fromAsync(sealAudit(started.db))
  expect(await verify(folder.path)).toMatchObject({
    status: 0,
    text: expect.stringContaining('Not known: whether entries up to 1 were changed'),
  })
})

test('a backup is restored on a machine with another key only with its own key or without its secrets', async () => {
  using from = await filledFolder()
  const backup = join(from.path, 'backup.db')
  await copyDatabase(join(from.path, DATABASE_FILE), backup)
  using there = temporaryFolder()
  {
    await using started = await start(there.path)
    await started.db.insert(users).values({ ...ADA, username: 'bob' })
  }
  const before = dump(join(there.path, DATABASE_FILE))
  const id = readKeyFile(keyFileIn(from.path))?.id
  expect(await failure(restore(there.path, backup))).toContain(`sealed with the key ${id}`)
  expect(dump(join(there.path, DATABASE_FILE))).toEqual(before)

  using fresh = temporaryFolder()
  expect(await failure(restore(fresh.path, backup))).toContain('does not exist')
  await Bun.write(keyFileIn(fresh.path), readFileSync(keyFileIn(from.path)))
  expect(await restore(fresh.path, backup)).toBe(0)
  {
    await using started = await start(fresh.path)
    expect(await seedOf(started)).toBe(SEED)
    await Array.fromAsync(sealAudit(started.db))
    expect(await verify(fresh.path)).toMatchObject({ status: 0 })
  }

  expect(await restore(there.path, backup, '--reset-secrets')).toBe(0)
  await using started = await start(there.path)
  expect(await seedOf(started)).toBe(null)
  expect((await started.db.select().from(users)).map(({ username }) => username)).toEqual(['ada'])
})
