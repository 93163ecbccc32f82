import { and, eq, exists, gt, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import { GRACE_DAYS, type SecondStep } from '#domain/second-step.ts'
import type { User } from '#domain/users.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Database, Queries, Transaction } from '#src/db/database.ts'
import type { KeyedDatabase } from '#src/db/keyed-database.ts'
import { passkeys, recoveryCodes, serverFacts, sessions, totpSecrets, users } from '#src/db/schema.ts'
import { conflict, notFound } from '#src/errors.ts'
import { changeAs } from '#src/sessions/still-may.ts'
import { findUser } from '#src/users/store.ts'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'
import {
  hasConfirmedApp,
  isAppConfirmed,
  isConfirmedOf,
  isRequiredSql,
  isSecondStepRequired,
  lastStep,
  REQUIRED,
  worksFor,
} from './requirement.ts'
import { createSecret, periodAt, periodOf } from './totp.ts'

const DAY_MS = 86_400_000
/** Five minutes, as clocks of instances may differ. */
const FUTURE_PERIODS = 10

const hasApp = (db: Queries) => hasConfirmedApp(db, users.id)

const hasPasskey = (db: Queries, isUsable?: SQL) =>
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
  // A period to come was stored while the clock was wrong.
  const isUnused = or(
    lt(totpSecrets.lastPeriod, period),
    gt(totpSecrets.lastPeriod, periodAt(now) + FUTURE_PERIODS),
  )
  const taken = await db
    .update(totpSecrets)
    .set({ lastPeriod: period })
    .where(and(isConfirmedOf(userId), isUnused))
    .returning({ userId: totpSecrets.userId })
  return taken.length > 0
}

function useRecoveryCode(db: Database, by: Actor, userId: number, code: string, now: Date): Promise<boolean> {
  const isCode = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hashRecoveryCode(code)))
  return db.transaction(async (tx) => {
    const taken = await tx.delete(recoveryCodes).where(isCode).returning({ hash: recoveryCodes.hash })
    if (taken.length > 0) await recordAudit(tx, by, { action: 'recovery_code_used' }, now)
    return taken.length > 0
  })
}

/**
 * The app becomes active with confirmApp. Returns the secret. Throws AppError conflict, or unauthorized if `by` lost their
 * access meanwhile.
 */
export function startAddingApp(db: KeyedDatabase, by: Actor, userId: number): Promise<string> {
  const plain = createSecret()
  const secret = db.keys.seal(plain, ['totp_secrets', userId])
  return changeAs(db, by, 'read', async (tx) => {
    if (await isAppConfirmed(tx, userId))
      throw conflict('You already have an authenticator app. Please remove it first.')
    await tx
      .insert(totpSecrets)
      .values({ userId, secret, isConfirmed: false, lastPeriod: 0 })
      .onConflictDoUpdate({ target: totpSecrets.userId, set: { secret } })
    return plain
  })
}

const open = (db: KeyedDatabase, secret: string, userId: number) =>
  db.keys.open(secret, ['totp_secrets', userId])

/**
 * Returns recovery codes, or null if the code is wrong or another confirmation came first. Throws AppError unauthorized
 * if `by` lost their access meanwhile.
 */
export function confirmApp(
  db: KeyedDatabase,
  by: Actor,
  userId: number,
  code: string,
  now: Date,
): Promise<string[] | null> {
  const codes = createRecoveryCodes()
  const isNew = and(eq(totpSecrets.userId, userId), eq(totpSecrets.isConfirmed, false))
  return changeAs(db, by, 'read', async (tx) => {
    const app = await tx.select({ secret: totpSecrets.secret }).from(totpSecrets).where(isNew).get()
    const period = app ? periodOf(open(db, app.secret, userId), code.replace(/\s/g, ''), now) : null
    if (period === null) return null
    await tx.update(totpSecrets).set({ isConfirmed: true, lastPeriod: period }).where(isNew)
    await replaceCodes(tx, userId, codes)
    await tx.update(users).set({ secondStepDueAt: null }).where(eq(users.id, userId))
    await recordAudit(tx, by, { action: 'second_step_added' }, now)
    return codes
  })
}

async function replaceCodes(tx: Transaction, userId: number, codes: string[]): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ hash: hashRecoveryCode(code), userId })))
}

/** Throws AppError conflict without an app, or unauthorized if `by` lost their access meanwhile. */
export function renewRecoveryCodes(db: Database, by: Actor, userId: number, now: Date): Promise<string[]> {
  const codes = createRecoveryCodes()
  return changeAs(db, by, 'read', async (tx) => {
    if (!(await isAppConfirmed(tx, userId)))
      throw conflict('Recovery codes require an authenticator app. Please add one first.')
    await replaceCodes(tx, userId, codes)
    await recordAudit(tx, by, { action: 'recovery_codes_renewed' }, now)
    return codes
  })
}

/**
 * Passkeys for `rpId` may replace the app; null if passkeys don't work here. Throws AppError conflict if the app is the
 * last required second step, or unauthorized if `by` lost their access meanwhile.
 */
export function removeApp(
  db: Database,
  by: Actor,
  { userId, rpId }: { userId: number; rpId: string | null },
  now: Date,
): Promise<void> {
  return changeAs(db, by, 'read', async (tx) => {
    const isPasskey = and(eq(passkeys.userId, userId), eq(passkeys.rpId, rpId ?? ''))
    const [isRequired, otherSteps, [app]] = await Promise.all([
      isSecondStepRequired(tx),
      tx.$count(passkeys, isPasskey),
      tx.delete(totpSecrets).where(eq(totpSecrets.userId, userId)).returning(),
    ])
    if (!app) return
    if (isRequired && otherSteps === 0) throw lastStep()
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
    if (app.isConfirmed) await recordAudit(tx, by, { action: 'second_step_removed' }, now)
  })
}

/**
 * Also ends the user's sessions, because one of an intruder could set up a second step again. If one is required, the user
 * must set one up at the next sign-in. Throws AppError not_found, or unauthorized if
 * `by` lost their access meanwhile.
 */
export function resetSecondStep(db: Database, by: Actor, userId: number, now: Date): Promise<User> {
  return changeAs(db, by, 'users.write', async (tx) => {
    const [user, isRequired] = await Promise.all([findUser(tx, userId), isSecondStepRequired(tx)])
    if (!user) throw notFound('User')
    for (const table of [totpSecrets, recoveryCodes, passkeys, sessions])
      await tx.delete(table).where(eq(table.userId, userId))
    await tx
      .update(users)
      .set({ secondStepDueAt: isRequired ? now.toISOString() : null })
      .where(eq(users.id, userId))
    await recordAudit(tx, by, { action: 'second_step_reset', subject: user.username }, now)
    return user
  })
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

/** Requiring it starts a grace period for users without one. Throws AppError unauthorized if `by` lost their access. */
export function setSecondStepRequired(
  db: Database,
  by: Actor,
  isRequired: boolean,
  now: Date,
): Promise<void> {
  return changeAs(db, by, 'users.write', async (tx) => {
    if ((await isSecondStepRequired(tx)) === isRequired) return
    if (isRequired) {
      await tx.insert(serverFacts).values({ name: REQUIRED, notedAt: now.toISOString() })
      await tx
        .update(users)
        .set({ secondStepDueAt: endOfGrace(now) })
        .where(and(isNull(users.secondStepDueAt), not(hasApp(tx)), not(hasPasskey(tx))))
    } else {
      await tx.delete(serverFacts).where(eq(serverFacts.name, REQUIRED))
      await tx.update(users).set({ secondStepDueAt: null })
    }
    await recordAudit(tx, by, { action: isRequired ? 'second_step_required' : 'second_step_optional' }, now)
  })
}

const endOfGrace = (now: Date) => new Date(now.getTime() + GRACE_DAYS * DAY_MS).toISOString()

/** Runs at sign-in. Users whose passkeys belong to another domain get a grace period, too. */
export async function startGracePeriod(
  db: Database,
  userId: number,
  domain: string | null | undefined,
  now: Date,
): Promise<void> {
  await db
    .update(users)
    .set({ secondStepDueAt: endOfGrace(now) })
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
