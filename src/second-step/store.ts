import { and, eq, exists, isNull, lt, not, notExists, sql } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import { GRACE_DAYS, type SecondStep } from '#domain/second-step.ts'
import type { User } from '#domain/users.ts'
import { insertAudit } from '#src/audit/store.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { passkeys, recoveryCodes, serverFacts, totpSecrets, users } from '#src/db/schema.ts'
import { conflict, notFound } from '#src/errors.ts'
import { shownUser } from '#src/users/store.ts'
import { createRecoveryCodes, hashRecoveryCode } from './recovery.ts'
import { createSecret, periodOf } from './totp.ts'

const DAY_MS = 86_400_000
const REQUIRED = 'second_step_required'

const ofUser = (userId: number) => and(eq(totpSecrets.userId, userId), eq(totpSecrets.isConfirmed, true))

/** Of users: those that an authenticator app protects. */
const hasApp = (db: Database) =>
  exists(
    db
      .select({ id: totpSecrets.userId })
      .from(totpSecrets)
      .where(and(eq(totpSecrets.userId, users.id), eq(totpSecrets.isConfirmed, true))),
  )

/** Of users: those with a passkey for this domain, or for any. */
const hasPasskey = (db: Database, rpId?: string) =>
  exists(
    db
      .select({ id: passkeys.id })
      .from(passkeys)
      .where(and(eq(passkeys.userId, users.id), rpId === undefined ? undefined : eq(passkeys.rpId, rpId))),
  )

/** Whether nothing but passkeys for this domain is a user's second step, and the site requires one: no password will do. */
export async function needsPasskey(db: Database, userId: number, rpId: string): Promise<boolean> {
  const isOnlyStep = and(eq(users.id, userId), hasPasskey(db, rpId), not(hasApp(db)), isRequiredHere)
  return (await db.$count(users, isOnlyStep)) > 0
}

/** Throws AppError conflict where a second step is required and the user would be left without any. */
export async function refuseLastStep(db: Database, left: number): Promise<void> {
  if (left === 0 && (await isSecondStepRequired(db)))
    throw conflict('This site requires a second step: add another one before you remove this.')
}

/** Whether a password alone is not enough for this user. */
export async function needsCode(db: Database, userId: number): Promise<boolean> {
  return (await db.$count(totpSecrets, ofUser(userId))) > 0
}

/** Takes a code of the app, or a recovery code, which is then used up. Each is taken once, however many try it at once. */
export async function takeCode(
  db: Database,
  by: Actor,
  userId: number,
  code: string,
  now: Date,
): Promise<boolean> {
  const digits = code.replace(/\s/g, '')
  return /^\d{6}$/.test(digits)
    ? takeAppCode(db, userId, digits, now)
    : takeRecoveryCode(db, by, userId, code, now)
}

async function takeAppCode(db: Database, userId: number, code: string, now: Date): Promise<boolean> {
  const row = await db.select({ secret: totpSecrets.secret }).from(totpSecrets).where(ofUser(userId)).get()
  const period = row ? periodOf(row.secret, code, now) : null
  if (period === null) return false
  const taken = await db
    .update(totpSecrets)
    .set({ lastPeriod: period })
    .where(and(ofUser(userId), lt(totpSecrets.lastPeriod, period)))
    .returning({ userId: totpSecrets.userId })
  return taken.length > 0
}

async function takeRecoveryCode(
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

/** Makes a secret for the user's app, which counts once `confirmApp` has seen a code. Throws AppError conflict. */
export async function beginApp(db: Database, userId: number): Promise<string> {
  const secret = createSecret()
  const begun = await db
    .insert(totpSecrets)
    .values({ userId, secret, isConfirmed: false, lastPeriod: 0 })
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: { secret },
      setWhere: eq(totpSecrets.isConfirmed, false),
    })
    .returning({ userId: totpSecrets.userId })
  if (begun.length === 0) throw conflict('You have an authenticator app already. Please remove it first.')
  return secret
}

/** Takes the first code of the app, and answers new recovery codes. Null when the code is not right. */
export async function confirmApp(
  db: Database,
  by: Actor,
  userId: number,
  code: string,
  now: Date,
): Promise<string[] | null> {
  const isOpen = and(eq(totpSecrets.userId, userId), eq(totpSecrets.isConfirmed, false))
  const row = await db.select({ secret: totpSecrets.secret }).from(totpSecrets).where(isOpen).get()
  const period = row ? periodOf(row.secret, code.replace(/\s/g, ''), now) : null
  if (!row || period === null) return null
  const codes = createRecoveryCodes()
  // Another secret may have been made meanwhile.
  const where = and(isOpen, eq(totpSecrets.secret, row.secret))
  const isConfirmed = exists(db.select({ id: totpSecrets.userId }).from(totpSecrets).where(ofUser(userId)))
  const [, confirmed] = await atomically(db, [
    insertAudit(db, by, { action: 'second_step_added', about: { table: totpSecrets, where } }, now),
    db
      .update(totpSecrets)
      .set({ isConfirmed: true, lastPeriod: period })
      .where(where)
      .returning({ userId: totpSecrets.userId }),
    db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), isConfirmed)),
    insertCodes(db, userId, codes),
    db
      .update(users)
      .set({ secondStepDueAt: null })
      .where(and(eq(users.id, userId), hasApp(db))),
  ])
  return confirmed.length > 0 ? codes : null
}

/** Only for a user whom an app protects. */
const insertCodes = (db: Database, userId: number, codes: string[]) =>
  db.run(sql`
    INSERT INTO recovery_codes (hash, user_id)
    SELECT value, ${userId} FROM json_each(${JSON.stringify(codes.map(hashRecoveryCode))})
    WHERE EXISTS (SELECT 1 FROM totp_secrets WHERE user_id = ${userId} AND is_confirmed = 1)`)

/** Ten new recovery codes in place of the former ones. Throws AppError conflict for someone without an app. */
export async function renewRecoveryCodes(
  db: Database,
  by: Actor,
  userId: number,
  now: Date,
): Promise<string[]> {
  if (!(await needsCode(db, userId)))
    throw conflict('Recovery codes go with an authenticator app. Please add one first.')
  const codes = createRecoveryCodes()
  await atomically(db, [
    insertAudit(db, by, { action: 'recovery_codes_renewed' }, now),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    insertCodes(db, userId, codes),
  ])
  return codes
}

/** Ends the app of a user, and the recovery codes that go with it. */
export async function removeApp(db: Database, by: Actor, userId: number, now: Date): Promise<void> {
  const where = ofUser(userId)
  await atomically(db, [
    insertAudit(db, by, { action: 'second_step_removed', about: { table: totpSecrets, where } }, now),
    db.delete(totpSecrets).where(eq(totpSecrets.userId, userId)),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
  ])
}

/**
 * Ends the second step of a user. Where one is required, the user has to set up another at the next sign-in.
 * Throws AppError not_found for nobody's.
 */
export async function resetSecondStep(db: Database, by: Actor, userId: number, now: Date): Promise<User> {
  const where = eq(users.id, userId)
  const about = { table: users, where }
  const [, , , , [user]] = await atomically(db, [
    insertAudit(db, by, { action: 'second_step_reset', subject: users.username, about }, now),
    db.delete(totpSecrets).where(eq(totpSecrets.userId, userId)),
    db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
    db.delete(passkeys).where(eq(passkeys.userId, userId)),
    db
      .update(users)
      .set({ secondStepDueAt: sql`iif(${isRequiredHere}, ${now.toISOString()}, NULL)` })
      .where(where)
      .returning(shownUser),
  ])
  if (!user) throw notFound('User')
  return user
}

const isRequiredHere = sql`EXISTS (SELECT 1 FROM server_facts WHERE name = ${REQUIRED})`

/** How a user is protected, and whether that is enough here. */
export async function readSecondStep(db: Database, userId: number): Promise<SecondStep> {
  const row = await db
    .select({
      hasApp: sql<number>`${hasApp(db)}`,
      recoveryCodesLeft: sql<number>`(SELECT count(*) FROM recovery_codes WHERE user_id = ${users.id})`,
      isRequired: sql<number>`${isRequiredHere}`,
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

/** Requires a second step of everyone, with a grace for those who have none; or requires it no longer. */
export async function requireSecondStep(
  db: Database,
  by: Actor,
  isRequired: boolean,
  now: Date,
): Promise<void> {
  const fact = eq(serverFacts.name, REQUIRED)
  const isThere = exists(db.select({ name: serverFacts.name }).from(serverFacts).where(fact))
  const isMissing = notExists(db.select({ name: serverFacts.name }).from(serverFacts).where(fact))
  const dueAt = new Date(now.getTime() + GRACE_DAYS * DAY_MS).toISOString()
  if (!isRequired) {
    await atomically(db, [
      insertAudit(db, by, { action: 'second_step_optional', about: { where: isThere } }, now),
      db.delete(serverFacts).where(fact),
      db.update(users).set({ secondStepDueAt: null }),
    ])
    return
  }
  await atomically(db, [
    insertAudit(db, by, { action: 'second_step_required', about: { where: isMissing } }, now),
    db.insert(serverFacts).values({ name: REQUIRED, notedAt: now.toISOString() }).onConflictDoNothing(),
    db
      .update(users)
      .set({ secondStepDueAt: dueAt })
      .where(and(isNull(users.secondStepDueAt), not(hasApp(db)), not(hasPasskey(db)))),
  ])
}

/**
 * Begins the grace of a user who signs in for the first time since the second step is required, or whose passkeys were
 * all made for another domain than this.
 */
export async function noteDueDate(
  db: Database,
  userId: number,
  rpId: string | null,
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
        rpId === null ? undefined : not(hasPasskey(db, rpId)),
        isRequiredHere,
      ),
    )
}
