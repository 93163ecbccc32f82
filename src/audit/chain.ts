import { createHash } from 'node:crypto'
import { asc, desc, gt, isNull, lte, sql } from 'drizzle-orm'
import { AUDIT_DAYS, type AuditEntry } from '#domain/audit.ts'
import { atomically, type Database, erase } from '#src/db/database.ts'
import { auditAnchor, auditEntries } from '#src/db/schema.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'

const BATCH_SIZE = 200
const DAY_MS = 86_400_000

type ChainLink = { id: number; hash: string }

/**
 * JSON keeps fields distinct, whatever they contain. SQLite has no SHA-256, so sealAudit adds hashes after the insert.
 */
function hashOf(
  { id, at, userId, actor, source, action, subject, detail, address }: AuditEntry,
  previous: string,
): string {
  const fields = [previous, id, at, userId, actor, source, action, subject, detail, address]
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}

/**
 * Adds missing hashes in id order and yields the entries it sealed. Ids come from exclusive transactions, so nothing
 * can appear before a sealed entry; entries never change, so instances that seal at once compute the same hashes.
 */
export async function* sealAudit(db: Database): AsyncGenerator<AuditEntry> {
  while (await hasUnsealed(db)) {
    const [[last], entries] = await atomically(db, [
      lastSealed(db),
      db
        .select()
        .from(auditEntries)
        .where(isNull(auditEntries.hash))
        .orderBy(asc(auditEntries.id))
        .limit(BATCH_SIZE),
    ])
    if (!last) throw new Error('the audit log has no anchor')
    const sealed = hashChain(entries, last.hash)
    const links = JSON.stringify(sealed.map(({ id, hash }) => [id, hash]))
    const mine = await db.values<[number]>(sql`
      UPDATE audit_entries SET hash = link.value ->> 1 FROM json_each(${links}) AS link
      WHERE audit_entries.id = link.value ->> 0 AND hash IS NULL RETURNING audit_entries.id`)
    const ids = new Set(mine.map(([id]) => id))
    yield* sealed.filter(({ id }) => ids.has(id))
    await yieldToEventLoop()
  }
}

/** Checked first: a transaction would block writers. */
async function hasUnsealed(db: Database): Promise<boolean> {
  const found = await db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(isNull(auditEntries.hash))
    .limit(1)
  return found.length > 0
}

function hashChain(entries: AuditEntry[], previous: string): (AuditEntry & ChainLink)[] {
  let hash = previous
  return entries.map((entry) => {
    hash = hashOf(entry, hash)
    return { ...entry, hash }
  })
}

/** The newest hash, or the anchor's. */
const lastSealed = (db: Database) =>
  db
    .select({ hash: sql<string>`hash` })
    .from(
      sql`(SELECT * FROM (SELECT id, hash FROM audit_entries WHERE hash IS NOT NULL ORDER BY id DESC LIMIT 1)
        UNION ALL SELECT entry_id, hash FROM audit_anchor)`,
    )
    .orderBy(desc(sql`id`))
    .limit(1)

/** The anchor keeps the last deleted hash, so the chain stays verifiable. Unsealed entries are kept. */
export async function deleteOldAudit(db: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - AUDIT_DAYS * DAY_MS).toISOString()
  const last = sql`(
    SELECT max(id) FROM audit_entries WHERE id < coalesce(
      (SELECT min(id) FROM audit_entries WHERE at >= ${oldest} OR hash IS NULL), ${Number.MAX_SAFE_INTEGER}
    )
  )`
  await erase(db, [
    db.run(sql`
      UPDATE audit_anchor SET (entry_id, hash) = (SELECT id, hash FROM audit_entries WHERE id = ${last})
      WHERE ${last} IS NOT NULL`),
    db.delete(auditEntries).where(lte(auditEntries.id, sql`(SELECT entry_id FROM audit_anchor)`)),
  ])
}

export type Verdict = {
  entries: number
  unsealed: number
  /** Null before the first hash. */
  last: ChainLink | null
  /** The first inconsistent or missing entry. */
  broken: { id: number; reason: 'changed' | 'missing' } | null
}

/** Verifies the chain from the anchor to the newest entry, while instances keep writing. */
export async function verifyAudit(db: Database): Promise<Verdict> {
  const verdict: Verdict = { entries: 0, unsealed: 0, last: null, broken: null }
  // A forged entry before the anchor may have any id.
  let previous: ChainLink = { id: Number.MIN_SAFE_INTEGER, hash: '' }
  for (;;) {
    // The anchor moves when old entries are deleted meanwhile.
    const [[anchor], entries, [counter]] = await atomically(db, [
      db.select({ id: auditAnchor.entryId, hash: auditAnchor.hash }).from(auditAnchor),
      db
        .select()
        .from(auditEntries)
        .where(gt(auditEntries.id, previous.id))
        .orderBy(asc(auditEntries.id))
        .limit(BATCH_SIZE),
      db.select({ highest: sql<number>`seq` }).from(sql`sqlite_sequence`).where(sql`name = 'audit_entries'`),
    ])
    if (previous.id < (anchor?.id ?? 0)) previous = anchor ?? { id: 0, hash: '' }
    for (const entry of entries) {
      verdict.entries += 1
      const { id, hash } = entry
      if (id <= previous.id) return { ...verdict, broken: { id, reason: 'changed' } }
      if (hash === null) {
        verdict.unsealed += 1
        previous = { id, hash: previous.hash }
        continue
      }
      if (verdict.unsealed > 0 || hash !== hashOf(entry, previous.hash)) {
        return { ...verdict, broken: { id, reason: 'changed' } }
      }
      previous = { id, hash }
      verdict.last = previous
    }
    if (entries.length === BATCH_SIZE) {
      await yieldToEventLoop()
      continue
    }
    const isCut = previous.id < (counter?.highest ?? 0)
    return isCut ? { ...verdict, broken: { id: previous.id + 1, reason: 'missing' } } : verdict
  }
}
