import { sql } from 'drizzle-orm'
import type { CustomPage, WordListLink } from '#domain/site.ts'
import type { WebAccess } from '#src/analyses/analyze-page.ts'
import { createAnalyzer } from '#src/analyses/analyzer.ts'
import { createApp } from '#src/app.ts'
import { createRefusals } from '#src/audit/refusals.ts'
import { createBackups } from '#src/backups/backups.ts'
import { createBreachRelay } from '#src/breaches/relay.ts'
import { type Config, readConfig } from '#src/config.ts'
import { createDatabase } from '#src/db/database.ts'
import type { Engine } from '#src/db/engine.ts'
import type { LeaseClock } from '#src/db/lease.ts'
import { readsOf } from '#src/db/reads.ts'
import type { Replica } from '#src/db/replica.ts'
import { clientAddress, trustProxies } from '#src/http/client-address.ts'
import { createChatModel } from '#src/lib/chat-model.ts'
import { createMetrics } from '#src/lib/metrics.ts'
import { createLog } from '#src/log.ts'
import { createNotices, type Sender } from '#src/notices/notices.ts'
import { adminUrlOf } from '#src/notices/senders.ts'
import { createSharedLimits } from '#src/rate-limits/shared-limits.ts'
import { addBrandingFiles, type Branding, DEFAULT_BRANDING } from '#src/site/branding.ts'
import type { SiteBuild } from '#src/site/build.ts'
import type { RenderCard } from '#src/site/icons/card-thread.ts'
import type { PublicFolder } from '#src/site/public-folder.ts'
import { createRender } from '#src/site/render.ts'
import { createCounter } from '#src/statistics/counter.ts'
import { createPasswords, type Passwords } from '#src/users/passwords.ts'
import { watchLine } from './error-watch.ts'
import { keyed } from './keyed.ts'
import { bringUpToDate, MIGRATED_AT, openMigrated } from './migrated-database.ts'
import { WAIT_MS } from './time-limits.ts'

const WEAK_HASHING = { memoryCost: 8, timeCost: 1 }

const DEFAULT_CONFIG = readConfig([], { TZ: 'UTC' })

type Options = {
  settings?: Partial<Config>
  /** Changes only when set. */
  clock?: { now: Date }
  build?: SiteBuild
  wrap?: (engine: Engine) => Engine
  publicFolder?: PublicFolder
  adHtml?: string
  customPages?: CustomPage[]
  branding?: Partial<Branding>
  wordList?: WordListLink | null
  renderCard?: RenderCard
  passwords?: Passwords
  /** Replaces the in-memory database; the caller closes it. */
  engine?: Engine
  replica?: Replica
  /** False fails the test on a logged error. */
  expectsErrors?: boolean
  chatTimeout?: () => AbortSignal
  breachTimeoutMs?: number
  web?: WebAccess
  analyzerTimeout?: () => AbortSignal
  wait?: (milliseconds: number) => Promise<unknown>
  isDemo?: boolean
  senders?: Sender[]
  /** The folder of `engine`, for backups. */
  dataDir?: string
}

type Call = {
  method?: string
  json?: unknown
  headers?: Record<string, string>
  /** The socket's remote address; in 203.0.113.0/24 by default. */
  from?: string
  /** Streams are sent in chunks. */
  body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  signal?: AbortSignal
}

/** Changes the address after this many calls, to stay below rate limits. */
const CALLS_PER_ADDRESS = 200

export const NOON = MIGRATED_AT

export type TestApp = Awaited<ReturnType<typeof testApp>>

/** The whole app without a socket, by default on an in-memory database. */
export async function testApp({
  settings = {},
  clock = { now: NOON },
  build = emptyBuild(),
  engine: given,
  replica,
  wrap = (engine) => engine,
  publicFolder,
  adHtml,
  customPages = [],
  branding = {},
  wordList = null,
  renderCard = () => Promise.reject(new Error('this test renders no cards')),
  passwords = createPasswords(WEAK_HASHING),
  expectsErrors = false,
  chatTimeout,
  breachTimeoutMs = WAIT_MS,
  web = noWeb,
  analyzerTimeout = () => AbortSignal.timeout(WAIT_MS),
  wait,
  isDemo = false,
  senders = [],
  dataDir,
}: Options = {}) {
  const now = () => clock.now
  const engine = given ?? (await openMigrated())
  await bringUpToDate(engine)
  const db = keyed(createDatabase(wrap(engine)))
  const config = { ...DEFAULT_CONFIG, ...settings }
  const lines: string[] = []
  const keep = (line: string) => {
    lines.push(line)
    if (!expectsErrors) watchLine(line)
  }
  const log = createLog({ format: 'json', now, write: keep })
  const leaseClock: LeaseClock = (milliseconds) =>
    sql`${new Date(now().getTime() + milliseconds).toISOString()}`
  const analyzer = createAnalyzer({ db, now, log, ...web, timeout: analyzerTimeout, leaseClock })
  const backups = createBackups({
    dataDir: dataDir ?? null,
    keep: config.backupKeep,
    db,
    now,
    log,
  })
  const metrics = createMetrics('0.0.0')
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
  const refusals = createRefusals({ db, now, log })
  const sharedLimits = createSharedLimits({ db, now }, () => sql`${now().getTime()}`)
  const notices = createNotices({ db, now, log, senders, adminUrl: adminUrlOf(config), leaseClock })
  await notices.start()
  const reads = readsOf(db, replica ?? null)
  const app = createApp({
    config,
    isDemo,
    db,
    reads,
    now,
    log,
    metrics,
    build: addBrandingFiles(build, { ...DEFAULT_BRANDING, ...branding }),
    counter,
    adHtml: adHtml ?? null,
    publicFolder: publicFolder ?? null,
    customPages,
    branding: { ...DEFAULT_BRANDING, ...branding },
    wordList,
    passwords,
    chatModel: createChatModel(config, { fetch, ...(chatTimeout ? { timeout: chatTimeout } : {}) }),
    breachRelay: createBreachRelay(config, { fetch, userAgent: 'Passwright/0', timeoutMs: breachTimeoutMs }),
    analyzer,
    backups,
    refusals,
    sharedLimits,
    notices,
    render: createRender(build).render,
    renderCard,
    ...(wait ? { wait } : {}),
  })

  let apiCalls = 0
  const nextAddress = (path: string) => {
    if (/^\/api\/(?!track\/)/.test(path)) apiCalls += 1
    return `203.0.113.${7 + Math.floor(apiCalls / CALLS_PER_ADDRESS)}`
  }

  const call = async (
    path: string,
    { method, json, headers = {}, from = nextAddress(path), body, signal }: Call = {},
  ) => {
    const text = json === undefined ? body : JSON.stringify(json)
    const about: Record<string, string> = { host: 'example.test', ...headers }
    if (text !== undefined) {
      if (typeof text === 'string' || text instanceof Uint8Array) {
        about['content-length'] ??= String(Buffer.byteLength(text))
      } else {
        about['transfer-encoding'] = 'chunked'
      }
      if (json !== undefined) about['content-type'] ??= 'application/json'
    }
    const request = new Request(`http://${about.host}${path}`, {
      method: method ?? (text === undefined ? 'GET' : 'POST'),
      headers: about,
      ...(text === undefined ? {} : { body: text }),
      ...(signal ? { signal } : {}),
    })
    return app.handle(request, () => from)
  }

  return {
    call,
    config,
    db,
    reads,
    engine,
    clock,
    log,
    lines,
    counter,
    passwords,
    analyzer,
    backups,
    refusals,
    sharedLimits,
    notices,
    handle: app.handle,
    routes: app.routes,
  }
}

const noWeb: WebAccess = {
  publicFetch: async () => ({ kind: 'failure', reason: 'There is no such website.' }),
  pageReader: { read: async () => ({ kind: 'failure', reason: 'There is no such page.' }) },
}

function emptyBuild(): SiteBuild {
  return {
    files: new Map(),
    manifest: { 'web/main.ts': { file: 'assets/main.js', css: ['assets/main.css'] } },
  }
}
