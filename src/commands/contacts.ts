import { COMMAND_LINE } from '#domain/audit.ts'
import { ContactPerson } from '#domain/contacts.ts'
import { eraseContacts, exportContacts } from '#src/contacts/person.ts'
import type { Database } from '#src/db/database.ts'
import { joinDatabase } from '#src/db/join.ts'
import { StartError } from '#src/errors.ts'
import { readFlags } from '#src/lib/flags.ts'
import type { Command } from './command.ts'
import { DATABASE_FLAGS, databaseConfig, told } from './database.ts'

const FLAGS = { email: 'string', ...DATABASE_FLAGS } as const

const help = `Usage: passwright contacts export --email ADDRESS
       passwright contacts delete --email ADDRESS

Prints or deletes every message that came from an email address, whatever its case: for people who ask what is kept of
them, or that it be deleted. Works on the database itself, also while the server runs. Backups made before still hold
what was deleted.

  --email ADDRESS        the address that was given with the messages
  --data FOLDER          where the database is kept (DATA_DIR, default ./data)
  --database-url URL     a libSQL server instead (DATABASE_URL; its token in DATABASE_AUTH_TOKEN)`

const ACTS = { export: exportAll, delete: deleteAll }

const isAct = (word: string | undefined): word is keyof typeof ACTS =>
  word !== undefined && Object.hasOwn(ACTS, word)

/** `passwright contacts`: what one person wrote. */
export const contactsCommand: Command = {
  help,
  takes: Object.keys(ACTS).map((word) => ({ word, flags: FLAGS })),
  run: async ([word, ...args], { env, out }) => {
    if (!isAct(word)) throw new StartError('Please say what to do: export or delete.')
    const flags = readFlags(args, FLAGS)
    const person = ContactPerson.safeParse({ email: flags.get('email') })
    if (!person.success) throw new StartError(`--email: ${person.error.issues[0]?.message}.`)
    const { db, close } = await joinDatabase(databaseConfig(flags, env))
    try {
      out(await ACTS[word](db, person.data.email, new Date()))
      return 0
    } catch (error) {
      throw told(error)
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
