import { LRUCache } from 'lru-cache'
import type { Actor, AuditAction } from '#domain/audit.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { Database } from '#src/db/database.ts'
import type { Call } from '#src/http/call.ts'
import { networkOf } from '#src/http/rate-limit.ts'
import type { Log } from '#src/log.ts'
import { recordAudit } from './store.ts'

export type Refusal = { action: AuditAction; subject?: string }

export type Refusals = {
  /** Counts a refusal, and writes an entry unless its network had one in the last minute. Never throws. */
  count(by: Actor, refusal: Refusal): Promise<void>
  /**
   * Writes an entry for a failed sign-in with a name that no account has; of more than sixty in an hour the number.
   * The names that accounts have are bounded by the throttle. Throws when the entry can't be written.
   */
  failUnknown(by: Actor): Promise<void>
  /** Writes what was only counted: of the minutes that are over, or of all. Never throws. */
  flush(isLast?: boolean): Promise<void>
}

const LOGGED_PATH_LENGTH = 200

const SIGN_INS = ['/api/admin/login', '/api/admin/login/passkey']

/** What the audit log calls an answer with this code; null for what it leaves out. */
export function refusalOf({ method, url: { pathname } }: Call, code: ErrorCode): Refusal | null {
  const isThrottled = code === 'rate_limited'
  if (SIGN_INS.includes(pathname) && isThrottled) return { action: 'sign_in_throttled' }
  if (pathname === '/api/admin/setup' && (isThrottled || code === 'forbidden'))
    return { action: 'setup_failed' }
  if (code !== 'forbidden') return null
  return { action: 'permission_refused', subject: `${method} ${pathname.slice(0, LOGGED_PATH_LENGTH)}` }
}

const WINDOW_MS = 60_000
/**
 * Entries a minute of one administrator, and of all strangers together, whatever the number of networks: neither can
 * fill the database, or hide what another one tries.
 */
const ENTRIES_PER_WINDOW = 10
const UNKNOWN_NAMES = { most: 60, windowMs: 3_600_000 }
const KEPT_KEYS = 1_000
/** In place of the number of a user. */
const STRANGERS = 0

type Budget = { since: number; left: number }
type Tally = { by: Actor; refusal: Refusal; since: number; count: number }

/** Audit entries of what was refused, as strangers can cause any number of those: at most one a minute per network. */
export function createRefusals({ db, now, log }: { db: Database; now: () => Date; log: Log }): Refusals {
  const tallies = new LRUCache<string, Tally>({ max: KEPT_KEYS })
  /** Those over the limit, by action and who it was. */
  const others = new LRUCache<string, { by: Actor; action: AuditAction; count: number }>({ max: KEPT_KEYS })
  const budgets = new LRUCache<number, Budget>({ max: KEPT_KEYS })
  let unknownNames: Budget | undefined

  async function write(by: Actor, { action, subject = '' }: Refusal, detail: string | null): Promise<void> {
    try {
      await recordAudit(db, by, { action, subject: subject || null, detail }, now())
    } catch (error) {
      log.error('refusal not in the audit log', error, { action })
    }
  }

  function isWithinBudget({ userId }: Actor): boolean {
    const key = userId ?? STRANGERS
    const budget = budgetAt(now().getTime(), budgets.get(key), {
      most: ENTRIES_PER_WINDOW,
      windowMs: WINDOW_MS,
    })
    budgets.set(key, budget)
    return takeFrom(budget)
  }

  function countOther(by: Actor, action: AuditAction): void {
    const other = `${action} ${by.userId}`
    const count = (others.get(other)?.count ?? 0) + 1
    others.set(other, { by: { ...by, address: null }, action, count })
  }

  return {
    count: async (by, refusal) => {
      const { action } = refusal
      const time = now().getTime()
      const key = `${action} ${by.userId} ${networkOf(by.address ?? '')}`
      const known = tallies.get(key)
      if (known && !isOver(known.since, time)) {
        known.count += 1
        return
      }
      if (!isWithinBudget(by)) {
        countOther(by, action)
        return
      }
      tallies.set(key, { by, refusal, since: time, count: 0 })
      await write(by, refusal, times((known?.count ?? 0) + 1))
    },

    failUnknown: async (by) => {
      const action = 'sign_in_failed'
      unknownNames = budgetAt(now().getTime(), unknownNames, UNKNOWN_NAMES)
      if (takeFrom(unknownNames)) await recordAudit(db, by, { action }, now())
      else countOther(by, action)
    },

    flush: async (isLast = false) => {
      const time = now().getTime()
      for (const [key, { by, refusal, since, count }] of tallies) {
        if (!isLast && !isOver(since, time)) continue
        tallies.delete(key)
        if (count > 0) await write(by, refusal, times(count))
      }
      for (const [key, { by, action, count }] of others) {
        others.delete(key)
        await write(by, { action }, `${count} times from other networks`)
      }
    },
  }
}

function budgetAt(time: number, known: Budget | undefined, { most, windowMs }: typeof UNKNOWN_NAMES): Budget {
  return known && !isOver(known.since, time, windowMs) ? known : { since: time, left: most }
}

function takeFrom(budget: Budget): boolean {
  if (budget.left === 0) return false
  budget.left -= 1
  return true
}

/** A clock that was set back must not keep a window open. */
const isOver = (since: number, time: number, windowMs = WINDOW_MS) => Math.abs(time - since) >= windowMs

const times = (count: number) => (count === 1 ? null : `${count} times`)
