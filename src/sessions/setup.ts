import type { SetupInput, SetupState, User } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import { forbidden } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import { networkOf, type RateLimit } from '#src/http/rate-limit.ts'
import { isSameSecret } from '#src/http/same-secret.ts'
import { isFromThisMachine } from '#src/http/this-machine.ts'
import { createFirstUser, hasUsers } from '#src/users/store.ts'
import { forgetSecret, keepSecret } from './store.ts'

const CODE = 'setup-code'
const CODE_BYTES = 10

const COMPLETED = 'Setup has already been completed'

/** The code that proves someone can read the server's output; null once there is an administrator. */
export async function setupCode(db: Deps['db']): Promise<string | null> {
  return (await hasUsers(db)) ? null : keepSecret(db, CODE, randomCode)
}

export async function setupState(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  request: Request,
  call: Call,
): Promise<SetupState> {
  const available = !(await hasUsers(db))
  return { available, codeRequired: available && !isFromThisMachine(config, request, call) }
}

/**
 * Makes the first administrator. Throws AppError forbidden once there is one, or for a stranger without the code;
 * rate_limited; unavailable when too many passwords are waiting.
 */
export async function completeSetup(
  { db, now, config, passwords }: Pick<Deps, 'db' | 'now' | 'config' | 'passwords'>,
  limit: RateLimit,
  { username, email, password, code }: SetupInput,
  request: Request,
  call: Call,
): Promise<User> {
  const expected = await setupCode(db)
  if (expected === null) throw forbidden(COMPLETED)
  await limit.take(networkOf(call.address))
  if (
    !isFromThisMachine(config, request, call) &&
    !isSameSecret((code ?? '').trim().toLowerCase(), expected)
  ) {
    throw forbidden('Please enter the setup code that the server printed at its start')
  }
  const user = await createFirstUser(db, { username, email }, await passwords.hash(password), now())
  if (!user) throw forbidden(COMPLETED)
  await forgetSecret(db, CODE)
  return user
}

const randomCode = () => Buffer.from(crypto.getRandomValues(new Uint8Array(CODE_BYTES))).toString('hex')
