import { COMMAND_LINE } from '#domain/audit.ts'
import { releaseAllClaims } from './analyses/claims.ts'
import { type App, createApp } from './app.ts'
import { adminOrigin, type Config } from './config.ts'
import type { KeyedDatabase } from './db/keyed-database.ts'
import { openDatabase, startError } from './db/open.ts'
import { fillPostIndex } from './db/post-index.ts'
import { isUnavailable } from './errors.ts'
import { readGivenFiles } from './given-files.ts'
import { listen } from './http/listen.ts'
import { jobsOf, type RunningJobs, startJobs } from './jobs.ts'
import { isReadableByOthers, keyFileOf } from './lib/key-file.ts'
import type { PublicFetch } from './lib/public-fetch/public-fetch.ts'
import type { Log } from './log.ts'
import { warnOfUnusablePasskeys } from './passkeys/warn-of-unusable-passkeys.ts'
import { setFeedHost } from './posts/feed-ids.ts'
import { fillReadingMinutes } from './posts/store.ts'
import { setSecondStepRequired } from './second-step/store.ts'
import { unlockSecrets } from './secrets/sealed.ts'
import { createServices } from './services.ts'
import { codeWaivedUntil, setupCode } from './sessions/setup.ts'
import { addBrandingFiles } from './site/branding.ts'
import type { SiteBuild } from './site/build.ts'
import { addWordList } from './site/word-list.ts'
import { findUnconfirmed } from './users/unconfirmed-setup.ts'

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
/** The first requests come first. */
const JOBS_AFTER_MS = 1000

/** Listens first, so a port in use is reported before anything is written; early requests wait. Throws StartError. */
export async function run(config: Config, environment: Environment): Promise<Running> {
  try {
    return await start(config, environment)
  } catch (error) {
    throw isUnavailable(error) ? startError("The database can't be used", error, true) : error
  }
}

async function start(
  config: Config,
  { log, build, now = () => new Date(), demo = null }: Environment,
): Promise<Running> {
  const { branding, wordList, ...files } = await readGivenFiles(config)

  await using undo = new AsyncDisposableStack()
  const opening = Promise.withResolvers<App>()
  let ready: App | null = null
  let isStopping = false
  // Stays synchronous: a promise adds 50% to the cost of a cached page.
  const server = listen(
    (request, peerOf, extend) =>
      ready?.handle(request, peerOf, extend) ??
      opening.promise.then((app) => app.handle(request, peerOf, extend)),
    {
      ...config,
      log,
      isStopping: () => isStopping,
    },
  )
  undo.defer(() => server.stop(true))
  const database = await openDatabase({ ...config, now })
  undo.defer(database.close)

  const { upgrade } = database
  if (upgrade) log.info('database migrated', upgrade)
  const keyFile = keyFileOf(config)
  const { db, isNewKey } = await unlockSecrets(database.db, keyFile)
  if (isReadableByOthers(keyFile))
    log.warn('other users of this machine can read the key to the secrets', { keyFile })
  await demo?.fill(db)
  await fillReadingMinutes(db)
  if (config.siteUrl !== undefined) await setFeedHost(db, new URL(config.siteUrl).hostname)
  await fillPostIndex(db)
  if (config.requireSecondStep) await setSecondStepRequired(db, COMMAND_LINE, true, now())
  const services = await createServices(
    { ...config, port: server.port ?? config.port },
    {
      isDemo: demo !== null,
      db,
      now,
      log,
      build: addWordList(addBrandingFiles(build, branding), wordList),
      branding,
      ...files,
      wordList: wordList?.link ?? null,
      dataDir: config.databaseUrl === undefined ? config.dataDir : null,
      analyzer: demo ? { publicFetch: demo.publicFetch } : {},
    },
  )
  const app = createApp(services)
  await warnOfUnusablePasskeys(services)
  const code = await setupCode(db)
  // Safe here: the data folder's lock excludes other instances.
  if (config.databaseUrl === undefined) await releaseAllClaims(db)
  undo.move()
  ready = app
  opening.resolve(app)
  let jobs: RunningJobs | undefined
  const jobsStart = setTimeout(() => {
    jobs = startJobs(jobsOf(services), {
      timeZone: config.timeZone,
      log,
      onEnd: (name, succeeded) => services.metrics.jobEnded(name, succeeded, now()),
    })
  }, JOBS_AFTER_MS)

  const stop = async () => {
    isStopping = true
    clearTimeout(jobsStart)
    const workEnded = Promise.all([jobs?.stop(), services.stop()])
    const forced = setTimeout(() => server.stop(true), STOP_SECONDS * 1000)
    await server.stop()
    clearTimeout(forced)
    await workEnded
    await services.close()
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

function addressOf({ hostname, port }: Bun.Server<undefined>): string {
  const isLocal = hostname === '127.0.0.1' || hostname === '0.0.0.0' || hostname === '::'
  const host = isLocal ? 'localhost' : hostname?.includes(':') ? `[${hostname}]` : hostname
  return `http://${host}:${port}`
}
