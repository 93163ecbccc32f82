import { describeRecentPasskeys, SESSION_DAYS } from '#domain/accounts.ts'
import { COMMAND_LINE } from '#domain/audit.ts'
import { DEFAULT_ROLE, MESSAGES, NewUser, PasswordReset, ROLES } from '#domain/users.ts'
import type { Database } from '#src/db/database.ts'
import { openExistingDatabase } from '#src/db/open-existing.ts'
import { StartError } from '#src/errors.ts'
import { type Flags, readFlags } from '#src/lib/flags.ts'
import { resetSecondStep } from '#src/second-step/store.ts'
import { createPasswords } from '#src/users/passwords.ts'
import { refuseGuessable } from '#src/users/refuse-guessable.ts'
import { createUser, findCredentials, hasUsers, listUsers, setPassword } from '#src/users/store.ts'
import { confirmSetup, findUnconfirmed } from '#src/users/unconfirmed-setup.ts'
import { type Command, commandOf } from './command.ts'
import { DATABASE_FLAGS, DATABASE_HELP, databaseConfig, openOrCreate, withDatabase } from './database.ts'
import type { Input } from './terminal.ts'

const FLAGS = {
  create: {
    username: 'string',
    email: 'string',
    role: 'string',
    'password-stdin': 'boolean',
    ...DATABASE_FLAGS,
  },
  'reset-password': { username: 'string', 'password-stdin': 'boolean', ...DATABASE_FLAGS },
  'reset-second-step': { username: 'string', ...DATABASE_FLAGS },
  'confirm-setup': DATABASE_FLAGS,
  list: DATABASE_FLAGS,
} as const

const help = `Usage: passwright admin create --username NAME --email ADDRESS [--role ROLE] [--password-stdin]
       passwright admin reset-password --username NAME [--password-stdin]
       passwright admin reset-second-step --username NAME
       passwright admin confirm-setup
       passwright admin list

Manages administrators directly in the database, even while the server is running. Setting a password ends the user's
sessions at once and removes passkeys added in the last ${SESSION_DAYS} days, except the oldest one if it is the only required
second step. Resetting the second step ends the user's sessions, and lets a user who has lost it sign in with only a
password. confirm-setup ends the warnings about a first administrator who was created without the setup code.

  --username NAME        the administrator's username
  --email ADDRESS        address of the new administrator
  --role ROLE            ${ROLES.join(', ')} (default: super_admin for the first one, ${DEFAULT_ROLE} after that)
  --password-stdin       read the password from the standard input instead of asking for it
${DATABASE_HELP}`

type Act = (db: Database, siteName: string) => Promise<string[]>

/** Each one validates its flags before a database is opened, and returns the action. */
const ACTIONS = {
  create,
  'reset-password': resetPassword,
  'reset-second-step': resetStep,
  'confirm-setup': confirm,
  list,
}

export const adminCommand = (input: Input): Command =>
  commandOf(help, FLAGS, async (word, args, { env, out }) => {
    const flags = readFlags(args, FLAGS[word])
    const config = databaseConfig(flags, env)
    const act = ACTIONS[word](flags, () => readPassword(flags, input))
    // The first administrator may be created before the first start.
    const opened = word === 'create' ? openOrCreate(config) : openExistingDatabase(config)
    for (const line of await withDatabase(opened, (db) => act(db, config.siteName))) out(line)
    return 0
  })

const now = () => new Date()

type AskPassword = () => Promise<string>

function create(flags: Flags, askPassword: AskPassword): Act {
  const username = required(flags, 'username')
  const email = required(flags, 'email')
  const given = { username, email, role: flags.get('role') }
  checked(NewUser.safeParse({ ...given, password: 'not yet asked for' }))

  return async (db, siteName) => {
    const role = given.role ?? ((await hasUsers(db)) ? DEFAULT_ROLE : 'super_admin')
    const { password, ...account } = checked(
      NewUser.safeParse({ ...given, role, password: await askPassword() }),
    )
    refuseGuessable(password, { ...account, siteName })
    const user = await createUser(db, COMMAND_LINE, account, await createPasswords().hash(password), now())
    return [`${user.username} now has the role ${user.role}.`]
  }
}

function resetPassword(flags: Flags, askPassword: AskPassword): Act {
  const username = required(flags, 'username')

  return async (db, siteName) => {
    const known = await findNamed(db, username)
    const { password } = checked(PasswordReset.safeParse({ password: await askPassword() }))
    refuseGuessable(password, { ...known, siteName })
    const hash = await createPasswords().hash(password)
    const { user, recentPasskeys } = await setPassword(db, COMMAND_LINE, known.id, hash, now())
    return [
      `${user.username} has a new password and is signed out everywhere.`,
      ...describeRecentPasskeys(recentPasskeys),
    ]
  }
}

function resetStep(flags: Flags): Act {
  const username = required(flags, 'username')

  return async (db) => {
    const { id } = await findNamed(db, username)
    const user = await resetSecondStep(db, COMMAND_LINE, id, now())
    return [`${user.username} can now sign in with only a password.`]
  }
}

function confirm(): Act {
  return async (db) => {
    const found = await findUnconfirmed(db)
    if (!found) throw new StartError('There is no administrator to confirm.')
    await confirmSetup(db, COMMAND_LINE, now())
    return [`${found.username}, created without the setup code at ${found.createdAt}, is confirmed.`]
  }
}

async function findNamed(db: Database, username: string) {
  const known = await findCredentials(db, username)
  if (!known) throw new StartError(`There is no administrator called ${JSON.stringify(username)}.`)
  return known
}

function list(): Act {
  return async (db) => {
    const users = await listUsers(db)
    if (users.length === 0) return ['There are no administrators yet.']
    const rows = users.map(({ username, email, role, isActive, lastLogin }) => [
      username,
      email,
      role,
      isActive ? 'active' : 'inactive',
      lastLogin ?? 'Never',
    ])
    return aligned([['USERNAME', 'EMAIL', 'ROLE', 'STATE', 'LAST SIGN-IN'], ...rows])
  }
}

function aligned(table: string[][]): string[] {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  )
  return table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function required(flags: Flags, name: string): string {
  const value = flags.get(name)
  if (typeof value !== 'string') throw new StartError(`--${name} is required.`)
  return value
}

type Parsed<Value> =
  | { success: true; data: Value }
  | { success: false; error: { issues: { message: string }[] } }

function checked<Value>(parsed: Parsed<Value>): Value {
  if (parsed.success) return parsed.data
  throw new StartError(`${parsed.error.issues[0]?.message}.`)
}

async function readPassword(flags: Flags, input: Input): Promise<string> {
  if (flags.has('password-stdin')) return (await input.readAll()).replace(/\r?\n$/, '')
  const answers = await input.askSecretly(['Password', 'Repeat the password'])
  if (!answers) throw new StartError('No terminal to ask for the password: use --password-stdin.')
  if (answers[0] !== answers[1]) throw new StartError(`${MESSAGES.mismatch}.`)
  return answers[0] ?? ''
}
