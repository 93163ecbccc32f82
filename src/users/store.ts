import { and, asc, eq, exists, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { RecentPasskeyCounts } from '#domain/accounts.ts'
import type { Actor } from '#domain/audit.ts'
import type { NewUser, Role, USER_SORTS, User, UserEdit } from '#domain/users.ts'
import { formerName, insertAudit } from '#src/audit/store.ts'
import { atomically, type Database, erase } from '#src/db/database.ts'
import { type KeysetPage, readPage } from '#src/db/keyset.ts'
import { prepareOnce } from '#src/db/prepared-queries.ts'
import { users } from '#src/db/schema.ts'
import { isUniqueViolation } from '#src/db/unique-violation.ts'
import { conflict, notFound } from '#src/errors.ts'
import { refuseFormerCaller, stillMay } from '#src/sessions/still-may.ts'
import { countsOf, removeRecentPasskeys } from './recent-passkeys.ts'
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

const others = alias(users, 'others')

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

export async function findUser(db: Database, id: number): Promise<User | null> {
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
export async function createUser(
  db: Database,
  by: Actor,
  account: Account,
  passwordHash: string,
  now: Date,
): Promise<User> {
  const where = stillMay(db, by, 'users.write')
  const entry = { action: 'user_created', subject: account.username, detail: account.role } as const
  return reportingTakenNames(db, account, async () => {
    const [, [created]] = await atomically(db, [
      insertAudit(db, by, { ...entry, about: { where } }, now),
      db
        .insert(users)
        .select(newUser(db, account, passwordHash, now).where(where))
        .returning(publicUserColumns),
    ])
    if (!created) await refuseFormerCaller(db, by, 'users.write')
    if (!created) throw new Error('the database did not return the inserted user')
    return created
  })
}

/** Null if a user exists already; safe under concurrent attempts. */
export async function createFirstUser(
  db: Database,
  by: Pick<Actor, 'source' | 'address'>,
  { username, email }: Pick<NewUser, 'username' | 'email'>,
  passwordHash: string,
  now: Date,
  { withoutCode = false } = {},
): Promise<User | null> {
  const isFirst = notExists(db.select({ id: users.id }).from(users))
  const self = { ...by, name: username, userId: NEXT_ID }
  const account = { username, email, role: 'super_admin', isActive: true } as const
  const row = newUser(db, account, passwordHash, now).where(isFirst)
  const detail = withoutCode ? 'without the setup code' : null
  const [, , [created]] = await atomically(db, [
    insertAudit(db, self, { action: 'setup_completed', detail, about: { where: isFirst } }, now),
    noteUnconfirmed(db, NEXT_ID, withoutCode ? isFirst : sql`false`, now),
    db.insert(users).select(row).returning(publicUserColumns),
  ])
  return created ?? null
}

/** A row, to be inserted under a condition. */
const newUser = (db: Database, account: Account, passwordHash: string, now: Date) =>
  db
    .select({
      id: sql`NULL`.as('id'),
      username: sql`${account.username}`.as('username'),
      email: sql`${account.email}`.as('email'),
      passwordHash: sql`${passwordHash}`.as('password_hash'),
      role: sql`${account.role}`.as('role'),
      isActive: sql`${account.isActive}`.as('is_active'),
      createdAt: sql`${now.toISOString()}`.as('created_at'),
      lastLogin: sql`NULL`.as('last_login'),
      mustChangePassword: sql`0`.as('must_change_password'),
      secondStepDueAt: sql`NULL`.as('second_step_due_at'),
    })
    .from(sql`(SELECT 1)`)

/** SQLite's own counter, read in the transaction that advances it. */
const NEXT_ID = sql`(SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'users')`

/**
 * A changed role, state or password ends the user's sessions. Throws AppError not_found, conflict for a taken name
 * and for the last active super admin, or unauthorized if `by` lost their access meanwhile.
 */
export async function updateUser(
  db: Database,
  by: Actor,
  id: number,
  { username, email, role, isActive }: Omit<UserEdit, 'password'>,
  passwordHash: string | undefined,
  now: Date,
): Promise<{ user: User; recentPasskeys: RecentPasskeyCounts }> {
  const where = and(
    eq(users.id, id),
    or(staysActiveSuperAdmin({ role, isActive }), isNotLastSuperAdmin(db)),
    stillMay(db, by, 'users.write'),
  )
  const detail = sql`${role ?? users.role} || iif(${isActive ?? users.isActive}, '', ', inactive')
    || coalesce(', ' || ${formerName(users.username, username)}, '')
    || iif(${users.email} = ${email}, '', ', new email')
    || ${passwordHash === undefined ? '' : ', new password'}`
  const entry = { action: 'user_updated', subject: username, detail, about: { table: users, where } } as const
  return reportingTakenNames(db, { username, email, id }, async () => {
    const isReset = passwordHash !== undefined && isSomeoneElse(by, id)
    const [, , removed, kept, [updated]] = await erase(db, [
      insertAudit(db, by, entry, now),
      ...removeRecentPasskeys(db, by, isReset ? where : sql`false`, now),
      db
        .update(users)
        .set({ username, email, role, isActive, ...newPassword(by, id, passwordHash) })
        .where(where)
        .returning(publicUserColumns),
    ])
    return { user: updated ?? (await refuseChange(db, by, id)), recentPasskeys: countsOf(removed, kept) }
  })
}

const staysActiveSuperAdmin = ({ role, isActive }: Pick<UserEdit, 'role' | 'isActive'>) =>
  and(
    role === undefined ? eq(users.role, 'super_admin') : sql`${role === 'super_admin'}`,
    isActive === undefined ? eq(users.isActive, true) : sql`${isActive}`,
  )

/** Throws AppError not_found, unauthorized, or conflict for the last active super admin. */
export async function toggleUser(db: Database, by: Actor, id: number, now: Date): Promise<User> {
  const where = and(eq(users.id, id), isNotLastSuperAdmin(db), stillMay(db, by, 'users.write'))
  const action = sql`iif(${users.isActive}, 'user_deactivated', 'user_activated')`
  const [, [toggled]] = await atomically(db, [
    insertAudit(db, by, { action, subject: users.username, about: { table: users, where } }, now),
    db
      .update(users)
      .set({ isActive: sql`1 - ${users.isActive}` })
      .where(where)
      .returning(publicUserColumns),
  ])
  return toggled ?? refuseChange(db, by, id)
}

/** Throws AppError not_found, unauthorized, or conflict for the last active super admin. */
export async function deleteUser(db: Database, by: Actor, id: number, now: Date): Promise<User> {
  const where = and(eq(users.id, id), isNotLastSuperAdmin(db), stillMay(db, by, 'users.write'))
  const about = { table: users, where }
  const [, [deleted]] = await erase(db, [
    insertAudit(db, by, { action: 'user_deleted', subject: users.username, detail: users.role, about }, now),
    db.delete(users).where(where).returning(publicUserColumns),
  ])
  return deleted ?? refuseChange(db, by, id)
}

/** Ends the user's sessions. Throws AppError not_found, or unauthorized if `by` lost their access meanwhile. */
export async function setPassword(
  db: Database,
  by: Actor,
  id: number,
  passwordHash: string,
  now: Date,
): Promise<{ user: User; recentPasskeys: RecentPasskeyCounts }> {
  const permission = by.userId === id ? 'read' : 'users.write'
  const where = and(eq(users.id, id), stillMay(db, by, permission))
  const about = { table: users, where }
  const [, , removed, kept, [user]] = await atomically(db, [
    insertAudit(db, by, { action: 'password_reset', subject: users.username, about }, now),
    ...removeRecentPasskeys(db, by, isSomeoneElse(by, id) ? where : sql`false`, now),
    db
      .update(users)
      .set(newPassword(by, id, passwordHash))
      .where(where)
      .returning(publicUserColumns),
  ])
  if (!user) await refuseFormerCaller(db, by, permission)
  if (!user) throw notFound('User')
  return { user, recentPasskeys: countsOf(removed, kept) }
}

/** A password set by another administrator must be changed at the next sign-in. */
const newPassword = (by: Actor, id: number, passwordHash: string | undefined) =>
  passwordHash === undefined
    ? {}
    : { passwordHash, mustChangePassword: by.source === 'web' && isSomeoneElse(by, id) }

const isSomeoneElse = ({ userId }: Actor, id: number) => userId !== id

/** Checked in the writing statement, so that two concurrent changes can't remove both super admins. */
function isNotLastSuperAdmin(db: Database): SQL | undefined {
  const anotherSuperAdmin = db
    .select({ id: others.id })
    .from(others)
    .where(and(ne(others.id, users.id), eq(others.role, 'super_admin'), eq(others.isActive, true)))
  return or(ne(users.role, 'super_admin'), eq(users.isActive, false), exists(anotherSuperAdmin))
}

async function refuseChange(db: Database, by: Actor, id: number): Promise<never> {
  await refuseFormerCaller(db, by, 'users.write')
  if (!(await findUser(db, id))) throw notFound('User')
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
