import type { Keys } from '#src/lib/seal.ts'
import type { Database } from './database.ts'

/** With the key to the secrets in it. */
export type KeyedDatabase = Database & { keys: Keys }
