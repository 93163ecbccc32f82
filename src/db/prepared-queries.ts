import type { Database, Queries } from './database.ts'

/** Building a query takes ten times as long as running it. All transactions of a database share theirs. */
export function prepareOnce<Prepared, Session extends Queries = Database>(
  prepare: (db: Session) => Prepared,
): (db: Session) => Prepared {
  const known = new WeakMap<Session, Prepared>()
  return (db) => {
    const queries = known.get(db) ?? prepare(db)
    known.set(db, queries)
    return queries
  }
}
