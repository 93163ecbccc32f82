import { PROOF_RULE } from '#domain/accounts.ts'
import type { Actor } from '#domain/audit.ts'
import { DELETED_AT_ONCE_MAX, isIrreversible, may, type Permission } from '#domain/permissions.ts'
import type { User } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import { forbidden, passwordChangeRequired, proofRequired, secondStepSetupRequired } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import { findPersonalToken, isPersonalToken, touchPersonalToken } from '#src/personal-tokens/store.ts'
import { findSession, touchSession } from './store.ts'
import type { Tokens } from './tokens.ts'

export type SignedIn = {
  user: User
  actor: Actor
  /** Null for personal tokens. */
  sessionId: string | null
  /** Null for sessions, which have all permissions of their user. */
  permissions: readonly Permission[] | null
  /** Someone else chose the password. */
  mustChangePassword: boolean
  /** The session has not shown that its user knows the password. */
  isByPasskey: boolean
  /** The grace period for a required second step is over. */
  mustSetUpSecondStep: boolean
  /** Null when sensitive actions need a new proof. */
  provedUntil: string | null
  /** Whether a password or passkey was given recently, after signing in. */
  isConfirmed: boolean
}

/** Personal tokens can't change passwords or set up a second step. */
const NOTHING_DUE = { mustChangePassword: false, mustSetUpSecondStep: false, isByPasskey: false }

/** Everything under it requires sign-in, except `PUBLIC_ROUTES`. */
const PROTECTED_API = '/api/admin'

const PUBLIC_ROUTES = [
  'POST /api/admin/login',
  'POST /api/admin/login/passkey/options',
  'POST /api/admin/login/passkey',
  'GET /api/admin/setup',
  'POST /api/admin/setup',
  'POST /api/admin/password-link/check',
  'POST /api/admin/password-link',
]

export const isProtected = (path: string): boolean =>
  path === PROTECTED_API || path.startsWith(`${PROTECTED_API}/`)

export const isProtectedRoute = (method: string, path: string): boolean =>
  isProtected(path) && !PUBLIC_ROUTES.includes(`${method} ${path}`)

/** Null without valid credentials. */
export type Identify = (call: Call) => Promise<SignedIn | null>

export function createGuard({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>, tokens: Tokens): Identify {
  /** A full disk must not prevent reading. */
  async function touch(write: Promise<void>, failure: string): Promise<void> {
    try {
      await write
    } catch (error) {
      log.error(failure, error)
    }
  }

  async function identifyTokenUser(token: string, call: Call): Promise<SignedIn | null> {
    const found = await findPersonalToken(db, token, now())
    if (!found) return null
    const { id, user, permissions, name, needsTouch } = found
    if (needsTouch) await touch(touchPersonalToken(db, id, now()), 'failed to record token use')
    const actor = webActor({ id: user.id, username: `${user.username} (token ${name})` }, call)
    return {
      user,
      actor: { ...actor, signedInWith: { tokenId: id } },
      sessionId: null,
      permissions,
      ...NOTHING_DUE,
      provedUntil: null,
      isConfirmed: false,
    }
  }

  return async (call) => {
    const token = /^Bearer ([\w.-]{1,2048})$/i.exec(call.request.headers.get('authorization') ?? '')?.[1]
    if (token && isPersonalToken(token)) return identifyTokenUser(token, call)
    const sessionId = token && (await tokens.sessionOf(token, now()))
    const session = sessionId ? await findSession(db, sessionId, now()) : null
    if (!sessionId || !session) return null
    const { needsTouch, ...known } = session
    if (needsTouch) await touch(touchSession(db, sessionId, now()), 'failed to extend session')
    const actor = { ...webActor(session.user, call), signedInWith: { sessionId } }
    return { ...known, sessionId, permissions: null, actor }
  }
}

type RouteRequirements = {
  access: Permission | 'public'
  sessionOnly?: boolean
  proof?: true | 'explicit'
  beforePasswordChange?: boolean
  beforeSecondStep?: boolean
}

/** Throws AppError if the caller may not use the route, or not yet. */
export function authorize(
  { user, permissions, mustChangePassword, mustSetUpSecondStep, provedUntil, isConfirmed }: SignedIn,
  { access, sessionOnly, proof, beforePasswordChange, beforeSecondStep }: RouteRequirements,
): void {
  if (access !== 'public' && !may(user.role, access)) throw forbidden()
  if (permissions !== null) {
    if (sessionOnly || proof) throw forbidden('A personal token does not allow this. Please sign in.')
    if (access !== 'public' && access !== 'read' && !permissions.includes(access))
      throw forbidden('This personal token does not allow this')
  }
  if (mustChangePassword && !beforePasswordChange) throw passwordChangeRequired()
  if (mustSetUpSecondStep && !beforeSecondStep) throw secondStepSetupRequired()
  const isSensitive = proof || (access !== 'public' && isIrreversible(access))
  const isProved = proof === 'explicit' ? isConfirmed : provedUntil !== null
  if (permissions === null && isSensitive && !isProved) throw proofRequired()
}

export const describeDeletion = (permission: Permission): string =>
  `To delete more than ${DELETED_AT_ONCE_MAX} at once, a session needs ${PROOF_RULE}, a personal token ${permission}, too.`

/** Throws AppError forbidden or proof_required if deleting `count` items at once also needs `permission`. */
export function authorizeDeletion(caller: SignedIn, count: number, permission: Permission): void {
  if (count > DELETED_AT_ONCE_MAX) authorize(caller, { access: permission })
}

export const webActor = (user: Pick<User, 'id' | 'username'> | null, { address }: Call): Actor => ({
  userId: user?.id ?? null,
  name: user?.username ?? null,
  source: 'web',
  address,
})
