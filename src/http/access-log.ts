import type { Log } from '#src/log.ts'
import type { Call } from './call.ts'

type Options = { log: Log; isOn: boolean }

export type LoggedRequest = Pick<Call, 'id' | 'method' | 'url' | 'address'>

const LOGGED_PATH_LENGTH = 200

/** Preview tokens grant access to drafts. */
const SECRET_ROUTE = '/blog/preview/:token'
const SECRET_FOLDER = SECRET_ROUTE.replace(/:.*/, '')

/** The route's pattern instead of a path with a secret, whether or not the route matches its spelling. */
export const loggedPath = ({ url: { pathname } }: Pick<Call, 'url'>): string =>
  folded(pathname).startsWith(SECRET_FOLDER) ? SECRET_ROUTE : pathname.slice(0, LOGGED_PATH_LENGTH)

const folded = (path: string) =>
  path
    .replaceAll(/%(?:25)*([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll(/[/\\]+/g, '/')
    .toLowerCase()

export type AccessLog = ReturnType<typeof createAccessLog>

export function createAccessLog({ log, isOn }: Options) {
  if (!isOn) return null
  return (call: LoggedRequest, user: number | null, status: number, milliseconds: number): void => {
    const isAdminCall = call.url.pathname.startsWith('/api/admin')
    log.info('request', {
      requestId: call.id,
      ...(isAdminCall ? { ip: call.address } : {}),
      method: call.method,
      path: loggedPath(call),
      status,
      ms: Math.round(milliseconds * 10) / 10,
      user: user ?? undefined,
    })
  }
}
