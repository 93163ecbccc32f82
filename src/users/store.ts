import { and, asc, eq } from 'drizzle-orm'
import type { RecentPasskeyCounts } from '#domain/accounts.ts'
import type { Actor } from '#domain/audit.ts'
import type { NewUser, Role, USER_SORTS, User, UserEdit } from '#domain/users.ts'
import { recordAudit, wasNamed } from '#src/audit/store.ts'
import type { Database, Queries, Transaction } from '#src/db/database.ts'
import { type KeysetPage, readPage } from '#src/db/keyset.ts'
import { prepareOnce } from '#src/db/prepared-queries.ts'
import { users } from '#src/db/schema.ts'
import { isUniqueViolation } from '#src/db/unique-violation.ts'
import { conflict, notFound } from '#src/errors.ts'
import { changeAs, eraseAs } from '#src/sessions/still-may.ts'
import { removeRecentPasskeys } from './recent-passkeys.ts'
import { noteUnconfirmed } from './unconfirmed-setup.ts'

export const publicUserColumns = {
  id: users.id,
  username: users.username,
  email: users.email,
  role: users.role,
  isActive: users.isActive,
  createdAt: users.createdAt,
  lastLogin: users.lastLogin,
}

export function listUsers(db: Database): Promise<User[]> {
  return db.select(publicUserColumns).from(users).orderBy(asc(users.id))
}

/** Few enough to sort without an index. */
export function readUsers(db: Database, page: KeysetPage<(typeof USER_SORTS)[number]>) {
  return readPage(page, {
    id: users.id,
    sorts: {
      createdAt: users.id,
      username: users.username,
      email: users.email,
      role: users.role,
      isActive: users.isActive,
      lastLogin: users.lastLogin,
    },
    where: undefined,
    found: null,
    count: () => db.$count(users),
    read: ({ where, orderBy, limit, offset }) =>
      db
        .select(publicUserColumns)
        .from(users)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset),
  })
}

export async function findUser(db: Queries, id: number): Promise<User | null> {
  return (await db.select(publicUserColumns).from(users).where(eq(users.id, id)).get()) ?? null
}

export async function findCredentials(db: Database, username: string) {
  const fields = { ...publicUserColumns, passwordHash: users.passwordHash }
  return (await db.select(fields).from(users).where(eq(users.username, username)).get()) ?? null
}

export async function hasUsers(db: Database): Promise<boolean> {
  return (await queries(db).anyUser.all()).length > 0
}

const queries = prepareOnce((db) => ({
  anyUser: db.select({ id: users.id }).from(users).limit(1).prepare(),
}))

type Account = { username: string; email: string; role: Role; isActive: boolean }

/** Throws AppError conflict when the username or email is taken, unauthorized if `by` lost their access meanwhile. */
export function createUser(
  db: Database,
  by: Actor,
  account: Account,
  passwordHash: string,
  now: Date,
): Promise<User> {
  return reportingTakenNames(db, account, () =>
    changeAs(db, by, 'users.write', async (tx) => {
      const created = await insertUser(tx, account, passwordHash, now)
      await recordAudit(
        tx,
        by,
        { action: 'user_created', subject: account.username, detail: account.role },
        now,
      )
      return created
    }),
  )
}

/** Null if a user exists already; safe under concurrent attempts. */
export function createFirstUser(
  db: Database,
  by: Pick<Actor, 'source' | 'address'>,
  { username, email }: Pick<NewUser, 'username' | 'email'>,
  passwordHash: string,
  now: Date,
  { withoutCode = false } = {},
): Promise<User | null> {
  return db.transaction(async (tx) => {
    if ((await tx.$count(users)) > 0) return null
    const account = { username, email, role: 'super_admin', isActive: true } as const
    const created = await insertUser(tx, account, passwordHash, now)
    if (withoutCode) await noteUnconfirmed(tx, created.id, now)
    const self = { ...by, name: username, userId: created.id }
    const detail = withoutCode ? 'without the setup code' : null
    await recordAudit(tx, self, { action: 'setup_completed', detail }, now)
    return created
  })
}

const insertUser = (tx: Transaction, account: Account, passwordHash: string, now: Date): Promise<User> =>
  tx
    .insert(users)
    .values({ ...account, passwordHash, createdAt: now.toISOString() })
    .returning(publicUserColumns)
    .get()

/**
 * A changed role, state or password ends the user's sessions. Throws AppError not_found, conflict for a taken name
 * and for the last active super admin, or unauthorized if `by` lost their access meanwhile.
 */
export function updateUser(
  db: Database,
  by: Actor,
  id: number,
  { username, email, role, isActive }: Omit<UserEdit, 'password'>,
  passwordHash: string | undefined,
  now: Date,
): Promise<{ user: User; recentPasskeys: RecentPasskeyCounts }> {
  return reportingTakenNames(db, { username, email, id }, () =>
    eraseAs(db, by, 'users.write', async (tx) => {
      const former = await requireUser(tx, id)
      const set = { username, email, role, isActive, ...newPassword(by, id, passwordHash) }
      const user = await tx.update(users).set(set).where(eq(users.id, id)).returning(publicUserColumns).get()
      await keepSuperAdmin(tx, former)
      const isReset = passwordHash !== undefined && isSomeoneElse(by, id)
      const recentPasskeys = isReset ? await removeRecentPasskeys(tx, by, user, now) : {}
      const details = [
        user.isActive ? user.role : `${user.role}, inactive`,
        wasNamed(former.username, username),
        former.email === email ? null : 'new email',
        passwordHash === undefined ? null : 'new password',
      ]
      const detail = details.filter((text) => text !== null).join(', ')
      await recordAudit(tx, by, { action: 'user_updated', subject: username, detail }, now)
      return { user, recentPasskeys }
    }),
  )
}

/** Throws AppError not_found, unauthorized, or conflict for the last active super admin. */
export function toggleUser(db: Database, by: Actor, id: number, now: Date): Promise<User> {
  return changeAs(db, by, 'users.write', async (tx) => {
    const former = await requireUser(tx, id)
    const isActive = !former.isActive
    await tx.update(users).set({ isActive }).where(eq(users.id, id))
    await keepSuperAdmin(tx, former)
    const action = isActive ? 'user_activated' : 'user_deactivated'
    await recordAudit(tx, by, { action, subject: former.username }, now)
    return { ...former, isActive }
  })
}

/** Throws AppError not_found, unauthorized, or conflict for the last active super admin. */
export function deleteUser(db: Database, by: Actor, id: number, now: Date): Promise<User> {
  return eraseAs(db, by, 'users.write', async (tx) => {
    const user = await requireUser(tx, id)
    await tx.delete(users).where(eq(users.id, id))
    await keepSuperAdmin(tx, user)
    await recordAudit(tx, by, { action: 'user_deleted', subject: user.username, detail: user.role }, now)
    return user
  })
}

/** Ends the user's sessions. Throws AppError not_found, or unauthorized if `by` lost their access meanwhile. */
export function setPassword(
  db: Database,
  by: Actor,
  id: number,
  passwordHash: string,
  now: Date,
): Promise<{ user: User; recentPasskeys: RecentPasskeyCounts }> {
  return changeAs(db, by, by.userId === id ? 'read' : 'users.write', async (tx) => {
    const user = await requireUser(tx, id)
    await tx
      .update(users)
      .set(newPassword(by, id, passwordHash))
      .where(eq(users.id, id))
    const recentPasskeys = isSomeoneElse(by, id) ? await removeRecentPasskeys(tx, by, user, now) : {}
    await recordAudit(tx, by, { action: 'password_reset', subject: user.username }, now)
    return { user, recentPasskeys }
  })
}

/** A password set by another administrator must be changed at the next sign-in. */
const newPassword = (by: Actor, id: number, passwordHash: string | undefined) =>
  passwordHash === undefined
    ? {}
    : { passwordHash, mustChangePassword: by.source === 'web' && isSomeoneElse(by, id) }

const isSomeoneElse = ({ userId }: Actor, id: number) => userId !== id

async function requireUser(tx: Transaction, id: number): Promise<User> {
  const user = await findUser(tx, id)
  if (!user) throw notFound('User')
  return user
}

/** After a change of `former`. Throws AppError conflict if that was the last active super admin. */
async function keepSuperAdmin(tx: Transaction, former: User): Promise<void> {
  if (former.role !== 'super_admin' || !former.isActive) return
  const left = await tx.$count(users, and(eq(users.role, 'super_admin'), eq(users.isActive, true)))
  if (left === 0)
    throw conflict('The last active super admin cannot be deleted, deactivated or given another role')
}

type Names = { username: string; email: string; id?: number }

async function reportingTakenNames<Result>(
  db: Database,
  names: Names,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const holder = await findCredentials(db, names.username)
    const isName = holder !== undefined && holder !== null && holder.id !== names.id
    const message = isName ? 'Username already exists' : 'Email already exists'
    throw conflict(message, { [isName ? 'username' : 'email']: message })
  }
}
