import type { LoginAnswer, LoginInput, User } from '#domain/users.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Deps } from '#src/deps.ts'
import { secondStepFailed, secondStepNeeded, unauthorized } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import { findParty } from '#src/passkeys/relying-party.ts'
import { needsCode, needsPasskey, noteDueDate, takeCode } from '#src/second-step/store.ts'
import { findCredentials } from '#src/users/store.ts'
import { webActor } from './guard.ts'
import type { KnownClients } from './known-clients.ts'
import { openSession } from './open-session.ts'
import { orCancel, type Throttle } from './throttle.ts'
import type { Tokens } from './tokens.ts'

/**
 * Trades a name and a password for a token. Unknown name, wrong password and deactivated account get the same answer
 * after the same work. Throws AppError unauthorized, second_step_needed, second_step_failed, rate_limited, or unavailable when too many are waiting.
 */
export async function signIn(
  { db, now, passwords, refusals, config }: Pick<Deps, 'db' | 'now' | 'passwords' | 'refusals' | 'config'>,
  tokens: Tokens,
  { throttle, codeThrottle }: { throttle: Throttle; codeThrottle: Throttle },
  knownClients: KnownClients,
  { username, password, device, code }: LoginInput,
  call: Call,
): Promise<LoginAnswer> {
  const client = { address: call.address, device }
  const recognized = await knownClients.recognize(username, client)
  const attempt = throttle.admit(username, call.address, recognized)
  const account = await findCredentials(db, username)
  const lane = attempt.isKnown ? 'known' : 'strangers'
  const isRight = await orCancel(attempt, passwords.matches(password, account?.passwordHash ?? null, lane))
  const mayEnter = isRight && account?.isActive
  if (mayEnter && (await needsCode(db, account.id))) {
    // The password throttle is against guessing, and this one was right.
    attempt.succeed()
    await askForCode(account, code)
  }
  const rpId = findParty(config, call)?.id ?? null
  if (mayEnter && rpId !== null && (await needsPasskey(db, account.id, rpId))) {
    attempt.succeed()
    await recordAudit(
      db,
      webActor(account, call),
      { action: 'second_step_failed', detail: 'no passkey' },
      now(),
    )
    throw unauthorized('This site requires a second step. Please sign in with your passkey.')
  }
  const answer = mayEnter
    ? await openSession({ db, now }, tokens, knownClients, account, { client, recognized }, call)
    : null
  if (!answer) {
    // A name that doesn't exist may be a password typed into the wrong field: it is not written down.
    const by = webActor(null, call)
    if (!account) await refusals.failUnknown(by)
    else await recordAudit(db, by, { action: 'sign_in_failed', subject: account.username }, now())
    throw unauthorized('Invalid username or password')
  }
  attempt.succeed()
  await noteDueDate(db, answer.admin.id, rpId, now())
  return answer

  async function askForCode(account: User, code: string | undefined): Promise<void> {
    if (code === undefined) throw secondStepNeeded()
    const tried = codeThrottle.admit(account.username, call.address, recognized)
    const by = webActor(account, call)
    if (!(await orCancel(tried, takeCode(db, by, account.id, code, now())))) {
      await recordAudit(db, by, { action: 'second_step_failed' }, now())
      throw secondStepFailed()
    }
    tried.succeed()
  }
}
