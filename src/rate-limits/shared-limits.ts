import { createHmac, randomBytes } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import type { KeyedDatabase } from '#src/db/keyed-database.ts'
import { rateLimited } from '#src/errors.ts'
import type { RateLimit } from '#src/http/rate-limit.ts'
import { createLru } from '#src/lib/lru.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import { getOrCreateSecret } from '#src/secrets/store.ts'
import { countAttempts, DATABASE_TIME, purgeSlice, type Rule, undoAttempts } from './store.ts'

export type SharedBudget = { name: string; rule: Rule; key: string }

type SharedAttempt = {
  /** The number of this attempt, from 1, in the budget at `index`. */
  count(index: number): number
  /** Returns this attempt to its budgets, at most once. Those in `cleared` lose their earlier attempts, too. */
  undo(cleared?: SharedBudget[]): Promise<void>
}

type SharedWindow = Omit<RateLimit, 'take'> & {
  take(key: string, beforeCounting?: () => Promise<void>): Promise<number>
  /** Seconds left of a cached rejection; 0 if the database must be queried. */
  cachedWait(key: string): Promise<number>
}

export type SharedLimits = {
  /**
   * Takes an attempt from every budget, or from none if one is exhausted. `beforeCounting` runs just before the
   * query; cached rejections skip it. Throws AppError.
   */
  take(budgets: SharedBudget[], beforeCounting?: () => void | Promise<void>): Promise<SharedAttempt>
  window(name: string, limit: { attempts: number; seconds: number }): SharedWindow
  purge(): Promise<void>
}

const SECOND_MS = 1000
const KEY_BYTES = 32
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
  let secret: Promise<string> | undefined
  let sincePurge = 0

  const getSecret = () => {
    secret ??= getOrCreateSecret(db, 'rate-limit-key', () => randomBytes(KEY_BYTES).toString('base64url'))
    secret.catch(() => {
      secret = undefined
    })
    return secret
  }

  /** Keyed, because all IPv4 addresses could be hashed in seconds. */
  async function hashed(budgets: SharedBudget[]) {
    const key = await getSecret()
    return budgets.map(({ name, rule, key: plain }) => {
      const digest = createHmac('sha256', key)
        .update(JSON.stringify([name, plain]))
        .digest()
      return { key: digest.subarray(0, HASH_BYTES).toString('base64url'), rule }
    })
  }

  function rememberedWait(key: string): number {
    const rejection = refused.get(key)
    const at = now().getTime()
    // Setting the clock back must not prolong a rejection.
    return rejection && rejection.until > at && rejection.until - at <= CACHE_MS ? rejection.freeAt - at : 0
  }

  function remember(waits: Map<string, number>): void {
    const at = now().getTime()
    for (const [key, wait] of waits)
      refused.set(key, { freeAt: at + wait, until: at + Math.min(wait, CACHE_MS) })
  }

  async function count(
    budgets: SharedBudget[],
    beforeCounting?: () => void | Promise<void>,
  ): Promise<{ attempt: SharedAttempt } | { waitMs: number }> {
    const hashedBudgets = await hashed(budgets)
    const remembered = Math.max(...hashedBudgets.map(({ key }) => rememberedWait(key)))
    if (remembered > 0) return { waitMs: remembered }
    await beforeCounting?.()
    const { counts, waits } = await countAttempts(db, hashedBudgets, time())
    if (counts.size === 0) {
      remember(waits)
      // A wait below a millisecond may be over by now.
      return { waitMs: Math.max(1, ...waits.values()) }
    }
    sincePurge += 1
    if (sincePurge >= ATTEMPTS_PER_PURGE) {
      sincePurge = 0
      await purgeSlice(db, time())
    }
    let isUndone = false
    const attempt: SharedAttempt = {
      count: (index) => counts.get(hashedBudgets[index]?.key ?? '') ?? 0,
      undo: async (cleared = []) => {
        if (isUndone) return
        isUndone = true
        const clearedKeys = (await hashed(cleared)).map(({ key }) => key)
        const remaining = hashedBudgets.filter(({ key }) => !clearedKeys.includes(key))
        await undoAttempts(db, { budgets: remaining, cleared: clearedKeys }, time())
        for (const { key } of hashedBudgets) refused.delete(key)
      },
    }
    return { attempt }
  }

  async function take(
    budgets: SharedBudget[],
    beforeCounting?: () => void | Promise<void>,
  ): Promise<SharedAttempt> {
    const counted = await count(budgets, beforeCounting)
    if ('waitMs' in counted) throw rateLimited(inSeconds(counted.waitMs))
    return counted.attempt
  }

  return {
    take,
    window: (name, { attempts, seconds }) => {
      const rule = { kind: 'window', attempts, everyMs: seconds * SECOND_MS } as const
      return {
        take: async (key, beforeCounting) => (await take([{ name, rule, key }], beforeCounting)).count(0),
        tryTake: async (key) => {
          const counted = await count([{ name, rule, key }])
          return 'waitMs' in counted ? inSeconds(counted.waitMs) : 0
        },
        cachedWait: async (key) => {
          const [hashedBudget] = await hashed([{ name, rule, key }])
          return hashedBudget ? inSeconds(rememberedWait(hashedBudget.key)) : 0
        },
      }
    },
    purge: async () => {
      while (await purgeSlice(db, time())) await yieldToEventLoop()
    },
  }
}

const inSeconds = (milliseconds: number) => Math.ceil(milliseconds / SECOND_MS)
