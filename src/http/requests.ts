import { DrizzleQueryError } from 'drizzle-orm/errors'
import { Elysia, ElysiaCustomStatusResponse, NotFoundError, ParseError, ValidationError } from 'elysia'
import { type ErrorCode, type ErrorResponse, STATUS_OF } from '#domain/errors.ts'
import { RATE_LIMITS } from '#domain/rate-limits.ts'
import type { Config } from '#src/config.ts'
import { AppError, invalid, methodNotAllowed, notFound, unauthorized } from '#src/errors.ts'
import { DISK_FULL, isDiskFull, unavailableNow } from '#src/lib/disk-full.ts'
import type { Metrics } from '#src/lib/metrics.ts'
import { requestAborted } from '#src/lib/yield-to-event-loop.ts'
import type { Log } from '#src/log.ts'
import { type AccessLog, loggedPath } from './access-log.ts'
import { type BodyLimit, bodyLimitOf, checkBodyHeaders, readJson } from './body.ts'
import { type Call, createCall } from './call.ts'
import { trustProxies } from './client-address.ts'
import { createAmountLimit, createConcurrencyLimit } from './concurrency-limit.ts'
import type { DeclaredRoute, Limits } from './declared-routes.ts'
import { canonicalPath, createPaths, isWellEncoded } from './paths.ts'
import { createRateLimit, networkOf } from './rate-limit.ts'
import { permanentRedirect } from './redirects.ts'
import { JSON_TYPE, jsonBody } from './responses.ts'
import { CLOSED_POLICY, securityHeaders } from './security-headers.ts'

export type Options<Caller> = {
  config: Pick<Config, 'siteUrl' | 'hstsSubdomains' | 'trustProxy'>
  log: Log
  metrics: Metrics
  logAccess: AccessLog
  routes(): readonly DeclaredRoute[]
  isProtected(path: string): boolean
  /** Responds to paths that this host doesn't serve; null for all others. Throws AppError not_found. */
  handleAdminHost(call: Call): Promise<Response | null>
  /** Runs before the body is read, and again afterward; null without valid credentials. */
  identify(call: Call): Promise<Caller | null>
  idOf(caller: Caller): number
  onError(call: Call, caller: Caller | null, code: ErrorCode): Promise<void>
  notFoundPage(call: Call): Promise<Response>
}

type State<Caller> = {
  call: Call
  caller: Caller | null
  started: number
  isEnded: boolean
  releaseBody(): void
}

type Reading = { limit: BodyLimit; readsBody: boolean; readsQuery: boolean }

/** For the application: paths are exact, and a host may have one letter. */
export const ROUTING = { strictPath: true, normalize: false, handler: { standardHostname: false } } as const

const noWebSockets = invalid('This server has no WebSockets')

const unreadable = invalid('The request has no valid URL or host')

/** Concurrent responses over half a megabyte: each occupies memory until it is read. */
const LARGE_MAX = { perNetwork: 20, perWideNetwork: 40, total: 200 }

const MB = 1024 * 1024

const RESERVED_BYTES = 64 * 1024

/** Bytes of bodies being received or processed, per user and in total. */
const USERS_BODIES = { perKey: 12 * MB, total: 16 * MB, reserved: RESERVED_BYTES }

const VISITORS_BODIES = { perKey: 2 * MB, total: 16 * MB, reserved: RESERVED_BYTES }

/** For queues, the longest rendering or search, and the three minutes of an AI provider. */
const HANDLING_SECONDS = 210

const NO_ROUTE = 'none'

class Responded extends Error {
  readonly response: Response

  constructor(response: Response) {
    super('responded')
    this.response = response
  }
}

/** Guard, limits, errors, headers, access log and metrics of all requests. Nothing expensive runs before the rate limit. */
export function createRequests<Caller>(options: Options<Caller>) {
  const { config, log, metrics, logAccess, identify, idOf } = options
  const paths = createPaths(options.routes)
  const states = new WeakMap<Request, State<Caller>>()
  const readings = new Map<string, Reading>()
  const callContext = {
    siteUrl: config.siteUrl,
    isTrusted: trustProxies(config.trustProxy),
    large: createConcurrencyLimit(LARGE_MAX),
  }
  const security = { ...securityHeaders(config), 'content-security-policy': CLOSED_POLICY }
  const pageHeaders = Object.entries(security)
  const closedHeaders = { ...security, 'cache-control': 'no-store' }
  const apiHeaders = Object.entries(closedHeaders)
  // Copying a Headers object is ten times as fast as setting each header.
  const jsonHeaders = new Headers({ ...closedHeaders, 'content-type': JSON_TYPE })
  const apiRate = createRateLimit(RATE_LIMITS.apiCalls)
  const usersBodies = createAmountLimit(USERS_BODIES)
  const visitorsBodies = createAmountLimit(VISITORS_BODIES)
  const loggedOutages = createRateLimit(RATE_LIMITS.loggedOutages)

  function stateOf(request: Request): State<Caller> {
    const state = states.get(request)
    if (!state) throw new Error('a request came without its call')
    return state
  }

  function readingOf(method: string, path: string, limits: Limits): Reading {
    const key = JSON.stringify([method, path])
    const known = readings.get(key)
    if (known) return known
    const declared = options.routes().find((route) => route.method === method && route.path === path)
    const reading = {
      limit: bodyLimitOf({ path, body: declared?.body, ...limits }),
      readsBody: Boolean(declared?.body),
      readsQuery: Boolean(declared?.query),
    }
    readings.set(key, reading)
    return reading
  }

  /** Rate, host, guard, body, and the guard again, because the session may have ended while a slow body arrived. */
  async function admit(
    request: Request,
    route: string,
    limits: Limits,
    authorize: ((caller: Caller) => void) | null,
  ): Promise<{ body?: unknown; query?: unknown }> {
    const state = stateOf(request)
    const { call } = state
    if (!isWellEncoded(call.url.pathname)) throw new NotFoundError()
    call.route = route
    await checkRateAndHost(state, limits.rate)
    if (authorize) {
      const again = async () => authorize(await signedIn(state))
      await again()
      call.authorizeAgain = again
    }
    const { limit, readsBody, readsQuery } = readingOf(request.method, route, limits)
    state.releaseBody = holdBody(state, checkBodyHeaders(request, limit))
    const admitted: { body?: unknown; query?: unknown } = {}
    if (readsBody) {
      admitted.body = await readJson(request, limit)
      await call.authorizeAgain()
    }
    // Slow bodies have the shorter limit; a route that reads its body itself may still be waiting for it.
    if (!limits.streams && !limits.upload) call.extendIdleTimeout(HANDLING_SECONDS)
    // Elysia splits values at commas.
    if (readsQuery) admitted.query = readQuery(call.url.searchParams)
    return admitted
  }

  async function checkRateAndHost({ call }: State<Caller>, rate = isApi(call) ? apiRate : null) {
    rate?.take(networkOf(call.address))
    const response = await options.handleAdminHost(call)
    if (response) throw new Responded(response)
  }

  async function signedIn(state: State<Caller>): Promise<Caller> {
    const caller = await identify(state.call)
    if (caller === null) throw unauthorized()
    state.caller = caller
    return caller
  }

  function holdBody({ call, caller }: State<Caller>, bytes: number): () => void {
    if (bytes === 0) return nothing
    if (caller !== null) return usersBodies.take(String(idOf(caller)), bytes)
    return visitorsBodies.take(networkOf(call.address), bytes)
  }

  async function respondWithoutRoute(state: State<Caller>): Promise<Response> {
    const { call } = state
    const path = call.url.pathname
    await checkRateAndHost(state)
    if (options.isProtected(path)) await signedIn(state)
    const allowed = paths.methodsAt(path)
    if (allowed.length > 0) throw methodNotAllowed(allowed)
    if (!isRead(call) || isApi(call)) throw notFound('Page')

    const canonical = canonicalPath((other) => paths.patternOf('GET', other), path)
    if (!canonical) return options.notFoundPage(call)
    const location = canonical.path + call.url.search
    // Preview links are secret: caches must not store the redirect.
    return canonical.hasParameter ? permanentRedirect(location, 'no-store') : permanentRedirect(location)
  }

  async function refuse(state: State<Caller>, thrown: unknown): Promise<Response> {
    const { call, caller } = state
    if (thrown instanceof Responded) return thrown.response
    if (thrown instanceof NotFoundError) {
      const page = call.route === null ? respondWithoutRoute(state) : options.notFoundPage(call)
      return page.catch((error) => refuse(state, error))
    }
    const error = call.request.signal.aborted && isAbort(thrown) ? requestAborted() : toAppError(thrown)
    if (error.code === 'internal' || (error.cause !== undefined && shouldLog(error))) {
      const { id, method } = call
      log.error('request failed', error.cause, { requestId: id, method, path: loggedPath(call) })
    }
    await options.onError(call, caller, error.code)
    return errorResponse(error, call.id)
  }

  function json(value: unknown, status: number, headers: Record<string, string> = {}): Response {
    const response = new Response(jsonBody(value), { status, headers: jsonHeaders })
    for (const name in headers) response.headers.set(name, headers[name] ?? '')
    return response
  }

  function errorResponse({ message, code, fields, headers }: AppError, requestId: string): Response {
    const body: ErrorResponse = { message, code }
    if (fields) body.fields = fields
    if (code === 'internal') body.requestId = requestId
    return json(body, STATUS_OF[code], headers)
  }

  const shouldLog = ({ code }: AppError) => code !== 'unavailable' || loggedOutages.tryTake('') === 0

  function end(state: State<Caller>, value: unknown, status: unknown = 200): Response {
    const response = value instanceof Response ? value : jsonOf(value, status)
    if (state.isEnded) return response
    state.isEnded = true
    const { call, caller } = state
    state.releaseBody()
    if (response === value) complete(response, isApi(call) ? apiHeaders : pageHeaders)
    const milliseconds = performance.now() - state.started
    count(call.method, call.route ?? NO_ROUTE, response, milliseconds)
    logAccess?.(call, caller && idOf(caller), response.status, milliseconds)
    return response
  }

  const count = (method: string, route: string, { status }: Response, milliseconds: number) =>
    metrics.requestEnded({ method, route, status, seconds: milliseconds / 1000 })

  const plugin = new Elysia({ name: 'requests' })
    .mapResponse({ as: 'global' }, ({ request, responseValue, set }) =>
      end(stateOf(request), responseValue, set.status),
    )
    .onError({ as: 'global' }, async ({ request, error, set }) => {
      const state = stateOf(request)
      const response = end(state, await refuse(state, error))
      // Elysia would give it to a response of status 200, and read its body to copy it.
      set.status = 200
      return response
    })

  /** For routes with a `response`, Elysia has already moved the status of what they return to `status`. */
  const jsonOf = (value: unknown, status: unknown): Response =>
    value instanceof ElysiaCustomStatusResponse
      ? json(value.response, Number(value.code))
      : json(value, Number(status))

  async function respond(
    handle: (request: Request) => Response | Promise<Response>,
    given: Request,
    peer: string,
    extendIdleTimeout?: Call['extendIdleTimeout'],
  ): Promise<Response> {
    const started = performance.now()
    metrics.requestStarted()
    const call = createCall(given, peer, { ...callContext, extendIdleTimeout })
    if (!call) {
      const response = complete(errorResponse(unreadable, ''), pageHeaders)
      count('', NO_ROUTE, response, performance.now() - started)
      return response
    }
    const state: State<Caller> = { call, caller: null, started, isEnded: false, releaseBody: nothing }
    try {
      const request = routable(call)
      if (request.headers.get('upgrade')?.toLowerCase() === 'websocket') throw noWebSockets
      if (!paths.hasMethod(request.method)) throw new NotFoundError()
      states.set(request, state)
      return await handle(request)
    } catch (error) {
      // Elysia itself fails on `throw null`.
      return end(state, await refuse(state, error))
    }
  }

  return {
    plugin,
    respond,
    admit,
    callOf: (request: Request): Call => stateOf(request).call,
    callerOf: (request: Request): Caller => {
      const { caller } = stateOf(request)
      if (caller === null) throw unauthorized()
      return caller
    },
  }
}

export type Requests<Caller> = ReturnType<typeof createRequests<Caller>>

/** Elysia reads all of a stream for HEAD, and knows neither `#` in a request target nor URLs without a host. */
function routable({ request, url }: Call): Request {
  const isHead = request.method === 'HEAD'
  if (!isHead && request.url === url.href && !request.url.includes('#')) return request
  const plain = `${url.origin}${url.pathname}${url.search}`
  return isHead
    ? new Request(plain, { headers: request.headers, signal: request.signal })
    : new Request(plain, request)
}

function complete(response: Response, headers: [string, string][]): Response {
  for (const [name, value] of headers) {
    if (!response.headers.has(name)) response.headers.set(name, value)
  }
  return response
}

const isApi = ({ url }: Call) => url.pathname.startsWith('/api/')

const isRead = ({ method }: Call) => method === 'GET' || method === 'HEAD'

const nothing = () => undefined

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError'

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ParseError) return toAppError(error.cause)
  if (error instanceof ValidationError && error.type !== 'response') return invalidInput(error)
  if (error instanceof DrizzleQueryError && error.cause instanceof AppError) return error.cause
  if (isDiskFull(error)) return unavailableNow(DISK_FULL, error)
  return new AppError('internal', 'Internal server error', { cause: error })
}

/** Names top-level fields only; nested names could come from the client, and `error.message` contains the input. */
function invalidInput({ all }: ValidationError): AppError {
  const fields: Record<string, string> = {}
  for (const issue of all) {
    const [field = ''] = 'path' in issue ? issue.path.split('.') : []
    if (field !== 'root') fields[field] ??= issue.summary ?? ''
  }
  return invalid(
    all[0]?.summary || 'The request is not valid',
    Object.keys(fields).length > 0 ? fields : undefined,
  )
}

function readQuery(given: URLSearchParams): Record<string, string | string[]> {
  const values = new Map<string, string | string[]>()
  for (const [name, value] of given) {
    const known = values.get(name)
    if (Array.isArray(known)) known.push(value)
    else values.set(name, known === undefined ? value : [known, value])
  }
  return Object.fromEntries(values)
}
