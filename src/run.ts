import { COMMAND_LINE } from '#domain/audit.ts'
import type { CustomPage } from '#domain/site.ts'
import { createAnalyzer } from './analyses/analyzer.ts'
import { releaseAllClaims } from './analyses/claims.ts'
import { createPageReader } from './analyses/page-reader.ts'
import { type App, createApp } from './app.ts'
import { logAudit } from './audit/log-lines.ts'
import { createRefusals } from './audit/refusals.ts'
import { createBackups } from './backups/backups.ts'
import { createBreachRelay } from './breaches/relay.ts'
import { adminOrigin, type Config } from './config.ts'
import type { KeyedDatabase } from './db/keyed-database.ts'
import { openDatabase, startError } from './db/open.ts'
import { fillPostIndex } from './db/post-index.ts'
import type { Deps } from './deps.ts'
import { isUnavailable } from './errors.ts'
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
import { warnOfUnusablePasskeys } from './passkeys/warn-of-unusable-passkeys.ts'
import { setFeedHost } from './posts/feed-ids.ts'
import { fillReadingMinutes } from './posts/store.ts'
import { createSharedLimits } from './rate-limits/shared-limits.ts'
import { setSecondStepRequired } from './second-step/store.ts'
import { keyFileOf } from './secrets/key-file.ts'
import { unlockSecrets } from './secrets/sealed.ts'
import { codeWaivedUntil, setupCode } from './sessions/setup.ts'
import { addBrandingFiles, readBranding } from './site/branding.ts'
import type { SiteBuild } from './site/build.ts'
import { createCardThread } from './site/icons/card-thread.ts'
import { openPublicFolder } from './site/public-folder.ts'
import { createRender } from './site/render.ts'
import { readAdHtml } from './site/third-parties.ts'
import { addWordList, publishWordList } from './site/word-list.ts'
import { createCounter } from './statistics/counter.ts'
import { createPasswords } from './users/passwords.ts'
import { findUnconfirmed } from './users/unconfirmed-setup.ts'
import { userAgentOf, VERSION } from './version.ts'

export type Running = {
  url: string
  /** Where the database is, for display. */
  databaseLocation: string
  /** One-time setup URL; null once an administrator exists. */
  setupUrl: string | null
  /** Null unless this start created it. */
  newKeyFile: string | null
  /** Until when setup from this machine needs no code; null if it always does, or is completed. */
  codeWaivedUntil: Date | null
  /** The first administrator, if created without the code and not confirmed yet. */
  unconfirmed: { username: string; createdAt: string } | null
  /** Waits up to STOP_SECONDS for requests in flight, then closes the database. */
  stop(): Promise<void>
}

type Environment = {
  log: Log
  build: SiteBuild
  now?: () => Date
  /** Fills the database with sample data; `publicFetch` answers requests to other websites. */
  demo?: { fill(db: KeyedDatabase): Promise<void>; publicFetch: PublicFetch } | null
}

const STOP_SECONDS = 8

/** Listens first, so a port in use is reported before anything is written; early requests wait. Throws StartError. */
export async function run(config: Config, environment: Environment): Promise<Running> {
  try {
    return await start(config, environment)
  } catch (error) {
    throw isUnavailable(error) ? startError("The database can't be used", error) : error
  }
}

async function start(
  config: Config,
  { log, build, now = () => new Date(), demo = null }: Environment,
): Promise<Running> {
  const publicFolder = config.publicDir === undefined ? null : await openPublicFolder(config.publicDir)
  const adHtml = config.adSlotHtmlFile === undefined ? null : await readAdHtml(config.adSlotHtmlFile)
  const customPages = config.pagesDir === undefined ? [] : await readPages(config.pagesDir)
  const wordList = config.wordListFile === undefined ? null : await publishWordList(config.wordListFile)
  const branding = await readBranding(config)

  await using undo = new AsyncDisposableStack()
  const opening = Promise.withResolvers<App>()
  let ready: App | null = null
  // Stays synchronous: a promise adds 50% to the cost of a cached page.
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

  const { reads, upgrade } = database
  if (upgrade) log.info('database migrated', upgrade)
  const keyFile = keyFileOf(config)
  const { db, isNewKey } = await unlockSecrets(database.db, keyFile)
  await demo?.fill(db)
  await fillReadingMinutes(db)
  if (config.siteUrl !== undefined) await setFeedHost(db, new URL(config.siteUrl).hostname)
  await fillPostIndex(db)
  if (config.requireSecondStep) await setSecondStepRequired(db, COMMAND_LINE, true, now())
  const metrics = createMetrics(VERSION)
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
  const passwords = createPasswords()
  const chatModel = createChatModel(config, { fetch })
  const userAgent = userAgentOf(config.siteUrl)
  const breachRelay = createBreachRelay(config, { fetch, userAgent })
  const pageReader = createPageReader({ log })
  undo.use(pageReader)
  const renderer = createRender(build)
  undo.use(renderer)
  const cards = createCardThread(branding.brand, config.siteName)
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
    reads,
    now,
    log,
    metrics,
    build: addWordList(addBrandingFiles(build, branding), wordList),
    branding,
    counter,
    adHtml,
    publicFolder,
    customPages,
    wordList: wordList?.link ?? null,
    passwords,
    chatModel,
    breachRelay,
    analyzer,
    backups,
    refusals,
    sharedLimits: createSharedLimits({ db, now }),
    notices,
    render: renderer.render,
    renderCard: cards.renderCard,
  }
  const app = createApp(deps)
  await warnOfUnusablePasskeys(deps)
  const code = await setupCode(db)
  // Safe here: the data folder's lock excludes other instances.
  if (config.databaseUrl === undefined) await releaseAllClaims(db)
  undo.move()
  ready = app
  opening.resolve(app)
  const jobs = startJobs(jobsOf(deps), {
    timeZone: config.timeZone,
    log,
    onEnd: (name, succeeded) => metrics.jobEnded(name, succeeded, now()),
  })

  const stop = async () => {
    notices.stop()
    const workEnded = Promise.all([jobs.stop(), analyzer.close(), backups.stop()])
    const forced = setTimeout(() => server.stop(true), STOP_SECONDS * 1000)
    await server.stop()
    clearTimeout(forced)
    await workEnded
    await pageReader[Symbol.asyncDispose]()
    renderer[Symbol.dispose]()
    cards[Symbol.dispose]()
    await counter.close()
    await refusals.flush(true)
    await logAudit(deps).catch((error) => log.error('failed to log audit entries', error))
    await database.close()
  }
  const url = addressOf(server)
  const setupUrl =
    code === null ? null : `${adminOrigin(config) ?? config.siteUrl ?? url}/admin/setup#code=${code}`
  return {
    url,
    databaseLocation: database.place,
    setupUrl,
    newKeyFile: isNewKey ? keyFile : null,
    codeWaivedUntil: code === null ? null : await codeWaivedUntil(config, app.localRequests),
    unconfirmed: await findUnconfirmed(db),
    stop,
  }
}

/** Lazy, because most sites have none. */
async function readPages(folder: string): Promise<CustomPage[]> {
  const { readCustomPages } = await import('./site/custom-pages.ts')
  return readCustomPages(folder)
}

function addressOf({ hostname, port }: Bun.Server<undefined>): string {
  const isLocal = hostname === '127.0.0.1' || hostname === '0.0.0.0' || hostname === '::'
  const host = isLocal ? 'localhost' : hostname?.includes(':') ? `[${hostname}]` : hostname
  return `http://${host}:${port}`
}
