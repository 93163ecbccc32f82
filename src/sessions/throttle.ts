import pLimit from 'p-limit'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { rateLimited } from '#src/errors.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** Free tries for one name from one address; from then on each costs a wait that doubles. */
const FREE_TRIES = 5
const FIRST_WAIT = 30
const LONGEST_WAIT = 15 * MINUTE

export type Throttle = {
  /**
   * Counts a try before its password is looked at. `isKnown` tells whether this name has signed in from this address
   * before: a flood of tries on a name from elsewhere must not lock its owner out.
   * Throws AppError rate_limited. Answers what gives the try back when it succeeds.
   */
  admit(username: string, address: string, isKnown: () => Promise<boolean>): Promise<() => Promise<void>>
}

/** Sign-in tries, counted in this process's memory; times in seconds. */
export function createThrottle(): Throttle {
  const byAddress = new RateLimiterMemory({ points: 10, duration: 10 * MINUTE })
  const byName = new RateLimiterMemory({ points: 50, duration: HOUR })
  const failures = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: 24 * HOUR })
  const waits = new RateLimiterMemory({ points: 1, duration: LONGEST_WAIT })

  // One decision at a time: a hundred tries at once would otherwise all be decided before the first is counted.
  const oneAtATime = pLimit(1)

  async function decide(username: string, address: string, isKnown: () => Promise<boolean>) {
    const name = username.toLowerCase()
    const pair = `${address} ${name}`
    await consume(byAddress, address)
    await refuseWhileWaiting(waits, pair)
    if (await isExhausted(byName, name)) {
      if (!(await isKnown())) throw rateLimited(await secondsLeft(byName, name))
    } else {
      await byName.consume(name)
    }
    const { consumedPoints } = await failures.consume(pair)
    if (consumedPoints >= FREE_TRIES) {
      await waits.block(pair, Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (consumedPoints - FREE_TRIES)))
    }
    return async () => {
      await Promise.all([
        byAddress.reward(address),
        byName.reward(name),
        failures.delete(pair),
        waits.delete(pair),
      ])
    }
  }

  return { admit: (username, address, isKnown) => oneAtATime(() => decide(username, address, isKnown)) }
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    if (error instanceof RateLimiterRes) throw rateLimited(Math.ceil(error.msBeforeNext / 1000))
    throw error
  }
}

async function refuseWhileWaiting(limiter: RateLimiterMemory, key: string): Promise<void> {
  const state = await limiter.get(key)
  if (state && state.msBeforeNext > 0) throw rateLimited(Math.ceil(state.msBeforeNext / 1000))
}

async function isExhausted(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  const state = await limiter.get(key)
  return state !== null && state.consumedPoints >= limiter.points
}

async function secondsLeft(limiter: RateLimiterMemory, key: string): Promise<number> {
  return Math.ceil(((await limiter.get(key))?.msBeforeNext ?? 1000) / 1000)
}
