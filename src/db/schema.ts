import { blob, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Which migrations this database has seen; the highest `id` is its version. */
export const migrations = sqliteTable('migrations', {
  id: integer().primaryKey(),
  name: text().notNull(),
  appliedAt: text('applied_at').notNull(),
})

/** One row per day and counted thing: all that statistics keep after midnight. `day` is a date like 2026-01-31. */
export const dailyCounts = sqliteTable(
  'daily_counts',
  {
    day: text().notNull(),
    name: text().notNull(),
    detail: text().notNull().default(''),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.name, table.detail] })],
)

/** The random key of today's visitor hashes; destroyed with them when the day is over. */
export const visitorSalts = sqliteTable('visitor_salts', {
  day: text().primaryKey(),
  salt: blob({ mode: 'buffer' }).notNull(),
})

/** Keyed hashes of today's visitors: they can be counted, not read back. */
export const visitors = sqliteTable(
  'visitors',
  {
    day: text().notNull(),
    hash: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.hash] })],
)
