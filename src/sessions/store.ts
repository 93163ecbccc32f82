import { and, desc, eq, gt, inArray, lt, notInArray, or, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { PROOF_MINUTES, SESSION_DAYS, SESSION_IDLE_HOURS } from '#domain/accounts.ts'
import { type Actor, AUDIT_DAYS } from '#domain/audit.ts'
import { GRACE_DAYS } from '#domain/second-step.ts'
import type { User } from '#domain/users.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Database, Transaction } from '#src/db/database.ts'
import { TOLERANCE_MS } from '#src/db/expires-within.ts'
import { prepareOnce } from '#src/db/prepared-queries.ts'
import { knownClients, newBrowsers, sessions, users } from '#src/db/schema.ts'
import { recordNotice } from '#src/notices/store.ts'
import { publicUserColumns } from '#src/users/store.ts'
import { changeAs } from './still-may.ts'

const HOUR_MS = 3_600_000
const IDLE_MS = SESSION_IDLE_HOURS * HOUR_MS
export const SESSION_MS = SESSION_DAYS * 24 * HOUR_MS

/** As long as the audit log keeps sign-in addresses. */
const CLIENT_MS = AUDIT_DAYS * 24 * HOUR_MS
/** Avoids a write per sign-in. */
const RENEW_MS = 24 * HOUR_MS
/** Enough for roaming users; an attacker can't fill the table. */
const KNOWN_CLIENTS_MAX = 100

/** Avoids a write per request. */
const TOUCH_MS = 60_000

const PROOF_MS = PROOF_MINUTES * 60_000

export type Origin = { browser: string; network: string; isNewBrowser: boolean }

/** `detail` goes to the audit log; `use` is part of the transaction that relies on it, and may throw. */
export type Proof = { detail: string | null; use(tx: Transaction): Promise<void> }

const BY_PASSWORD: Proof = { detail: null, use: () => Promise.resolve() }

/** Null if the password was changed or the user deactivated meanwhile; otherwise the session would survive that. */
export function startSession(
  db: Database,
  by: Actor,
  { id: userId, passwordHash }: { id: number; passwordHash: string },
  { browser, network, isNewBrowser }: Origin,
  now: Date,
  proof = BY_PASSWORD,
): Promise<{ id: string; user: User; mustChangePassword: boolean } | null> {
  const at = now.toISOString()
  const id = crypto.randomUUID()
  return db.transaction(async (tx) => {
    const [updated] = await tx
      .update(users)
      .set({ lastLogin: at })
      .where(and(eq(users.id, userId), eq(users.isActive, true), eq(users.passwordHash, passwordHash)))
      .returning({ ...publicUserColumns, mustChangePassword: users.mustChangePassword })
    if (!updated) return null
    await proof.use(tx)
    const isByPasskey = proof !== BY_PASSWORD
    await tx
      .insert(sessions)
      .values({ id, userId, createdAt: at, lastUsedAt: at, browser, network, isByPasskey })
    await recordAudit(tx, by, { action: 'signed_in', detail: proof.detail }, now)
    if (isNewBrowser) {
      await tx.insert(newBrowsers).values({ userId, sessionId: id, at, browser, network })
      await recordAudit(tx, by, { action: 'new_browser', detail: browser }, now)
      await recordNotice(tx, { kind: 'new_browser', subject: by.name }, now)
    }
    const { mustChangePassword, ...user } = updated
    return { id, user, mustChangePassword }
  })
}

export async function findSession(db: Database, id: string, now: Date) {
  const row = await queries(db).valid.get({
    id,
    usedAfter: before(now, IDLE_MS),
    startedAfter: before(now, SESSION_MS),
  })
  if (!row) return null
  const { lastUsedAt, signedInAt, provedAt, isByPasskey, mustChangePassword, secondStepDueAt, ...user } = row
  const lastProof = provedAt || signedInAt
  const oldestProof = before(now, PROOF_MS)
  return {
    user,
    mustChangePassword,
    mustSetUpSecondStep: secondStepDueAt !== null && isDue(secondStepDueAt, now),
    isByPasskey: isByPasskey === 1,
    needsTouch: lastUsedAt < before(now, TOUCH_MS),
    provedUntil: lastProof > oldestProof ? proofEnd(new Date(lastProof)) : null,
    isConfirmed: provedAt > oldestProof,
  }
}

/** A moment after the longest grace period comes from a clock that was ahead. */
const isDue = (at: string, now: Date): boolean =>
  at <= now.toISOString() || at > before(now, -(GRACE_DAYS * 24 * HOUR_MS + TOLERANCE_MS))

const proofEnd = (provedAt: Date) => new Date(provedAt.getTime() + PROOF_MS).toISOString()

const queries = prepareOnce((db) => {
  const valid = (column: SQLiteColumn) =>
    db
      .select({ value: column })
      .from(sessions)
      .where(
        and(
          eq(sessions.id, sql.placeholder('id')),
          gt(sessions.lastUsedAt, sql.placeholder('usedAfter')),
          gt(sessions.createdAt, sql.placeholder('startedAfter')),
        ),
      )
  return {
    // Runs for every admin call; a join would take three times as long.
    valid: db
      .select({
        ...publicUserColumns,
        mustChangePassword: users.mustChangePassword,
        secondStepDueAt: users.secondStepDueAt,
        lastUsedAt: sql<string>`(${valid(sessions.lastUsedAt)})`,
        signedInAt: sql<string>`(${valid(sessions.createdAt)})`,
        provedAt: sql<string>`(${valid(sessions.provedAt)})`,
        isByPasskey: sql<number>`(${valid(sessions.isByPasskey)})`,
      })
      .from(users)
      .where(and(eq(users.isActive, true), eq(users.id, valid(sessions.userId))))
      .prepare(),
  }
})

export async function touchSession(db: Database, id: string, now: Date): Promise<void> {
  await db.update(sessions).set({ lastUsedAt: now.toISOString() }).where(eq(sessions.id, id))
}

/** Throws AppError unauthorized if `by` lost their access meanwhile. */
export function recordProof(
  db: Database,
  by: Actor,
  id: string,
  now: Date,
  proof = BY_PASSWORD,
): Promise<string> {
  return changeAs(db, by, 'read', async (tx) => {
    await proof.use(tx)
    await tx.update(sessions).set({ provedAt: now.toISOString() }).where(eq(sessions.id, id))
    await recordAudit(tx, by, { action: 'proof_given', detail: proof.detail }, now)
    return proofEnd(now)
  })
}

/** Throws AppError unauthorized if it has ended meanwhile. */
export function endSession(db: Database, by: Actor, id: string, now: Date): Promise<void> {
  return changeAs(db, by, 'read', async (tx) => {
    await tx.delete(sessions).where(eq(sessions.id, id))
    await recordAudit(tx, by, { action: 'signed_out' }, now)
  })
}

export async function deleteExpiredSessions(db: Database, now: Date): Promise<void> {
  const isExpired = or(
    lt(sessions.lastUsedAt, before(now, IDLE_MS)),
    lt(sessions.createdAt, before(now, SESSION_MS)),
  )
  await db.delete(sessions).where(isExpired)
}

/** Returns those of `hashes` that are known for the case-insensitive username. */
export async function findKnownClients(
  db: Database,
  username: string,
  hashes: string[],
  now: Date,
): Promise<string[]> {
  const rows = await db
    .select({ hash: knownClients.hash })
    .from(knownClients)
    .innerJoin(users, eq(users.id, knownClients.userId))
    .where(
      and(
        eq(users.username, username),
        inArray(knownClients.hash, hashes),
        gt(knownClients.lastUsedAt, before(now, CLIENT_MS)),
      ),
    )
  return rows.map(({ hash }) => hash)
}

export async function rememberClients(
  db: Database,
  userId: number,
  hashes: string[],
  now: Date,
): Promise<void> {
  const lastUsedAt = now.toISOString()
  const ofUser = eq(knownClients.userId, userId)
  const latest = db
    .select({ hash: knownClients.hash })
    .from(knownClients)
    .where(ofUser)
    .orderBy(desc(knownClients.lastUsedAt))
    .limit(KNOWN_CLIENTS_MAX)
  await db.transaction(async (tx) => {
    await tx
      .insert(knownClients)
      .values(hashes.map((hash) => ({ userId, hash, lastUsedAt })))
      .onConflictDoUpdate({
        target: [knownClients.userId, knownClients.hash],
        set: { lastUsedAt },
        setWhere: lt(knownClients.lastUsedAt, before(now, RENEW_MS)),
      })
    await tx.delete(knownClients).where(and(ofUser, notInArray(knownClients.hash, latest)))
  })
}

export async function deleteOldClients(db: Database, now: Date): Promise<void> {
  const oldest = before(now, CLIENT_MS)
  await db.delete(knownClients).where(lt(knownClients.lastUsedAt, oldest))
  await db.delete(newBrowsers).where(lt(newBrowsers.at, oldest))
}

export const isValidAt = (now: Date) =>
  and(gt(sessions.lastUsedAt, before(now, IDLE_MS)), gt(sessions.createdAt, before(now, SESSION_MS)))

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()
