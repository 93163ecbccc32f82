import { USERNAME_SIZE } from '#domain/users.ts'
import { rateLimited } from '#src/errors.ts'
import { networkOf, wideNetworkOf } from '#src/http/rate-limit.ts'
import { createLru } from '#src/lib/lru.ts'
import type { Recognized } from './known-clients.ts'

export type Throttle = {
  /**
   * Takes a try before its password is looked at. `recognized` is what of the client has signed in under this name
   * before: a flood of tries on a name from elsewhere must not lock its owner out, nor must a neighbor in the owner's
   * network where the browser is known. Throws AppError rate_limited.
   */
  admit(username: string, address: string, recognized: Recognized): Attempt
}

/** An attempt about which nothing more is said counts as failed. */
export type Attempt = {
  /** Whether it comes from a network or a browser that has signed in under this name before. */
  isKnown: boolean
  /** The password was right: the try is given back, and the failures before it are forgotten. */
  succeed(): void
  /** The password was never compared: the try is given back. */
  cancel(): void
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** A network or known browser may try ten times in a row, then once a minute; a name fifty times, then fifty an hour. */
const BY_SOURCE = { burst: 10, refill: MINUTE }
const BY_NAME = { burst: 50, refill: HOUR / 50 }
/** Three of a million codes are right at any time: at these rates it takes years to find one. */
export const CODES_BY_NAME = { burst: 20, refill: HOUR / 5 }
/** One rented server may have a /48, which is 65,536 networks. */
const BY_SITE = { burst: 30, refill: 20 * SECOND }

/** Free tries for one name from one source; from then on each costs a wait that doubles, until an hour without any. */
const FREE_TRIES = 5
const FIRST_WAIT = 30 * SECOND
const LONGEST_WAIT = 15 * MINUTE
const FORGOTTEN_AFTER = HOUR

/** A stranger can invent keys without end: of more than this the ones longest unused are forgotten. */
const KEPT_KEYS = 50_000

/** Sign-in tries, counted in this process's memory; `byName` is for clients that are not known. */
export function createThrottle(now: () => Date, byName = BY_NAME): Throttle {
  const time = () => now().getTime()
  const sources = createBuckets(BY_SOURCE, time)
  const sites = createBuckets(BY_SITE, time)
  const names = createBuckets(byName, time)
  const pairs = createWaits(time)

  return {
    // Nothing is awaited, so that of a hundred tries at once each is counted before the next is judged.
    admit: (username, address, { network, device }) => {
      const isKnown = network || device !== null
      const source = device ?? networkOf(address)
      const name = username.toLowerCase().slice(0, USERNAME_SIZE.max + 1)
      const pair = `${source} ${name}`
      const budgets: [buckets: Buckets, key: string][] = [[sources, source]]
      if (!isKnown) budgets.push([names, name])
      const wide = wideNetworkOf(address)
      // Neighbors in an IPv4 /24 have nothing to do with each other.
      if (!isKnown && wide.endsWith('/48')) budgets.push([sites, wide])

      refuseFor(Math.max(pairs.wait(pair), ...budgets.map(([buckets, key]) => buckets.wait(key))))
      pairs.take(pair)
      for (const [buckets, key] of budgets) buckets.take(key)

      let isGivenBack = false
      const giveBack = () => {
        if (isGivenBack) return
        isGivenBack = true
        for (const [buckets, key] of budgets) buckets.giveBack(key)
      }
      return {
        isKnown,
        succeed: () => {
          giveBack()
          pairs.forget(pair)
        },
        cancel: () => {
          giveBack()
          pairs.giveBack(pair)
        },
      }
    },
  }
}

/** What `work` settles with; when it fails, nothing was compared. */
export async function orCancel<Result>(attempt: Attempt, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    attempt.cancel()
    throw error
  }
}

function refuseFor(milliseconds: number): void {
  if (milliseconds > 0) throw rateLimited(Math.ceil(milliseconds / SECOND))
}

/**
 * Lets each key through `burst` times at once, and then once every `refill` milliseconds. All that is kept of a key is
 * the moment at which its burst will be whole again.
 */
function createBuckets({ burst, refill }: { burst: number; refill: number }, time: () => number) {
  const wholeAt = createLru<string, number>(KEPT_KEYS)
  return {
    /** Milliseconds until the key is let through; 0 when it is now. */
    wait: (key: string) => Math.max(0, (wholeAt.get(key) ?? 0) - time() - (burst - 1) * refill),
    take: (key: string) => void wholeAt.set(key, Math.max(wholeAt.get(key) ?? 0, time()) + refill),
    giveBack: (key: string) => {
      const at = (wholeAt.get(key) ?? 0) - refill
      // A flood that is put off leaves nothing in memory.
      if (at > time()) wholeAt.set(key, at)
      else wholeAt.delete(key)
    },
  }
}

type Buckets = ReturnType<typeof createBuckets>

/** Makes each key wait longer and longer between its tries, once the free ones are used up. */
function createWaits(time: () => number) {
  const tries = createLru<string, { count: number; freeAt: number; last: number }>(KEPT_KEYS)
  const recent = (key: string) => {
    const known = tries.get(key)
    return known && time() - known.last < FORGOTTEN_AFTER ? known : undefined
  }
  const put = (key: string, count: number) => {
    const wait = count < FREE_TRIES ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (count - FREE_TRIES))
    tries.set(key, { count, freeAt: time() + wait, last: time() })
  }
  return {
    /** Milliseconds until the key may try again; 0 when it may now. */
    wait: (key: string) => Math.max(0, (recent(key)?.freeAt ?? 0) - time()),
    take: (key: string) => put(key, (recent(key)?.count ?? 0) + 1),
    giveBack: (key: string) => {
      const count = (recent(key)?.count ?? 0) - 1
      if (count > 0) put(key, count)
      else tries.delete(key)
    },
    forget: (key: string) => void tries.delete(key),
  }
}
