import type { SqlValue } from './values.ts'

export type Statement = { sql: string; params: SqlValue[] }

export type Rows = SqlValue[][]

/** AppError unavailable means that the database couldn't be reached or written. */
export type Engine = {
  run(statement: Statement): Promise<Rows>
  batch(statements: Statement[]): Promise<Rows[]>
  script(sql: string): Promise<void>
  /** Overwrites remains of deleted rows where possible. Idempotent. */
  scrub(): Promise<void>
  /** While true, statements fail immediately. */
  isUnreachable(): boolean
  close(): Promise<void>
}
