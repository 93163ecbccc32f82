import { Elysia, NotFoundError } from 'elysia'
import type { ErrorCode } from '#domain/errors.ts'
import type { Config } from '#src/config.ts'
import { type AppError, invalid, methodNotAllowed, notFound } from '#src/errors.ts'
import type { Metrics } from '#src/lib/metrics.ts'
import type { Log } from '#src/log.ts'
import { createAccessLog, loggedPath } from './access-log.ts'
import { type BodyLimit, type BodyLimits, createBodyLimits, refuseBody } from './body-limits.ts'
import { type Call, callOf, describeCall, noteCall } from './call.ts'
import { canonicalPath } from './canonical-path.ts'
import { trustProxies } from './client-address.ts'
import { errorAnswer } from './error-answer.ts'
import { createHolds } from './holds.ts'
import { allowedMethods } from './methods.ts'
import { movedTo } from './moved-to.ts'
import { readJson } from './read-json.ts'
import { toAppError } from './refusals.ts'
import { createRequestLimits } from './request-limits.ts'
import { CLOSED_POLICY, securityHeaders } from './security-headers.ts'

/** `peer` is the address at the other end of the socket, `allowSilence` keeps it open through so many silent seconds. */
export type Handle = (
  request: Request,
  peer: string,
  allowSilence?: Call['allowSilence'],
) => Promise<Response>

type Options = {
  config: Pick<Config, 'siteUrl' | 'hstsSubdomains' | 'trustProxy' | 'accessLog'>
  log: Log
  metrics: Metrics
  /** The answer to a request for what this host doesn't have; null for any other. Throws AppError not_found. */
  elsewhere(request: Request, call: Call): Promise<Response | null>
  /** Judges a request before a byte of its body is read: throws AppError for one that may not go on. */
  admit(request: Request, path: string): Promise<void>
  /** The number of the administrator who was admitted with a request; null for a stranger. */
  userOf(request: Request): number | null
  /** Called before a request is answered with an error. */
  refused(request: Request, call: Call, code: ErrorCode): Promise<void>
  /** What people see at an address that isn't there. */
  notFoundPage(request: Request, call: Call): Promise<Response>
}

const unreadable = invalid('The request has no valid address or host')

const isJson = ({ isStreamed, types }: BodyLimit) => !isStreamed && types === undefined

const isApi = ({ url }: Call) => url.pathname.startsWith('/api/')

const COMPLAINT_EVERY_MS = 1_000

/** How many answers of more than half a megabyte may be under way: each costs memory for as long as it is read. */
const MOST_LARGE = { ofNetwork: 20, ofWideNetwork: 40, ofEveryone: 200 }

/** In place of a route: for what was refused before there was one, and for addresses that are not there. */
const NO_ROUTE = 'none'

/**
 * What stands between the socket and the routes, the same for every feature: `router` takes the routes, and `handle`
 * answers one request and never throws.
 */
export function createFront({
  config,
  log,
  metrics,
  elsewhere,
  admit,
  userOf,
  refused,
  notFoundPage,
}: Options) {
  const surroundings = {
    siteUrl: config.siteUrl,
    isTrusted: trustProxies(config.trustProxy),
    large: createHolds(MOST_LARGE),
  }
  const always = { ...securityHeaders(config), 'content-security-policy': CLOSED_POLICY }
  const pageHeaders = Object.entries(always)
  const apiHeaders = Object.entries({ ...always, 'cache-control': 'no-store' })
  const refuseFlood = createRequestLimits()
  let complainedAt = Number.NEGATIVE_INFINITY
  const logAccess = createAccessLog({ log, isOn: config.accessLog === 'on', userOf })
  const router = new Elysia({ normalize: false, strictPath: true })
    .onError(({ error, request }) => refuse(request, error))
    // Null is a body, too: with undefined, the library would read it after all.
    .onTransform(({ request, route }) => {
      callOf(request).route = route
    })
    .onParse(({ request }) => (isJson(bodyLimitOf(request)) ? readJson(request) : null))

  let bodyLimits: BodyLimits | undefined
  const bodyLimitOf = (request: Request) => {
    // All routes are there once a request is.
    bodyLimits ??= createBodyLimits(router.routes)
    return bodyLimits(request.method, callOf(request).url.pathname)
  }

  async function handle(
    request: Request,
    peer: string,
    allowSilence?: Call['allowSilence'],
  ): Promise<Response> {
    const started = performance.now()
    metrics.requestStarted()
    const call = describeCall(request, peer, { ...surroundings, ...(allowSilence ? { allowSilence } : {}) })
    const routed = call ? routable(request, call) : request
    const response = call ? await answer(routed, call) : errorAnswer(unreadable, '')
    const headers = call && !isApi(call) ? pageHeaders : apiHeaders
    for (const [name, value] of headers) {
      if (!response.headers.has(name)) response.headers.set(name, value)
    }
    const milliseconds = performance.now() - started
    const { method, route } = call ?? { method: '', route: null }
    metrics.requestEnded({
      method,
      route: route ?? NO_ROUTE,
      status: response.status,
      seconds: milliseconds / 1000,
    })
    if (call) logAccess(routed, call, response, milliseconds)
    return response
  }

  async function answer(request: Request, call: Call): Promise<Response> {
    noteCall(request, call)
    const path = call.url.pathname
    try {
      await refuseFlood(call)
      const answered = await elsewhere(request, call)
      if (answered) return answered
      await admit(request, path)
      refuseBody(request, bodyLimitOf(request))
      if (!isWellEncoded(path)) throw new NotFoundError()
      return await router.handle(request)
    } catch (error) {
      return refuse(request, error)
    }
  }

  async function refuse(request: Request, thrown: unknown): Promise<Response> {
    if (!(thrown instanceof NotFoundError)) return tell(request, thrown)
    try {
      return await missing(request)
    } catch (error) {
      return tell(request, error)
    }
  }

  async function missing(request: Request): Promise<Response> {
    const call = callOf(request)
    const path = call.url.pathname
    const allowed = allowedMethods(router.routes, path)
    const isTaken = allowed.includes(request.method) || allowed.includes('ALL')
    if (allowed.length > 0 && !isTaken) throw methodNotAllowed(allowed)
    if (request.method !== 'GET' || isApi(call)) throw notFound('Page')

    const canonical = canonicalPath(router.routes, path)
    if (!canonical) return notFoundPage(request, call)
    const location = canonical.path + call.url.search
    // A link to a draft is a secret: no cache on the way is to keep it.
    return canonical.hasParameter ? movedTo(location, 'no-store') : movedTo(location)
  }

  async function tell(request: Request, thrown: unknown): Promise<Response> {
    const call = callOf(request)
    const { id } = call
    const error = toAppError(thrown)
    if (error.code === 'internal' || (error.cause !== undefined && isWorthALine(error))) {
      log.error('request failed', error.cause, { requestId: id, method: call.method, path: loggedPath(call) })
    }
    await refused(request, call, error.code)
    return errorAnswer(error, id)
  }

  /** A database that is down fails every request alike: one of them a second says so. */
  function isWorthALine({ code }: AppError): boolean {
    if (code !== 'unavailable') return true
    const time = performance.now()
    if (time - complainedAt < COMPLAINT_EVERY_MS) return false
    complainedAt = time
    return true
  }

  return { router, handle }
}

/** The router gives its routes null for a part of the path that it can't decode, though they are promised a text. */
function isWellEncoded(path: string): boolean {
  try {
    return decodeURIComponent(path) !== null
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}

/**
 * The request as the router should see it. HEAD is answered as GET (the server drops the body). The router searches the
 * text of the address for the path, from the twelfth character up to a question mark, so behind a short host, or with
 * a fragment, it would see another path than the guards do: the address is spelled so that both see the same.
 */
function routable(request: Request, { url }: Call): Request {
  const host = url.host.length < 4 ? 'localhost' : url.host
  const address = `${url.protocol}//${host}${url.pathname}${url.search}`
  if (request.method === 'HEAD') return new Request(address, { headers: request.headers })
  return address === request.url ? request : new Request(address, request)
}
