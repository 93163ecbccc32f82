import type { OwnPage } from '#domain/site.ts'
import type { Reach } from '#src/analyses/analyze.ts'
import { createAnalyzer } from '#src/analyses/analyzer.ts'
import { createApp } from '#src/app.ts'
import { createRefusals } from '#src/audit/refusals.ts'
import { createBackups } from '#src/backups/backups.ts'
import { createBreachRelay } from '#src/breaches/relay.ts'
import { type Config, readConfig } from '#src/config.ts'
import { createDatabase, type Database } from '#src/db/database.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import type { Engine } from '#src/db/engine.ts'
import { migrate } from '#src/db/migrate.ts'
import { clientAddress, trustProxies } from '#src/http/client-address.ts'
import { createChatModel } from '#src/lib/chat-model.ts'
import { createMetrics } from '#src/lib/metrics.ts'
import { createLog } from '#src/log.ts'
import { createNotices, type Sender } from '#src/notices/notices.ts'
import { adminUrlOf } from '#src/notices/senders.ts'
import type { SiteBuild } from '#src/site/build.ts'
import { drawHere } from '#src/site/drawing.tsx'
import type { DrawCard } from '#src/site/icons/card-thread.ts'
import { dressBuild, type Look, OUR_LOOK } from '#src/site/look.ts'
import type { PublicFolder } from '#src/site/public-folder.ts'
import { createCounter } from '#src/statistics/counter.ts'
import { createPasswords, type Passwords } from '#src/users/passwords.ts'
import { watchLine } from './error-watch.ts'

/** As weak as Argon2id can be: a test must not wait for what makes a password safe. */
const CHEAP = { memoryCost: 8, timeCost: 1 }

type Options = {
  settings?: Partial<Config>
  /** The clock, moved by hand; it stands still otherwise. */
  clock?: { now: Date }
  build?: SiteBuild
  /** Stands between the app and its database. */
  wrap?: (engine: Engine) => Engine
  publicFolder?: PublicFolder
  adHtml?: string
  ownPages?: OwnPage[]
  look?: Partial<Look>
  drawCard?: DrawCard
  passwords?: Passwords
  /** Another database than one in memory; who opened it closes it. */
  engine?: Engine
  /** The test looks at the errors in `lines` itself; otherwise one that is logged fails it. */
  expectsErrors?: boolean
  /** How long the AI provider may take. */
  chatTimeoutMs?: number
  /** How long the leak service may take. */
  breachTimeoutMs?: number
  /** The websites there are, and who reads their pages; none unless told. */
  web?: Reach
  /** How long the analysis of a website may take. */
  analyzerPatienceMs?: number
  isDemo?: boolean
  /** How notices leave; in no way unless told. */
  senders?: Sender[]
  /** The folder that `engine` is in, for backups; without one there are none. */
  dataDir?: string
}

type Call = {
  method?: string
  json?: unknown
  headers?: Record<string, string>
  /** The address at the other end of the socket; one of 203.0.113.0/24 unless given. */
  from?: string
  /** A stream comes without its length, as chunks. */
  body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
  signal?: AbortSignal
}

/** A test asks the API faster than anyone may: after so many calls the next ones come from another address. */
const CALLS_OF_ONE = 200

export const NOON = new Date('2026-03-14T12:00:00Z')

export type TestApp = Awaited<ReturnType<typeof testApp>>

/** The whole app on a migrated database in memory, called through HTTP requests without a socket. */
export async function testApp({
  settings = {},
  clock = { now: NOON },
  build = emptyBuild(),
  engine = openEmbedded(':memory:'),
  wrap = (engine) => engine,
  publicFolder,
  adHtml,
  ownPages = [],
  look = {},
  drawCard = () => Promise.reject(new Error('no card is drawn here')),
  passwords = createPasswords(CHEAP),
  expectsErrors = false,
  chatTimeoutMs = 10_000,
  breachTimeoutMs = 10_000,
  web = noWeb,
  analyzerPatienceMs = 10_000,
  isDemo = false,
  senders = [],
  dataDir,
}: Options = {}) {
  const now = () => clock.now
  await migrate(engine, { now })
  const db: Database = createDatabase(wrap(engine))
  const config = { ...readConfig([], { TZ: 'UTC' }), ...settings }
  const lines: string[] = []
  const keep = (line: string) => {
    lines.push(line)
    if (!expectsErrors) watchLine(line)
  }
  const log = createLog({ format: 'json', now, write: keep })
  const analyzer = createAnalyzer({ db, now, log, ...web, patienceMs: analyzerPatienceMs })
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
    written: metrics.eventsWritten,
  })
  const refusals = createRefusals({ db, now, log })
  const notices = createNotices({ db, now, log, senders, adminUrl: adminUrlOf(config) })
  await notices.start()
  const app = createApp({
    config,
    isDemo,
    db,
    now,
    log,
    metrics,
    build: dressBuild(build, { ...OUR_LOOK, ...look }),
    counter,
    adHtml: adHtml ?? null,
    publicFolder: publicFolder ?? null,
    ownPages,
    look: { ...OUR_LOOK, ...look },
    passwords,
    chatModel: createChatModel(config, { fetch, timeoutMs: chatTimeoutMs }),
    breachRelay: createBreachRelay(config, { fetch, userAgent: 'Passwright/0', timeoutMs: breachTimeoutMs }),
    analyzer,
    backups,
    refusals,
    notices,
    draw: drawHere,
    drawCard,
  })

  let apiCalls = 0
  const someone = (path: string) => {
    if (/^\/api\/(?!track\/)/.test(path)) apiCalls += 1
    return `203.0.113.${7 + Math.floor(apiCalls / CALLS_OF_ONE)}`
  }

  const call = async (
    path: string,
    { method, json, headers = {}, from = someone(path), body, signal }: Call = {},
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
    engine,
    clock,
    log,
    lines,
    counter,
    passwords,
    analyzer,
    backups,
    refusals,
    notices,
    handle: app.handle,
    routes: app.routes,
  }
}

const noWeb: Reach = {
  publicFetch: async () => ({ kind: 'failure', reason: 'There is no such website.' }),
  pageReader: { read: async () => ({ kind: 'failure', reason: 'There is no such page.' }) },
}

function emptyBuild(): SiteBuild {
  return {
    files: new Map(),
    manifest: { 'web/main.ts': { file: 'assets/main.js', css: ['assets/main.css'] } },
  }
}
