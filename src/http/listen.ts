import { isRefusal, StartError } from '#src/errors.ts'
import type { Log } from '#src/log.ts'
import type { Call } from './call.ts'
import { readPieces } from './timed-body.ts'

/** Synchronous if possible, for requests without a body. */
export type RequestHandler = (
  request: Request,
  peerOf: () => string,
  extendIdleTimeout?: Call['extendIdleTimeout'],
) => Response | Promise<Response>

type Options = {
  host: string
  port: number
  log: Log
  isStopping?: () => boolean
}

const IDLE_SECONDS = 10
/** Bun itself rejects requests with a larger Content-Length; routes have lower limits. */
const BODY_MAX_BYTES = 256 * 1024 * 1024

export function listen(
  handle: RequestHandler,
  { host, port, log, isStopping = () => false }: Options,
): Bun.Server<undefined> {
  const turns = createTurns()
  const discardBody = createBodyDiscard()

  function respond(request: Request, server: Bun.Server<undefined>): Response | Promise<Response> {
    let isExtended = false
    let peer: string | undefined
    const response = handle(
      request,
      () => (peer ??= server.requestIP(request)?.address ?? ''),
      (seconds) => {
        isExtended = true
        server.timeout(request, seconds)
      },
    )
    if (response instanceof Response) return response
    return response.then(async (late) => {
      // Bun keeps the limit for all requests that follow on the connection.
      if (isExtended) server.timeout(request, IDLE_SECONDS)
      // Only late responses are sent while stopping, which closes idle connections.
      if (!(await discardBody(request)) || isStopping()) late.headers.set('connection', 'close')
      return late
    })
  }

  try {
    return Bun.serve({
      hostname: host,
      port,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: BODY_MAX_BYTES,
      fetch: (request, server) => {
        const turn = turns.take()
        return turn ? turn.then(() => respond(request, server)) : respond(request, server)
      },
      error: (error) => {
        log.error('request failed', error)
        return new Response('Internal server error', { status: 500, headers: { connection: 'close' } })
      },
    })
  } catch (error) {
    throw new StartError(listenErrorMessage(error, host, port), { cause: error })
  }
}

function listenErrorMessage(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is already in use.`
  if (code === 'EACCES') return `Permission denied: port ${port} requires privileges that this process lacks.`
  return `The server can't listen on ${host}, port ${port}.`
}

/** As many as connections from which the event loop reads in one turn. */
const PER_TURN = 1_024

/**
 * Bounds the requests that one turn of the event loop handles: pipelined ones all arrive in the same turn. Bun closes a
 * connection whose next request has already arrived when one must wait; any other connection isn't affected.
 */
export function createTurns() {
  const waiting: (() => void)[] = []
  let taken = 0

  function endTurn() {
    const next = waiting.splice(0, PER_TURN / 2)
    taken = next.length
    if (taken === PER_TURN / 2) setImmediate(endTurn)
    for (const begin of next) begin()
  }

  return {
    take: (): Promise<void> | null => {
      taken += 1
      // Counting turns only from here on costs less than a timer in each.
      if (taken === PER_TURN / 2) setImmediate(endTurn)
      return taken <= PER_TURN ? null : new Promise((resolve) => waiting.push(resolve))
    },
  }
}

/** More than common uploads have: beyond it, a client that still sends may lose the response. */
const DISCARDED_MAX_BYTES = 32 * 1024 * 1024
const DISCARD_MS = 1_000
/** What is discarded occupies memory until the next garbage collection. */
const DISCARDED_AT_ONCE = 4

/**
 * Returns false if the connection must close: a proxy that shares it would send another client's request after the rest.
 * Discards some bodies, because many clients read a response only once they have sent everything.
 */
function createBodyDiscard(): (request: Request) => Promise<boolean> {
  let discarding = 0

  return async ({ headers, body }) => {
    const length = Number(headers.get('content-length'))
    // Bun hides the bodies of GET, HEAD and TRACE.
    if (!body) return length === 0 && !headers.has('transfer-encoding')
    if (body.locked) return true
    if (discarding >= DISCARDED_AT_ONCE || length > DISCARDED_MAX_BYTES) return false
    discarding += 1
    try {
      for await (const _ of readPieces({ body, waitBudgetMs: DISCARD_MS }, DISCARDED_MAX_BYTES));
      return true
    } catch (error) {
      if (isRefusal(error)) return false
      throw error
    } finally {
      discarding -= 1
    }
  }
}
