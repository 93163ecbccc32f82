import { and, desc, eq, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { NewBrowser, Session } from '#domain/accounts.ts'
import type { Actor } from '#domain/audit.ts'
import { insertAudit } from '#src/audit/store.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { newBrowsers, sessions } from '#src/db/schema.ts'
import { notFound } from '#src/errors.ts'
import { standsAt } from './store.ts'

/** The newest that are shown: someone who signs in by a program may have thousands. */
const MOST_SESSIONS = 200
const MOST_NOTICES = 20

/** The sessions of a user that stand, the last used first. */
export async function listSessions(
  db: Database,
  userId: number,
  currentId: string | null,
  now: Date,
): Promise<Session[]> {
  const { id, createdAt, lastUsedAt, browser, network } = sessions
  const rows = await db
    .select({ id, createdAt, lastUsedAt, browser, network })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), standsAt(now)))
    .orderBy(desc(lastUsedAt))
    .limit(MOST_SESSIONS)
  return rows.map((row) => ({ ...row, isCurrent: row.id === currentId }))
}

/** Ends a session of this user at once. Throws AppError not_found. */
export async function endSessionOf(
  db: Database,
  by: Actor,
  { userId, id }: { userId: number; id: string },
  now: Date,
): Promise<void> {
  const ended = await end(db, by, and(eq(sessions.userId, userId), eq(sessions.id, id)), now)
  if (ended === 0) throw notFound('Session')
}

/** Ends all sessions of this user but the one to keep, if any. Answers how many there were. */
export function endSessionsOf(
  db: Database,
  by: Actor,
  { userId, keepId }: { userId: number; keepId: string | null },
  now: Date,
): Promise<number> {
  const others = keepId === null ? undefined : ne(sessions.id, keepId)
  return end(db, by, and(eq(sessions.userId, userId), others), now)
}

async function end(db: Database, by: Actor, where: SQL | undefined, now: Date): Promise<number> {
  const subject = sql`(SELECT username FROM users WHERE id = ${sessions.userId})`
  const entry = {
    action: 'session_ended',
    subject,
    detail: sql`nullif(${sessions.browser}, '')`,
    about: { table: sessions, where },
  } as const
  const [, rows] = await atomically(db, [
    insertAudit(db, by, entry, now),
    db.delete(sessions).where(where).returning({ id: sessions.id }),
  ])
  return rows.length
}

/** Sign-ins of this user from new browsers that the user has not seen yet; that of the session which asks is left out. */
export async function listNewBrowsers(
  db: Database,
  userId: number,
  currentId: string | null,
): Promise<NewBrowser[]> {
  const { id, at, browser, network } = newBrowsers
  return db
    .select({ id, at, browser, network, sessionId: sessions.id })
    .from(newBrowsers)
    .leftJoin(sessions, eq(sessions.id, newBrowsers.sessionId))
    .where(and(eq(newBrowsers.userId, userId), ne(newBrowsers.sessionId, currentId ?? '')))
    .orderBy(desc(id))
    .limit(MOST_NOTICES)
}

/** Notes that a user has seen the notices up to this one. The session that asks keeps its own for the others. */
export async function dismissNewBrowsers(
  db: Database,
  { userId, upTo, currentId }: { userId: number; upTo: number; currentId: string | null },
): Promise<void> {
  await db
    .delete(newBrowsers)
    .where(
      and(
        eq(newBrowsers.userId, userId),
        lte(newBrowsers.id, upTo),
        ne(newBrowsers.sessionId, currentId ?? ''),
      ),
    )
}
