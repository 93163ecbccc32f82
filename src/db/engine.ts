import type { SqlValue } from './values.ts'

export type Statement = { sql: string; params: SqlValue[] }

export type Rows = SqlValue[][]

export type Connection = {
  query(statement: Statement): Promise<Rows>
  /** A server receives it with the next query or the commit, which then throws its error. */
  write(statement: Statement): Promise<void>
}

/** AppError unavailable means that the database couldn't be reached or written. */
export type Engine = {
  run(statement: Statement): Promise<Rows>
  batch(statements: Statement[]): Promise<Rows[]>
  /** Begins with the write lock. `work` must wait only for its connection. */
  transaction<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result>
  script(sql: string): Promise<void>
  /** Overwrites remains of deleted rows where possible. Idempotent. */
  scrub(): Promise<void>
  close(): Promise<void>
}
