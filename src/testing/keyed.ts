import type { Database } from '#src/db/database.ts'
import type { KeyedDatabase } from '#src/db/keyed-database.ts'
import { createKeys, KEY_BYTES } from '#src/lib/seal.ts'

const MASTER = Buffer.alloc(KEY_BYTES, 7)

/** What a key file contains. */
export const TEST_KEY = MASTER.toString('base64url')

export const TEST_KEYS = createKeys(MASTER)

export const keyed = (db: Database): KeyedDatabase => Object.assign(db, { keys: TEST_KEYS })
