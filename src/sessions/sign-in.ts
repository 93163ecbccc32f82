import type { LoginInput, LoginResponse, User } from '#domain/users.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Deps } from '#src/deps.ts'
import { secondStepCodeNeeded, secondStepFailed, unauthorized } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import { configuredDomain } from '#src/passkeys/relying-party.ts'
import { isAppConfirmed } from '#src/second-step/requirement.ts'
import { needsPasskey, startGracePeriod, useCode } from '#src/second-step/store.ts'
import { findCredentials } from '#src/users/store.ts'
import { webActor } from './guard.ts'
import type { KnownClients } from './known-clients.ts'
import { openSession } from './open-session.ts'
import { admitAttempt, cancelOnError, clientSource } from './throttle.ts'
import type { Tokens } from './tokens.ts'

/**
 * Unknown usernames, wrong passwords and deactivated accounts get the same response after the same work. Throws
 * AppError unauthorized, second_step_needed, second_step_failed, rate_limited or unavailable.
 */
export async function signIn(
  {
    db,
    now,
    passwords,
    refusals,
    config,
    sharedLimits,
  }: Pick<Deps, 'db' | 'now' | 'passwords' | 'refusals' | 'config' | 'sharedLimits'>,
  tokens: Tokens,
  knownClients: KnownClients,
  { username, password, device, code }: LoginInput,
  call: Call,
): Promise<LoginResponse> {
  const client = { address: call.address, device }
  const recognized = await knownClients.recognize(username, client)
  const source = clientSource(call.address, recognized)
  const lane = source.isKnown ? 'known' : 'unknown'
  // Before the attempt is counted, so that a flood causes no writes.
  passwords.refuseWhenFull(lane)
  const attempt = await admitAttempt(sharedLimits, 'password', username, call.address, source)
  const account = await cancelOnError(attempt, findCredentials(db, username))
  const isRight = await cancelOnError(
    attempt,
    passwords.matches(password, account?.passwordHash ?? null, lane),
  )
  const isAllowed = isRight && account?.isActive
  if (isAllowed && (await isAppConfirmed(db, account.id))) {
    // The password was right, so this attempt wasn't a guess.
    await attempt.succeed()
    await requireCode(account, code)
  }
  // With a forged Host header, for which the user has no passkey, the password alone would suffice.
  const domain = configuredDomain(config)
  if (isAllowed && (await needsPasskey(db, account.id, domain))) {
    await attempt.succeed()
    await refusals.record(webActor(account, call), { action: 'second_step_failed', detail: 'no passkey' })
    throw unauthorized('This site requires a second step. Please sign in with your passkey.')
  }
  const session = isAllowed
    ? await openSession({ db, now }, tokens, knownClients, account, { client, recognized }, call)
    : null
  if (!session) {
    // An unknown username may be a password in the wrong field, so it isn't recorded.
    refusals.recordFailedSignIn(webActor(null, call), { username: account?.username ?? null })
    throw unauthorized('Invalid username or password')
  }
  await attempt.succeed()
  await startGracePeriod(db, session.admin.id, domain, now())
  return session

  async function requireCode(account: User, code: string | undefined): Promise<void> {
    const by = webActor(account, call)
    if (code === undefined) {
      await refusals.record(by, { action: 'second_step_needed' })
      throw secondStepCodeNeeded()
    }
    const codeAttempt = await admitAttempt(sharedLimits, 'code', account.username, call.address, source)
    if (!(await cancelOnError(codeAttempt, useCode(db, by, account.id, code, now())))) {
      await recordAudit(db, by, { action: 'second_step_failed' }, now())
      throw secondStepFailed()
    }
    await codeAttempt.succeed()
  }
}
