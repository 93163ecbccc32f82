import { createHmac } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { RATE_LIMITS, type RateLimitName } from '#domain/rate-limits.ts'
import type { Transaction } from '#src/db/database.ts'
import type { KeyedDatabase } from '#src/db/keyed-database.ts'
import { rateLimited } from '#src/errors.ts'
import { recount, type Taken, takenNow } from '#src/http/rate-limit.ts'
import { createLru } from '#src/lib/lru.ts'
import { once } from '#src/lib/once.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import { getOrCreateSecret } from '#src/secrets/store.ts'
import { DATABASE_TIME, purgeSlice, readTaken, writeTaken } from './store.ts'

export type Budget = { of: RateLimitName; key: string }

/** What is left of budgets. */
type Left = {
  /** Seconds until each of these has an attempt left; 0 if each has. */
  wait(budgets: Budget[]): number
  /** Attempts already counted. */
  count(budget: Budget): number
  /** Counts an attempt in each. */
  take(budgets: Budget[]): Promise<void>
}

type SharedAttempt = {
  /** Returns this attempt to its budgets, at most once. Those in `cleared` lose their earlier attempts, too. */
  undo(cleared?: Budget[]): Promise<void>
}

export type SharedLimits = {
  /** Takes an attempt from every budget, or from none if one is exhausted. Throws AppError rate_limited. */
  take(budgets: Budget[]): Promise<SharedAttempt>
  /** `work` decides with what is left. Throws AppError rate_limited if every plan contains an exhausted budget. */
  decide<Result>(plans: Budget[][], work: (tx: Transaction, left: Left) => Promise<Result>): Promise<Result>
  purge(): Promise<void>
}

const SECOND_MS = 1000
/** Half of the digest, enough to avoid collisions. */
const HASH_BYTES = 16

/** During a flood, each key causes at most about one query in this time. Short, because other instances may undo attempts. */
const CACHE_MS = 5 * SECOND_MS
const CACHED_MAX = 50_000

/** Bounds the table between two runs of the job `expired limits`. */
const ATTEMPTS_PER_PURGE = 400

// Uses the database's clock: an instance whose clock is ahead would end waits early. `time` replaces it in tests.
export function createSharedLimits(
  { db, now }: { db: KeyedDatabase; now: () => Date },
  time: () => SQL = () => DATABASE_TIME,
): SharedLimits {
  const refused = createLru<string, { freeAt: number; until: number }>(CACHED_MAX)
  const getSecret = once(() => getOrCreateSecret(db, 'rate-limit-key'))
  let sincePurge = 0

  /** Keyed, because all IPv4 addresses could be hashed in seconds. */
  async function hashed(budgets: Budget[]): Promise<Map<Budget, string>> {
    const key = await getSecret()
    const hashOf = ({ of, key: plain }: Budget) =>
      createHmac('sha256', key)
        .update(JSON.stringify([of, plain]))
        .digest()
        .subarray(0, HASH_BYTES)
        .toString('base64url')
    return new Map(budgets.map((budget) => [budget, hashOf(budget)]))
  }

  function rememberedWait(key: string): number {
    const rejection = refused.get(key)
    const at = now().getTime()
    // Setting the clock back must not prolong a rejection.
    return rejection && rejection.until > at && rejection.until - at <= CACHE_MS ? rejection.freeAt - at : 0
  }

  async function read(tx: Transaction, keys: Map<Budget, string>) {
    const { now: readAt, stored } = await readTaken(tx, [...keys.values()], time())
    const keyOf = (budget: Budget) => keys.get(budget) ?? ''
    const takenOf = (budget: Budget) => takenNow(RATE_LIMITS[budget.of], stored.get(keyOf(budget)), readAt)
    const waitOf = (budget: Budget) => Math.max(0, takenOf(budget).freeAt - readAt)
    const write = (budgets: Budget[], after: (budget: Budget, taken: Taken, readAt: number) => Taken) =>
      writeTaken(
        tx,
        new Map(budgets.map((budget) => [keyOf(budget), after(budget, takenOf(budget), readAt)])),
      )
    return { takenOf, waitOf, write }
  }

  async function decide<Result>(
    plans: Budget[][],
    work: (tx: Transaction, left: Left) => Promise<Result>,
  ): Promise<Result> {
    const keys = await hashed([...new Set(plans.flat())])
    const refuseAgain = () => refuse(plans, (budget) => rememberedWait(keys.get(budget) ?? ''))
    refuseAgain()
    const result = await db.transaction(async (tx) => {
      // Another attempt may have exhausted a budget meanwhile.
      refuseAgain()
      const { takenOf, waitOf, write } = await read(tx, keys)
      for (const [budget, key] of keys) remember(key, waitOf(budget))
      refuse(plans, waitOf)
      return work(tx, {
        wait: (budgets) => inSeconds(Math.max(...budgets.map(waitOf))),
        count: (budget) => takenOf(budget).count,
        take: async (budgets) => {
          await write(budgets, ({ of }, taken, at) => recount(RATE_LIMITS[of], taken, 1, at))
        },
      })
    })
    sincePurge += 1
    if (sincePurge >= ATTEMPTS_PER_PURGE) {
      sincePurge = 0
      await purgeSlice(db, time())
    }
    return result
  }

  function remember(key: string, wait: number): void {
    const at = now().getTime()
    if (wait > 0) refused.set(key, { freeAt: at + wait, until: at + Math.min(wait, CACHE_MS) })
  }

  async function giveBack(budgets: Budget[], cleared: Budget[]): Promise<void> {
    const keys = await hashed(budgets)
    await db.transaction(async (tx) => {
      const { write } = await read(tx, keys)
      await write(budgets, (budget, taken, at) =>
        cleared.includes(budget)
          ? { count: 0, freeAt: at, expiresAt: at }
          : recount(RATE_LIMITS[budget.of], taken, -1, at),
      )
    })
    for (const key of keys.values()) refused.delete(key)
  }

  return {
    decide,
    take: async (budgets) => {
      await decide([budgets], (_, { take }) => take(budgets))
      let isUndone = false
      return {
        undo: async (cleared = []) => {
          if (isUndone) return
          isUndone = true
          await giveBack(budgets, cleared)
        },
      }
    },
    purge: async () => {
      while (await purgeSlice(db, time())) await yieldToEventLoop()
    },
  }
}

/** Throws if no plan is possible: says when the first will be. */
function refuse(plans: Budget[][], waitOf: (budget: Budget) => number): void {
  const wait = Math.min(...plans.map((budgets) => Math.max(...budgets.map(waitOf))))
  if (wait > 0) throw rateLimited(inSeconds(wait))
}

const inSeconds = (milliseconds: number) => Math.ceil(milliseconds / SECOND_MS)
