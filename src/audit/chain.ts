import { createHash, createHmac } from 'node:crypto'
import { asc, desc, eq, gt, isNull, lt, lte, sql } from 'drizzle-orm'
import { AUDIT_DAYS, type AuditEntry } from '#domain/audit.ts'
import type { Database, Transaction } from '#src/db/database.ts'
import type { KeyedDatabase } from '#src/db/keyed-database.ts'
import { auditAnchor, auditEntries } from '#src/db/schema.ts'
import type { Keys } from '#src/lib/seal.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import { type Anchor, auditKey, macOf, openAuditKey, readAnchor, readEnds } from './anchor.ts'
import { lastAudit } from './store.ts'

const BATCH_SIZE = 200
const DAY_MS = 86_400_000

type ChainLink = { id: number; hash: string }

/**
 * JSON keeps fields distinct, whatever they contain. SQLite has no SHA-256, so sealAudit adds hashes after the insert.
 * Earlier releases had no key.
 */
function hashOf(
  { id, at, userId, actor, source, action, subject, detail, address }: AuditEntry,
  previous: string,
  key: Buffer | null,
): string {
  const fields = [previous, id, at, userId, actor, source, action, subject, detail, address]
  const hash = key ? createHmac('sha256', key) : createHash('sha256')
  return hash.update(JSON.stringify(fields)).digest('hex')
}

/** Adds missing hashes in id order and yields the entries it sealed. */
export async function* sealAudit(db: KeyedDatabase): AsyncGenerator<AuditEntry> {
  while (await hasUnsealed(db)) {
    yield* await db.transaction(async (tx) => {
      const key = await auditKey(tx, db.keys)
      const [{ last }, entries] = await Promise.all([
        readEnds(tx),
        tx
          .select()
          .from(auditEntries)
          .where(isNull(auditEntries.hash))
          .orderBy(asc(auditEntries.id))
          .limit(BATCH_SIZE),
      ])
      const sealed = hashChain(entries, last.hash, key)
      const links = JSON.stringify(sealed.map(({ id, hash }) => [id, hash]))
      await tx.run(sql`
        UPDATE audit_entries SET hash = link.value ->> 1 FROM json_each(${links}) AS link
        WHERE audit_entries.id = link.value ->> 0`)
      return sealed
    })
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

function hashChain(entries: AuditEntry[], previous: string, key: Buffer): (AuditEntry & ChainLink)[] {
  let hash = previous
  return entries.map((entry) => {
    hash = hashOf(entry, hash, key)
    return { ...entry, hash }
  })
}

/** The anchor keeps the last deleted hash, so the chain stays verifiable. Unsealed entries are kept. */
export async function deleteOldAudit(db: KeyedDatabase, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - AUDIT_DAYS * DAY_MS).toISOString()
  const isKept = sql`(SELECT min(id) FROM audit_entries WHERE at >= ${oldest} OR hash IS NULL)`
  await db.erase(async (tx) => {
    const key = await auditKey(tx, db.keys)
    const [{ anchor }, last] = await Promise.all([
      readEnds(tx),
      tx
        .select({ id: auditEntries.id, hash: sql<string>`hash` })
        .from(auditEntries)
        .where(lt(auditEntries.id, sql`coalesce(${isKept}, ${Number.MAX_SAFE_INTEGER})`))
        .orderBy(desc(auditEntries.id))
        .limit(1)
        .get(),
    ])
    if (!last) return
    const moved = { entryId: last.id, hash: last.hash }
    await tx
      .update(auditAnchor)
      .set({ ...moved, mac: macOf(key, { ...anchor, ...moved }) })
      .where(eq(auditAnchor.id, anchor.id))
    await tx.delete(auditEntries).where(lte(auditEntries.id, last.id))
  })
}

export type Verdict = {
  entries: number
  unsealed: number
  /** The last entry whose hash has no key: anyone who could write to the database could also compute it. Null if none. */
  plainUpTo: number | null
  /** The last entry whose key is lost, as recorded by `passwright secrets reset`. Null if none. */
  lostUpTo: number | null
  /** The last entry that can't be verified, because the key is missing or another one. Null if none. */
  unknownUpTo: number | null
  /** Null before the first hash. */
  last: ChainLink | null
  /** The first inconsistent or missing entry. For 'start', the entry after which the log claims to start. */
  broken: { id: number; reason: 'changed' | 'missing' | 'start' } | null
}

/** Verifies the chain from the anchor to the newest entry, while instances keep writing. */
export async function verifyAudit(db: Database, keys: Keys | null): Promise<Verdict> {
  const verdict: Verdict = {
    entries: 0,
    unsealed: 0,
    plainUpTo: null,
    lostUpTo: null,
    unknownUpTo: null,
    last: null,
    broken: null,
  }
  // A forged entry before the anchor may have any id.
  let previous: ChainLink = { id: Number.MIN_SAFE_INTEGER, hash: '' }
  for (;;) {
    // The anchor moves when old entries are deleted meanwhile.
    const last = previous.id
    const { anchor, entries, highest } = await db.transaction((tx) => readAfter(tx, last))
    if (!anchor) return { ...verdict, broken: { id: 0, reason: 'start' } }
    const key = openAuditKey(keys, anchor)
    if (key && anchor.mac !== macOf(key, anchor))
      return { ...verdict, broken: { id: anchor.entryId, reason: 'start' } }
    if (previous.id < anchor.entryId) previous = { id: anchor.entryId, hash: anchor.hash }
    for (const entry of entries) {
      verdict.entries += 1
      const { id, hash } = entry
      if (id <= previous.id) return { ...verdict, broken: { id, reason: 'changed' } }
      if (hash === null) {
        verdict.unsealed += 1
        previous = { id, hash: previous.hash }
        continue
      }
      const kind = kindOf(id, anchor, key)
      const isKnown = kind === 'plain' || kind === 'keyed'
      const isChanged = isKnown && hash !== hashOf(entry, previous.hash, kind === 'plain' ? null : key)
      if (verdict.unsealed > 0 || isChanged) return { ...verdict, broken: { id, reason: 'changed' } }
      if (kind !== 'keyed') verdict[`${kind}UpTo`] = id
      previous = { id, hash }
      verdict.last = previous
    }
    if (entries.length === BATCH_SIZE) {
      await yieldToEventLoop()
      continue
    }
    const isCut = previous.id < highest
    return isCut ? { ...verdict, broken: { id: previous.id + 1, reason: 'missing' } } : verdict
  }
}

async function readAfter(tx: Transaction, id: number) {
  const [anchor, entries, [last]] = await Promise.all([
    readAnchor(tx),
    tx
      .select()
      .from(auditEntries)
      .where(gt(auditEntries.id, id))
      .orderBy(asc(auditEntries.id))
      .limit(BATCH_SIZE),
    tx.values<[number]>(sql`SELECT ${lastAudit}`),
  ])
  return { anchor, entries, highest: last?.[0] ?? 0 }
}

function kindOf(id: number, { sealedKey, plainUpTo, lostUpTo }: Anchor, key: Buffer | null) {
  if (id <= plainUpTo) return 'plain'
  if (id <= lostUpTo) return 'lost'
  if (sealedKey === null) return 'plain'
  return key ? 'keyed' : 'unknown'
}
