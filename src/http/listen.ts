import { StartError } from '#src/errors.ts'
import type { Log } from '#src/log.ts'
import type { Call } from './call.ts'
import { createTurns } from './turns.ts'
import { createBodyDiscard } from './unread-body.ts'

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
