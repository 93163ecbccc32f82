import { and, asc, eq, exists, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Actor } from '#domain/audit.ts'
import type { NewUser, Role, USER_SORTS, User, UserEdit } from '#domain/users.ts'
import { formerName, insertAudit } from '#src/audit/store.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { type KeysetPage, readPage } from '#src/db/keyset.ts'
import { preparedFor } from '#src/db/prepared.ts'
import { users } from '#src/db/schema.ts'
import { isUniqueViolation } from '#src/db/unique-violation.ts'
import { conflict, notFound } from '#src/errors.ts'

export const shownUser = {
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
  return db.select(shownUser).from(users).orderBy(asc(users.id))
}

/** Few enough to be sorted without an index. */
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
        .select(shownUser)
        .from(users)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset),
  })
}

export async function findUser(db: Database, id: number): Promise<User | null> {
  return (await db.select(shownUser).from(users).where(eq(users.id, id)).get()) ?? null
}

/** The user of that name with what a sign-in compares, whatever the name's case. */
export async function findCredentials(db: Database, username: string) {
  const fields = { ...shownUser, passwordHash: users.passwordHash }
  return (await db.select(fields).from(users).where(eq(users.username, username)).get()) ?? null
}

export async function hasUsers(db: Database): Promise<boolean> {
  return (await queries(db).anyone.all()).length > 0
}

const queries = preparedFor((db) => ({
  anyone: db.select({ id: users.id }).from(users).limit(1).prepare(),
}))

type Account = { username: string; email: string; role: Role; isActive: boolean }

/** Throws AppError conflict when the name or the address is taken. */
export async function createUser(
  db: Database,
  by: Actor,
  account: Account,
  passwordHash: string,
  now: Date,
): Promise<User> {
  const row = { ...account, passwordHash, createdAt: now.toISOString() }
  return refusingTakenNames(db, account, async () => {
    const [, [created]] = await atomically(db, [
      insertAudit(db, by, { action: 'user_created', subject: account.username, detail: account.role }, now),
      db.insert(users).values(row).returning(shownUser),
    ])
    if (!created) throw new Error('the database did not answer the inserted user')
    return created
  })
}

/** Creates the first administrator of all; null when there is one already, however many try at once. */
export async function createFirstUser(
  db: Database,
  by: Pick<Actor, 'source' | 'address'>,
  { username, email }: Pick<NewUser, 'username' | 'email'>,
  passwordHash: string,
  now: Date,
): Promise<User | null> {
  const isFirst = notExists(db.select({ id: users.id }).from(users))
  const self = { ...by, name: username, userId: NEXT_ID }
  const row = db
    .select({
      id: sql`NULL`.as('id'),
      username: sql`${username}`.as('username'),
      email: sql`${email}`.as('email'),
      passwordHash: sql`${passwordHash}`.as('password_hash'),
      role: sql`'super_admin'`.as('role'),
      isActive: sql`1`.as('is_active'),
      createdAt: sql`${now.toISOString()}`.as('created_at'),
      lastLogin: sql`NULL`.as('last_login'),
      mustChangePassword: sql`0`.as('must_change_password'),
      secondStepDueAt: sql`NULL`.as('second_step_due_at'),
    })
    .from(sql`(SELECT 1)`)
    .where(isFirst)
  const [, [created]] = await atomically(db, [
    insertAudit(db, self, { action: 'setup_completed', about: { where: isFirst } }, now),
    db.insert(users).select(row).returning(shownUser),
  ])
  return created ?? null
}

/** The table's own counter, read in the transaction that moves it on. */
const NEXT_ID = sql`(SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'users')`

/**
 * Changes what `edit` names; a changed role, state or password ends the user's sessions.
 * Throws AppError not_found, or conflict when a name is taken or no active super admin would be left.
 */
export async function updateUser(
  db: Database,
  by: Actor,
  id: number,
  { username, email, role, isActive }: Omit<UserEdit, 'password'>,
  passwordHash: string | undefined,
  now: Date,
): Promise<User> {
  const where = and(eq(users.id, id), or(staysInCharge({ role, isActive }), isDispensable(db)))
  const detail = sql`${role ?? users.role} || iif(${isActive ?? users.isActive}, '', ', inactive')
    || coalesce(', ' || ${formerName(users.username, username)}, '')
    || iif(${users.email} = ${email}, '', ', new email')
    || ${passwordHash === undefined ? '' : ', new password'}`
  const entry = { action: 'user_updated', subject: username, detail, about: { table: users, where } } as const
  return refusingTakenNames(db, { username, email, id }, async () => {
    const [, [updated]] = await atomically(db, [
      insertAudit(db, by, entry, now),
      db
        .update(users)
        .set({ username, email, role, isActive, ...newPassword(by, id, passwordHash) })
        .where(where)
        .returning(shownUser),
    ])
    return updated ?? refuseChange(db, id)
  })
}

/** Whether a change leaves whoever is an active super admin one. */
const staysInCharge = ({ role, isActive }: Pick<UserEdit, 'role' | 'isActive'>) =>
  and(
    role === undefined ? eq(users.role, 'super_admin') : sql`${role === 'super_admin'}`,
    isActive === undefined ? eq(users.isActive, true) : sql`${isActive}`,
  )

/** Activates or deactivates. Throws AppError not_found, or conflict for the last active super admin. */
export async function toggleUser(db: Database, by: Actor, id: number, now: Date): Promise<User> {
  const where = and(eq(users.id, id), isDispensable(db))
  const action = sql`iif(${users.isActive}, 'user_deactivated', 'user_activated')`
  const [, [toggled]] = await atomically(db, [
    insertAudit(db, by, { action, subject: users.username, about: { table: users, where } }, now),
    db
      .update(users)
      .set({ isActive: sql`1 - ${users.isActive}` })
      .where(where)
      .returning(shownUser),
  ])
  return toggled ?? refuseChange(db, id)
}

/** Throws AppError not_found, or conflict for the last active super admin. */
export async function deleteUser(db: Database, by: Actor, id: number, now: Date): Promise<User> {
  const where = and(eq(users.id, id), isDispensable(db))
  const about = { table: users, where }
  const [, [deleted]] = await atomically(db, [
    insertAudit(db, by, { action: 'user_deleted', subject: users.username, detail: users.role, about }, now),
    db.delete(users).where(where).returning(shownUser),
  ])
  return deleted ?? refuseChange(db, id)
}

/** Sets a new password, which ends the user's sessions. Throws AppError not_found. */
export async function setPassword(
  db: Database,
  by: Actor,
  id: number,
  passwordHash: string,
  now: Date,
): Promise<User> {
  const where = eq(users.id, id)
  const about = { table: users, where }
  const [, [updated]] = await atomically(db, [
    insertAudit(db, by, { action: 'password_reset', subject: users.username, about }, now),
    db
      .update(users)
      .set(newPassword(by, id, passwordHash))
      .where(where)
      .returning(shownUser),
  ])
  if (!updated) throw notFound('User')
  return updated
}

/** What another administrator typed is to be replaced at the next sign-in. */
const newPassword = ({ source, userId }: Actor, id: number, passwordHash: string | undefined) =>
  passwordHash === undefined ? {} : { passwordHash, mustChangePassword: source === 'web' && userId !== id }

/** Not an active super admin, or not the only one: decided in the statement that writes, so that no two can pass. */
function isDispensable(db: Database): SQL | undefined {
  const anotherInCharge = db
    .select({ id: others.id })
    .from(others)
    .where(and(ne(others.id, users.id), eq(others.role, 'super_admin'), eq(others.isActive, true)))
  return or(ne(users.role, 'super_admin'), eq(users.isActive, false), exists(anotherInCharge))
}

async function refuseChange(db: Database, id: number): Promise<never> {
  if (!(await findUser(db, id))) throw notFound('User')
  throw conflict('The last active super admin cannot be deleted, deactivated or given another role')
}

type Names = { username: string; email: string; id?: number }

async function refusingTakenNames<Result>(
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
