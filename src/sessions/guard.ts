import { may, type Permission } from '#domain/permissions.ts'
import type { User } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import { forbidden, unauthorized } from '#src/errors.ts'
import { findSessionUser } from './store.ts'
import type { Tokens } from './tokens.ts'

export type SignedIn = { user: User; sessionId: string }

/** The doors that a stranger may knock on. */
const OPEN = new Set(['POST /api/admin/login', 'GET /api/admin/setup', 'POST /api/admin/setup'])

const visitors = new WeakMap<Request, SignedIn>()

export type Guard = {
  /** Throws AppError unauthorized for a stranger at an admin address, before anything of the request is read. */
  admit(request: Request, path: string): Promise<void>
  /** Who sent the request; null for a stranger. */
  identify(request: Request): Promise<SignedIn | null>
}

export function createGuard({ db, now }: Pick<Deps, 'db' | 'now'>, tokens: Tokens): Guard {
  async function identify(request: Request): Promise<SignedIn | null> {
    const token = /^Bearer ([\w.-]{1,2048})$/.exec(request.headers.get('authorization') ?? '')?.[1]
    if (!token) return null
    const sessionId = await tokens.sessionOf(token, now())
    const user = sessionId && (await findSessionUser(db, sessionId, now()))
    return user ? { user, sessionId } : null
  }

  return {
    identify,
    admit: async (request, path) => {
      if (!isGuarded(path) || OPEN.has(`${request.method} ${path}`)) return
      const visitor = await identify(request)
      if (!visitor) throw unauthorized()
      visitors.set(request, visitor)
    },
  }
}

const GUARDED = ['/api/admin', '/api/openapi.json']

const isGuarded = (path: string) => GUARDED.some((place) => path === place || path.startsWith(`${place}/`))

/** Who is signed in; throws AppError unauthorized where the guard let nobody in. */
export function signedIn(request: Request): SignedIn {
  const visitor = visitors.get(request)
  if (!visitor) throw unauthorized()
  return visitor
}

/** A hook for a route, run before its input is validated: throws AppError forbidden for a role that may not. */
export const needs =
  (permission: Permission) =>
  ({ request }: { request: Request }): void => {
    if (!may(signedIn(request).user.role, permission)) throw forbidden()
  }
