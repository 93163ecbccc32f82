import { and, asc, eq, getTableColumns, lte } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import { PASSKEYS_MAX, type Passkey } from '#domain/passkeys.ts'
import { recordAudit, wasNamed } from '#src/audit/store.ts'
import type { Database, Transaction } from '#src/db/database.ts'
import { passkeys, usedChallenges, users } from '#src/db/schema.ts'
import { conflict, invalid, notFound } from '#src/errors.ts'
import { isAppConfirmed, isSecondStepRequired, lastStep, worksFor } from '#src/second-step/requirement.ts'
import { changeAs, eraseAs } from '#src/sessions/still-may.ts'
import type { Proof } from '#src/sessions/store.ts'
import { publicUserColumns } from '#src/users/store.ts'
import type { VerifiedChallenge } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'
import type { VerifiedAssertion, VerifiedPasskey } from './verify.ts'

type Row = typeof passkeys.$inferSelect

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
export function addPasskey(
  db: Database,
  by: Actor & { userId: number },
  { challenge, ...verified }: VerifiedPasskey,
  { name, relyingParty }: { name: string; relyingParty: RelyingParty },
  now: Date,
): Promise<Passkey> {
  return changeAs(db, by, 'read', async (tx) => {
    const [existing, count] = await Promise.all([
      tx.$count(passkeys, eq(passkeys.credentialId, verified.credentialId)),
      tx.$count(passkeys, eq(userId, by.userId)),
    ])
    if (existing > 0) throw conflict('This passkey has already been added')
    if (count >= PASSKEYS_MAX) throw tooManyPasskeys()
    const added = await tx
      .insert(passkeys)
      .values({
        ...verified,
        userId: by.userId,
        rpId: relyingParty.id,
        name,
        createdAt: now.toISOString(),
      })
      .returning(shown)
      .get()
    if (!(await useChallenge(tx, challenge, added.id, now)))
      throw invalid('This passkey was not accepted. Please try again.')
    await tx.update(users).set({ secondStepDueAt: null }).where(eq(users.id, by.userId))
    await recordAudit(tx, by, { action: 'passkey_added', subject: name }, now)
    return { ...added, worksHere: true }
  })
}

export const tooManyPasskeys = () => conflict(`You have ${PASSKEYS_MAX} passkeys. Please remove one first.`)

/** Throws AppError not_found, or unauthorized if `by` lost their access meanwhile. */
export function renamePasskey(
  db: Database,
  by: Actor,
  { ownerId, passkeyId, name: newName }: { ownerId: number; passkeyId: number; name: string },
  now: Date,
): Promise<void> {
  return changeAs(db, by, 'read', async (tx) => {
    const own = and(eq(id, passkeyId), eq(userId, ownerId))
    const former = await tx.select({ name }).from(passkeys).where(own).get()
    if (!former) throw notFound('Passkey')
    await tx.update(passkeys).set({ name: newName }).where(own)
    const detail = wasNamed(former.name, newName)
    await recordAudit(tx, by, { action: 'passkey_renamed', subject: newName, detail }, now)
  })
}

/**
 * `domain` is that of `configuredDomain`. Throws AppError not_found, conflict for the last required second step, or
 * unauthorized if `by` lost their access meanwhile.
 */
export function removePasskey(
  db: Database,
  by: Actor,
  { ownerId, passkeyId, domain }: { ownerId: number; passkeyId: number; domain: string | null | undefined },
  now: Date,
): Promise<void> {
  return eraseAs(db, by, 'read', async (tx) => {
    const usable = await tx
      .select({ id })
      .from(passkeys)
      .where(and(eq(userId, ownerId), worksFor(domain, rpId)))
    const own = and(eq(id, passkeyId), eq(userId, ownerId))
    const [[removed], isRequired, hasApp] = await Promise.all([
      tx.delete(passkeys).where(own).returning({ name }),
      isSecondStepRequired(tx),
      isAppConfirmed(tx, ownerId),
    ])
    if (!removed) throw notFound('Passkey')
    const isLast = usable.length === 1 && usable[0]?.id === passkeyId
    if (isLast && isRequired && !hasApp) throw lastStep()
    await recordAudit(tx, by, { action: 'passkey_removed', subject: removed.name }, now)
  })
}

/** Its use throws `refused` if the challenge was used, or the passkey was used or removed meanwhile. */
export function proofBy(passkey: KnownPasskey, signed: VerifiedAssertion, now: Date, refused: Error): Proof {
  const { counter, deviceType, isBackedUp } = signed
  const used = { counter, deviceType, isBackedUp, lastUsedAt: now.toISOString() }
  const isUnchanged = and(eq(id, passkey.id), eq(passkeys.counter, passkey.counter))
  return {
    detail: 'by passkey',
    use: async (tx) => {
      const [isFresh, found] = await Promise.all([
        useChallenge(tx, signed.challenge, passkey.id, now),
        tx.update(passkeys).set(used).where(isUnchanged).returning({ id }),
      ])
      if (!isFresh || found.length === 0) throw refused
      // It may have been due while passkeys were bound to another domain.
      await tx.update(users).set({ secondStepDueAt: null }).where(eq(users.id, passkey.userId))
    },
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

/** False if it was used before. */
async function useChallenge(
  tx: Transaction,
  { id, expiresAt }: VerifiedChallenge,
  passkeyId: number,
  now: Date,
): Promise<boolean> {
  const used = await tx
    .insert(usedChallenges)
    .values({ id, passkeyId, expiresAt: expiresAt.toISOString() })
    .onConflictDoNothing()
    .returning({ id: usedChallenges.id })
  await tx.delete(usedChallenges).where(lte(usedChallenges.expiresAt, now.toISOString()))
  return used.length > 0
}
