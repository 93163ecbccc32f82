/** A value as SQLite stores it. */
export type SqlValue = string | number | bigint | boolean | null | Uint8Array

export type Statement = { sql: string; params: SqlValue[] }

/** Rows as arrays of values, in the order of the statement's columns. */
export type Rows = unknown[][]

/** What a database must be able to do: the embedded one and a libSQL server both do. */
export type Engine = {
  /** One statement, in a transaction of its own. */
  run(statement: Statement): Promise<Rows>
  /** All statements in one transaction: all of them count, or none. */
  batch(statements: Statement[]): Promise<Rows[]>
  /** A text of several statements without parameters, in one transaction. */
  script(sql: string): Promise<void>
  /** Leaves nothing of deleted rows behind, as far as this process can see to it; may be called again at any time. */
  scrub(): Promise<void>
  close(): Promise<void>
}
