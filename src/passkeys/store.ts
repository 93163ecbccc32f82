import { and, asc, eq, getTableColumns, lte, sql } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import { MOST_PASSKEYS, type Passkey } from '#domain/passkeys.ts'
import { formerName, insertAudit, recordAudit } from '#src/audit/store.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { passkeys, usedChallenges, users } from '#src/db/schema.ts'
import { isUniqueViolation, violatesConstraintOf } from '#src/db/unique-violation.ts'
import { conflict, invalid, notFound } from '#src/errors.ts'
import type { Means } from '#src/sessions/store.ts'
import { shownUser } from '#src/users/store.ts'
import type { Answered } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'
import type { Signed, VerifiedPasskey } from './verify.ts'

type Row = typeof passkeys.$inferSelect

const stored = getTableColumns(passkeys)
const { id, name, rpId, isBackedUp, createdAt, lastUsedAt, userId } = passkeys
const shown = { id, name, rpId, isSynced: isBackedUp, createdAt, lastUsedAt }

/** The passkeys of a user, the oldest first. */
export async function listPasskeys(
  db: Database,
  ownerId: number,
  party: RelyingParty | null,
): Promise<Passkey[]> {
  const rows = await db.select(shown).from(passkeys).where(eq(userId, ownerId)).orderBy(asc(id))
  return rows.map((row) => ({ ...row, worksHere: row.rpId === party?.id }))
}

/** Those of a user that work here, as browsers want them described. */
export async function describePasskeys(db: Database, ownerId: number, party: RelyingParty) {
  const rows = await db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(and(eq(userId, ownerId), eq(rpId, party.id)))
    .orderBy(asc(id))
  return rows.map((row) => ({ ...row, type: 'public-key' as const }))
}

/** How many of a user's work here. */
export const countPasskeys = (db: Database, ownerId: number, party: RelyingParty | null): Promise<number> =>
  db.$count(passkeys, and(eq(userId, ownerId), eq(rpId, party?.id ?? '')))

/** The passkey of that credential that was made for this address, with its owner and what a sign-in compares. */
export async function findPasskey(db: Database, credentialId: string, party: RelyingParty) {
  const row = await db
    .select({ ...stored, owner: { ...shownUser, passwordHash: users.passwordHash } })
    .from(passkeys)
    .innerJoin(users, eq(users.id, userId))
    .where(and(eq(passkeys.credentialId, credentialId), eq(rpId, party.id)))
    .get()
  return row ?? null
}
export type KnownPasskey = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

/** Throws AppError conflict when the passkey is there already or the user has many, invalid for a used challenge. */
export async function addPasskey(
  db: Database,
  by: Actor & { userId: number },
  { challenge, ...verified }: VerifiedPasskey,
  { name, party }: { name: string; party: RelyingParty },
  now: Date,
): Promise<Passkey> {
  if ((await db.$count(passkeys, eq(userId, by.userId))) >= MOST_PASSKEYS) throw tooMany()
  const row = { ...verified, userId: by.userId, name, rpId: party.id, createdAt: now.toISOString() }
  const ownId = sql`(SELECT id FROM passkeys WHERE credential_id = ${row.credentialId})`
  const owner = eq(users.id, by.userId)
  const [, [added]] = await orRefuse(
    atomically(db, [
      insertAudit(db, by, { action: 'passkey_added', subject: name }, now),
      db.insert(passkeys).values(row).returning(shown),
      useChallenge(db, challenge, ownId),
      forgetChallenges(db, now),
      db.update(users).set({ secondStepDueAt: null }).where(owner),
    ]),
    () => invalid('This passkey was not accepted. Please try again.'),
  )
  if (!added) throw new Error('the database did not answer the inserted passkey')
  return { ...added, worksHere: true }
}

export const tooMany = () => conflict(`You have ${MOST_PASSKEYS} passkeys. Please remove one first.`)

/** Throws AppError not_found. */
export async function renamePasskey(
  db: Database,
  by: Actor,
  { ownerId, passkeyId, name: newName }: { ownerId: number; passkeyId: number; name: string },
  now: Date,
): Promise<void> {
  const where = and(eq(id, passkeyId), eq(userId, ownerId))
  const entry = { action: 'passkey_renamed', subject: newName, detail: formerName(name, newName) } as const
  const [, renamed] = await atomically(db, [
    insertAudit(db, by, { ...entry, about: { table: passkeys, where } }, now),
    db.update(passkeys).set({ name: newName }).where(where).returning({ id }),
  ])
  if (renamed.length === 0) throw notFound('Passkey')
}

/** Throws AppError not_found. */
export async function removePasskey(
  db: Database,
  by: Actor,
  { ownerId, passkeyId }: { ownerId: number; passkeyId: number },
  now: Date,
): Promise<void> {
  const where = and(eq(id, passkeyId), eq(userId, ownerId))
  const about = { table: passkeys, where }
  const [, removed] = await atomically(db, [
    insertAudit(db, by, { action: 'passkey_removed', subject: name, about }, now),
    db.delete(passkeys).where(where).returning({ id }),
  ])
  if (removed.length === 0) throw notFound('Passkey')
}

/**
 * What is written when a passkey has proved who someone is: it fails where the challenge was used before, or the passkey
 * has been removed or used in between.
 */
export function usePasskey(db: Database, passkey: KnownPasskey, signed: Signed, now: Date): Means {
  const { counter, deviceType, isBackedUp } = signed
  const ownId = sql`(SELECT id FROM passkeys WHERE id = ${passkey.id} AND counter = ${passkey.counter})`
  const used = { counter, deviceType, isBackedUp, lastUsedAt: now.toISOString() }
  return {
    detail: 'by passkey',
    queries: [
      useChallenge(db, signed.challenge, ownId),
      db.update(passkeys).set(used).where(eq(id, passkey.id)),
      // It may have been made for another domain for a while.
      db.update(users).set({ secondStepDueAt: null }).where(eq(users.id, passkey.userId)),
      forgetChallenges(db, now),
    ],
  }
}

/** A counter that does not rise means that the key has a copy, unless it counts nothing at all. */
export const isCopied = ({ counter }: Pick<Row, 'counter'>, signed: Signed): boolean =>
  (counter > 0 || signed.counter > 0) && signed.counter <= counter

export async function recordCopied(
  db: Database,
  by: Actor,
  { name, counter }: KnownPasskey,
  signed: Signed,
  now: Date,
): Promise<void> {
  const detail = `signature counter went from ${counter} to ${signed.counter}`
  await recordAudit(db, by, { action: 'passkey_refused', subject: name, detail }, now)
}

/** What `work` settles with; for a used challenge or a passkey that was added before, throws what `refuse` makes. */
export async function orRefuse<Result>(work: Promise<Result>, refuse: () => Error): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (violatesConstraintOf(error, 'used_challenges')) throw refuse()
    if (isUniqueViolation(error, 'passkeys.credential_id'))
      throw conflict('This passkey has been added already')
    throw error
  }
}

const useChallenge = (db: Database, challenge: Answered, passkeyId: ReturnType<typeof sql>) =>
  db.run(sql`
    INSERT INTO used_challenges (id, passkey_id, expires_at)
    VALUES (${challenge.id}, ${passkeyId}, ${challenge.expiresAt.toISOString()})`)

const forgetChallenges = (db: Database, now: Date) =>
  db.delete(usedChallenges).where(lte(usedChallenges.expiresAt, now.toISOString()))
