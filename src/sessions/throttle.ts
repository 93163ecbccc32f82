import { USERNAME_SIZE } from '#domain/users.ts'
import { networkOf, wideNetworkOf } from '#src/http/rate-limit.ts'
import type { Budget, SharedLimits } from '#src/rate-limits/shared-limits.ts'
import type { Recognized } from './known-clients.ts'

/** What attempts are counted by: a network, a known browser or, for a proof, a session or all passkey sessions of a user. */
type Source = {
  /** Exempt from the limits per username and per wide network. */
  isKnown: boolean
  key: string
}

/** Counts as failed unless it succeeds or is canceled. */
type Attempt = {
  /** Returns the attempt to its budgets and clears earlier failures of this username and source. */
  succeed(): Promise<void>
  /** Returns the attempt to its budgets: nothing was compared. */
  cancel(): Promise<void>
}

/**
 * Counts an attempt before the password or code is compared. Known browsers have budgets of their own, so that neither
 * attackers nor other users of the same network can lock out the account's owner. Throws AppError rate_limited or
 * unavailable.
 */
export async function admitAttempt(
  limits: SharedLimits,
  guessed: 'password' | 'code',
  username: string,
  address: string,
  { isKnown, key: source }: Source,
): Promise<Attempt> {
  const name = username.toLowerCase().slice(0, USERNAME_SIZE.max + 1)
  const budget = (of: Budget['of'], ...key: string[]) => ({ of, key: JSON.stringify([guessed, ...key]) })
  const pair = budget('signInsOfSourceAndName', source, name)
  const budgets = [pair, budget('signInsOfSource', source)]
  if (!isKnown) budgets.push(budget(guessed === 'password' ? 'signInsOfName' : 'codesOfName', name))
  const wide = wideNetworkOf(address)
  // Neighbors in an IPv4 /24 are unrelated.
  if (!isKnown && wide.endsWith('/48')) budgets.push(budget('signInsOfWideNetwork', wide))

  const taken = await limits.take(budgets)
  return { succeed: () => taken.undo([pair]), cancel: () => taken.undo() }
}

export const clientSource = (address: string, { isKnownNetwork, knownDevice }: Recognized): Source => ({
  isKnown: isKnownNetwork || knownDevice !== null,
  key: knownDevice ?? networkOf(address),
})

export async function cancelOnError<Result>(attempt: Attempt, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    await attempt.cancel()
    throw error
  }
}
