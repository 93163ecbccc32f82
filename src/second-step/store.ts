import { and, eq, exists, isNull, lt, not, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import { GRACE_DAYS, type SecondStep } from '#domain/second-step.ts'
import type { User } from '#domain/users.ts'
import { insertAudit } from '#src/audit/store.ts'
import { atomically, type Database } from '#src/db/database.ts'
import type { KeyedDatabase } from '#src/db/keyed-database.ts'
import { passkeys, recoveryCodes, serverFacts, sessions, totpSecrets, users } from '#src/db/schema.ts'
import { conflict, notFound } from '#src/errors.ts'
import { refuseFormerCaller, stillMay } from '#src/sessions/still-may.ts'
import { publicUserColumns } from '#src/users/store.ts'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'
import {
  hasConfirmedApp,
  isConfirmedOf,
  isOptional,
  isRequiredSql,
  lastStep,
  REQUIRED,
  worksFor,
} from './requirement.ts'
import { createSecret, periodOf } from './totp.ts'

const DAY_MS = 86_400_000

const hasApp = (db: Database) => hasConfirmedApp(db, users.id)

const hasPasskey = (db: Database, isUsable?: SQL) =>
  exists(
    db
      .select({ id: passkeys.id })
      .from(passkeys)
      .where(and(eq(passkeys.userId, users.id), isUsable)),
  )

/** True when the user's only second step is a passkey and the site requires one: a password never suffices. */
export async function needsPasskey(
  db: Database,
  userId: number,
  domain: string | null | undefined,
): Promise<boolean> {
  const hasUsable = hasPasskey(db, worksFor(domain, passkeys.rpId))
  const isOnlyStep = and(eq(users.id, userId), hasUsable, not(hasApp(db)), isRequiredSql)
  return (await db.$count(users, isOnlyStep)) > 0
}

export async function needsCode(db: Database, userId: number): Promise<boolean> {
  return (await db.$count(totpSecrets, isConfirmedOf(userId))) > 0
}

/** Accepts an app code or a recovery code, each only once, even under concurrent attempts. */
export async function useCode(
  db: KeyedDatabase,
  by: Actor,
  userId: number,
  code: string,
  now: Date,
): Promise<boolean> {
  const digits = code.replace(/\s/g, '')
  return /^\d{6}$/.test(digits)
    ? useAppCode(db, userId, digits, now)
    : useRecoveryCode(db, by, userId, code, now)
}

async function useAppCode(db: KeyedDatabase, userId: number, code: string, now: Date): Promise<boolean> {
  const row = await db
    .select({ secret: totpSecrets.secret })
    .from(totpSecrets)
    .where(isConfirmedOf(userId))
    .get()
  const period = row ? periodOf(open(db, row.secret, userId), code, now) : null
  if (period === null) return false
  const taken = await db
    .update(totpSecrets)
    .set({ lastPeriod: period })
    .where(and(isConfirmedOf(userId), lt(totpSecrets.lastPeriod, period)))
    .returning({ userId: totpSecrets.userId })
  return taken.length > 0
}

async function useRecoveryCode(
  db: Database,
  by: Actor,
  userId: number,
  code: string,
  now: Date,
): Promise<boolean> {
  const where = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hashRecoveryCode(code)))
  const [, taken] = await atomically(db, [
    insertAudit(db, by, { action: 'recovery_code_used', about: { table: recoveryCodes, where } }, now),
    db.delete(recoveryCodes).where(where).returning({ hash: recoveryCodes.hash }),
  ])
  return taken.length > 0
}

/** The app becomes active with confirmApp. Returns the secret. Throws AppError conflict. */
export async function startAddingApp(db: KeyedDatabase, userId: number): Promise<string> {
  const plain = createSecret()
  const secret = db.keys.seal(plain, ['totp_secrets', userId])
  const begun = await db
    .insert(totpSecrets)
    .values({ userId, secret, isConfirmed: false, lastPeriod: 0 })
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: { secret },
      setWhere: eq(totpSecrets.isConfirmed, false),
    })
    .returning({ userId: totpSecrets.userId })
  if (begun.length === 0) throw conflict('You already have an authenticator app. Please remove it first.')
  return plain
}

const open = (db: KeyedDatabase, secret: string, userId: number) =>
  db.keys.open(secret, ['totp_secrets', userId])

/**
 * Returns recovery codes, or null if the code is wrong or another confirmation came first. Throws AppError unauthorized
 * if `by` lost their access meanwhile.
 */
export async function confirmApp(
  db: KeyedDatabase,
  by: Actor,
  userId: number,
  code: string,
  now: Date,
): Promise<string[] | null> {
  const isOpen = and(eq(totpSecrets.userId, userId), eq(totpSecrets.isConfirmed, false))
  const row = await db.select({ secret: totpSecrets.secret }).from(totpSecrets).where(isOpen).get()
  const period = row ? periodOf(open(db, row.secret, userId), code.replace(/\s/g, ''), now) : null
  if (!row || period === null) return null
  const codes = createRecoveryCodes()
  // The secret may have been replaced meanwhile.
  const where = and(isOpen, eq(totpSecrets.secret, row.secret), stillMay(db, by, 'read'))
  const [, , , confirmed] = await atomically(db, [
    insertAudit(db, by, { action: 'second_step_added', about: { table: totpSecrets, where } }, now),
    ...replaceCodes(db, userId, codes, where),
    db
      .update(totpSecrets)
      .set({ isConfirmed: true, lastPeriod: period })
      .where(where)
      .returning({ userId: totpSecrets.userId }),
    db
      .update(users)
      .set({ secondStepDueAt: null })
      .where(and(eq(users.id, userId), hasApp(db))),
  ])
  if (confirmed.length > 0) return codes
  await refuseFormerCaller(db, by, 'read')
  return null
}

/** If `where` holds for the user's app. */
function replaceCodes(db: Database, userId: number, codes: string[], where: SQL | undefined) {
  const holds = exists(db.select({ id: totpSecrets.userId }).from(totpSecrets).where(where))
  const hashes = JSON.stringify(codes.map(hashRecoveryCode))
  const rows = db
    .select({ hash: sql`value`.as('hash'), userId: sql`${userId}`.as('user_id') })
    .from(sql`json_each(${hashes})`)
    .where(holds)
  return [
    db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), holds)),
    db.insert(recoveryCodes).select(rows).returning({ hash: recoveryCodes.hash }),
  ] as const
}

/** Throws AppError conflict without an app, or unauthorized if `by` lost their access meanwhile. */
export async function renewRecoveryCodes(
  db: Database,
  by: Actor,
  userId: number,
  now: Date,
): Promise<string[]> {
  const codes = createRecoveryCodes()
  const where = and(isConfirmedOf(userId), stillMay(db, by, 'read'))
  const [, , inserted] = await atomically(db, [
    insertAudit(db, by, { action: 'recovery_codes_renewed', about: { table: totpSecrets, where } }, now),
    ...replaceCodes(db, userId, codes, where),
  ])
  if (inserted.length > 0) return codes
  await refuseFormerCaller(db, by, 'read')
  throw conflict('Recovery codes require an authenticator app. Please add one first.')
}

/**
 * Passkeys for `rpId` may replace the app; null if passkeys don't work here. Throws AppError conflict if the app is the
 * last required second step, or unauthorized if `by` lost their access meanwhile.
 */
export async function removeApp(
  db: Database,
  by: Actor,
  { userId, rpId }: { userId: number; rpId: string | null },
  now: Date,
): Promise<void> {
  const isPasskey = and(eq(passkeys.userId, userId), eq(passkeys.rpId, rpId ?? ''))
  const otherStep = exists(db.select({ id: passkeys.id }).from(passkeys).where(isPasskey))
  const isAllowed = and(stillMay(db, by, 'read'), isOptional(otherStep))
  const about = { table: totpSecrets, where: and(isConfirmedOf(userId), isAllowed) }
  const [, , removed] = await atomically(db, [
    insertAudit(db, by, { action: 'second_step_removed', about }, now),
    db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), isAllowed)),
    db
      .delete(totpSecrets)
      .where(and(eq(totpSecrets.userId, userId), isAllowed))
      .returning({ userId: totpSecrets.userId }),
  ])
  if (removed.length > 0) return
  await refuseFormerCaller(db, by, 'read')
  const isLeft = (await db.$count(totpSecrets, eq(totpSecrets.userId, userId))) > 0
  if (isLeft) throw lastStep()
}

/**
 * Also ends the user's sessions, because one of an intruder could set up a second step again. If one is required, the user
 * must set one up at the next sign-in. Throws AppError not_found, or unauthorized if
 * `by` lost their access meanwhile.
 */
export async function resetSecondStep(db: Database, by: Actor, userId: number, now: Date): Promise<User> {
  const where = and(eq(users.id, userId), stillMay(db, by, 'users.write'))
  const about = { table: users, where }
  const isReset = exists(db.select({ id: users.id }).from(users).where(where))
  const [, , , , [user]] = await atomically(db, [
    insertAudit(db, by, { action: 'second_step_reset', subject: users.username, about }, now),
    db.delete(totpSecrets).where(and(eq(totpSecrets.userId, userId), isReset)),
    db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), isReset)),
    db.delete(passkeys).where(and(eq(passkeys.userId, userId), isReset)),
    db
      .update(users)
      .set({ secondStepDueAt: sql`iif(${isRequiredSql}, ${now.toISOString()}, NULL)` })
      .where(where)
      .returning(publicUserColumns),
    // Last, because it may end the caller's own session.
    db.delete(sessions).where(and(eq(sessions.userId, userId), isReset)),
  ])
  if (!user) await refuseFormerCaller(db, by, 'users.write')
  if (!user) throw notFound('User')
  return user
}

export async function readSecondStep(db: Database, userId: number): Promise<SecondStep> {
  const row = await db
    .select({
      hasApp: sql<number>`${hasApp(db)}`,
      recoveryCodesLeft: sql<number>`(SELECT count(*) FROM recovery_codes WHERE user_id = ${users.id})`,
      isRequired: sql<number>`${isRequiredSql}`,
      dueAt: users.secondStepDueAt,
    })
    .from(users)
    .where(eq(users.id, userId))
    .get()
  if (!row) throw notFound('User')
  return { ...row, hasApp: row.hasApp === 1, isRequired: row.isRequired === 1 }
}

export async function isSecondStepRequired(db: Database): Promise<boolean> {
  return (await db.$count(serverFacts, eq(serverFacts.name, REQUIRED))) > 0
}

/** Requiring it starts a grace period for users without one. Throws AppError unauthorized if `by` lost their access. */
export async function setSecondStepRequired(
  db: Database,
  by: Actor,
  isRequired: boolean,
  now: Date,
): Promise<void> {
  const changed = await (isRequired ? requireSecondStep(db, by, now) : makeSecondStepOptional(db, by, now))
  if (!changed) await refuseFormerCaller(db, by, 'users.write')
}

async function makeSecondStepOptional(db: Database, by: Actor, now: Date): Promise<boolean> {
  const isAllowed = stillMay(db, by, 'users.write')
  const about = { where: and(isRequiredSql, isAllowed) }
  const [, removed] = await atomically(db, [
    insertAudit(db, by, { action: 'second_step_optional', about }, now),
    db
      .delete(serverFacts)
      .where(and(eq(serverFacts.name, REQUIRED), isAllowed))
      .returning({ name: serverFacts.name }),
    db.update(users).set({ secondStepDueAt: null }).where(isAllowed),
  ])
  return removed.length > 0
}

async function requireSecondStep(db: Database, by: Actor, now: Date): Promise<boolean> {
  const isAllowed = stillMay(db, by, 'users.write')
  const where = and(not(isRequiredSql), isAllowed)
  const dueAt = new Date(now.getTime() + GRACE_DAYS * DAY_MS).toISOString()
  const row = db
    .select({ name: sql`${REQUIRED}`.as('name'), notedAt: sql`${now.toISOString()}`.as('noted_at') })
    .from(sql`(SELECT 1)`)
    .where(where)
  const [, added] = await atomically(db, [
    insertAudit(db, by, { action: 'second_step_required', about: { where } }, now),
    db.insert(serverFacts).select(row).returning({ name: serverFacts.name }),
    db
      .update(users)
      .set({ secondStepDueAt: dueAt })
      .where(and(isNull(users.secondStepDueAt), not(hasApp(db)), not(hasPasskey(db)), isAllowed)),
  ])
  return added.length > 0
}

/** Runs at sign-in. Users whose passkeys belong to another domain get a grace period, too. */
export async function startGracePeriod(
  db: Database,
  userId: number,
  domain: string | null | undefined,
  now: Date,
): Promise<void> {
  const dueAt = new Date(now.getTime() + GRACE_DAYS * DAY_MS).toISOString()
  await db
    .update(users)
    .set({ secondStepDueAt: dueAt })
    .where(
      and(
        eq(users.id, userId),
        isNull(users.secondStepDueAt),
        not(hasApp(db)),
        not(hasPasskey(db, worksFor(domain, passkeys.rpId))),
        isRequiredSql,
      ),
    )
}
