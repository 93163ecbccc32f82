import { and, eq, gt, lt, or } from 'drizzle-orm'
import type { User } from '#domain/users.ts'
import type { Database } from '#src/db/database.ts'
import { secrets, sessions, users } from '#src/db/schema.ts'

const HOUR_MS = 3_600_000
const IDLE_MS = 12 * HOUR_MS
export const LIFE_MS = 7 * 24 * HOUR_MS

/** How stale a session's last use may be before it is written again: not each request is worth a write. */
const TOUCH_MS = 60_000

export async function startSession(db: Database, userId: number, now: Date): Promise<string> {
  const id = crypto.randomUUID()
  const at = now.toISOString()
  await db.insert(sessions).values({ id, userId, createdAt: at, lastUsedAt: at })
  return id
}

/** The user behind a session that stands and whose user is active; null otherwise. */
export async function findSessionUser(db: Database, id: string, now: Date): Promise<User | null> {
  const row = await db
    .select({
      id: users.id,
      username: users.username,
      email: users.email,
      role: users.role,
      isActive: users.isActive,
      createdAt: users.createdAt,
      lastLogin: users.lastLogin,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, id),
        eq(users.isActive, true),
        gt(sessions.lastUsedAt, before(now, IDLE_MS)),
        gt(sessions.createdAt, before(now, LIFE_MS)),
      ),
    )
    .get()
  if (!row) return null

  const { lastUsedAt, ...user } = row
  if (lastUsedAt < before(now, TOUCH_MS)) {
    await db.update(sessions).set({ lastUsedAt: now.toISOString() }).where(eq(sessions.id, id))
  }
  return user
}

export async function endSession(db: Database, id: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, id))
}

/** Forgets sessions that nobody can use any more. */
export async function deleteLapsedSessions(db: Database, now: Date): Promise<void> {
  const isLapsed = or(
    lt(sessions.lastUsedAt, before(now, IDLE_MS)),
    lt(sessions.createdAt, before(now, LIFE_MS)),
  )
  await db.delete(sessions).where(isLapsed)
}

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()

/** The secret of that name, made by `make` the first time anyone asks: servers on one database share it. */
export async function keepSecret(db: Database, name: string, make: () => string): Promise<string> {
  await db.insert(secrets).values({ name, value: make() }).onConflictDoNothing()
  const row = await db.select({ value: secrets.value }).from(secrets).where(eq(secrets.name, name)).get()
  if (!row) throw new Error('a secret was not kept')
  return row.value
}

export async function forgetSecret(db: Database, name: string): Promise<void> {
  await db.delete(secrets).where(eq(secrets.name, name))
}
