import { eq, inArray } from 'drizzle-orm'
import { COMMAND_LINE } from '#domain/audit.ts'
import { recordAudits } from '#src/audit/store.ts'
import type { Database } from '#src/db/database.ts'
import type { KeyedDatabase } from '#src/db/keyed-database.ts'
import { recoveryCodes, secrets, sessions, totpSecrets, users } from '#src/db/schema.ts'
import { idsOf, readStored, refusePlainText, requireKey } from '#src/db/sealed-values.ts'
import { createKeyFile, readKeyFile } from '#src/lib/key-file.ts'
import { getOrCreateSecret, SIGNING_KEY } from './store.ts'

/**
 * Opens the database's secrets with the key in `file`, which is created for a database without secrets. Throws
 * StartError if the key is missing or another one, or something isn't sealed.
 */
export async function unlockSecrets(
  db: Database,
  file: string,
): Promise<{ db: KeyedDatabase; isNewKey: boolean }> {
  const stored = await readStored(db)
  refusePlainText(stored)
  const known = readKeyFile(file)
  requireKey(idsOf(stored), known, file)
  const keys = known ?? createKeyFile(file)
  const keyed = Object.assign(db, { keys })
  // Of instances that start at the same time with different keys, all but one fail here.
  await getOrCreateSecret(keyed, SIGNING_KEY).catch(async (error) => {
    requireKey(idsOf(await readStored(db)), keys, file)
    throw error
  })
  return { db: keyed, isNewKey: known === null }
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
    const entries = owners.map(({ subject }) => ({ subject, detail: 'The key was lost' }))
    await recordAudits(tx, COMMAND_LINE, 'second_step_reset', entries, now)
    return owners.length
  })
}
