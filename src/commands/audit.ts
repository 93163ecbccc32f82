import { type Verdict, verifyAudit } from '#src/audit/chain.ts'
import { readHash } from '#src/audit/store.ts'
import type { Database } from '#src/db/database.ts'
import { joinDatabase } from '#src/db/join.ts'
import { StartError } from '#src/errors.ts'
import { readFlags } from '#src/lib/flags.ts'
import type { Command, Io } from './command.ts'
import { DATABASE_FLAGS, databaseConfig, told } from './database.ts'

const FLAGS = { ...DATABASE_FLAGS, logged: 'string' } as const

const help = `Usage: passwright audit verify [--logged ID:HASH]

Follows the audit log from its oldest entry to its newest: each entry has a hash that covers it and the hash of the entry
before it. Exit status 0 when all of it fits, 1 with the first entry that doesn't. Works on the database itself, also
while the server runs, and changes nothing.

  --logged ID:HASH       also check that the entry still has the hash that a line of the log has for it: whoever can
                         write to the database can make new hashes for all entries, but not for a log kept elsewhere
  --data FOLDER          where the database is kept (DATA_DIR, default ./data)
  --database-url URL     a libSQL server instead (DATABASE_URL; its token in DATABASE_AUTH_TOKEN)`

/** `passwright audit`: whether the audit log is as it was written. */
export const auditCommand: Command = {
  help,
  takes: [{ word: 'verify', flags: FLAGS }],
  run: async ([word, ...args], io) => {
    if (word !== 'verify') throw new StartError('Please say what to do: verify.')
    const flags = readFlags(args, FLAGS)
    const logged = readLogged(flags.get('logged'))
    const { db, close } = await joinDatabase(databaseConfig(flags, io.env))
    try {
      return tell(await verifyAudit(db), logged && (await compare(db, logged)), io)
    } catch (error) {
      throw told(error)
    } finally {
      await close()
    }
  },
}

type Logged = { id: number; hash: string }

function readLogged(text: string | true | undefined): Logged | null {
  if (text === undefined) return null
  const [, id, hash] = /^([1-9]\d{0,14}):([\da-f]{64})$/.exec(String(text)) ?? []
  if (!id || !hash) throw new StartError('--logged takes the id and the hash of an entry, as ID:HASH.')
  return { id: Number(id), hash }
}

async function compare(db: Database, { id, hash }: Logged): Promise<string | null> {
  const found = await readHash(db, id)
  if (found === hash) return null
  return found === null ? `There is no entry ${id} any more.` : `Entry ${id} has another hash than the log.`
}

function tell(
  { entries, unsealed, last, broken }: Verdict,
  complaint: string | null,
  { out, err }: Io,
): number {
  if (broken?.reason === 'changed') {
    err(`Entry ${broken.id} is broken: it was changed, or an entry before it was changed or removed.`)
    return 1
  }
  if (broken) {
    err(`Entry ${broken.id} is missing, and whatever came after it.`)
    return 1
  }
  if (complaint !== null) {
    err(complaint)
    return 1
  }
  const waiting = unsealed > 0 ? `, ${unsealed} without a hash: a running server adds it within seconds` : ''
  out(`The audit log is as it was written: ${entries} entries${waiting}.`)
  if (last) out(`The last hash is ${last.id}:${last.hash}.`)
  return 0
}
