import { COMMAND_LINE } from '#domain/audit.ts'
import { ContactPerson } from '#domain/contacts.ts'
import { eraseContacts, exportContacts } from '#src/contacts/person.ts'
import type { Database } from '#src/db/database.ts'
import { openExistingDatabase } from '#src/db/open-existing.ts'
import { StartError } from '#src/errors.ts'
import { readFlags } from '#src/lib/flags.ts'
import type { Command } from './command.ts'
import { DATABASE_FLAGS, databaseConfig, userError } from './database.ts'

const FLAGS = { email: 'string', ...DATABASE_FLAGS } as const

const help = `Usage: passwright contacts export --email ADDRESS
       passwright contacts delete --email ADDRESS

Prints or deletes every message from an email address, ignoring case: for data access and deletion requests. Works
directly on the database, even while the server is running. Earlier backups still contain deleted messages.

  --email ADDRESS        the sender's address in the messages
  --data FOLDER          where the database is kept (DATA_DIR, default ./data)
  --database-url URL     a libSQL server instead (DATABASE_URL; its token in DATABASE_AUTH_TOKEN)`

const ACTIONS = { export: exportAll, delete: deleteAll }

const isAction = (word: string | undefined): word is keyof typeof ACTIONS =>
  word !== undefined && Object.hasOwn(ACTIONS, word)

export const contactsCommand: Command = {
  help,
  takes: Object.keys(ACTIONS).map((word) => ({ word, flags: FLAGS })),
  run: async ([word, ...args], { env, out }) => {
    if (!isAction(word)) throw new StartError('Unknown or missing command: use export or delete.')
    const flags = readFlags(args, FLAGS)
    const person = ContactPerson.safeParse({ email: flags.get('email') })
    if (!person.success) throw new StartError(`--email: ${person.error.issues[0]?.message}.`)
    const { db, close } = await openExistingDatabase(databaseConfig(flags, env))
    try {
      out(await ACTIONS[word](db, person.data.email, new Date()))
      return 0
    } catch (error) {
      throw userError(error)
    } finally {
      await close()
    }
  },
}

async function exportAll(db: Database, email: string, now: Date): Promise<string> {
  const messages = await exportContacts(db, COMMAND_LINE, email, now)
  return JSON.stringify({ email, exportedAt: now.toISOString(), messages }, null, 2)
}

async function deleteAll(db: Database, email: string, now: Date): Promise<string> {
  const count = await eraseContacts(db, COMMAND_LINE, email, now)
  return `Deleted ${count === 1 ? '1 message' : `${count} messages`}.`
}
