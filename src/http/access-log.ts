import type { Log } from '#src/log.ts'
import type { Call } from './call.ts'

type Options = { log: Log; isOn: boolean }

export type Answered = Pick<Call, 'id' | 'method' | 'url' | 'address'>

/** A longer path is cut in the log. */
const LOGGED_PATH_LENGTH = 200

/** What follows here is a secret: whoever has it may read a draft. */
const SECRET = /^(\/blog\/preview\/).+/i

/** A path as the log may hold it. */
export const loggedPath = ({ url }: Pick<Call, 'url'>): string =>
  url.pathname.replace(SECRET, '$1…').slice(0, LOGGED_PATH_LENGTH)

/**
 * Writes a line for each request that was answered, where the operator wants that. Who reads the site is nobody's
 * business: an address is written only of requests to the administration. `user` is null for a stranger.
 */
export type AccessLog = ReturnType<typeof createAccessLog>

export function createAccessLog({ log, isOn }: Options) {
  if (!isOn) return null
  return (call: Answered, user: number | null, status: number, milliseconds: number): void => {
    const ofAdministration = call.url.pathname.startsWith('/api/admin')
    log.info('answered', {
      requestId: call.id,
      ...(ofAdministration ? { ip: call.address } : {}),
      method: call.method,
      path: loggedPath(call),
      status,
      ms: Math.round(milliseconds * 10) / 10,
      user: user ?? undefined,
    })
  }
}
