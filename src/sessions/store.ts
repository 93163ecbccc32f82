import { and, desc, eq, gt, inArray, lt, notInArray, or, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { PROOF_MINUTES } from '#domain/accounts.ts'
import { type Actor, AUDIT_DAYS } from '#domain/audit.ts'
import type { User } from '#domain/users.ts'
import { insertAudit } from '#src/audit/store.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { preparedFor } from '#src/db/prepared.ts'
import { knownClients, newBrowsers, secrets, sessions, users } from '#src/db/schema.ts'
import { insertNotice } from '#src/notices/store.ts'
import { shownUser } from '#src/users/store.ts'

const HOUR_MS = 3_600_000
const IDLE_MS = 12 * HOUR_MS
export const LIFE_MS = 7 * 24 * HOUR_MS

/** As long as the audit log keeps the addresses of sign-ins. */
const CLIENT_MS = AUDIT_DAYS * 24 * HOUR_MS
/** A sign-in from where one was yesterday is not worth a write. */
const RENEW_MS = 24 * HOUR_MS
/** A user may roam; one who means harm can't fill the table. */
const MOST_CLIENTS = 100

/** Not each request is worth a write. */
const TOUCH_MS = 60_000

const PROOF_MS = PROOF_MINUTES * 60_000

/** Where a session begins, as its user is shown it. */
export type Origin = { browser: string; network: string; isNewBrowser: boolean }

/** What proves who someone is, where it is no password: the words for the log, and what is written with it or not at all. */
export type Means = { detail: string; queries: readonly BatchItem<'sqlite'>[] }

const BY_PASSWORD: { detail: null; queries: readonly BatchItem<'sqlite'>[] } = { detail: null, queries: [] }

/**
 * Starts a session for a user whose password was found right, and sets the user's last login. Null when that password
 * has been changed or the user deactivated in the meantime: the session would outlive what was to end it.
 */
export async function startSession(
  db: Database,
  by: Actor,
  { id: userId, passwordHash }: { id: number; passwordHash: string },
  { browser, network, isNewBrowser }: Origin,
  now: Date,
  { detail, queries }: Means | typeof BY_PASSWORD = BY_PASSWORD,
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
      provedAt: sql`${at}`.as('proved_at'),
      browser: sql`${browser}`.as('browser'),
      network: sql`${network}`.as('network'),
    })
    .from(users)
    .where(where)
  const isStarted = eq(sessions.id, id)
  const notice = db
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
  const seen = {
    action: 'new_browser',
    detail: browser,
    about: { table: sessions, where: isStarted },
  } as const
  const told = {
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
      .returning({ ...shownUser, mustChangePassword: users.mustChangePassword }),
    db.insert(newBrowsers).select(notice),
    ...(isNewBrowser ? [insertAudit(db, by, seen, now), insertNotice(db, told, now)] : []),
    ...queries,
  ])
  if (!updated) return null
  const { mustChangePassword, ...user } = updated
  return { id, user, mustChangePassword }
}

export type FoundSession = {
  user: User
  /** Someone else typed the password. */
  mustChangePassword: boolean
  /** The site requires a second step, the user has none, and the grace is over. */
  mustSetUpSecondStep: boolean
  /** The last use was written down so long ago that this one is worth noting. */
  isStale: boolean
  /** Until when what can't be undone needs no password or passkey again; null when it does. */
  provedUntil: string | null
}

/** The user behind a session that stands, while active; null otherwise. */
export async function findSession(db: Database, id: string, now: Date): Promise<FoundSession | null> {
  const row = await queries(db).standing.get({
    id,
    usedAfter: before(now, IDLE_MS),
    startedAfter: before(now, LIFE_MS),
  })
  if (!row) return null
  const { lastUsedAt, provedAt, mustChangePassword, secondStepDueAt, ...user } = row
  return {
    user,
    mustChangePassword,
    mustSetUpSecondStep: secondStepDueAt !== null && secondStepDueAt <= now.toISOString(),
    isStale: lastUsedAt < before(now, TOUCH_MS),
    provedUntil: provedAt > before(now, PROOF_MS) ? proofEnd(new Date(provedAt)) : null,
  }
}

const proofEnd = (provedAt: Date) => new Date(provedAt.getTime() + PROOF_MS).toISOString()

const queries = preparedFor((db) => {
  const standing = (column: SQLiteColumn) =>
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
    // Read for every call of an administrator: as a join it takes three times as long.
    standing: db
      .select({
        ...shownUser,
        mustChangePassword: users.mustChangePassword,
        secondStepDueAt: users.secondStepDueAt,
        lastUsedAt: sql<string>`(${standing(sessions.lastUsedAt)})`,
        provedAt: sql<string>`(${standing(sessions.provedAt)})`,
      })
      .from(users)
      .where(and(eq(users.isActive, true), eq(users.id, standing(sessions.userId))))
      .prepare(),
  }
})

/** Notes that a session was used just now. */
export async function touchSession(db: Database, id: string, now: Date): Promise<void> {
  await db.update(sessions).set({ lastUsedAt: now.toISOString() }).where(eq(sessions.id, id))
}

/** Notes that the user of a session has just given a password or passkey again. Answers until when that counts. */
export async function noteProof(
  db: Database,
  by: Actor,
  id: string,
  now: Date,
  { detail, queries }: Means | typeof BY_PASSWORD = BY_PASSWORD,
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

/** Forgets sessions that nobody can use any more. */
export async function deleteLapsedSessions(db: Database, now: Date): Promise<void> {
  const isLapsed = or(
    lt(sessions.lastUsedAt, before(now, IDLE_MS)),
    lt(sessions.createdAt, before(now, LIFE_MS)),
  )
  await db.delete(sessions).where(isLapsed)
}

/** Those of `hashes` that a user of that name, whatever its case, has signed in with lately. */
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

/** Notes the use of each, if none was noted within a day; of one user only the latest `MOST_CLIENTS` are kept. */
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
    .limit(MOST_CLIENTS)
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

/** Forgets networks and browsers that nobody has signed in from for as long as that, and unseen notices of as long ago. */
export async function deleteOldClients(db: Database, now: Date): Promise<void> {
  const oldest = before(now, CLIENT_MS)
  await atomically(db, [
    db.delete(knownClients).where(lt(knownClients.lastUsedAt, oldest)),
    db.delete(newBrowsers).where(lt(newBrowsers.at, oldest)),
  ])
}

/** Of sessions: neither unused for too long nor too old. */
export const standsAt = (now: Date) =>
  and(gt(sessions.lastUsedAt, before(now, IDLE_MS)), gt(sessions.createdAt, before(now, LIFE_MS)))

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()

/** The secret of that name, made by `make` the first time anyone asks: servers on one database share it. */
export async function keepSecret(db: Database, name: string, make: () => string): Promise<string> {
  const known = await findSecret(db, name)
  if (known !== null) return known
  await db.insert(secrets).values({ name, value: make() }).onConflictDoNothing()
  const kept = await findSecret(db, name)
  if (kept === null) throw new Error('a secret was not kept')
  return kept
}

async function findSecret(db: Database, name: string): Promise<string | null> {
  const row = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name)).get()
  return row?.value ?? null
}

export async function forgetSecret(db: Database, name: string): Promise<void> {
  await db.delete(secrets).where(eq(secrets.name, name))
}
