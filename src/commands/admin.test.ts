import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMMAND_LINE } from '#domain/audit.ts'
import type { Database } from '#src/db/database.ts'
import { DATABASE_FILE, openDatabase } from '#src/db/open.ts'
import { passkeys } from '#src/db/schema.ts'
import { StartError } from '#src/errors.ts'
import { setSecondStepRequired } from '#src/second-step/store.ts'
import { findSession, startSession } from '#src/sessions/store.ts'
import { actor } from '#src/testing/actor.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { createPasswords } from '#src/users/passwords.ts'
import { createFirstUser, findCredentials } from '#src/users/store.ts'
import { findUnconfirmed } from '#src/users/unconfirmed-setup.ts'
import { adminCommand } from './admin.ts'

const ADA = ['create', '--username', 'ada', '--email', 'ada@example.com']
const NOW = new Date('2026-03-14T12:00:00Z')

/** A machine with an empty data folder and a user at its keyboard. */
function machine({ types = [], pipes = '' }: { types?: string[] | null; pipes?: string } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'passwright-admin-'))
  const lines: string[] = []
  const command = adminCommand({ askSecretly: async () => types, readAll: async () => pipes })
  return {
    folder,
    lines,
    file: join(folder, DATABASE_FILE),
    run: (...args: string[]) =>
      command.run(args, {
        env: { DATA_DIR: folder },
        out: (text) => lines.push(text),
        err: (text) => lines.push(text),
      }),
    open: () => openDatabase({ dataDir: folder, now: () => NOW }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A machine whose database has Ada; hashing a password would take longer. */
async function machineWithAda() {
  const at = machine({ pipes: 'a good secret' })
  const { db, close } = await at.open()
  await createFirstUser(db, actor, { username: 'ada', email: 'ada@example.com' }, 'no hash', NOW)
  await close()
  return at
}

const HERE = { browser: '', network: '', isNewBrowser: false }

test('creates the first administrator, a super admin, before the first start', async () => {
  using at = machine({ types: ['a good secret', 'a good secret'] })
  expect(await at.run(...ADA)).toBe(0)
  expect(at.lines).toEqual(['ada now has the role super_admin.'])

  const { db, close } = await at.open()
  const user = await findCredentials(db, 'ada')
  expect(user).toMatchObject({
    email: 'ada@example.com',
    role: 'super_admin',
    isActive: true,
    lastLogin: null,
  })
  expect(user?.passwordHash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
  expect(await createPasswords().matches('a good secret', user?.passwordHash ?? null)).toBe(true)
  expect(await auditLog(db)).toMatchObject([
    { actor: 'command line', action: 'user_created', subject: 'ada', detail: 'super_admin', address: null },
  ])
  await close()
})

test('later administrators are admins by default', async () => {
  using at = machine({ pipes: 'a good secret\n' })
  await at.run(...ADA, '--password-stdin')
  await at.run('create', '--username=bob', '--email=bob@example.com', '--password-stdin')
  await at.run('create', '--username=eve', '--email=eve@example.com', '--role=moderator', '--password-stdin')
  expect(at.lines.slice(1)).toEqual(['bob now has the role admin.', 'eve now has the role moderator.'])
  await at.run('list')
  expect(at.lines.slice(3)).toEqual([
    'USERNAME  EMAIL            ROLE         STATE   LAST SIGN-IN',
    'ada       ada@example.com  super_admin  active  Never',
    'bob       bob@example.com  admin        active  Never',
    'eve       eve@example.com  moderator    active  Never',
  ])
})

test("a reset while the server runs ends that user's sessions", async () => {
  using at = machine({ pipes: 'another secret' })
  const { db, close } = await at.open()
  const passwordHash = await createPasswords().hash('a good secret')
  const user = await createFirstUser(
    db,
    actor,
    { username: 'ada', email: 'ada@example.com' },
    passwordHash,
    NOW,
  )
  const session = (await startSession(db, actor, { id: user?.id ?? 0, passwordHash }, HERE, NOW))?.id ?? ''
  expect(await findSession(db, session, NOW)).not.toBeNull()

  expect(await at.run('reset-password', '--username', 'ADA', '--password-stdin')).toBe(0)
  expect(at.lines).toEqual(['ada has a new password and is signed out everywhere.'])
  expect(await findSession(db, session, NOW)).toBeNull()
  const known = await findCredentials(db, 'ada')
  expect(await createPasswords().matches('another secret', known?.passwordHash ?? null)).toBe(true)
  expect((await auditLog(db)).slice(-1)).toMatchObject([
    { actor: 'command line', action: 'password_reset', subject: 'ada', address: null },
  ])
  await close()
})

const addPasskey = (db: Database, name: string) =>
  db.insert(passkeys).values({
    ...{ userId: 1, credentialId: name, name, publicKey: Buffer.alloc(1), counter: 0, transports: [] },
    ...{ rpId: 'example.com', deviceType: 'multiDevice', isBackedUp: true },
    createdAt: new Date().toISOString(),
  })

test.each([
  [[], []],
  [['Phone'], ['1 passkey added in the last 7 days was removed.']],
  [['Phone', 'Laptop'], ['2 passkeys added in the last 7 days were removed.']],
])('a reset says how many of the passkeys %j it removes', async (names, note) => {
  using at = await machineWithAda()
  const { db, close } = await at.open()
  for (const name of names) await addPasskey(db, name)
  await at.run('reset-password', '--username', 'ada', '--password-stdin')
  expect(at.lines.slice(1)).toEqual(note)
  expect(await db.$count(passkeys)).toBe(0)
  await close()
})

test('a reset says that it keeps the only required second step', async () => {
  using at = await machineWithAda()
  const { db, close } = await at.open()
  await addPasskey(db, 'Phone')
  await setSecondStepRequired(db, COMMAND_LINE, true, NOW)
  await at.run('reset-password', '--username', 'ada', '--password-stdin')
  expect(at.lines.slice(1)).toEqual([
    '1 passkey added in the last 7 days was kept as the required second step. Unless the owner recognizes it, reset the second step, then the password.',
  ])
  expect(await db.$count(passkeys)).toBe(1)
  await close()
})

test('confirms a first administrator who was created without the setup code, once', async () => {
  using at = machine()
  const { db, close } = await at.open()
  await createFirstUser(db, actor, { username: 'ada', email: 'ada@example.com' }, 'no hash', NOW, {
    withoutCode: true,
  })
  expect(await findUnconfirmed(db)).toMatchObject({ username: 'ada' })
  expect(await at.run('confirm-setup')).toBe(0)
  expect(at.lines).toEqual([`ada, created without the setup code at ${NOW.toISOString()}, is confirmed.`])
  expect(await findUnconfirmed(db)).toBeNull()
  expect((await auditLog(db)).slice(-1)).toMatchObject([
    { actor: 'command line', action: 'setup_confirmed', subject: 'ada' },
  ])
  expect(String(await at.run('confirm-setup').catch((error: unknown) => error))).toContain(
    'There is no administrator to confirm.',
  )
  await close()
})

test('a piped password keeps its spaces and loses the trailing line break', async () => {
  using at = machine({ pipes: '  spaced out \r\n' })
  await at.run(...ADA, '--password-stdin')
  const { db, close } = await at.open()
  const user = await findCredentials(db, 'ada')
  expect(await createPasswords().matches('  spaced out ', user?.passwordHash ?? null)).toBe(true)
  await close()
})

test.each([
  [[], 'Unknown or missing command: use create, reset-password, reset-second-step, confirm-setup or list.'],
  [
    ['destroy'],
    'Unknown or missing command: use create, reset-password, reset-second-step, confirm-setup or list.',
  ],
  [
    ['constructor'],
    'Unknown or missing command: use create, reset-password, reset-second-step, confirm-setup or list.',
  ],
  [['create'], '--username is required.'],
  [['create', '--username', 'ada'], '--email is required.'],
  [['create', '--username', 'a b', '--email', 'ada@example.com'], 'Username must be 3 to 50 letters'],
  [['create', '--username', 'ada', '--email', 'ada'], 'Please enter a valid email address.'],
  [[...ADA, '--role', 'king'], 'Please choose a role.'],
  [[...ADA, '--password', 'secret'], 'Unknown flag: --password'],
  [[...ADA, 'secret'], 'Unexpected argument: secret'],
  [['list', '--username', 'ada'], 'Unknown flag: --username'],
  [['list'], 'There is no database in '],
  [['reset-password', '--username', 'ada'], 'There is no database in '],
])('rejects %j with one sentence and changes nothing', async (args, sentence) => {
  using at = machine()
  const failure = await at.run(...args).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartError)
  expect(String(failure)).toContain(sentence)
  expect(existsSync(at.file)).toBe(false)
})

test.each([
  [{ types: ['one secret', 'another secret'] }, [], 'Passwords do not match.'],
  [{ types: ['short', 'short'] }, [], 'Password must be at least 6 characters long.'],
  [{ types: null }, [], 'use --password-stdin'],
  [{ pipes: '\n' }, ['--password-stdin'], 'Password is required for new users.'],
])('with %j, no administrator is created', async (hands, flags, sentence) => {
  using at = machine(hands)
  await expect(at.run(...ADA, ...flags)).rejects.toThrow(sentence)
  const { db, close } = await at.open()
  expect(await findCredentials(db, 'ada')).toBeNull()
  await close()
})

test('taken and unknown usernames are reported', async () => {
  using at = await machineWithAda()
  await expect(at.run(...ADA, '--password-stdin')).rejects.toThrow(new StartError('Username already exists.'))
  await expect(at.run('reset-password', '--username', 'eve', '--password-stdin')).rejects.toThrow(
    new StartError('There is no administrator called "eve".'),
  )
})

test.each([
  ["INSERT INTO migrations VALUES (9999, 'later', '')", 'from a newer release (version 9999'],
  ['DELETE FROM migrations WHERE id > 1', 'from an older release (version 1'],
])('leaves a database of another release unchanged', async (change, sentence) => {
  using at = await machineWithAda()
  const sqlite = new Sqlite(at.file)
  sqlite.run(change)
  sqlite.close(true)
  await expect(at.run('list')).rejects.toThrow(sentence)
  await expect(
    at.run('create', '--username=bob', '--email=bob@example.com', '--password-stdin'),
  ).rejects.toThrow(sentence)
})

test('a database error is reported without the data', async () => {
  using at = await machineWithAda()
  const sqlite = new Sqlite(at.file)
  sqlite.run("CREATE TRIGGER full BEFORE INSERT ON users BEGIN SELECT RAISE(ABORT, 'disk full'); END")
  sqlite.close(true)
  const failure = await at
    .run('create', '--username=bob', '--email=bob@example.com', '--password-stdin')
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(StartError)
  expect(Bun.inspect(failure)).toContain('The database operation failed: disk full.')
  expect(Bun.inspect(failure)).not.toMatch(/argon2id|bob@example/)
})

test.each([
  ['iloveyou', 'This password is one of the 10,000 most common. Choose a different one.'],
  ['ada lovelace', 'Password must not contain the username.'],
  ['lantern and passwright', 'Password must not contain the name of this site.'],
])('refuses the password %j on the command line, too', async (password, message) => {
  using at = machine({ pipes: password })
  expect(at.run(...ADA, '--password-stdin')).rejects.toThrow(new StartError(message))
})

test('an administrator is created only with an audit entry', async () => {
  using at = machine({ types: ['a good secret', 'a good secret'] })
  const { db, close } = await at.open()
  const sqlite = new Sqlite(at.file)
  sqlite.run(
    "CREATE TRIGGER broken BEFORE INSERT ON audit_entries BEGIN SELECT RAISE(ABORT, 'no more audit'); END",
  )
  await expect(at.run(...ADA)).rejects.toThrow('The database operation failed: no more audit.')
  expect(await findCredentials(db, 'ada')).toBeNull()
  sqlite.run('DROP TRIGGER broken')
  sqlite.close()
  expect(await at.run(...ADA)).toBe(0)
  await close()
})
