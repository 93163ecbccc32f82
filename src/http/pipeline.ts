import { DrizzleQueryError } from 'drizzle-orm/errors'
import { NotFoundError } from 'elysia'
import type { ErrorCode } from '#domain/errors.ts'
import type { Config } from '#src/config.ts'
import { AppError, invalid, methodNotAllowed, notFound, unauthorized } from '#src/errors.ts'
import type { Metrics } from '#src/lib/metrics.ts'
import type { Log } from '#src/log.ts'
import { type AccessLog, loggedPath } from './access-log.ts'
import { readJson, refuseBody } from './body.ts'
import { type Call, describeCall } from './call.ts'
import { canonicalPath } from './canonical-path.ts'
import { trustProxies } from './client-address.ts'
import { errorAnswer, internalError, JSON_TYPE, jsonBody, type Plain } from './error-answer.ts'
import { createHolds } from './holds.ts'
import { movedTo } from './moved-to.ts'
import { readQuery } from './query.ts'
import { createRateLimit, networkOf } from './rate-limit.ts'
import type { Route } from './route.ts'
import { CLOSED_POLICY, securityHeaders } from './security-headers.ts'
import { type Closed, createTable } from './table.ts'

/** `peer` is the address at the other end of the socket, `allowSilence` keeps it open through so many silent seconds. */
export type Handle = (
  request: Request,
  peer: string,
  allowSilence?: Call['allowSilence'],
) => Promise<Response>

type Options<Caller> = {
  routes: Route<Caller>[]
  closed: Closed
  config: Pick<Config, 'siteUrl' | 'hstsSubdomains' | 'trustProxy'>
  log: Log
  metrics: Metrics
  logAccess: AccessLog
  /** The answer to a request for what this host doesn't have; null for any other. Throws AppError not_found. */
  elsewhere(call: Call): Promise<Response | null>
  /** Finds who is asking, before a byte of the body is read; null for a stranger. */
  identify(call: Call): Promise<Caller | null>
  /** Throws AppError for a caller who may not use this route, or not yet. */
  authorize(caller: Caller, route: Route<Caller>): void
  /** The number of a caller, for the log. */
  idOf(caller: Caller): number
  /** Called before a request is answered with an error. */
  refused(call: Call, caller: Caller | null, code: ErrorCode): Promise<void>
  /** What people see at an address that isn't there. */
  notFoundPage(call: Call): Promise<Response>
}

/** A request on its way, and who sent it where that was asked. */
type Passage<Caller> = { call: Call; caller: Caller | null }

const unreadable = invalid('The request has no valid address or host')

const isApi = ({ url }: Call) => url.pathname.startsWith('/api/')

const COMPLAINT_EVERY_MS = 1_000

/** How many answers of more than half a megabyte may be under way: each costs memory for as long as it is read. */
const MOST_LARGE = { ofNetwork: 20, ofWideNetwork: 40, ofEveryone: 200 }

/**
 * Calls of the API by one network, where their route has no rate of its own. Other pages and files have no limit: they
 * come from memory, and an office behind one address may well be a thousand readers.
 */
const API_RATE = { attempts: 300, seconds: 10 }

/** In place of a route, for addresses that are not there. */
const NO_ROUTE = 'none'

/**
 * The way of every request, the same for all routes: match, rate, host, caller, permission, body, handler. Never
 * throws. Nothing that costs more than a counter comes before the rate limit.
 */
export function createPipeline<Caller>(options: Options<Caller>): Handle {
  const { config, log, metrics, logAccess, elsewhere, identify, authorize, idOf, refused, notFoundPage } =
    options
  const table = createTable(options.routes, options.closed)
  const surroundings = {
    siteUrl: config.siteUrl,
    isTrusted: trustProxies(config.trustProxy),
    large: createHolds(MOST_LARGE),
  }
  const always = { ...securityHeaders(config), 'content-security-policy': CLOSED_POLICY }
  const pageHeaders = Object.entries(always)
  const closedHeaders = { ...always, 'cache-control': 'no-store' }
  const apiHeaders = Object.entries(closedHeaders)
  // Made once: a response copies these ten times as fast as it takes them one by one.
  const jsonHeaders = new Headers({ ...closedHeaders, 'content-type': JSON_TYPE })
  const apiRate = createRateLimit(API_RATE)
  let complainedAt = Number.NEGATIVE_INFINITY

  async function answer(passage: Passage<Caller>): Promise<Response | Plain> {
    const { call } = passage
    const { request, url } = call
    try {
      const found = table.find(call.method, url.pathname)
      call.route = found?.route.path ?? null
      const rate = found?.route.rate ?? (isApi(call) ? apiRate : null)
      if (rate) await rate.take(networkOf(call.address))
      const answered = await elsewhere(call)
      if (answered) return answered
      if (!found) return await missing(passage)

      const { route, limit, params } = found
      if (route.access !== 'public') authorize(await admit(passage), route)
      refuseBody(request, limit)
      const body = route.body ? await readJson(request) : null
      // A body may take its time: who was let in before it may have been shut out since.
      if (route.body && route.access !== 'public') authorize(await admit(passage), route)
      const query = route.query ? readQuery(url.searchParams) : null
      const result = await route.run({ call, params, query, body }, passage.caller)
      return result instanceof Response ? result : { value: result, status: route.status ?? 200 }
    } catch (error) {
      return refuse(passage, error)
    }
  }

  async function admit(passage: Passage<Caller>): Promise<Caller> {
    const caller = await identify(passage.call)
    if (caller === null) throw unauthorized()
    passage.caller = caller
    return caller
  }

  async function missing(passage: Passage<Caller>): Promise<Response> {
    const { call } = passage
    const path = call.url.pathname
    if (table.isClosed(path)) await admit(passage)
    const allowed = table.methodsAt(path)
    if (allowed.length > 0) throw methodNotAllowed(allowed)
    if (!isRead(call) || isApi(call)) throw notFound('Page')

    const canonical = canonicalPath((other) => table.find('GET', other)?.route.path, path)
    if (!canonical) return notFoundPage(call)
    const location = canonical.path + call.url.search
    // A link to a draft is a secret: no cache on the way is to keep it.
    return canonical.hasParameter ? movedTo(location, 'no-store') : movedTo(location)
  }

  async function refuse({ call, caller }: Passage<Caller>, thrown: unknown): Promise<Response | Plain> {
    if (thrown instanceof NotFoundError) {
      return notFoundPage(call).catch((error) => refuse({ call, caller }, error))
    }
    const error = toAppError(thrown)
    if (error.code === 'internal' || (error.cause !== undefined && isWorthALine(error))) {
      const { id, method } = call
      log.error('request failed', error.cause, { requestId: id, method, path: loggedPath(call) })
    }
    await refused(call, caller, error.code)
    return errorAnswer(error, call.id)
  }

  function json({ value, status, headers = {} }: Plain): Response {
    const response = new Response(jsonBody(value), { status, headers: jsonHeaders })
    for (const name in headers) response.headers.set(name, headers[name] ?? '')
    return response
  }

  /** Adds the headers that every answer has to those of a route. */
  function complete(response: Response, headers: [string, string][]): Response {
    for (const [name, value] of headers) {
      if (!response.headers.has(name)) response.headers.set(name, value)
    }
    return response
  }

  /** A database that is down fails every request alike: one of them a second says so. */
  function isWorthALine({ code }: AppError): boolean {
    if (code !== 'unavailable') return true
    const time = performance.now()
    if (time - complainedAt < COMPLAINT_EVERY_MS) return false
    complainedAt = time
    return true
  }

  return async (request, peer, allowSilence) => {
    const started = performance.now()
    metrics.requestStarted()
    const call = describeCall(request, peer, { ...surroundings, allowSilence })
    const passage = call && { call, caller: null }
    const answered = passage ? await answer(passage) : errorAnswer(unreadable, '')
    const headers = call && isApi(call) ? apiHeaders : pageHeaders
    const response = answered instanceof Response ? complete(answered, headers) : json(answered)
    const milliseconds = performance.now() - started
    metrics.requestEnded({
      method: call?.method ?? '',
      route: call?.route ?? NO_ROUTE,
      status: response.status,
      seconds: milliseconds / 1000,
    })
    if (passage)
      logAccess?.(passage.call, passage.caller && idOf(passage.caller), response.status, milliseconds)
    return response
  }
}

const isRead = ({ method }: Call) => method === 'GET' || method === 'HEAD'

/** What a thrown value means to the caller. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof DrizzleQueryError && error.cause instanceof AppError) return error.cause
  return internalError(error)
}
