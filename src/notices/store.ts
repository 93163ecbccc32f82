import {
  and,
  asc,
  count,
  eq,
  gt,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Channel, NOTICE_DAYS, type NoticeKind } from '#domain/notices.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { noticeChannels, notices } from '#src/db/schema.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Longer than a delivery may take. A sender that is gone is replaced after that. */
const CLAIM_MS = 2 * MINUTE_MS
/** Doubled with each failure. */
const FIRST_PAUSE_MS = MINUTE_MS
const LONGEST_PAUSE_MS = 60 * MINUTE_MS

/** Of one kind no more are written down: strangers write messages, and must not crowd out the rest. */
const MOST_NOTICES = 2_000

export type NewNotice = {
  kind: NoticeKind
  subject?: string | SQLWrapper | null
  /** As for an audit entry: one notice for each row of `table` that `where` means, or one if `where` holds. */
  about?: { table?: SQLiteTable; where: SQL | undefined }
}

/**
 * The query that writes a notice down, for one `atomically` with what it is about. It writes nothing where no channel
 * is set up.
 */
export function insertNotice(db: Database, { kind, subject = null, about }: NewNotice, now: Date) {
  return db.run(sql`
    INSERT INTO notices (at, kind, subject)
    SELECT ${now.toISOString()}, ${kind}, ${subject} ${about?.table ? sql`FROM ${about.table}` : sql``}
    WHERE EXISTS (SELECT 1 FROM notice_channels) AND (SELECT count(*) FROM notices WHERE kind = ${kind}) < ${MOST_NOTICES}
      AND ${about?.where ?? sql`true`}`)
}

/** Writes down a notice of something that changes nothing in the database. */
export async function recordNotice(db: Database, notice: NewNotice, now: Date): Promise<void> {
  await insertNotice(db, notice, now)
}

/** Sets up exactly these channels. A new one begins with the next notice. */
export async function setUpChannels(db: Database, channels: readonly Channel[], now: Date): Promise<void> {
  const newest = sql<number>`(SELECT coalesce(max(id), 0) FROM notices)`
  await atomically(db, [
    db.delete(noticeChannels).where(notInArray(noticeChannels.channel, [...channels])),
    ...channels.map((channel) =>
      db
        .insert(noticeChannels)
        .values({ channel, sentUpTo: newest, nextAt: now.toISOString() })
        .onConflictDoNothing(),
    ),
  ])
}

export type Notice = { id: number; at: string; kind: string; subject: string | null }

/** The right to send what is due; `notices` are the oldest ones. */
export type Delivery = { channel: Channel; token: string; failures: number; notices: Notice[] }

/** Takes what a channel is to send next, at most `limit` notices; null when there is nothing, or another server is at it. */
export async function claimDelivery(
  db: Database,
  channel: Channel,
  { token, limit, now }: { token: string; limit: number; now: Date },
): Promise<Delivery | null> {
  const at = now.toISOString()
  const isFree = or(isNull(noticeChannels.claimedUntil), lte(noticeChannels.claimedUntil, at))
  const [claimed] = await db
    .update(noticeChannels)
    .set({ claim: token, claimedUntil: new Date(now.getTime() + CLAIM_MS).toISOString() })
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

const released = { claim: null, claimedUntil: null }

/** Notes that a delivery is done, unless the claim is lost; the next one waits for `pauseMs`. */
export async function endDelivery(
  db: Database,
  delivery: Delivery,
  { now, pauseMs }: { now: Date; pauseMs: number },
): Promise<void> {
  await db
    .update(noticeChannels)
    .set({
      ...released,
      sentUpTo: delivery.notices.at(-1)?.id ?? sql`sent_up_to`,
      nextAt: new Date(now.getTime() + pauseMs).toISOString(),
      failures: 0,
      lastSentAt: now.toISOString(),
      lastFailure: null,
    })
    .where(isMine(delivery))
}

/** Notes why a delivery failed, unless the claim is lost. It is tried again after a pause that grows. */
export async function failDelivery(
  db: Database,
  delivery: Delivery,
  failure: string,
  now: Date,
): Promise<void> {
  const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(delivery.failures, 20), LONGEST_PAUSE_MS)
  await db
    .update(noticeChannels)
    .set({
      ...released,
      nextAt: new Date(now.getTime() + pauseMs).toISOString(),
      failures: sql`${noticeChannels.failures} + 1`,
      lastFailedAt: now.toISOString(),
      lastFailure: failure,
    })
    .where(isMine(delivery))
}

/** Gives a claim back with nothing sent. */
export async function releaseDelivery(db: Database, delivery: Delivery): Promise<void> {
  await db.update(noticeChannels).set(released).where(isMine(delivery))
}

/** Notes how a test went: the settings then show the present state. */
export async function noteTest(
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

/** Deletes what is sent everywhere, and what nobody could be told of for days. */
export async function deleteOldNotices(db: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - NOTICE_DAYS * DAY_MS).toISOString()
  const isSent = sql`${notices.id} <= coalesce((SELECT min(sent_up_to) FROM notice_channels), 9e15)`
  await db.delete(notices).where(or(lt(notices.at, oldest), isSent))
}
