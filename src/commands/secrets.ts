import { resolve } from 'node:path'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/db/database.ts'
import { openDatabase } from '#src/db/open.ts'
import { hasDatabase } from '#src/db/open-existing.ts'
import { resealSecrets } from '#src/db/sealed-values.ts'
import { StartError } from '#src/errors.ts'
import { type Flags, readFlags } from '#src/lib/flags.ts'
import { createKeyFile, keyFileOf, readKeyFile } from '#src/lib/key-file.ts'
import { deleteSealed } from '#src/secrets/sealed.ts'
import { type Command, commandOf, type Io } from './command.ts'
import { databaseConfig, KEY_FLAGS, withDatabase } from './database.ts'
import { type Confirm, requireConfirmation } from './require-confirmation.ts'

const FLAGS = {
  reseal: { 'old-key-file': 'string', ...KEY_FLAGS },
  reset: { yes: 'boolean', ...KEY_FLAGS },
} as const

const help = `Usage: passwright secrets reseal --old-key-file FILE
       passwright secrets reset [--yes]

The secrets in the database (authenticator apps, signing keys) are sealed with the key in
SECRETS_KEY_FILE. Stop the server first, and all others on the same database.

reseal changes the key: it seals everything with the key in SECRETS_KEY_FILE, which is created if it doesn't exist, instead
of the old one. Keep the old key for backups made with it.

reset is for a lost key: it deletes the secrets. Everyone has to sign in again, those with an authenticator app with only
their password.

  --old-key-file FILE      the key until now
  --yes                    don't ask; required without a terminal
  --secrets-key-file FILE  the key from now on (SECRETS_KEY_FILE, default secrets.key in the data folder)
  --data FOLDER            where the database is kept (DATA_DIR, default ./data)
  --database-url URL       a libSQL server instead (DATABASE_URL; its token in DATABASE_AUTH_TOKEN)`

export function secretsCommand({ confirm }: { confirm: Confirm }): Command {
  return commandOf(help, FLAGS, run)

  async function run(word: keyof typeof FLAGS, args: string[], { env, out }: Io): Promise<number> {
    const flags = readFlags(args, FLAGS[word])
    const config = databaseConfig(flags, env)
    const act = { reseal, reset }[word](flags, config)
    if (!hasDatabase(config)) throw new StartError(`There is no database in ${resolve(config.dataDir)}.`)
    out(await withDatabase(openDatabase({ ...config, now }), act))
    return 0
  }

  function reset(flags: Flags) {
    return async (db: Database) => {
      if (!flags.has('yes'))
        await requireConfirmation(confirm, 'Delete all authenticator apps, signing keys and sessions?')
      const apps = await deleteSealed(db, now())
      return `Deleted the secrets, among them ${apps === 1 ? '1 authenticator app' : `${apps} authenticator apps`}. Everyone has to sign in again.`
    }
  }
}

const now = () => new Date()

function reseal(flags: Flags, config: Config) {
  const file = flags.get('old-key-file')
  if (file === undefined) throw new StartError('Please give the key until now: --old-key-file FILE.')
  const from = readKeyFile(String(file))
  if (!from) throw new StartError(`There is no file ${file}.`)
  const newFile = keyFileOf(config)
  return async (db: Database) => {
    const to = readKeyFile(newFile) ?? createKeyFile(newFile)
    const count = await resealSecrets(db, from, to)
    return `Sealed ${count === 1 ? '1 secret' : `${count} secrets`} with the key ${to.id} in ${newFile}. Keep ${file} for older backups.`
  }
}
