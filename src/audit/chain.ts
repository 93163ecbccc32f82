import { createHash } from 'node:crypto'
import { asc, desc, gt, isNull, lte, sql } from 'drizzle-orm'
import { AUDIT_DAYS, type AuditEntry } from '#domain/audit.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { auditAnchor, auditEntries } from '#src/db/schema.ts'
import { breathe } from '#src/lib/breathe.ts'

const AT_ONCE = 200
const DAY_MS = 86_400_000

type Link = { id: number; hash: string }

/**
 * The hash of an entry that follows one with the hash `former`, in hex. A JSON array keeps the fields apart whatever
 * characters they hold. SQLite has no SHA-256, so the hash can't be part of the insert: see `sealAudit`.
 */
export function hashOf(
  { id, at, userId, actor, source, action, subject, detail, address }: AuditEntry,
  former: string,
): string {
  const fields = [former, id, at, userId, actor, source, action, subject, detail, address]
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}

/**
 * Gives each new entry its hash, in the order of the ids, and returns those that got it from this call. Ids are given
 * in transactions that exclude each other, so no entry appears later before a sealed one; and as entries are final,
 * servers that seal at once compute the same hashes.
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
        .limit(AT_ONCE),
    ])
    if (!last) throw new Error('the audit log has no anchor')
    const sealed = chained(entries, last.hash)
    const links = JSON.stringify(sealed.map(({ id, hash }) => [id, hash]))
    const mine = await db.values<[number]>(sql`
      UPDATE audit_entries SET hash = link.value ->> 1 FROM json_each(${links}) AS link
      WHERE audit_entries.id = link.value ->> 0 AND hash IS NULL RETURNING audit_entries.id`)
    const ids = new Set(mine.map(([id]) => id))
    yield* sealed.filter(({ id }) => ids.has(id))
    await breathe()
  }
}

/** Asked first, as a transaction would keep others from writing. */
async function hasUnsealed(db: Database): Promise<boolean> {
  const found = await db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(isNull(auditEntries.hash))
    .limit(1)
  return found.length > 0
}

function chained(entries: AuditEntry[], former: string): (AuditEntry & Link)[] {
  let hash = former
  return entries.map((entry) => {
    hash = hashOf(entry, hash)
    return { ...entry, hash }
  })
}

/** The newest entry with a hash, or the anchor when none has one. */
const lastSealed = (db: Database) =>
  db
    .select({ hash: sql<string>`hash` })
    .from(
      sql`(SELECT * FROM (SELECT id, hash FROM audit_entries WHERE hash IS NOT NULL ORDER BY id DESC LIMIT 1)
        UNION ALL SELECT entry_id, hash FROM audit_anchor)`,
    )
    .orderBy(desc(sql`id`))
    .limit(1)

/**
 * Deletes the entries before the first one that is still within `AUDIT_DAYS`. The anchor keeps the last deleted one's
 * hash, so the chain can still be verified; an entry without a hash waits for it.
 */
export async function deleteOldAudit(db: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - AUDIT_DAYS * DAY_MS).toISOString()
  const last = sql`(
    SELECT max(id) FROM audit_entries WHERE id < coalesce(
      (SELECT min(id) FROM audit_entries WHERE at >= ${oldest} OR hash IS NULL), ${Number.MAX_SAFE_INTEGER}
    )
  )`
  await atomically(db, [
    db.run(sql`
      UPDATE audit_anchor SET (entry_id, hash) = (SELECT id, hash FROM audit_entries WHERE id = ${last})
      WHERE ${last} IS NOT NULL`),
    db.delete(auditEntries).where(lte(auditEntries.id, sql`(SELECT entry_id FROM audit_anchor)`)),
  ])
}

export type Verdict = {
  /** How many entries have been looked at. */
  entries: number
  /** How many of those have no hash yet. */
  unsealed: number
  /** The last entry with a hash; null when no entry was ever sealed. */
  last: Link | null
  /** The first entry that doesn't follow from those before it, or is missing at the end; null when there is none. */
  broken: { id: number; reason: 'changed' | 'missing' } | null
}

/** Follows the chain from the anchor to the newest entry, while servers may go on writing. */
export async function verifyAudit(db: Database): Promise<Verdict> {
  const verdict: Verdict = { entries: 0, unsealed: 0, last: null, broken: null }
  // An entry that was put before the anchor has any number.
  let former: Link = { id: Number.MIN_SAFE_INTEGER, hash: '' }
  for (;;) {
    // The anchor moves when old entries are deleted meanwhile.
    const [[anchor], entries, [counter]] = await atomically(db, [
      db.select({ id: auditAnchor.entryId, hash: auditAnchor.hash }).from(auditAnchor),
      db
        .select()
        .from(auditEntries)
        .where(gt(auditEntries.id, former.id))
        .orderBy(asc(auditEntries.id))
        .limit(AT_ONCE),
      db.select({ highest: sql<number>`seq` }).from(sql`sqlite_sequence`).where(sql`name = 'audit_entries'`),
    ])
    if (former.id < (anchor?.id ?? 0)) former = anchor ?? { id: 0, hash: '' }
    for (const entry of entries) {
      verdict.entries += 1
      const { id, hash } = entry
      if (id <= former.id) return { ...verdict, broken: { id, reason: 'changed' } }
      if (hash === null) {
        verdict.unsealed += 1
        former = { id, hash: former.hash }
        continue
      }
      if (verdict.unsealed > 0 || hash !== hashOf(entry, former.hash)) {
        return { ...verdict, broken: { id, reason: 'changed' } }
      }
      former = { id, hash }
      verdict.last = former
    }
    if (entries.length === AT_ONCE) {
      await breathe()
      continue
    }
    const isCut = former.id < (counter?.highest ?? 0)
    return isCut ? { ...verdict, broken: { id: former.id + 1, reason: 'missing' } } : verdict
  }
}
