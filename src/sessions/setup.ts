import type { SetupInput, SetupState, User } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import { forbidden } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import { networkOf, type RateLimit } from '#src/http/rate-limit.ts'
import { isSameSecret } from '#src/http/same-secret.ts'
import type { ThisMachine } from '#src/http/this-machine.ts'
import { refuseGuessable } from '#src/users/guessable.ts'
import { createFirstUser, hasUsers } from '#src/users/store.ts'
import { webActor } from './guard.ts'
import { forgetSecret, keepSecret } from './store.ts'

const CODE = 'setup-code'
const CODE_BYTES = 10

/** For how long after its start a server asks this machine for no code. */
const WAIVER = { withinMs: 15 * 60_000 }

const COMPLETED = 'Setup has already been completed'

/** The code that proves someone can read the server's output; null once there is an administrator. */
export async function setupCode(db: Deps['db']): Promise<string | null> {
  return (await hasUsers(db)) ? null : keepSecret(db, CODE, randomCode)
}

export async function setupState(
  { db }: Pick<Deps, 'db'>,
  thisMachine: ThisMachine,
  call: Call,
): Promise<SetupState> {
  const available = !(await hasUsers(db))
  return { available, codeRequired: available && !(await thisMachine.hasSent(call, WAIVER)) }
}

/**
 * Makes the first administrator. Throws AppError forbidden once there is one, or for a stranger without the code;
 * rate_limited; unavailable when too many passwords are waiting.
 */
export async function completeSetup(
  { db, now, log, passwords, config }: Pick<Deps, 'db' | 'now' | 'log' | 'passwords' | 'config'>,
  thisMachine: ThisMachine,
  limit: RateLimit,
  { username, email, password, code }: SetupInput,
  call: Call,
): Promise<User> {
  const expected = await setupCode(db)
  if (expected === null) throw forbidden(COMPLETED)
  await limit.take(networkOf(call.address))
  const isLocal = await thisMachine.hasSent(call, WAIVER)
  if (!isLocal && !isSameSecret((code ?? '').trim().toLowerCase(), expected)) {
    log.warn('setup refused', { because: code ? 'wrong code' : 'no code' })
    throw forbidden('Please enter the setup code that the server printed at its start')
  }
  refuseGuessable(password, { username, email, siteName: config.siteName })
  const passwordHash = await passwords.hash(password)
  const user = await createFirstUser(db, webActor(null, call), { username, email }, passwordHash, now())
  if (!user) throw forbidden(COMPLETED)
  await forgetSecret(db, CODE)
  log.warn('setup completed', { username: user.username, proof: isLocal ? 'this machine' : 'code' })
  return user
}

const randomCode = () => Buffer.from(crypto.getRandomValues(new Uint8Array(CODE_BYTES))).toString('hex')
