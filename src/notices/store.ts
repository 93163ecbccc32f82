import { and, asc, count, eq, gt, isNull, lt, lte, notInArray, or, sql } from 'drizzle-orm'
import { type Channel, NOTICE_DAYS, type NoticeKind } from '#domain/notices.ts'
import type { Database, Queries } from '#src/db/database.ts'
import { databaseClock, type LeaseClock } from '#src/db/lease.ts'
import { noticeChannels, notices } from '#src/db/schema.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Longer than any delivery; afterward another instance takes over. */
const CLAIM_MS = 2 * MINUTE_MS
/** Doubles with each failure. */
const FIRST_PAUSE_MS = MINUTE_MS
const PAUSE_MAX_MS = 60 * MINUTE_MS

/** Per kind: visitors' messages must not crowd out other notices. */
const NOTICES_MAX = 2_000

export type NewNotice = { kind: NoticeKind; subject?: string | null }

/** In the transaction of the event, if there is one. A no-op without channels. */
export async function recordNotice(
  db: Queries,
  { kind, subject = null }: NewNotice,
  now: Date,
): Promise<void> {
  await db.run(sql`
    INSERT INTO notices (at, kind, subject) SELECT ${now.toISOString()}, ${kind}, ${subject}
    WHERE EXISTS (SELECT 1 FROM notice_channels) AND (SELECT count(*) FROM notices WHERE kind = ${kind}) < ${NOTICES_MAX}`)
}

/** Replaces all channels; new ones start with the next notice. */
export async function setUpChannels(db: Database, channels: readonly Channel[], now: Date): Promise<void> {
  const newest = sql<number>`(SELECT coalesce(max(id), 0) FROM notices)`
  await db.transaction(async (tx) => {
    await tx.delete(noticeChannels).where(notInArray(noticeChannels.channel, [...channels]))
    for (const channel of channels)
      await tx
        .insert(noticeChannels)
        .values({ channel, sentUpTo: newest, nextAt: now.toISOString() })
        .onConflictDoNothing()
  })
}

export type Notice = { id: number; at: string; kind: string; subject: string | null }

/** A lease; `notices` are oldest first. */
export type Delivery = { channel: Channel; token: string; failures: number; notices: Notice[] }

/** Null when nothing is due or another instance is sending. */
export async function claimDelivery(
  db: Database,
  channel: Channel,
  { token, limit, now }: { token: string; limit: number; now: Date },
  clock: LeaseClock = databaseClock,
): Promise<Delivery | null> {
  const at = now.toISOString()
  const isFree = or(isNull(noticeChannels.claimedUntil), lte(noticeChannels.claimedUntil, clock(0)))
  const [claimed] = await db
    .update(noticeChannels)
    .set({ claim: token, claimedUntil: clock(CLAIM_MS) })
    .where(
      and(
        eq(noticeChannels.channel, channel),
        isFree,
        lte(noticeChannels.nextAt, at),
        sql`EXISTS (SELECT 1 FROM notices WHERE id > ${noticeChannels.sentUpTo})`,
      ),
    )
    .returning({ sentUpTo: noticeChannels.sentUpTo, failures: noticeChannels.failures })
  if (!claimed) return null
  const due = await db
    .select()
    .from(notices)
    .where(gt(notices.id, claimed.sentUpTo))
    .orderBy(asc(notices.id))
    .limit(limit)
  return { channel, token, failures: claimed.failures, notices: due }
}

const isMine = ({ channel, token }: Delivery) =>
  and(eq(noticeChannels.channel, channel), eq(noticeChannels.claim, token))

const unclaimed = { claim: null, claimedUntil: null }

/** `failure` is kept without a retry. A no-op when the lease is lost. */
export async function endDelivery(
  db: Database,
  delivery: Delivery,
  { now, pauseMs, failure }: { now: Date; pauseMs: number; failure: string | null },
): Promise<void> {
  await db
    .update(noticeChannels)
    .set({
      ...unclaimed,
      sentUpTo: delivery.notices.at(-1)?.id ?? sql`sent_up_to`,
      nextAt: new Date(now.getTime() + pauseMs).toISOString(),
      failures: 0,
      lastSentAt: now.toISOString(),
      lastFailure: failure,
      ...(failure === null ? {} : { lastFailedAt: now.toISOString() }),
    })
    .where(isMine(delivery))
}

/** Retries with growing pauses. A no-op when the lease is lost. */
export async function failDelivery(
  db: Database,
  delivery: Delivery,
  failure: string,
  now: Date,
): Promise<void> {
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(delivery.failures, 20), PAUSE_MAX_MS)
  await db
    .update(noticeChannels)
    .set({
      ...unclaimed,
      nextAt: new Date(now.getTime() + pauseMs).toISOString(),
      failures: sql`${noticeChannels.failures} + 1`,
      lastFailedAt: now.toISOString(),
      lastFailure: failure,
    })
    .where(isMine(delivery))
}

export async function releaseDelivery(db: Database, delivery: Delivery): Promise<void> {
  await db.update(noticeChannels).set(unclaimed).where(isMine(delivery))
}

export async function recordTest(
  db: Database,
  channel: Channel,
  failure: string | null,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  await db
    .update(noticeChannels)
    .set(
      failure === null
        ? { lastSentAt: at, lastFailure: null, failures: 0, nextAt: at }
        : { lastFailedAt: at, lastFailure: failure },
    )
    .where(eq(noticeChannels.channel, channel))
}

export function listChannels(db: Database) {
  return db
    .select({
      channel: noticeChannels.channel,
      lastSentAt: noticeChannels.lastSentAt,
      lastFailedAt: noticeChannels.lastFailedAt,
      failure: noticeChannels.lastFailure,
      waiting: sql<number>`(SELECT ${count()} FROM notices WHERE id > ${noticeChannels.sentUpTo})`,
    })
    .from(noticeChannels)
    .orderBy(noticeChannels.channel)
}

/** Deletes notices delivered on all channels, and undeliverable old ones. */
export async function deleteOldNotices(db: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - NOTICE_DAYS * DAY_MS).toISOString()
  const isSent = sql`${notices.id} <= coalesce((SELECT min(sent_up_to) FROM notice_channels), 9e15)`
  await db.delete(notices).where(or(lt(notices.at, oldest), isSent))
}
