import type { Channel, ChannelState, NoticeTest, WebhookFormat } from '#domain/notices.ts'
import type { Database } from '#src/db/database.ts'
import type { Log } from '#src/log.ts'
import { type Digest, digestOf, testDigest } from './digest.ts'
import {
  claimDelivery,
  type Delivery,
  endDelivery,
  failDelivery,
  listChannels,
  noteTest,
  releaseDelivery,
  setUpChannels,
} from './store.ts'

/** Sends a digest. Answers why it failed, as a sentence from a closed set; null when it is sent. Never throws. */
export type Send = (digest: Digest, signal: AbortSignal) => Promise<string | null>

export type Sender = {
  channel: Channel
  target: string
  format: WebhookFormat | null
  /** How long the next digest waits after one that was sent. */
  pauseMs: number
  send: Send
}

/** Tells the operator what matters: notices are in the database, and several servers on it share the sending. */
export type Notices = {
  /** Sets up the channels of the settings. */
  start(): Promise<void>
  /** Sends what is due. */
  look(): Promise<void>
  test(): Promise<NoticeTest[]>
  state(): Promise<ChannelState[]>
  /** Sends nothing more; what is under way is given back. */
  stop(): void
}

type Options = {
  db: Database
  now: () => Date
  log: Log
  senders: readonly Sender[]
  adminUrl: string | null
  /** Hears of each attempt. */
  sent?: (channel: Channel, isDone: boolean) => void
}

/** More than that is told by the next digest. */
const MOST_IN_ONE = 500

export function createNotices({ db, now, log, senders, adminUrl, sent = () => undefined }: Options): Notices {
  const ended = new AbortController()

  async function deliver(sender: Sender): Promise<void> {
    const { channel, send, pauseMs } = sender
    const token = crypto.randomUUID()
    const delivery = await claimDelivery(db, channel, { token, limit: MOST_IN_ONE, now: now() })
    if (!delivery) return
    if (delivery.notices.length === 0 || ended.signal.aborted) return releaseDelivery(db, delivery)
    const failure = await send(digestOf(delivery.notices, adminUrl), ended.signal)
    if (ended.signal.aborted && failure !== null) return releaseDelivery(db, delivery)
    note(channel, failure, delivery)
    if (failure === null) await endDelivery(db, delivery, { now: now(), pauseMs })
    else await failDelivery(db, delivery, failure, now())
  }

  function note(channel: Channel, failure: string | null, { notices, failures }: Delivery): void {
    sent(channel, failure === null)
    if (failure === null) log.info('notice sent', { channel, notices: notices.length })
    else log.warn('notice not sent', { channel, because: failure, attempt: failures + 1 })
  }

  return {
    start: () =>
      setUpChannels(
        db,
        senders.map(({ channel }) => channel),
        now(),
      ),
    look: async () => {
      if (!ended.signal.aborted) await Promise.all(senders.map(deliver))
    },
    test: () =>
      Promise.all(
        senders.map(async ({ channel, send }) => {
          const failure = await send(testDigest(adminUrl), ended.signal)
          sent(channel, failure === null)
          await noteTest(db, channel, failure, now())
          return { channel, failure }
        }),
      ),
    state: async () => {
      const rows = await listChannels(db)
      return senders.flatMap(({ channel, target, format }) => {
        const row = rows.find((row) => row.channel === channel)
        return row ? [{ ...row, channel, target, format }] : []
      })
    },
    stop: () => ended.abort(),
  }
}
