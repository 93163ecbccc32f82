import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { restoreCommand } from '#src/commands/restore.ts'
import { secretsCommand } from '#src/commands/secrets.ts'
import { copyDatabase } from '#src/db/copy.ts'
import { createDatabase } from '#src/db/database.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import { MIGRATIONS, migrate } from '#src/db/migrate.ts'
import { DATABASE_FILE, openDatabase } from '#src/db/open.ts'
import { secrets, totpSecrets, users } from '#src/db/schema.ts'
import { StartError } from '#src/errors.ts'
import { readKeyFile } from '#src/lib/key-file.ts'
import { sealedBy } from '#src/lib/seal.ts'
import { dump } from '#src/testing/data-folder.ts'
import { ENGINES } from '#src/testing/engines.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { NOON } from '#src/testing/test-app.ts'
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

/** A database of an earlier release, with secrets in plain text, among them ada's authenticator app. */
async function writeEarlier(path: string) {
  const engine = openEmbedded(path)
  await migrate(engine, { now, migrations: MIGRATIONS.filter(({ id }) => id < 46) })
  const db = createDatabase(engine)
  await db.insert(users).values(ADA)
  await db.insert(totpSecrets).values({ userId: 1, secret: SEED, isConfirmed: true, lastPeriod: 0 })
  await db.insert(secrets).values({ name: 'signing-key', value: 'a-signing-key' })
  await engine.close()
}

/** A data folder on which a server was started. */
async function filledFolder() {
  const folder = temporaryFolder()
  await writeEarlier(join(folder.path, DATABASE_FILE))
  await using _ = await start(folder.path)
  rmSync(join(folder.path, 'backups'), { recursive: true })
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

test('the first start makes a private key and seals stored secrets; no file but it contains either', async () => {
  using folder = await filledFolder()
  const file = keyFileIn(folder.path)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await using started = await start(folder.path)
  expect(await seedOf(started)).toBe(SEED)
  expect(await getOrCreateSecret(started.db, 'signing-key', () => 'another')).toBe('a-signing-key')
  await copyDatabase(join(folder.path, DATABASE_FILE), join(folder.path, 'copy.db'))
  const files = filesIn(folder.path)
  for (const secret of [SEED, 'a-signing-key', readFileSync(file, 'utf8').trim()])
    expect(files).not.toContain(secret)
  const [row] = await started.db.select().from(secrets)
  expect(sealedBy(row?.value ?? '')).toBe(started.db.keys.id)
})

test.each(['secrets', 'totp_secrets'])('no server starts with plain text in %s', async (table) => {
  using folder = await filledFolder()
  const file = join(folder.path, DATABASE_FILE)
  const engine = openEmbedded(file)
  await engine.script(`UPDATE ${table} SET ${table === 'secrets' ? 'value' : 'secret'} = '${SEED}'`)
  await engine.close()
  const before = dump(file)
  const refusal = `A secret in the table ${table} is not sealed`
  expect(await failure(start(folder.path))).toStartWith(refusal)
  const keyFile = keyFileIn(folder.path)
  expect(await failure(run(folder.path, 'reseal', '--old-key-file', keyFile))).toStartWith(refusal)
  expect(dump(file)).toEqual(before)
  await run(folder.path, 'reset', '--yes')
  await using started = await start(folder.path)
  expect(await seedOf(started)).toBe(null)
})

test('plain text written to the database of a running server is refused', async () => {
  using folder = await filledFolder()
  await using started = await start(folder.path)
  await started.db.update(secrets).set({ value: 'mine' })
  const read = getOrCreateSecret(started.db, 'signing-key')
  await expect(read).rejects.toThrow('not sealed')
})

test('a backup of an earlier release is sealed when it is restored', async () => {
  using folder = temporaryFolder()
  const backup = join(folder.path, 'backup.db')
  await writeEarlier(backup)
  expect(await restore(folder.path, backup)).toBe(0)
  await using started = await start(folder.path)
  expect(await seedOf(started)).toBe(SEED)
})

test('an empty key file is replaced as long as no secret was sealed', async () => {
  using folder = temporaryFolder()
  const file = keyFileIn(folder.path)
  await Bun.write(file, '')
  {
    await using _ = await start(folder.path)
    expect(readdirSync(folder.path).filter((name) => name.includes('key'))).toEqual(['secrets.key'])
    expect(statSync(file).mode & 0o777).toBe(0o600)
  }
  await Bun.write(file, '')
  expect(await failure(start(folder.path))).toContain('is empty or missing')
})

test('a disk that fills up leaves no key file', () => {
  // The kernel writes only the first bytes, as on a full disk.
  using folder = temporaryFolder()
  const code = `import { createKeyFile } from '${join(import.meta.dir, '../lib/key-file.ts')}'; createKeyFile('${keyFileIn(folder.path)}')`
  const script = join(folder.path, 'create.ts')
  writeFileSync(script, code)
  const { exitCode } = Bun.spawnSync(['sh', '-c', 'ulimit -f 0; exec "$0" "$1"', process.execPath, script])
  expect(exitCode).not.toBe(0)
  expect(existsSync(keyFileIn(folder.path))).toBe(false)
})

test.each([
  ['is missing', (file: string) => renameSync(file, `${file}.old`), 'is empty or missing'],
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

test('after a change of the key, secrets open with the new key only', async () => {
  using folder = await filledFolder()
  const file = keyFileIn(folder.path)
  renameSync(file, `${file}.old`)
  const reseal = () => run(folder.path, 'reseal', '--old-key-file', `${file}.old`)
  expect(await reseal()).toStartWith('Sealed 2 secrets with the key ')
  expect(await reseal()).toStartWith('Sealed 0 secrets with the key ')
  expect(await failure(start(folder.path, `${file}.old`))).toContain('sealed with the key')
  await using started = await start(folder.path)
  expect(await seedOf(started)).toBe(SEED)
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

test('without the key, a reset deletes the secrets', async () => {
  using folder = await filledFolder()
  rmSync(keyFileIn(folder.path))
  expect(await failure(run(folder.path, 'reset'))).toBe('No terminal to ask for confirmation: use --yes.')
  expect(await run(folder.path, 'reset', '--yes')).toContain('1 authenticator app.')
  await using started = await start(folder.path)
  expect(await seedOf(started)).toBe(null)
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
  expect(await failure(restore(fresh.path, backup))).toContain('is empty or missing')
  await Bun.write(keyFileIn(fresh.path), readFileSync(keyFileIn(from.path)))
  expect(await restore(fresh.path, backup)).toBe(0)
  {
    await using started = await start(fresh.path)
    expect(await seedOf(started)).toBe(SEED)
  }

  expect(await restore(there.path, backup, '--reset-secrets')).toBe(0)
  await using started = await start(there.path)
  expect(await seedOf(started)).toBe(null)
  expect((await started.db.select().from(users)).map(({ username }) => username)).toEqual(['ada'])
})
