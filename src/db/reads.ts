import { createDatabase, type Database } from './database.ts'
import type { Replica } from './replica.ts'

/** For data that may be slightly stale; without a replica, `db` is the primary. */
export type Reads = Pick<Replica, 'requireAtLeast' | 'recordWrite'> & {
  db: Database
  replica: Pick<Replica, 'status'> | null
}

export const readsOf = (db: Database, replica: Replica | null): Reads =>
  replica
    ? { ...replica, db: createDatabase(replica.engine), replica }
    : { db, requireAtLeast: () => undefined, recordWrite: () => undefined, replica: null }
