import type { Database } from './database.ts'

/** Building a query takes ten times as long as running it. */
export function prepareOnce<Queries>(prepare: (db: Database) => Queries): (db: Database) => Queries {
  const known = new WeakMap<Database, Queries>()
  return (db) => {
    const queries = known.get(db) ?? prepare(db)
    known.set(db, queries)
    return queries
  }
}
