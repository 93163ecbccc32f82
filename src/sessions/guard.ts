import type { Actor } from '#domain/audit.ts'
import type { User } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import type { Call } from '#src/http/call.ts'
import { findSession, touchSession } from './store.ts'
import type { Tokens } from './tokens.ts'

/** Who is signed in; as `actor`, for what they change with this request. */
export type SignedIn = { user: User; sessionId: string; actor: Actor }

/** Nobody gets in here unless signed in, but at the entrances: these must say that they are public. */
export const CLOSED = {
  path: '/api/admin',
  entrances: ['POST /api/admin/login', 'GET /api/admin/setup', 'POST /api/admin/setup'],
}

/** Finds who sent a request; null for a stranger. */
export type Identify = (call: Call) => Promise<SignedIn | null>

export function createGuard({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>, tokens: Tokens): Identify {
  /** A full disk must not keep anyone from reading. */
  async function touch(sessionId: string): Promise<void> {
    try {
      await touchSession(db, sessionId, now())
    } catch (error) {
      log.error('session not prolonged', error)
    }
  }

  return async (call) => {
    const token = /^Bearer ([\w.-]{1,2048})$/i.exec(call.request.headers.get('authorization') ?? '')?.[1]
    const sessionId = token && (await tokens.sessionOf(token, now()))
    const session = sessionId ? await findSession(db, sessionId, now()) : null
    if (!sessionId || !session) return null
    if (session.isStale) await touch(sessionId)
    return { user: session.user, sessionId, actor: webActor(session.user, call) }
  }
}

/** Whoever sends a request; `user` is null for someone who is not signed in. */
export const webActor = (user: Pick<User, 'id' | 'username'> | null, { address }: Call): Actor => ({
  userId: user?.id ?? null,
  name: user?.username ?? null,
  source: 'web',
  address,
})
