import { DrizzleQueryError } from 'drizzle-orm/errors'
import { NotFoundError } from 'elysia'
import type { ErrorCode } from '#domain/errors.ts'
import type { Config } from '#src/config.ts'
import { AppError, invalid, methodNotAllowed, notFound, unauthorized } from '#src/errors.ts'
import type { Metrics } from '#src/lib/metrics.ts'
import { requestAborted } from '#src/lib/yield-to-event-loop.ts'
import type { Log } from '#src/log.ts'
import { type AccessLog, loggedPath } from './access-log.ts'
import { checkBodyHeaders, readJson } from './body.ts'
import { type Call, createCall } from './call.ts'
import { canonicalPath } from './canonical-path.ts'
import { trustProxies } from './client-address.ts'
import { createAmountLimit, createConcurrencyLimit } from './concurrency-limit.ts'
import { readQuery } from './query.ts'
import { createRateLimit, networkOf } from './rate-limit.ts'
import { permanentRedirect } from './redirects.ts'
import { errorResponse, internalError, JSON_TYPE, type JsonResult, jsonBody } from './responses.ts'
import type { Route } from './route.ts'
import { createRouteTable, type ProtectedPaths } from './route-table.ts'
import { CLOSED_POLICY, securityHeaders } from './security-headers.ts'

export type Handle = (
  request: Request,
  peer: string,
  extendIdleTimeout?: Call['extendIdleTimeout'],
) => Promise<Response>

type Options<Caller> = {
  routes: Route<Caller>[]
  protectedPaths: ProtectedPaths
  config: Pick<Config, 'siteUrl' | 'hstsSubdomains' | 'trustProxy'>
  log: Log
  metrics: Metrics
  logAccess: AccessLog
  /** Responds to paths that this host doesn't serve; null for all others. Throws AppError not_found. */
  handleAdminHost(call: Call): Promise<Response | null>
  /** Runs before the body is read, and again afterward; null without valid credentials. */
  identify(call: Call): Promise<Caller | null>
  authorize(caller: Caller, route: Route<Caller>): void
  idOf(caller: Caller): number
  /** Runs after an authenticated request that may have changed something, before the response. */
  onChange(): void
  onError(call: Call, caller: Caller | null, code: ErrorCode): Promise<void>
  notFoundPage(call: Call): Promise<Response>
}

type RequestContext<Caller> = { call: Call; caller: Caller | null; releaseBody(): void }

const unreadable = invalid('The request has no valid URL or host')

const isApi = ({ url }: Call) => url.pathname.startsWith('/api/')

const OUTAGE_LOG_MS = 1_000

/** Concurrent responses over half a megabyte: each occupies memory until it is read. */
const LARGE_MAX = { perNetwork: 20, perWideNetwork: 40, total: 200 }

const MB = 1024 * 1024

const RESERVED_BYTES = 64 * 1024

/** Bytes of bodies being received or processed, per user and in total. */
const USERS_BODIES = { perKey: 12 * MB, total: 16 * MB, reserved: RESERVED_BYTES }

/** Per network. Their bodies are at most some ten kilobytes. */
const VISITORS_BODIES = { perKey: 2 * MB, total: 16 * MB, reserved: RESERVED_BYTES }

/** For API calls per network. Pages have no limit: they come from memory, and a thousand readers may share an address. */
const API_RATE = { attempts: 300, seconds: 10 }

/** For queues, the longest rendering or search, and the three minutes of an AI provider. */
const HANDLING_SECONDS = 210

const NO_ROUTE = 'none'

/** Handles every request and never throws. Nothing expensive runs before the rate limit. */
export function createPipeline<Caller>(options: Options<Caller>): Handle {
  const {
    config,
    log,
    metrics,
    logAccess,
    handleAdminHost,
    identify,
    authorize,
    idOf,
    onChange,
    onError,
    notFoundPage,
  } = options
  const table = createRouteTable(options.routes, options.protectedPaths)
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
  const apiRate = createRateLimit(API_RATE)
  const usersBodies = createAmountLimit(USERS_BODIES)
  const visitorsBodies = createAmountLimit(VISITORS_BODIES)
  let outageLoggedAt = Number.NEGATIVE_INFINITY

  async function respond(context: RequestContext<Caller>): Promise<Response | JsonResult> {
    const { call } = context
    const { request, url } = call
    try {
      const found = table.find(call.method, url.pathname)
      call.route = found?.route.path ?? null
      const rate = found?.route.rate ?? (isApi(call) ? apiRate : null)
      if (rate) await rate.take(networkOf(call.address))
      const adminHostResponse = await handleAdminHost(call)
      if (adminHostResponse) return adminHostResponse
      if (!found) return await respondWithoutRoute(context)

      const { route, limit, params } = found
      const admitAndAuthorize = async () => authorize(await admit(context), route)
      if (route.access !== 'public') {
        await admitAndAuthorize()
        call.authorizeAgain = admitAndAuthorize
      }
      context.releaseBody = holdBody(context, checkBodyHeaders(request, limit))
      const body = route.body ? await readJson(request) : null
      // The session may have ended while a slow body arrived.
      if (route.body) await call.authorizeAgain()
      // Slow bodies have the shorter limit; a route that reads its body itself may still be waiting for it.
      if (!route.streams && !route.upload) call.extendIdleTimeout(HANDLING_SECONDS)
      const query = route.query ? readQuery(url.searchParams) : null
      const result = await route.run({ call, params, query, body }, context.caller)
      return result instanceof Response ? result : { value: result, status: route.status ?? 200 }
    } catch (error) {
      return refuse(context, error)
    } finally {
      context.releaseBody()
      if (context.caller !== null && !isRead(call)) onChange()
    }
  }

  function holdBody({ call, caller }: RequestContext<Caller>, bytes: number): () => void {
    if (bytes === 0) return nothing
    if (caller !== null) return usersBodies.take(String(idOf(caller)), bytes)
    return visitorsBodies.take(networkOf(call.address), bytes)
  }

  async function admit(context: RequestContext<Caller>): Promise<Caller> {
    const caller = await identify(context.call)
    if (caller === null) throw unauthorized()
    context.caller = caller
    return caller
  }

  async function respondWithoutRoute(context: RequestContext<Caller>): Promise<Response> {
    const { call } = context
    const path = call.url.pathname
    if (table.isProtected(path)) await admit(context)
    const allowed = table.methodsAt(path)
    if (allowed.length > 0) throw methodNotAllowed(allowed)
    if (!isRead(call) || isApi(call)) throw notFound('Page')

    const canonical = canonicalPath((other) => table.find('GET', other)?.route.path, path)
    if (!canonical) return notFoundPage(call)
    const location = canonical.path + call.url.search
    // Preview links are secret: caches must not store the redirect.
    return canonical.hasParameter ? permanentRedirect(location, 'no-store') : permanentRedirect(location)
  }

  async function refuse(context: RequestContext<Caller>, thrown: unknown): Promise<Response | JsonResult> {
    const { call, caller } = context
    if (thrown instanceof NotFoundError) {
      return notFoundPage(call).catch((error) => refuse(context, error))
    }
    const error = call.request.signal.aborted && isAbort(thrown) ? requestAborted() : toAppError(thrown)
    if (error.code === 'internal' || (error.cause !== undefined && shouldLog(error))) {
      const { id, method } = call
      log.error('request failed', error.cause, { requestId: id, method, path: loggedPath(call) })
    }
    await onError(call, caller, error.code)
    return errorResponse(error, call.id)
  }

  function json({ value, status, headers = {} }: JsonResult): Response {
    const response = new Response(jsonBody(value), { status, headers: jsonHeaders })
    for (const name in headers) response.headers.set(name, headers[name] ?? '')
    return response
  }

  function complete(response: Response, headers: [string, string][]): Response {
    for (const [name, value] of headers) {
      if (!response.headers.has(name)) response.headers.set(name, value)
    }
    return response
  }

  /** During an outage every request fails: log one line a second. */
  function shouldLog({ code }: AppError): boolean {
    if (code !== 'unavailable') return true
    const time = performance.now()
    if (time - outageLoggedAt < OUTAGE_LOG_MS) return false
    outageLoggedAt = time
    return true
  }

  return async (request, peer, extendIdleTimeout) => {
    const started = performance.now()
    metrics.requestStarted()
    const call = createCall(request, peer, { ...callContext, extendIdleTimeout })
    const context = call && { call, caller: null, releaseBody: nothing }
    const result = context ? await respond(context) : errorResponse(unreadable, '')
    const headers = call && isApi(call) ? apiHeaders : pageHeaders
    const response = result instanceof Response ? complete(result, headers) : json(result)
    const milliseconds = performance.now() - started
    metrics.requestEnded({
      method: call?.method ?? '',
      route: call?.route ?? NO_ROUTE,
      status: response.status,
      seconds: milliseconds / 1000,
    })
    if (context)
      logAccess?.(context.call, context.caller && idOf(context.caller), response.status, milliseconds)
    return response
  }
}

const isRead = ({ method }: Call) => method === 'GET' || method === 'HEAD'

const nothing = () => undefined

/** Thrown to whoever reads the body. */
const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError'

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof DrizzleQueryError && error.cause instanceof AppError) return error.cause
  return internalError(error)
}
