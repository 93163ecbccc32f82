import { and, desc, eq, gt, inArray, lt, notInArray, or, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { PROOF_MINUTES, SESSION_DAYS, SESSION_IDLE_HOURS } from '#domain/accounts.ts'
import { type Actor, AUDIT_DAYS } from '#domain/audit.ts'
import type { User } from '#domain/users.ts'
import { insertAudit, lastAudit } from '#src/audit/store.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { prepareOnce } from '#src/db/prepared-queries.ts'
import { knownClients, newBrowsers, sessions, users } from '#src/db/schema.ts'
import { insertNotice } from '#src/notices/store.ts'
import { publicUserColumns } from '#src/users/store.ts'

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

/** Proof other than a password. `detail` goes to the audit log; `queries` are written atomically with the session. */
export type Proof = { detail: string; queries: readonly BatchItem<'sqlite'>[] }

const BY_PASSWORD: { detail: null; queries: readonly BatchItem<'sqlite'>[] } = { detail: null, queries: [] }

/** Null if the password was changed or the user deactivated meanwhile; otherwise the session would survive that. */
export async function startSession(
  db: Database,
  by: Actor,
  { id: userId, passwordHash }: { id: number; passwordHash: string },
  { browser, network, isNewBrowser }: Origin,
  now: Date,
  { detail, queries }: Proof | typeof BY_PASSWORD = BY_PASSWORD,
): Promise<{ id: string; user: User; mustChangePassword: boolean } | null> {
  const at = now.toISOString()
  const id = crypto.randomUUID()
  const where = and(eq(users.id, userId), eq(users.isActive, true), eq(users.passwordHash, passwordHash))
  const row = db
    .select({
      id: sql`${id}`.as('id'),
      userId: users.id,
      createdAt: sql`${at}`.as('created_at'),
      lastUsedAt: sql`${at}`.as('last_used_at'),
      provedAt: sql`''`.as('proved_at'),
      browser: sql`${browser}`.as('browser'),
      network: sql`${network}`.as('network'),
      isByPasskey: sql`${detail !== BY_PASSWORD.detail}`.as('is_by_passkey'),
    })
    .from(users)
    .where(where)
  const isStarted = eq(sessions.id, id)
  const newBrowser = db
    .select({
      id: sql`NULL`.as('id'),
      userId: sessions.userId,
      sessionId: sessions.id,
      at: sessions.createdAt,
      browser: sessions.browser,
      network: sessions.network,
    })
    .from(sessions)
    .where(isNewBrowser ? isStarted : sql`false`)
  const auditEntry = {
    action: 'new_browser',
    detail: browser,
    about: { table: sessions, where: isStarted },
  } as const
  const noticeEntry = {
    kind: 'new_browser',
    subject: by.name,
    about: { where: sql`EXISTS (SELECT 1 FROM sessions WHERE id = ${id})` },
  } as const
  const [, , [updated]] = await atomically(db, [
    insertAudit(db, by, { action: 'signed_in', detail, about: { table: users, where } }, now),
    db.insert(sessions).select(row),
    db
      .update(users)
      .set({ lastLogin: at })
      .where(where)
      .returning({ ...publicUserColumns, mustChangePassword: users.mustChangePassword }),
    db.insert(newBrowsers).select(newBrowser),
    ...(isNewBrowser ? [insertAudit(db, by, auditEntry, now), insertNotice(db, noticeEntry, now)] : []),
    ...queries,
  ])
  if (!updated) return null
  const { mustChangePassword, ...user } = updated
  return { id, user, mustChangePassword }
}

export type FoundSession = {
  user: User
  mustChangePassword: boolean
  mustSetUpSecondStep: boolean
  isByPasskey: boolean
  needsTouch: boolean
  provedUntil: string | null
  isConfirmed: boolean
  lastAudit: number
}

export async function findSession(db: Database, id: string, now: Date): Promise<FoundSession | null> {
  const row = await queries(db).valid.get({
    id,
    usedAfter: before(now, IDLE_MS),
    startedAfter: before(now, SESSION_MS),
  })
  if (!row) return null
  const {
    lastUsedAt,
    signedInAt,
    provedAt,
    isByPasskey,
    mustChangePassword,
    secondStepDueAt,
    lastAudit: audit,
    ...user
  } = row
  const lastProof = provedAt || signedInAt
  const oldestProof = before(now, PROOF_MS)
  return {
    user,
    lastAudit: audit,
    mustChangePassword,
    mustSetUpSecondStep: secondStepDueAt !== null && secondStepDueAt <= now.toISOString(),
    isByPasskey: isByPasskey === 1,
    needsTouch: lastUsedAt < before(now, TOUCH_MS),
    provedUntil: lastProof > oldestProof ? proofEnd(new Date(lastProof)) : null,
    isConfirmed: provedAt > oldestProof,
  }
}

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
        lastAudit,
      })
      .from(users)
      .where(and(eq(users.isActive, true), eq(users.id, valid(sessions.userId))))
      .prepare(),
  }
})

export async function touchSession(db: Database, id: string, now: Date): Promise<void> {
  await db.update(sessions).set({ lastUsedAt: now.toISOString() }).where(eq(sessions.id, id))
}

export async function recordProof(
  db: Database,
  by: Actor,
  id: string,
  now: Date,
  { detail, queries }: Proof | typeof BY_PASSWORD = BY_PASSWORD,
): Promise<string> {
  const where = eq(sessions.id, id)
  await atomically(db, [
    insertAudit(db, by, { action: 'proof_given', detail, about: { table: sessions, where } }, now),
    db.update(sessions).set({ provedAt: now.toISOString() }).where(where),
    ...queries,
  ])
  return proofEnd(now)
}

export async function endSession(db: Database, by: Actor, id: string, now: Date): Promise<void> {
  const where = eq(sessions.id, id)
  await atomically(db, [
    insertAudit(db, by, { action: 'signed_out', about: { table: sessions, where } }, now),
    db.delete(sessions).where(where),
  ])
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
  await atomically(db, [
    db
      .insert(knownClients)
      .values(hashes.map((hash) => ({ userId, hash, lastUsedAt })))
      .onConflictDoUpdate({
        target: [knownClients.userId, knownClients.hash],
        set: { lastUsedAt },
        setWhere: lt(knownClients.lastUsedAt, before(now, RENEW_MS)),
      }),
    db.delete(knownClients).where(and(ofUser, notInArray(knownClients.hash, latest))),
  ])
}

export async function deleteOldClients(db: Database, now: Date): Promise<void> {
  const oldest = before(now, CLIENT_MS)
  await atomically(db, [
    db.delete(knownClients).where(lt(knownClients.lastUsedAt, oldest)),
    db.delete(newBrowsers).where(lt(newBrowsers.at, oldest)),
  ])
}

export const isValidAt = (now: Date) =>
  and(gt(sessions.lastUsedAt, before(now, IDLE_MS)), gt(sessions.createdAt, before(now, SESSION_MS)))

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()
