import { eq, inArray, sql } from 'drizzle-orm'
import { COMMAND_LINE } from '#domain/audit.ts'
import { auditKey, loseAuditKey } from '#src/audit/anchor.ts'
import { recordAudits } from '#src/audit/store.ts'
import type { Database } from '#src/db/database.ts'
import type { KeyedDatabase } from '#src/db/keyed-database.ts'
import type { Read } from '#src/db/read-file.ts'
import { recoveryCodes, secrets, sessions, totpSecrets, users } from '#src/db/schema.ts'
import { StartError } from '#src/errors.ts'
import { type Keys, sealedBy } from '#src/lib/seal.ts'
import { createKeyFile, readKeyFile } from './key-file.ts'

const SEALED_COLUMNS = [
  { table: 'totp_secrets', id: 'user_id', column: 'secret' },
  { table: 'secrets', id: 'name', column: 'value' },
  { table: 'audit_anchor', id: 'id', column: 'sealed_key' },
]

type Stored = { table: string; id: string | number; column: string; idColumn: string; value: string }

async function readStored(db: Database): Promise<Stored[]> {
  const found: Stored[] = []
  for (const { table, id: idColumn, column } of SEALED_COLUMNS) {
    const rows = await db.values<[string | number, string]>(
      sql.raw(`SELECT ${idColumn}, ${column} FROM ${table} WHERE ${column} IS NOT NULL`),
    )
    found.push(...rows.map(([id, value]) => ({ table, id, column, idColumn, value })))
  }
  return found
}

/**
 * Opens the database's secrets with the key in `file`, which is created for a database without sealed secrets, and seals
 * what earlier releases stored in plain text. Throws StartError if the key is missing or another one.
 */
export async function unlockSecrets(
  db: Database,
  file: string,
): Promise<{ db: KeyedDatabase; isNewKey: boolean }> {
  const known = readKeyFile(file)
  requireKey(idsOf(await readStored(db)), known, file)
  const keys = known ?? createKeyFile(file)
  const keyed = Object.assign(db, { keys })
  // Of instances that start at the same time with different keys, all but one fail here.
  await db
    .transaction((tx) => auditKey(tx, keys))
    .catch(async (error) => {
      requireKey(idsOf(await readStored(db)), keys, file)
      throw error
    })
  await resealSecrets(db, keys, keys)
  return { db: keyed, isNewKey: known === null }
}

/** Seals everything with `to`, in one transaction. Returns the number of changed values. Throws StartError. */
export async function resealSecrets(db: Database, from: Keys, to: Keys): Promise<number> {
  const stored = (await readStored(db)).filter(({ value }) => sealedBy(value) !== to.id)
  const unknown = stored.map(({ value }) => sealedBy(value)).find((id) => id !== null && id !== from.id)
  if (unknown)
    throw new StartError(`A value was sealed with the key ${unknown}, neither the old nor the new one.`)
  const updates = stored.map(({ table, id, column, idColumn, value }) => {
    const sealed = to.seal(from.open(value, [table, id]), [table, id])
    const [into, set, of] = [table, column, idColumn].map((name) => sql.identifier(name))
    return sql`UPDATE ${into} SET ${set} = ${sealed} WHERE ${of} = ${id} AND ${set} = ${value}`
  })
  if (updates.length === 0) return 0
  await db.erase(async (tx) => {
    for (const update of updates) await tx.run(update)
  })
  return stored.length
}

/** Deletes what can't be opened without a lost key. Returns the number of deleted authenticator apps. */
export function deleteSealed(db: Database, now: Date): Promise<number> {
  return db.erase(async (tx) => {
    const owners = await tx
      .select({ id: users.id, subject: users.username })
      .from(totpSecrets)
      .innerJoin(users, eq(users.id, totpSecrets.userId))
    const ids = owners.map(({ id }) => id)
    await tx.delete(recoveryCodes).where(inArray(recoveryCodes.userId, ids))
    await tx.delete(sessions)
    await tx.delete(totpSecrets)
    await tx.delete(secrets)
    await loseAuditKey(tx)
    const entries = owners.map(({ subject }) => ({ subject, detail: 'The key was lost' }))
    await recordAudits(tx, COMMAND_LINE, 'second_step_reset', entries, now)
    return owners.length
  })
}

/** Ids of the keys that sealed the secrets in a database file. */
export function keysOfFile(read: Read): string[] {
  const has = (table: string, column: string) =>
    read(`SELECT 1 FROM pragma_table_info('${table}') WHERE name = '${column}'`).length > 0
  const values = SEALED_COLUMNS.filter(({ table, column }) => has(table, column)).flatMap(
    ({ table, column }) => read(`SELECT ${column} FROM ${table} WHERE ${column} IS NOT NULL`).flat(),
  )
  return idsOf(values.map((value) => ({ value: String(value) })))
}

const idsOf = (stored: { value: string }[]): string[] => [
  ...new Set(stored.flatMap(({ value }) => sealedBy(value) ?? [])),
]

/** Throws StartError unless `keys`, of `file`, sealed everything. `lost` says what to do without the key. */
export function requireKey(
  sealed: string[],
  keys: Keys | null,
  file: string,
  lost = 'passwright secrets reset',
): void {
  const other = sealed.find((id) => id !== keys?.id)
  if (other === undefined) return
  const state = keys ? `has the key ${keys.id}` : 'does not exist'
  throw new StartError(
    `The secrets in the database were sealed with the key ${other}, but ${file} ${state}. Nothing was changed. Put the right key file there, or name it with SECRETS_KEY_FILE. If you only have the new key, run passwright secrets reseal; if the key is lost, ${lost}.`,
  )
}
