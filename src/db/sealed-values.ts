import { sql } from 'drizzle-orm'
import { StartError } from '#src/errors.ts'
import { createKeyFile, readKeyFile } from '#src/lib/key-file.ts'
import { type Keys, sealedBy } from '#src/lib/seal.ts'
import type { Database } from './database.ts'
import type { Read } from './read-file.ts'

const SEALED_COLUMNS = [
  { table: 'totp_secrets', id: 'user_id', column: 'secret' },
  { table: 'secrets', id: 'name', column: 'value' },
]

type Stored = { table: string; id: string | number; column: string; idColumn: string; value: string }

export async function readStored(db: Database): Promise<Stored[]> {
  const found: Stored[] = []
  for (const { table, id: idColumn, column } of SEALED_COLUMNS) {
    const rows = await db.values<[string | number, string]>(
      sql.raw(`SELECT ${idColumn}, ${column} FROM ${table}`),
    )
    found.push(...rows.map(([id, value]) => ({ table, id, column, idColumn, value })))
  }
  return found
}

/** Seals what earlier releases stored in plain text. Only migrations may: whoever writes to a database could add some. */
export async function sealPlainText(db: Database, keyFile: string): Promise<void> {
  const plain = (await readStored(db)).filter(({ value }) => sealedBy(value) === null)
  if (plain.length > 0)
    await replaceValues(db, plain, readKeyFile(keyFile) ?? createKeyFile(keyFile), ({ value }) => value)
}

/** Seals everything with `to`, in one transaction. Returns the number of changed values. Throws StartError. */
export async function resealSecrets(db: Database, from: Keys, to: Keys): Promise<number> {
  const stored = await readStored(db)
  refusePlainText(stored)
  const others = stored.filter(({ value }) => sealedBy(value) !== to.id)
  const unknown = others.map(({ value }) => sealedBy(value)).find((id) => id !== from.id)
  if (unknown)
    throw new StartError(`A value was sealed with the key ${unknown}, neither the old nor the new one.`)
  await replaceValues(db, others, to, ({ table, id, value }) => from.open(value, [table, id]))
  return others.length
}

async function replaceValues(
  db: Database,
  stored: Stored[],
  keys: Keys,
  textOf: (value: Stored) => string,
): Promise<void> {
  const updates = stored.map((one) => {
    const { table, id, column, idColumn, value } = one
    const sealed = keys.seal(textOf(one), [table, id])
    const [into, set, of] = [table, column, idColumn].map((name) => sql.identifier(name))
    return sql`UPDATE ${into} SET ${set} = ${sealed} WHERE ${of} = ${id} AND ${set} = ${value}`
  })
  if (updates.length === 0) return
  await db.erase(async (tx) => {
    for (const update of updates) await tx.run(update)
  })
}

export function refusePlainText(stored: Stored[]): void {
  const plain = stored.find(({ value }) => sealedBy(value) === null)
  if (plain)
    throw new StartError(
      `A secret in the table ${plain.table} is not sealed: another program changed the database. Nothing was changed. Restore a backup, or delete all secrets with passwright secrets reset.`,
    )
}

/** Ids of the keys that sealed the secrets in a database file. */
export function keysOfFile(read: Read): string[] {
  const has = (table: string) => read(`SELECT 1 FROM pragma_table_info('${table}')`).length > 0
  const values = SEALED_COLUMNS.filter(({ table }) => has(table)).flatMap(({ table, column }) =>
    read(`SELECT ${column} FROM ${table}`).flat(),
  )
  return idsOf(values.map((value) => ({ value: String(value) })))
}

export const idsOf = (stored: { value: string }[]): string[] => [
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
  const state = keys ? `has the key ${keys.id}` : 'is empty or missing'
  throw new StartError(
    `The secrets in the database were sealed with the key ${other}, but ${file} ${state}. Nothing was changed. Put the right key file there, or name it with SECRETS_KEY_FILE. If you only have the new key, run passwright secrets reseal; if the key is lost, ${lost}.`,
  )
}
