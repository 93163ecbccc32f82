import { StartError } from '#src/errors.ts'
import type { Log } from '#src/log.ts'
import type { Call } from './call.ts'

/**
 * Answers one request, at once where it can. `peerOf` tells the address at the other end of the socket, `allowSilence`
 * keeps it open through so many silent seconds.
 */
export type Answer = (
  request: Request,
  peerOf: () => string,
  allowSilence?: Call['allowSilence'],
) => Response | Promise<Response>

type Options = { host: string; port: number; log: Log }

const IDLE_SECONDS = 10
/** Bodies are judged before they are read; one announced as larger than this the listener refuses by itself. */
const LARGEST_BODY_BYTES = 256 * 1024 * 1024

/** Listens, and answers by `answer`. Throws StartError when the address can't be had. */
export function listen(answer: Answer, { host, port, log }: Options): Bun.Server<undefined> {
  try {
    return Bun.serve({
      hostname: host,
      port,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: LARGEST_BODY_BYTES,
      fetch: (request, server) =>
        answer(
          request,
          () => server.requestIP(request)?.address ?? '',
          (seconds) => server.timeout(request, seconds),
        ),
      error: (error) => {
        log.error('request failed', error)
        return new Response('Internal server error', { status: 500 })
      },
    })
  } catch (error) {
    throw new StartError(sentence(error, host, port), { cause: error })
  }
}

function sentence(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is already in use.`
  if (code === 'EACCES') return `Port ${port} needs more rights than this process has.`
  return `The server can't listen on ${host}, port ${port}.`
}
