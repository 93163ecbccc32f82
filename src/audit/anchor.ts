import { createHmac, randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Queries, Transaction } from '#src/db/database.ts'
import { auditAnchor } from '#src/db/schema.ts'
import { KEY_BYTES, type Keys, sealedBy } from '#src/lib/seal.ts'

export type Anchor = typeof auditAnchor.$inferSelect

const ID = 1
const ABOUT = ['audit_anchor', ID] as const

export const readAnchor = (db: Queries) => db.select().from(auditAnchor).where(eq(auditAnchor.id, ID)).get()

/** `last` is the newest hash, or the anchor's. */
export async function readEnds(tx: Transaction) {
  const [anchor, last] = await Promise.all([
    readAnchor(tx),
    tx
      .select({ id: sql<number>`id`, hash: sql<string>`hash` })
      .from(
        sql`(SELECT * FROM (SELECT id, hash FROM audit_entries WHERE hash IS NOT NULL ORDER BY id DESC LIMIT 1)
          UNION ALL SELECT entry_id, hash FROM audit_anchor)`,
      )
      .orderBy(sql`id DESC`)
      .limit(1)
      .get(),
  ])
  if (!anchor || !last) throw new Error('the audit log has no anchor')
  return { anchor, last }
}

/** Random and sealed rather than derived, so that entries can still be verified after a change of the master key. */
export async function auditKey(tx: Transaction, keys: Keys): Promise<Buffer> {
  const { anchor, last } = await readEnds(tx)
  const known = openAuditKey(keys, anchor)
  if (known) return known
  if (anchor.sealedKey !== null) throw new Error('the key of the audit log was sealed with another key')
  const key = randomBytes(KEY_BYTES)
  const first = { ...anchor, plainUpTo: anchor.lostUpTo > 0 ? anchor.plainUpTo : last.id }
  await tx
    .update(auditAnchor)
    .set({
      plainUpTo: first.plainUpTo,
      sealedKey: keys.seal(key.toString('base64url'), ABOUT),
      mac: macOf(key, first),
    })
    .where(eq(auditAnchor.id, ID))
  return key
}

/** Null if there is none yet, or `keys` didn't seal it. */
export const openAuditKey = (keys: Keys | null, { sealedKey }: Anchor): Buffer | null =>
  keys && sealedKey !== null && sealedBy(sealedKey) === keys.id
    ? Buffer.from(keys.open(sealedKey, ABOUT), 'base64url')
    : null

/** Protects the start of the chain: otherwise, one could delete the oldest entries or declare entries to be without a key. */
export const macOf = (key: Buffer, { entryId, hash, plainUpTo, lostUpTo }: Anchor): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(['anchor', entryId, hash, plainUpTo, lostUpTo]))
    .digest('hex')

export const loseAuditKey = (tx: Transaction) =>
  tx.run(sql`
    UPDATE audit_anchor SET sealed_key = NULL, mac = NULL, lost_up_to =
      (SELECT coalesce(max(id), entry_id) FROM audit_entries WHERE hash IS NOT NULL)
    WHERE sealed_key IS NOT NULL`)
