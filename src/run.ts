import { COMMAND_LINE } from '#domain/audit.ts'
import type { OwnPage } from '#domain/site.ts'
import { createAnalyzer } from './analyses/analyzer.ts'
import { voidClaims } from './analyses/claims.ts'
import { createPageReader } from './analyses/page-reader.ts'
import { type App, createApp } from './app.ts'
import { logAudit } from './audit/log-lines.ts'
import { createRefusals } from './audit/refusals.ts'
import { createBackups } from './backups/backups.ts'
import { createBreachRelay } from './breaches/relay.ts'
import { adminOrigin, type Config } from './config.ts'
import type { Database } from './db/database.ts'
import { openDatabase } from './db/open.ts'
import type { Deps } from './deps.ts'
import { clientAddress, trustProxies } from './http/client-address.ts'
import { listen } from './http/listen.ts'
import { jobsOf, startJobs } from './jobs.ts'
import { createChatModel } from './lib/chat-model.ts'
import { createMetrics } from './lib/metrics.ts'
import { createPublicFetch, type PublicFetch } from './lib/public-fetch/public-fetch.ts'
import { createPublicPost } from './lib/public-fetch/public-post.ts'
import type { Log } from './log.ts'
import { createNotices } from './notices/notices.ts'
import { adminUrlOf, createSenders } from './notices/senders.ts'
import { warnOfDeadPasskeys } from './passkeys/dead.ts'
import { fillReadingMinutes } from './posts/store.ts'
import { requireSecondStep } from './second-step/store.ts'
import { setupCode } from './sessions/setup.ts'
import type { SiteBuild } from './site/build.ts'
import { createDrawing } from './site/drawing-thread.ts'
import { withDrawn } from './site/drawn-pages.ts'
import { createCardDrawing } from './site/icons/card-thread.ts'
import { dressBuild, readLook } from './site/look.ts'
import { openPublicFolder } from './site/public-folder.ts'
import { readAdHtml } from './site/third-parties.ts'
import { createCounter } from './statistics/counter.ts'
import { createPasswords } from './users/passwords.ts'
import { userAgentOf, VERSION } from './version.ts'

export type Running = {
  url: string
  /** Where the data is, for people. */
  place: string
  /** Where the first administrator is made, with the one-time code; null once there is one. */
  setupUrl: string | null
  /** Lets requests in flight finish, for at most `STOP_SECONDS`, and closes the database. */
  stop(): Promise<void>
}

type Surroundings = {
  log: Log
  build: SiteBuild
  now?: () => Date
  /** What fills an empty database with made-up data, and answers in place of other people's websites. */
  demo?: { fill(db: Database): Promise<void>; publicFetch: PublicFetch } | null
}

const STOP_SECONDS = 8

/**
 * Listens, opens the database and builds the app; what is asked in between waits. Throws StartError for what the
 * operator has to mend: a port that is taken is noticed before anything is written.
 */
export async function run(
  config: Config,
  { log, build, now = () => new Date(), demo = null }: Surroundings,
): Promise<Running> {
  const publicFolder = config.publicDir === undefined ? null : await openPublicFolder(config.publicDir)
  const adHtml = config.adSlotHtmlFile === undefined ? null : await readAdHtml(config.adSlotHtmlFile)
  const ownPages = config.pagesDir === undefined ? [] : await readPages(config.pagesDir)
  const look = await readLook(config)
  if (look.leftOut.length > 0) {
    log.warn('parts of the logo that may run or load something were left out', {
      parts: look.leftOut.join(', '),
    })
  }

  await using undo = new AsyncDisposableStack()
  const opening = Promise.withResolvers<App>()
  let ready: App | null = null
  // A promise would cost a page half as much again.
  const server = listen(
    (...call) => ready?.handle(...call) ?? opening.promise.then((app) => app.handle(...call)),
    {
      ...config,
      log,
    },
  )
  undo.defer(() => server.stop(true))
  const database = await openDatabase({ ...config, now })
  undo.defer(database.close)

  const { db, upgrade } = database
  if (upgrade) log.info('database brought up to date', upgrade)
  await demo?.fill(db)
  await fillReadingMinutes(db)
  if (config.requireSecondStep) await requireSecondStep(db, COMMAND_LINE, true, now())
  const metrics = createMetrics(VERSION)
  const isTrusted = trustProxies(config.trustProxy)
  const counter = createCounter({
    db,
    now,
    timeZone: config.timeZone,
    log,
    addressOf: (peer, forwardedFor) => clientAddress(peer, forwardedFor, isTrusted),
    written: metrics.eventsWritten,
  })
  const passwords = createPasswords()
  const chatModel = createChatModel(config, { fetch })
  const userAgent = userAgentOf(config.siteUrl)
  const breachRelay = createBreachRelay(config, { fetch, userAgent })
  const pageReader = createPageReader({ log })
  undo.use(pageReader)
  const drawing = createDrawing()
  undo.use(drawing)
  const cards = createCardDrawing(look.brand, config.siteName)
  undo.use(cards)
  const { analyzerAllowPrivate: allowPrivate } = config
  const publicFetch = demo?.publicFetch ?? createPublicFetch({ allowPrivate, userAgent })
  const analyzer = createAnalyzer({ db, now, log, publicFetch, pageReader })
  const backups = createBackups({
    dataDir: config.databaseUrl === undefined ? config.dataDir : null,
    keep: config.backupKeep,
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
  })
  await notices.start()
  const refusals = createRefusals({ db, now, log })
  const deps: Deps = {
    config: { ...config, port: server.port ?? config.port },
    isDemo: demo !== null,
    db,
    now,
    log,
    metrics,
    build: dressBuild(build, look),
    look,
    counter,
    adHtml,
    publicFolder,
    ownPages,
    passwords,
    chatModel,
    breachRelay,
    analyzer,
    backups,
    refusals,
    notices,
    draw: withDrawn(build.drawn ?? new Map(), drawing.draw),
    drawCard: cards.drawCard,
  }
  const app = createApp(deps)
  await warnOfDeadPasskeys(deps)
  const code = await setupCode(db)
  // The lock of the data folder says so: whoever claimed work on this database is gone.
  if (config.databaseUrl === undefined) await voidClaims(db)
  undo.move()
  ready = app
  opening.resolve(app)
  const jobs = startJobs(jobsOf(deps), {
    timeZone: config.timeZone,
    log,
    ended: (name, isDone) => metrics.jobEnded(name, isDone, now()),
  })

  const stop = async () => {
    notices.stop()
    const workEnded = Promise.all([jobs.stop(), analyzer.close(), backups.stop()])
    const forced = setTimeout(() => server.stop(true), STOP_SECONDS * 1000)
    await server.stop()
    clearTimeout(forced)
    await workEnded
    await pageReader[Symbol.asyncDispose]()
    drawing[Symbol.dispose]()
    cards[Symbol.dispose]()
    await counter.close()
    await refusals.flush(true)
    await logAudit(deps).catch((error) => log.error('audit not logged', error))
    await database.close()
  }
  const url = addressOf(server)
  const setupUrl =
    code === null ? null : `${adminOrigin(config) ?? config.siteUrl ?? url}/admin/setup#code=${code}`
  return { url, place: database.place, setupUrl, stop }
}

/** What reads pages is only loaded where there are some. */
async function readPages(folder: string): Promise<OwnPage[]> {
  const { readOwnPages } = await import('./site/own-pages.ts')
  return readOwnPages(folder)
}

/** The address to open in a browser on this machine. */
function addressOf({ hostname, port }: Bun.Server<undefined>): string {
  const isLocal = hostname === '127.0.0.1' || hostname === '0.0.0.0' || hostname === '::'
  const host = isLocal ? 'localhost' : hostname?.includes(':') ? `[${hostname}]` : hostname
  return `http://${host}:${port}`
}
