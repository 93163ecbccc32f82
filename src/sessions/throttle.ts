import { USERNAME_SIZE } from '#domain/users.ts'
import { networkOf, wideNetworkOf } from '#src/http/rate-limit.ts'
import type { SharedBudget, SharedLimits } from '#src/rate-limits/shared-limits.ts'
import type { Recognized } from './known-clients.ts'

export type Throttle = {
  /**
   * Counts an attempt before the password or code is compared. Known browsers have budgets of their own, so that neither
   * attackers nor other users of the same network can lock out the account's owner. `beforeCounting` may throw. Throws
   * AppError rate_limited or unavailable.
   */
  admit(
    username: string,
    address: string,
    source: Source,
    beforeCounting?: (attempt: Pick<Attempt, 'isKnown'>) => void,
  ): Promise<Attempt>
}

/** What attempts are counted by: a network, a known browser or, for a proof, a session or all passkey sessions of a user. */
export type Source = {
  /** Exempt from the limits per username and per wide network. */
  isKnown: boolean
  key: string
}

/** Counts as failed unless it succeeds or is canceled. */
export type Attempt = Pick<Source, 'isKnown'> & {
  /** Returns the attempt to its budgets and clears earlier failures of this username and source. */
  succeed(): Promise<void>
  /** Returns the attempt to its budgets: nothing was compared. */
  cancel(): Promise<void>
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Per network or known browser: ten attempts, then one a minute. Per username: fifty, then fifty an hour. */
const BY_SOURCE = { kind: 'bucket', attempts: 10, everyMs: MINUTE } as const
const BY_NAME = { kind: 'bucket', attempts: 50, everyMs: HOUR / 50 } as const
/** At any given moment, three of a million codes are valid: guessing one takes years at this rate. */
const CODES_BY_NAME = { kind: 'bucket', attempts: 20, everyMs: HOUR / 5 } as const
/** A rented server may have a /48, which contains 65,536 networks. */
const BY_WIDE_NETWORK = { kind: 'bucket', attempts: 30, everyMs: 20 * SECOND } as const

/** Per username and source: five attempts, then doubling waits; resets an hour after the last attempt. */
const BY_PAIR = {
  kind: 'growing',
  attempts: 5,
  everyMs: 30 * SECOND,
  longestMs: 15 * MINUTE,
  resetMs: HOUR,
} as const

export function createThrottle(limits: SharedLimits, guessed: 'password' | 'code'): Throttle {
  const byName = guessed === 'password' ? BY_NAME : CODES_BY_NAME
  const budget = (of: string, rule: SharedBudget['rule'], key: string) => ({
    name: `${guessed} ${of}`,
    rule,
    key,
  })

  return {
    admit: async (username, address, { isKnown, key: source }, beforeCounting) => {
      const name = username.toLowerCase().slice(0, USERNAME_SIZE.max + 1)
      const pair = budget('source and name', BY_PAIR, JSON.stringify([source, name]))
      const budgets = [pair, budget('source', BY_SOURCE, source)]
      if (!isKnown) budgets.push(budget('name', byName, name))
      const wide = wideNetworkOf(address)
      // Neighbors in an IPv4 /24 are unrelated.
      if (!isKnown && wide.endsWith('/48')) budgets.push(budget('wide network', BY_WIDE_NETWORK, wide))

      const taken = await limits.take(budgets, () => beforeCounting?.({ isKnown }))
      return { isKnown, succeed: () => taken.undo([pair]), cancel: () => taken.undo() }
    },
  }
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
