import { and, desc, eq, lte, ne, type SQL } from 'drizzle-orm'
import type { NewBrowser, Session } from '#domain/accounts.ts'
import type { Actor } from '#domain/audit.ts'
import { recordAudits } from '#src/audit/store.ts'
import type { Database } from '#src/db/database.ts'
import { newBrowsers, sessions } from '#src/db/schema.ts'
import { notFound } from '#src/errors.ts'
import { findUser } from '#src/users/store.ts'
import { changeAs } from './still-may.ts'
import { isValidAt } from './store.ts'

/** Scripts may sign in thousands of times. */
const SESSIONS_MAX = 200
const NEW_BROWSERS_MAX = 20

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
    .where(and(eq(sessions.userId, userId), isValidAt(now)))
    .orderBy(desc(lastUsedAt))
    .limit(SESSIONS_MAX)
  return rows.map((row) => ({ ...row, isCurrent: row.id === currentId }))
}

/** Throws AppError not_found, or unauthorized if `by` lost their access meanwhile. */
export async function endUserSession(
  db: Database,
  by: Actor,
  { userId, id }: { userId: number; id: string },
  now: Date,
): Promise<void> {
  if ((await endWhere(db, by, userId, eq(sessions.id, id), now)) === 0) throw notFound('Session')
}

/** Ends all sessions but `keepId`. Returns how many. Throws AppError unauthorized if `by` lost their access meanwhile. */
export function endUserSessions(
  db: Database,
  by: Actor,
  { userId, keepId }: { userId: number; keepId: string | null },
  now: Date,
): Promise<number> {
  return endWhere(db, by, userId, keepId === null ? undefined : ne(sessions.id, keepId), now)
}

function endWhere(
  db: Database,
  by: Actor,
  userId: number,
  which: SQL | undefined,
  now: Date,
): Promise<number> {
  return changeAs(db, by, by.userId === userId ? 'read' : 'users.write', async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), which))
      .returning({ browser: sessions.browser })
    const subject = (await findUser(tx, userId))?.username ?? null
    const entries = ended.map(({ browser }) => ({ subject, detail: browser || null }))
    await recordAudits(tx, by, 'session_ended', entries, now)
    return ended.length
  })
}

/** Sign-ins from new browsers that aren't marked as seen, except the current session's. */
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
    .limit(NEW_BROWSERS_MAX)
}

/**
 * The current session's own sign-in stays unseen for the user's other sessions. Throws AppError unauthorized if `by` lost
 * their access meanwhile.
 */
export async function dismissNewBrowsers(
  db: Database,
  by: Actor,
  { userId, upTo, currentId }: { userId: number; upTo: number; currentId: string | null },
): Promise<void> {
  const { id, sessionId } = newBrowsers
  const isSeen = and(eq(newBrowsers.userId, userId), lte(id, upTo), ne(sessionId, currentId ?? ''))
  await changeAs(db, by, 'read', (tx) => tx.delete(newBrowsers).where(isSeen).returning({ id }))
}
