import { COMMAND_LINE } from '#domain/audit.ts'
import { ContactPerson } from '#domain/contacts.ts'
import { countContactsOf, eraseContacts, exportContacts } from '#src/contacts/person.ts'
import type { Database } from '#src/db/database.ts'
import { openExistingDatabase } from '#src/db/open-existing.ts'
import { StartError } from '#src/errors.ts'
import { readFlags } from '#src/lib/flags.ts'
import type { Command, Io } from './command.ts'
import { DATABASE_FLAGS, databaseConfig, userError } from './database.ts'
import { type Confirm, requireConfirmation } from './require-confirmation.ts'

const FLAGS = {
  export: { email: 'string', ...DATABASE_FLAGS },
  delete: { email: 'string', yes: 'boolean', ...DATABASE_FLAGS },
} as const

const help = `Usage: passwright contacts export --email ADDRESS
       passwright contacts delete --email ADDRESS [--yes]

Prints or deletes every message from an email address, ignoring case: for data access and deletion requests. Works
directly on the database, even while the server is running. Earlier backups still contain deleted messages.

  --email ADDRESS        the sender's address in the messages
  --yes                  don't ask before deleting; required without a terminal
  --data FOLDER          where the database is kept (DATA_DIR, default ./data)
  --database-url URL     a libSQL server instead (DATABASE_URL; its token in DATABASE_AUTH_TOKEN)`

const isAction = (word: string | undefined): word is keyof typeof FLAGS =>
  word !== undefined && Object.hasOwn(FLAGS, word)

export function contactsCommand({ confirm }: { confirm: Confirm }): Command {
  return { help, takes: Object.entries(FLAGS).map(([word, flags]) => ({ word, flags })), run }

  async function run([word, ...args]: string[], { env, out }: Io): Promise<number> {
    if (!isAction(word)) throw new StartError('Unknown or missing command: use export or delete.')
    const flags = readFlags(args, FLAGS[word])
    if (!flags.has('email')) throw new StartError("Please give the sender's address: --email ADDRESS.")
    const person = ContactPerson.safeParse({ email: flags.get('email') })
    if (!person.success) throw new StartError(`--email: ${person.error.issues[0]?.message}.`)
    const { email } = person.data
    const { db, close } = await openExistingDatabase(databaseConfig(flags, env))
    try {
      out(word === 'export' ? await exportAll(db, email) : await deleteAll(db, email, flags.has('yes')))
      return 0
    } catch (error) {
      throw userError(error)
    } finally {
      await close()
    }
  }

  async function deleteAll(db: Database, email: string, isConfirmed: boolean): Promise<string> {
    if (!isConfirmed) {
      const count = await countContactsOf(db, email)
      await requireConfirmation(confirm, `Delete ${messages(count)} from ${email}?`)
    }
    return `Deleted ${messages(await eraseContacts(db, COMMAND_LINE, email, new Date()))}.`
  }
}

async function exportAll(db: Database, email: string): Promise<string> {
  const now = new Date()
  const messages = await exportContacts(db, COMMAND_LINE, email, now)
  return JSON.stringify({ email, exportedAt: now.toISOString(), messages }, null, 2)
}

const messages = (count: number) => (count === 1 ? '1 message' : `${count} messages`)
