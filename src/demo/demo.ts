import { generatePassword } from '#domain/passwords/generate.ts'
import { defaultPasswordOptions } from '#domain/passwords/options.ts'
import { createRandom } from '#domain/passwords/random.ts'
import type { Config } from '#src/config.ts'
import type { KeyedDatabase } from '#src/db/keyed-database.ts'
import { StartError } from '#src/errors.ts'
import type { PublicFetch } from '#src/lib/public-fetch/public-fetch.ts'
import { createPasswords } from '#src/users/passwords.ts'
import { createBackups } from './backups.ts'
import { ACCOUNTS, fillDemo } from './fill.ts'
import { deleteAbandonedFolders, makeDemoFolder } from './folder.ts'

const PASSWORD = { ...defaultPasswordOptions, includeSymbols: false, avoidAmbiguous: true }

export type Demo = Disposable & {
  /** Uses the demo's folder and no other servers. */
  config: Config
  password: string
  /** For example 'tom (admin)'. */
  accounts: string[]
  fill(db: KeyedDatabase): Promise<void>
  /** Always fails. */
  publicFetch: PublicFetch
}

/** Throws StartError if DATABASE_URL is set, because the demo must not change a real database. */
export function openDemo(config: Config, { now, parent }: { now: () => Date; parent: string }): Demo {
  if (config.databaseUrl !== undefined) {
    throw new StartError('--demo uses a database of its own: start it without DATABASE_URL.')
  }
  deleteAbandonedFolders(parent, now())
  const folder = makeDemoFolder(parent)
  const password = generatePassword(
    PASSWORD,
    createRandom((bytes) => crypto.getRandomValues(bytes)),
  )
  const fixed: Partial<Config> = {
    dataDir: folder.path,
    secretsKeyFile: undefined,
    openaiApiKey: undefined,
    openaiBaseUrl: undefined,
    breachCheck: 'off',
    analyticsId: undefined,
    adSlotHtmlFile: undefined,
    smtpUrl: undefined,
    notifyEmail: [],
    webhookUrl: undefined,
    backupS3Url: undefined,
    backupFolder: undefined,
  }
  return {
    config: { ...config, ...fixed, given: config.given.filter(({ name }) => !Object.hasOwn(fixed, name)) },
    password,
    accounts: ACCOUNTS.map(({ username, role }) => `${username} (${role.replace('_', ' ')})`),
    fill: async (db) => {
      const passwordHash = await createPasswords().hash(password)
      await fillDemo({ db, now: now(), timeZone: config.timeZone, passwordHash })
      await createBackups(folder.path, now())
    },
    publicFetch: async () => ({ kind: 'failure', reason: 'The demo doesn’t read websites.' }),
    [Symbol.dispose]: folder[Symbol.dispose],
  }
}
