import { sql } from 'drizzle-orm'
import type { WebAccess } from '#src/analyses/analyze-page.ts'
import { createApp } from '#src/app.ts'
import { type Config, readConfig } from '#src/config.ts'
import { createDatabase } from '#src/db/database.ts'
import type { Engine } from '#src/db/engine.ts'
import type { LeaseClock } from '#src/db/lease.ts'
import { createLog } from '#src/log.ts'
import type { Sender } from '#src/notices/notices.ts'
import { createServices, type Effects } from '#src/services.ts'
import { addBrandingFiles, type Branding, DEFAULT_BRANDING } from '#src/site/branding.ts'
import type { SiteBuild } from '#src/site/build.ts'
import { createPasswords } from '#src/users/passwords.ts'
import { watchLine } from './error-watch.ts'
import { keyed } from './keyed.ts'
import { bringUpToDate, MIGRATED_AT, openMigrated } from './migrated-database.ts'
import { WAIT_MS } from './time-limits.ts'

const WEAK_HASHING = { memoryCost: 8, timeCost: 1 }

const DEFAULT_CONFIG = readConfig([], { TZ: 'UTC' })

/** `dataDir` is the folder of `engine`. */
type Options = Partial<Omit<Effects, 'db' | 'now' | 'log' | 'branding'>> & {
  settings?: Partial<Config>
  /** Changes only when set. */
  clock?: { now: Date }
  wrap?: (engine: Engine) => Engine
  branding?: Partial<Branding>
  /** Replaces the in-memory database; the caller closes it. */
  engine?: Engine
  /** False fails the test on a logged error. */
  expectsErrors?: boolean
  chatTimeout?: () => AbortSignal
  breachTimeoutMs?: number
  web?: WebAccess
  analyzerTimeout?: () => AbortSignal
  wait?: (milliseconds: number) => Promise<unknown>
  senders?: Sender[]
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
  wrap = (engine) => engine,
  branding = {},
  expectsErrors = false,
  chatTimeout,
  breachTimeoutMs = WAIT_MS,
  web = noWeb,
  analyzerTimeout = () => AbortSignal.timeout(WAIT_MS),
  wait,
  senders = [],
  ...effects
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
  const brandingFiles = { ...DEFAULT_BRANDING, ...branding }
  const services = await createServices(config, {
    isDemo: false,
    adHtml: null,
    publicFolder: null,
    customPages: [],
    wordList: null,
    dataDir: null,
    passwords: createPasswords(WEAK_HASHING),
    ...effects,
    db,
    now,
    log,
    build: addBrandingFiles(build, brandingFiles),
    branding: brandingFiles,
    analyzer: { ...web, timeout: analyzerTimeout, leaseClock },
    notices: { senders, leaseClock },
    chat: { timeout: chatTimeout },
    breaches: { timeoutMs: breachTimeoutMs },
    databaseTime: () => sql`${now().getTime()}`,
  })
  const app = createApp(services, wait)

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

  return { ...services, call, engine, clock, lines, handle: app.handle, routes: app.routes }
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
