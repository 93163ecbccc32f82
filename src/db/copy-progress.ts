import * as z from 'zod/mini'
import type { Engine, Statement } from './engine.ts'
import type { SqlValue } from './values.ts'

/** Exists until a copy is complete and verified; until then nothing else opens the database. */
export const PROGRESS_TABLE = 'unfinished_copy'

export const createProgress: Statement = {
  sql: `CREATE TABLE IF NOT EXISTS ${PROGRESS_TABLE} (name TEXT PRIMARY KEY, last_key TEXT NOT NULL) STRICT`,
  params: [],
}

export const dropProgress: Statement = { sql: `DROP TABLE ${PROGRESS_TABLE}`, params: [] }

export const setProgress = (table: string, lastKey: SqlValue[] | null): Statement => ({
  sql: `INSERT OR REPLACE INTO ${PROGRESS_TABLE} (name, last_key) VALUES (?, ?)`,
  params: [table, JSON.stringify(lastKey)],
})

const Key = z.nullable(z.array(z.union([z.string(), z.number()])))

export type Progress = Map<string, SqlValue[] | null>

export async function readProgress(target: Engine): Promise<Progress> {
  const rows = await target.run({ sql: `SELECT name, last_key FROM ${PROGRESS_TABLE}`, params: [] })
  return new Map(rows.map(([name, key]) => [String(name), Key.parse(JSON.parse(String(key)))]))
}
