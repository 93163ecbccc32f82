import { COMMAND_LINE } from '#domain/audit.ts'
import { ContactPerson } from '#domain/contacts.ts'
import { countContactsOf, eraseContacts, exportContacts } from '#src/contacts/person.ts'
import type { Database } from '#src/db/database.ts'
import { openExistingDatabase } from '#src/db/open-existing.ts'
import { StartError } from '#src/errors.ts'
import { readFlags } from '#src/lib/flags.ts'
import { type Command, commandOf, type Io } from './command.ts'
import { DATABASE_FLAGS, DATABASE_HELP, databaseConfig, withDatabase } from './database.ts'
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
${DATABASE_HELP}`

export function contactsCommand({ confirm }: { confirm: Confirm }): Command {
  return commandOf(help, FLAGS, run)

  async function run(word: keyof typeof FLAGS, args: string[], { env, out }: Io): Promise<number> {
    const flags = readFlags(args, FLAGS[word])
    if (!flags.has('email')) throw new StartError("Please give the sender's address: --email ADDRESS.")
    const person = ContactPerson.safeParse({ email: flags.get('email') })
    if (!person.success) throw new StartError(`--email: ${person.error.issues[0]?.message}.`)
    const { email } = person.data
    const act = (db: Database) =>
      word === 'export' ? exportAll(db, email) : deleteAll(db, email, flags.has('yes'))
    out(await withDatabase(openExistingDatabase(databaseConfig(flags, env)), act))
    return 0
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
