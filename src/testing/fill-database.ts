import { createDatabase } from '#src/db/database.ts'
import type { Engine, Statement } from '#src/db/engine.ts'
import { fillPostIndex } from '#src/db/post-index.ts'
import { planTables, type TablePlan } from '#src/db/table-plan.ts'
import type { SqlValue } from '#src/db/values.ts'
import { filledImage } from './migrated-database.ts'

/** Statements per request to a libSQL server. */
const BATCH_MAX = 50

/**
 * Adds rows of many kinds: parents and children, images, gaps in ids, unusual characters. Keywords and posts take two pages
 * each.
 */
export async function fillDatabase(engine: Engine): Promise<void> {
  const statements: Statement[] = []
  const add = (sql: string, ...params: SqlValue[]) => void statements.push({ sql, params })
  const at = '2026-03-14T12:00:00.000Z'
  for (const name of ['ada', 'Bob', 'eve']) {
    add(
      `INSERT INTO users (username, email, password_hash, role, is_active, created_at) VALUES (?, ?, 'hash', 'admin', 1, ?)`,
      ...[name, `${name}@example.com`, at],
    )
  }
  add("DELETE FROM users WHERE username = 'eve'")
  add(
    "INSERT INTO sessions (id, user_id, created_at, last_used_at) VALUES ('a-session', 1, ?, ?)",
    ...[at, at],
  )
  add("INSERT INTO secrets (name, value) VALUES ('signing-key', 'the-signing-key')")
  add("INSERT INTO totp_secrets (user_id, secret, is_confirmed, last_period) VALUES (2, 'JBSW', 1, 7)")
  add(
    `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, device_type, is_backed_up, rp_id, name, created_at)
      VALUES (1, 'credential', ?, 0, '[]', 'multiDevice', 1, 'localhost', 'Key', ?)`,
    ...[Buffer.from([0, 255, 1]), at],
  )
  for (let number = 1; number <= 130; number++) {
    add(
      `INSERT INTO posts (title, slug, excerpt, content, status, tags, meta_title, meta_description, created_at, updated_at, updated_by)
        VALUES (?, ?, 'Ümlaut', ?, ?, '["one"]', '', '', ?, ?, 1)`,
      ...[`Post ${number}`, `post-${number}`, `Words of number${number} ${'x'.repeat(8_500)}`],
      ...[number % 3 === 0 ? 'draft' : 'published', at, at],
    )
  }
  add('DELETE FROM posts WHERE id = 130')
  add("INSERT INTO former_slugs (slug, post_id) VALUES ('old', 1)")
  for (const id of ['b', 'a', 'c']) {
    add(
      "INSERT INTO images (id, extension, width, height, size, created_at, bytes) VALUES (?, 'webp', 1, 1, 3, ?, ?)",
      // One is almost as large as a page.
      ...[id, at, Buffer.alloc(id === 'a' ? 900_000 : 900, id)],
    )
  }
  for (const message of ['Letter \0 with a zero', '\u{1f511} and \u2028', "quote ' and \\ and \r\n", '']) {
    add(
      "INSERT INTO contacts (name, email, subject, message, created_at) VALUES ('Ada', 'a@example.com', 'Hello', ?, ?)",
      ...[message, at],
    )
  }
  add("INSERT INTO daily_counts (day, name, detail, count) VALUES ('2026-03-14', 'page_view', '/', 5)")
  add("INSERT INTO daily_counts (day, name, detail, count) VALUES ('2026-03-14', 'page_view', '/blog', 2)")
  add(
    `INSERT INTO keywords (keyword, position, search_volume, traffic)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)
      SELECT 'keyword ' || i, i / 4.0, CASE i % 7 WHEN 0 THEN NULL ELSE i END, i * 0.1 FROM n`,
  )
  add("INSERT INTO audit_entries (at, actor, action, source) VALUES (?, 'ada', 'post_created', 'web')", at)
  while (statements.length > 0) await engine.batch(statements.splice(0, BATCH_MAX))
  await fillPostIndex(createDatabase(engine))
}

let full: Promise<Uint8Array> | undefined

/** The file of a migrated and filled database. */
export function fullImage(): Promise<Uint8Array> {
  full ??= filledImage(fillDatabase)
  return full
}

let plan: Promise<TablePlan> | undefined

/** All copied rows, sequences, triggers and search results. */
export async function readAll(engine: Engine): Promise<Record<string, SqlValue[][]>> {
  plan ??= planTables()
  const { tables } = await plan
  const queries: Record<string, string> = {
    ...Object.fromEntries(
      tables.map(({ name, key }) => [name, `SELECT * FROM ${name} ORDER BY ${key.join()}`]),
    ),
    sequences: 'SELECT name, seq FROM sqlite_sequence ORDER BY name',
    parts: `SELECT type, name, sql FROM sqlite_schema WHERE type <> 'table' OR name NOT LIKE 'sqlite%' ORDER BY type, name`,
    found: `SELECT rowid FROM post_index WHERE post_index MATCH 'number1 OR number3' ORDER BY rowid`,
  }
  const results = await engine.batch(Object.values(queries).map((sql) => ({ sql, params: [] })))
  const shown = (value: SqlValue) => (value instanceof Uint8Array ? Bun.hash(value).toString(36) : value)
  return Object.fromEntries(
    Object.keys(queries).map((name, index) => [name, (results[index] ?? []).map((row) => row.map(shown))]),
  )
}
