import {
  type Channel,
  type ChannelState,
  type NoticeTest,
  SOME_REFUSED,
  type WebhookFormat,
} from '#domain/notices.ts'
import type { Database } from '#src/db/database.ts'
import type { LeaseClock } from '#src/db/lease.ts'
import type { Log } from '#src/log.ts'
import { type Digest, digestOf, testDigest } from './digest.ts'
import {
  claimDelivery,
  type Delivery,
  endDelivery,
  failDelivery,
  listChannels,
  recordTest,
  releaseDelivery,
  setUpChannels,
} from './store.ts'

/** Returns null, or the failure: a sentence from a closed set. Never throws. */
export type Send = (digest: Digest, signal: AbortSignal) => Promise<string | null>

export type Sender = {
  channel: Channel
  target: string
  format: WebhookFormat | null
  /** Minimum time between digests. */
  pauseMs: number
  send: Send
}

/** Notices are queued in the database; several instances may share the delivery. */
export type Notices = ReturnType<typeof createNotices>

type Options = {
  db: Database
  now: () => Date
  log: Log
  senders: readonly Sender[]
  adminUrl: string | null
  sent?: (channel: Channel, succeeded: boolean) => void
  leaseClock?: LeaseClock
}

const DIGEST_NOTICES_MAX = 500

export function createNotices({
  db,
  now,
  log,
  senders,
  adminUrl,
  sent = () => undefined,
  leaseClock,
}: Options) {
  const ended = new AbortController()

  async function deliver(sender: Sender): Promise<void> {
    const { channel, send, pauseMs } = sender
    const token = crypto.randomUUID()
    const due = { token, limit: DIGEST_NOTICES_MAX, now: now() }
    const delivery = await claimDelivery(db, channel, due, leaseClock)
    if (!delivery) return
    if (delivery.notices.length === 0 || ended.signal.aborted) return releaseDelivery(db, delivery)
    const failure = await send(digestOf(delivery.notices, adminUrl), ended.signal)
    if (ended.signal.aborted && failure !== null) return releaseDelivery(db, delivery)
    logResult(channel, failure, delivery)
    if (failure === null || failure === SOME_REFUSED)
      await endDelivery(db, delivery, { now: now(), pauseMs, failure })
    else await failDelivery(db, delivery, failure, now())
  }

  function logResult(channel: Channel, failure: string | null, { notices, failures }: Delivery): void {
    sent(channel, failure === null)
    if (failure === null) log.info('notice sent', { channel, notices: notices.length })
    else log.warn('notice not sent', { channel, reason: failure, attempt: failures + 1 })
  }

  return {
    /** Applies the configured channels. */
    start: () =>
      setUpChannels(
        db,
        senders.map(({ channel }) => channel),
        now(),
      ),
    sendDue: async () => {
      if (!ended.signal.aborted) await Promise.all(senders.map(deliver))
    },
    test: (): Promise<NoticeTest[]> =>
      Promise.all(
        senders.map(async ({ channel, send }) => {
          const failure = await send(testDigest(adminUrl), ended.signal)
          sent(channel, failure === null)
          if (failure !== null) log.warn('test notice not sent', { channel, reason: failure })
          await recordTest(db, channel, failure, now())
          return { channel, failure }
        }),
      ),
    state: async (): Promise<ChannelState[]> => {
      const rows = await listChannels(db)
      return senders.flatMap(({ channel, target, format }) => {
        const row = rows.find((row) => row.channel === channel)
        return row ? [{ ...row, channel, target, format }] : []
      })
    },
    /** Aborts sending and releases the leases, so that another instance can send. */
    stop: () => ended.abort(),
  }
}
