import { randomBytes } from 'node:crypto'
import type { SetupInput, SetupState, User } from '#domain/users.ts'
import type { Config } from '#src/config.ts'
import type { Deps } from '#src/deps.ts'
import { forbidden } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import type { LocalRequests } from '#src/http/local-requests.ts'
import { networkOf } from '#src/http/rate-limit.ts'
import { secretsMatch } from '#src/http/secrets-match.ts'
import { deleteSecret, getOrCreateSecret } from '#src/secrets/store.ts'
import { refuseGuessable } from '#src/users/refuse-guessable.ts'
import { createFirstUser, hasUsers } from '#src/users/store.ts'
import { webActor } from './guard.ts'

const CODE = 'setup-code'
const CODE_BYTES = 10

/** After startup, setup from this machine needs no code for this long. */
const WAIVER = { withinMs: 15 * 60_000 }

export const WITHOUT_CODE = 'the first administrator was created without the setup code'
export const CONFIRMATION = 'passwright admin confirm-setup'

const COMPLETED = 'Setup has already been completed'

/** The code, which proves access to the server's output; null once an administrator exists. */
export async function setupCode(db: Deps['db']): Promise<string | null> {
  return (await hasUsers(db)) ? null : getOrCreateSecret(db, CODE, randomCode)
}

/** Until when setup from this machine needs no code, unless a proxy shows up; null if it always does. */
export const codeWaivedUntil = async (
  { setupCode }: Pick<Config, 'setupCode'>,
  localRequests: LocalRequests,
): Promise<Date | null> => (setupCode === 'always' ? null : localRequests.localUntil(WAIVER.withinMs))

const isWaived = async ({ setupCode }: Pick<Config, 'setupCode'>, localRequests: LocalRequests, call: Call) =>
  setupCode !== 'always' && localRequests.isLocal(call, WAIVER)

export async function setupState(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  localRequests: LocalRequests,
  call: Call,
): Promise<SetupState> {
  const available = !(await hasUsers(db))
  return { available, codeRequired: available && !(await isWaived(config, localRequests, call)) }
}

/**
 * Creates the first administrator. Throws AppError forbidden once one exists or for a wrong code, rate_limited, or
 * unavailable when too many passwords are queued.
 */
export async function completeSetup(
  {
    db,
    now,
    log,
    passwords,
    config,
    sharedLimits,
  }: Pick<Deps, 'db' | 'now' | 'log' | 'passwords' | 'config' | 'sharedLimits'>,
  localRequests: LocalRequests,
  { username, email, password, code }: SetupInput,
  call: Call,
): Promise<User> {
  const expected = await setupCode(db)
  if (expected === null) throw forbidden(COMPLETED)
  // Each attempt costs a password hash.
  await sharedLimits.take([{ of: 'setups', key: networkOf(call.address) }])
  const withoutCode = !secretsMatch((code ?? '').trim().toLowerCase(), expected)
  if (withoutCode && !(await isWaived(config, localRequests, call))) {
    log.warn('setup refused', { reason: code ? 'wrong code' : 'no code' })
    throw forbidden('Please enter the setup code that the server printed at startup')
  }
  refuseGuessable(password, { username, email, siteName: config.siteName })
  const passwordHash = await passwords.hash(password)
  const by = webActor(null, call)
  const user = await createFirstUser(db, by, { username, email }, passwordHash, now(), { withoutCode })
  if (!user) throw forbidden(COMPLETED)
  await deleteSecret(db, CODE)
  if (withoutCode) log.warn(WITHOUT_CODE, { username: user.username, confirm: CONFIRMATION })
  else log.warn('setup completed', { username: user.username })
  return user
}

const randomCode = () => randomBytes(CODE_BYTES).toString('hex')
