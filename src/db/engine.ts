import type { SqlValue } from './values.ts'

export type Statement = { sql: string; params: SqlValue[] }

/** Rows as arrays of values, in the order of the statement's columns. */
export type Rows = SqlValue[][]

/**
 * What a database must be able to do: the embedded one and a libSQL server both do. AppError unavailable means that it
 * could not be reached or written, and that nothing is wrong with the statement; `isUniqueViolation` knows the refusals.
 */
export type Engine = {
  /** One statement, in a transaction of its own. */
  run(statement: Statement): Promise<Rows>
  /** All statements in one transaction: all of them count, or none. */
  batch(statements: Statement[]): Promise<Rows[]>
  /** A text of several statements, each ended by a semicolon, without parameters, in one transaction. */
  script(sql: string): Promise<void>
  /** Leaves nothing of deleted rows behind, as far as this process can see to it; may be called again at any time. */
  scrub(): Promise<void>
  /** Whether the database did not answer its last check: until it does, statements fail at once. */
  isAway(): boolean
  close(): Promise<void>
}
