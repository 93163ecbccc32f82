import { createAnalyzer } from './analyses/analyzer.ts'
import { createPageReader } from './analyses/page-reader.ts'
import { logAudit } from './audit/log-lines.ts'
import { createRefusals } from './audit/refusals.ts'
import { createBackups } from './backups/backups.ts'
import { offsiteSettings } from './backups/offsite.ts'
import { createBreachRelay } from './breaches/relay.ts'
import type { Config } from './config.ts'
import type { Deps, Surroundings } from './deps.ts'
import { clientAddress, trustProxies } from './http/client-address.ts'
import { createChatModel } from './lib/chat-model.ts'
import { createMetrics } from './lib/metrics.ts'
import { createPublicFetch } from './lib/public-fetch/public-fetch.ts'
import { createPublicPost } from './lib/public-fetch/public-post.ts'
import { createNotices } from './notices/notices.ts'
import { adminUrlOf, createSenders } from './notices/senders.ts'
import { createSharedLimits } from './rate-limits/shared-limits.ts'
import { createCardThread } from './site/icons/card-thread.ts'
import { createRender } from './site/render.ts'
import { createCounter } from './statistics/counter.ts'
import { createPasswords } from './users/passwords.ts'
import { userAgentOf, VERSION } from './version.ts'

/** The optional ones replace parts in demos and tests. */
export type Effects = Surroundings &
  Partial<Pick<Deps, 'passwords' | 'renderCard'>> & {
    /** For backups; null if another server has the database. */
    dataDir: string | null
    analyzer?: Partial<Parameters<typeof createAnalyzer>[0]>
    notices?: Partial<Parameters<typeof createNotices>[0]>
    chat?: Partial<Parameters<typeof createChatModel>[1]>
    breaches?: Partial<Parameters<typeof createBreachRelay>[1]>
    databaseTime?: Parameters<typeof createSharedLimits>[1]
  }

export type Services = Deps & {
  /** Ends work in the background; requests are still served. */
  stop(): Promise<void>
  /** Writes what is buffered; the database may be closed afterward. */
  close(): Promise<void>
}

export async function createServices(config: Config, effects: Effects): Promise<Services> {
  const { dataDir, analyzer: analysis, notices: delivery, chat, breaches, databaseTime, ...given } = effects
  const { db, now, log, build, branding, passwords = createPasswords() } = given
  const metrics = createMetrics(VERSION)
  const userAgent = userAgentOf(config.siteUrl)
  const isTrusted = trustProxies(config.trustProxy)
  const counter = createCounter({
    db,
    now,
    timeZone: config.timeZone,
    log,
    addressOf: (peer, forwardedFor) => clientAddress(peer, forwardedFor, isTrusted),
    onWritten: metrics.eventsWritten,
    onLost: metrics.eventsLost,
  })
  const pageReader = createPageReader({ log })
  const renderer = createRender(build)
  const cards = createCardThread(branding.brand, config.siteName)
  const publicFetch = createPublicFetch({ allowPrivate: config.analyzerAllowPrivate, userAgent })
  const analyzer = createAnalyzer({ db, now, log, publicFetch, pageReader, ...analysis })
  const backups = createBackups({
    dataDir,
    keep: config.backupKeep,
    offsite: offsiteSettings(config),
    db,
    now,
    log,
  })
  const post = createPublicPost({ allowPrivate: config.webhookAllowPrivate, userAgent })
  const notices = createNotices({
    db,
    now,
    log,
    senders: createSenders(config, { post, now }),
    adminUrl: adminUrlOf(config),
    sent: metrics.noticeSent,
    ...delivery,
  })
  await notices.start()
  const refusals = createRefusals({ db, now, log })
  const logged = { upTo: 0 }
  const logAuditLines = () => logAudit({ db, log }, logged)
  return {
    config,
    metrics,
    counter,
    chatModel: createChatModel(config, { fetch, ...chat }),
    breachRelay: createBreachRelay(config, { fetch, userAgent, ...breaches }),
    analyzer,
    backups,
    refusals,
    logAuditLines,
    sharedLimits: createSharedLimits({ db, now }, databaseTime),
    notices,
    render: renderer.render,
    renderCard: cards.renderCard,
    ...given,
    passwords,
    stop: async () => {
      notices.stop()
      await Promise.all([analyzer.close(), backups.stop()])
    },
    close: async () => {
      await pageReader[Symbol.asyncDispose]()
      renderer[Symbol.dispose]()
      cards[Symbol.dispose]()
      await counter.close()
      await refusals.flush(true)
      await logAuditLines().catch((error) => log.error('failed to log audit entries', error))
    },
  }
}
