import { type Verdict, verifyAudit } from '#src/audit/chain.ts'
import { readHash } from '#src/audit/store.ts'
import type { Database } from '#src/db/database.ts'
import { openExistingDatabase } from '#src/db/open-existing.ts'
import { StartError } from '#src/errors.ts'
import { readFlags } from '#src/lib/flags.ts'
import { keyFileOf, readKeyFile } from '#src/secrets/key-file.ts'
import { commandOf, type Io } from './command.ts'
import { databaseConfig, KEY_FLAGS, withDatabase } from './database.ts'

const FLAGS = { ...KEY_FLAGS, logged: 'string' } as const

const help = `Usage: passwright audit verify [--logged ID:HASH]

Verifies the audit log's hash chain, oldest entry first: each hash covers its entry and the hash of the entry before, and
needs the key in SECRETS_KEY_FILE. Someone who can write to the database but doesn't have the key can't change entries
unnoticed. It can't know of entries that were added before a server hashed them, and of the newest ones that were removed:
the server log shows both. Exit status 0 if the chain is intact, also where it can't know, which it says; otherwise 1, naming the first
broken entry. Reads the database directly, even while the server is running, and changes nothing. A running server hashes
new entries within seconds.

  --logged ID:HASH         also check that the entry still has the hash recorded in the server log: an older copy of the
                           whole database is intact, too
  --secrets-key-file FILE  the key to the chain (SECRETS_KEY_FILE, default secrets.key in the data folder)
  --data FOLDER            where the database is kept (DATA_DIR, default ./data)
  --database-url URL       a libSQL server instead (DATABASE_URL; its token in DATABASE_AUTH_TOKEN)`

export const auditCommand = commandOf(help, { verify: FLAGS }, async (_, args, io) => {
  const flags = readFlags(args, FLAGS)
  const logged = readLogged(flags.get('logged'))
  const config = databaseConfig(flags, io.env)
  const keyFile = keyFileOf(config)
  const keys = readKeyFile(keyFile)
  return await withDatabase(openExistingDatabase(config), async (db) =>
    printVerdict(await verifyAudit(db, keys), logged && (await compare(db, logged)), keyFile, io),
  )
})

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
  return found === null
    ? `Entry ${id} no longer exists.`
    : `The hash of entry ${id} differs from the logged one.`
}

function printVerdict(
  { entries, unsealed, plainUpTo, lostUpTo, unknownUpTo, last, broken }: Verdict,
  complaint: string | null,
  keyFile: string,
  { out, err }: Io,
): number {
  if (broken?.reason === 'changed') {
    err(`Entry ${broken.id} is broken: it was changed, or an entry before it was changed or removed.`)
    return 1
  }
  if (broken?.reason === 'start') {
    err(`The record of where the log starts was changed: entries up to ${broken.id} may have been removed.`)
    return 1
  }
  if (broken) {
    err(`Entry ${broken.id} and everything after it are missing.`)
    return 1
  }
  if (complaint !== null) {
    err(complaint)
    return 1
  }
  const waiting =
    unsealed > 0 ? `, ${unsealed} not yet hashed: a running server hashes new entries within seconds` : ''
  if (unknownUpTo !== null) {
    err(`Entries up to ${unknownUpTo} can't be verified: ${keyFile} is missing or has another key.`)
    return 1
  }
  out(`The audit log is intact: ${entries} ${entries === 1 ? 'entry' : 'entries'}${waiting}.`)
  if (plainUpTo !== null)
    out(`Not known: whether entries up to ${plainUpTo} were forged before the log had a key.`)
  if (lostUpTo !== null)
    out(`Not known: whether entries up to ${lostUpTo} were changed, as their key is lost.`)
  if (last) out(`The last hash is ${last.id}:${last.hash}.`)
  return 0
}
