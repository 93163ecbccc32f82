import type { Actor } from '#domain/audit.ts'
import type { User } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import { unauthorized } from '#src/errors.ts'
import { type Call, callOf } from '#src/http/call.ts'
import { findSession, touchSession } from './store.ts'
import type { Tokens } from './tokens.ts'

export type SignedIn = { user: User; sessionId: string }

const GUARDED = ['/api/admin', '/api/openapi.json']

/** The doors that a stranger may knock on. */
const OPEN = new Set(['POST /api/admin/login', 'GET /api/admin/setup', 'POST /api/admin/setup'])

/** Whether only those who are signed in may call this. */
export const isGuarded = (method: string, path: string): boolean =>
  GUARDED.some((place) => path === place || path.startsWith(`${place}/`)) && !OPEN.has(`${method} ${path}`)

const visitors = new WeakMap<Request, SignedIn>()

export type Guard = {
  /**
   * Who is at an admin address; null anywhere else. Throws AppError unauthorized for a stranger, before anything of the
   * request is read.
   */
  admit(request: Request, path: string): Promise<SignedIn | null>
  /** Who sent the request; null for a stranger. */
  identify(request: Request): Promise<SignedIn | null>
}

export function createGuard({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>, tokens: Tokens): Guard {
  async function identify(request: Request): Promise<SignedIn | null> {
    const token = /^Bearer ([\w.-]{1,2048})$/i.exec(request.headers.get('authorization') ?? '')?.[1]
    const sessionId = token && (await tokens.sessionOf(token, now()))
    const session = sessionId ? await findSession(db, sessionId, now()) : null
    if (!sessionId || !session) return null
    if (session.isStale) await touch(sessionId)
    return { user: session.user, sessionId }
  }

  /** A full disk must not keep anyone from reading. */
  async function touch(sessionId: string): Promise<void> {
    try {
      await touchSession(db, sessionId, now())
    } catch (error) {
      log.error('session not prolonged', error)
    }
  }

  return {
    identify,
    admit: async (request, path) => {
      if (!isGuarded(request.method, path)) return null
      const visitor = await identify(request)
      if (!visitor) throw unauthorized()
      visitors.set(request, visitor)
      return visitor
    },
  }
}

/** Who is signed in; null where the guard let nobody in. */
export const visitorOf = (request: Request): SignedIn | null => visitors.get(request) ?? null

/** Who is signed in; throws AppError unauthorized where the guard let nobody in. */
export function signedIn(request: Request): SignedIn {
  const visitor = visitorOf(request)
  if (!visitor) throw unauthorized()
  return visitor
}

/** Who changes something with this request: throws AppError unauthorized where the guard let nobody in. */
export function actorOf(request: Request): Actor {
  return webActor(signedIn(request).user, callOf(request))
}

/** Whoever sends a request; `user` is null for someone who is not signed in. */
export const webActor = (user: Pick<User, 'id' | 'username'> | null, { address }: Call): Actor => ({
  userId: user?.id ?? null,
  name: user?.username ?? null,
  source: 'web',
  address,
})
