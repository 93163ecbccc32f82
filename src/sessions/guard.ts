import type { Actor } from '#domain/audit.ts'
import { may, type Permission } from '#domain/permissions.ts'
import type { User } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import { forbidden, passwordChangeRequired, proofRequired, secondStepRequired } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import { findPersonalToken, isPersonalToken, touchPersonalToken } from '#src/personal-tokens/store.ts'
import { findSession, touchSession } from './store.ts'
import type { Tokens } from './tokens.ts'

/** Who is calling; as `actor`, for what they change with this request. */
export type SignedIn = {
  user: User
  actor: Actor
  /** Null for a program with a personal token. */
  sessionId: string | null
  /** What a personal token may do; null for a session, which may do all that its user may. */
  permissions: readonly Permission[] | null
  /** Someone else typed the password. */
  mustChangePassword: boolean
  /** The site requires a second step, the user has none, and the grace is over. */
  mustSetUpSecondStep: boolean
  /** Until when what can't be undone needs no password or passkey again; null when it does. */
  provedUntil: string | null
}

/** A program can change no password and set up no second step. */
const SETTLED = { mustChangePassword: false, mustSetUpSecondStep: false }

/** Nobody gets in here unless signed in, but at the entrances: these must say that they are public. */
export const CLOSED = {
  path: '/api/admin',
  entrances: [
    'POST /api/admin/login',
    'POST /api/admin/login/passkey/options',
    'POST /api/admin/login/passkey',
    'GET /api/admin/setup',
    'POST /api/admin/setup',
    'POST /api/admin/password-link/check',
    'POST /api/admin/password-link',
  ],
}

/** Finds who sent a request; null for a stranger. */
export type Identify = (call: Call) => Promise<SignedIn | null>

export function createGuard({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>, tokens: Tokens): Identify {
  /** A full disk must not keep anyone from reading. */
  async function touch(noted: Promise<void>, failure: string): Promise<void> {
    try {
      await noted
    } catch (error) {
      log.error(failure, error)
    }
  }

  async function identifyProgram(token: string, call: Call): Promise<SignedIn | null> {
    const found = await findPersonalToken(db, token, now())
    if (!found) return null
    const { id, user, permissions, name, isStale } = found
    if (isStale) await touch(touchPersonalToken(db, id, now()), 'use of a token not noted')
    const actor = webActor({ id: user.id, username: `${user.username} (token ${name})` }, call)
    return { user, actor, sessionId: null, permissions, ...SETTLED, provedUntil: null }
  }

  return async (call) => {
    const token = /^Bearer ([\w.-]{1,2048})$/i.exec(call.request.headers.get('authorization') ?? '')?.[1]
    if (token && isPersonalToken(token)) return identifyProgram(token, call)
    const sessionId = token && (await tokens.sessionOf(token, now()))
    const session = sessionId ? await findSession(db, sessionId, now()) : null
    if (!sessionId || !session) return null
    const { isStale, ...known } = session
    if (isStale) await touch(touchSession(db, sessionId, now()), 'session not prolonged')
    return { ...known, sessionId, permissions: null, actor: webActor(session.user, call) }
  }
}

/** What a route asks of its caller. */
type Demands = {
  access: Permission | 'public'
  sessionOnly?: boolean
  needsProof?: boolean
  beforePasswordChange?: boolean
  beforeSecondStep?: boolean
}

/** Throws AppError for a caller who may not use a route, or not yet. */
export function authorize(
  { user, permissions, mustChangePassword, mustSetUpSecondStep, provedUntil }: SignedIn,
  { access, sessionOnly, needsProof, beforePasswordChange, beforeSecondStep }: Demands,
): void {
  if (access !== 'public' && !may(user.role, access)) throw forbidden()
  if (permissions !== null) {
    if (sessionOnly || needsProof) throw forbidden('A personal token does not allow this. Please sign in.')
    if (access !== 'public' && access !== 'read' && !permissions.includes(access))
      throw forbidden('This personal token does not allow this')
  }
  if (mustChangePassword && !beforePasswordChange) throw passwordChangeRequired()
  if (mustSetUpSecondStep && !beforeSecondStep) throw secondStepRequired()
  if (needsProof && provedUntil === null) throw proofRequired()
}

/** Whoever sends a request; `user` is null for someone who is not signed in. */
export const webActor = (user: Pick<User, 'id' | 'username'> | null, { address }: Call): Actor => ({
  userId: user?.id ?? null,
  name: user?.username ?? null,
  source: 'web',
  address,
})
