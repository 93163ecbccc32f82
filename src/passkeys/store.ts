import { and, asc, eq, exists, getTableColumns, lt, lte, ne, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Actor } from '#domain/audit.ts'
import { PASSKEYS_MAX, type Passkey } from '#domain/passkeys.ts'
import { formerName, insertAudit, recordAudit } from '#src/audit/store.ts'
import { atomically, type Database, erase } from '#src/db/database.ts'
import { passkeys, usedChallenges, users } from '#src/db/schema.ts'
import { isUniqueViolation, violatesConstraintOf } from '#src/db/unique-violation.ts'
import { conflict, invalid, notFound } from '#src/errors.ts'
import { hasConfirmedApp, isOptional, lastStep, worksFor } from '#src/second-step/requirement.ts'
import { refuseFormerCaller, stillMay } from '#src/sessions/still-may.ts'
import type { Proof } from '#src/sessions/store.ts'
import { publicUserColumns } from '#src/users/store.ts'
import type { VerifiedChallenge } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'
import type { VerifiedAssertion, VerifiedPasskey } from './verify.ts'

type Row = typeof passkeys.$inferSelect

const others = alias(passkeys, 'others')
const stored = getTableColumns(passkeys)
const { id, name, rpId, isBackedUp, createdAt, lastUsedAt, userId } = passkeys
const shown = { id, name, rpId, isSynced: isBackedUp, createdAt, lastUsedAt }

export async function listPasskeys(
  db: Database,
  ownerId: number,
  relyingParty: RelyingParty | null,
): Promise<Passkey[]> {
  const rows = await db.select(shown).from(passkeys).where(eq(userId, ownerId)).orderBy(asc(id))
  return rows.map((row) => ({ ...row, worksHere: row.rpId === relyingParty?.id }))
}

/** Only those that work on this domain. */
export async function listDescriptors(db: Database, ownerId: number, relyingParty: RelyingParty) {
  const rows = await db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(and(eq(userId, ownerId), eq(rpId, relyingParty.id)))
    .orderBy(asc(id))
  return rows.map((row) => ({ ...row, type: 'public-key' as const }))
}

export async function findPasskey(db: Database, credentialId: string, relyingParty: RelyingParty) {
  const row = await db
    .select({ ...stored, owner: { ...publicUserColumns, passwordHash: users.passwordHash } })
    .from(passkeys)
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(passkeys.credentialId, credentialId), eq(rpId, relyingParty.id)))
    .get()
  return row ?? null
}
export type KnownPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

/**
 * Throws AppError conflict for an existing passkey or too many, invalid for a used challenge, or unauthorized if `by` lost
 * their access meanwhile.
 */
export async function addPasskey(
  db: Database,
  by: Actor & { userId: number },
  { challenge, ...verified }: VerifiedPasskey,
  { name, relyingParty }: { name: string; relyingParty: RelyingParty },
  now: Date,
): Promise<Passkey> {
  const ofUser = eq(userId, by.userId)
  const where = and(stillMay(db, by, 'read'), lt(db.$count(passkeys, ofUser), PASSKEYS_MAX))
  const isExisting = eq(passkeys.credentialId, verified.credentialId)
  const row = db
    .select({
      id: sql`NULL`.as('id'),
      userId: sql`${by.userId}`.as('user_id'),
      credentialId: sql`${verified.credentialId}`.as('credential_id'),
      publicKey: sql`${verified.publicKey}`.as('public_key'),
      counter: sql`${verified.counter}`.as('counter'),
      transports: sql`${JSON.stringify(verified.transports)}`.as('transports'),
      deviceType: sql`${verified.deviceType}`.as('device_type'),
      isBackedUp: sql`${verified.isBackedUp}`.as('is_backed_up'),
      rpId: sql`${relyingParty.id}`.as('rp_id'),
      name: sql`${name}`.as('name'),
      createdAt: sql`${now.toISOString()}`.as('created_at'),
      lastUsedAt: sql`NULL`.as('last_used_at'),
    })
    .from(sql`(SELECT 1)`)
    // An existing passkey always violates the constraint: useChallenge would take it for the inserted one.
    .where(or(where, exists(db.select({ id }).from(passkeys).where(isExisting))))
  // Null for a passkey that was not inserted, which makes useChallenge fail.
  const ownId = sql`(SELECT id FROM passkeys WHERE credential_id = ${verified.credentialId})`
  const owner = eq(users.id, by.userId)
  const [, [added]] = await refuseReuse(
    atomically(db, [
      insertAudit(db, by, { action: 'passkey_added', subject: name, about: { where } }, now),
      db.insert(passkeys).select(row).returning(shown),
      useChallenge(db, challenge, ownId),
      deleteExpiredChallenges(db, now),
      db.update(users).set({ secondStepDueAt: null }).where(owner),
    ]),
    async () => {
      await refuseFormerCaller(db, by, 'read')
      if ((await db.$count(passkeys, isExisting)) > 0) return conflict('This passkey has already been added')
      if ((await db.$count(passkeys, ofUser)) >= PASSKEYS_MAX) return tooManyPasskeys()
      return invalid('This passkey was not accepted. Please try again.')
    },
  )
  if (!added) throw new Error('the database did not return the inserted passkey')
  return { ...added, worksHere: true }
}

export const tooManyPasskeys = () => conflict(`You have ${PASSKEYS_MAX} passkeys. Please remove one first.`)

/** Throws AppError not_found, or unauthorized if `by` lost their access meanwhile. */
export async function renamePasskey(
  db: Database,
  by: Actor,
  { ownerId, passkeyId, name: newName }: { ownerId: number; passkeyId: number; name: string },
  now: Date,
): Promise<void> {
  const where = and(eq(id, passkeyId), eq(userId, ownerId), stillMay(db, by, 'read'))
  const entry = { action: 'passkey_renamed', subject: newName, detail: formerName(name, newName) } as const
  const [, renamed] = await atomically(db, [
    insertAudit(db, by, { ...entry, about: { table: passkeys, where } }, now),
    db.update(passkeys).set({ name: newName }).where(where).returning({ id }),
  ])
  if (renamed.length > 0) return
  await refuseFormerCaller(db, by, 'read')
  throw notFound('Passkey')
}

/**
 * `domain` is that of `configuredDomain`. Throws AppError not_found, conflict for the last required second step, or
 * unauthorized if `by` lost their access meanwhile.
 */
export async function removePasskey(
  db: Database,
  by: Actor,
  { ownerId, passkeyId, domain }: { ownerId: number; passkeyId: number; domain: string | null | undefined },
  now: Date,
): Promise<void> {
  const own = and(eq(id, passkeyId), eq(userId, ownerId))
  const isOther = and(eq(others.userId, ownerId), worksFor(domain, others.rpId), ne(others.id, passkeyId))
  const otherStep = or(
    hasConfirmedApp(db, ownerId),
    exists(db.select({ id: others.id }).from(others).where(isOther)),
  )
  const isUnusable = not(worksFor(domain, passkeys.rpId))
  const where = and(own, stillMay(db, by, 'read'), or(isUnusable, isOptional(otherStep)))
  const about = { table: passkeys, where }
  const [, removed] = await erase(db, [
    insertAudit(db, by, { action: 'passkey_removed', subject: name, about }, now),
    db.delete(passkeys).where(where).returning({ id }),
  ])
  if (removed.length > 0) return
  await refuseFormerCaller(db, by, 'read')
  if ((await db.$count(passkeys, own)) > 0) throw lastStep()
  throw notFound('Passkey')
}

/** These writes fail if the challenge was used, or the passkey was used or removed meanwhile. */
export function consumePasskey(
  db: Database,
  passkey: KnownPasskey,
  signed: VerifiedAssertion,
  now: Date,
): Proof {
  const { counter, deviceType, isBackedUp } = signed
  const ownId = sql`(SELECT id FROM passkeys WHERE id = ${passkey.id} AND counter = ${passkey.counter})`
  const used = { counter, deviceType, isBackedUp, lastUsedAt: now.toISOString() }
  return {
    detail: 'by passkey',
    queries: [
      useChallenge(db, signed.challenge, ownId),
      db.update(passkeys).set(used).where(eq(id, passkey.id)),
      // It may have been due while passkeys were bound to another domain.
      db.update(users).set({ secondStepDueAt: null }).where(eq(users.id, passkey.userId)),
      deleteExpiredChallenges(db, now),
    ],
  }
}

/** A counter that doesn't increase reveals a cloned key, unless it is always 0. */
export const isCloned = ({ counter }: Pick<Row, 'counter'>, signed: VerifiedAssertion): boolean =>
  (counter > 0 || signed.counter > 0) && signed.counter <= counter

export async function recordClone(
  db: Database,
  by: Actor,
  { name, counter }: KnownPasskey,
  signed: VerifiedAssertion,
  now: Date,
): Promise<void> {
  const detail = `signature counter went from ${counter} to ${signed.counter}`
  await recordAudit(db, by, { action: 'passkey_refused', subject: name, detail }, now)
}

/** Throws the error of `refuse` for a used challenge or an existing passkey. */
export async function refuseReuse<Result>(
  work: Promise<Result>,
  refuse: () => Error | Promise<Error>,
): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const isReused =
      violatesConstraintOf(error, 'used_challenges') || isUniqueViolation(error, 'passkeys.credential_id')
    throw isReused ? await refuse() : error
  }
}

const useChallenge = (db: Database, challenge: VerifiedChallenge, passkeyId: ReturnType<typeof sql>) =>
  db.run(sql`
    INSERT INTO used_challenges (id, passkey_id, expires_at)
    VALUES (${challenge.id}, ${passkeyId}, ${challenge.expiresAt.toISOString()})`)

const deleteExpiredChallenges = (db: Database, now: Date) =>
  db.delete(usedChallenges).where(lte(usedChallenges.expiresAt, now.toISOString()))
