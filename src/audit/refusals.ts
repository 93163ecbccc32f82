import { LRUCache } from 'lru-cache'
import type { Actor, AuditAction } from '#domain/audit.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { RATE_LIMITS } from '#domain/rate-limits.ts'
import type { Database } from '#src/db/database.ts'
import type { Call } from '#src/http/call.ts'
import { createRateLimit, networkOf } from '#src/http/rate-limit.ts'
import type { Log } from '#src/log.ts'
import { recordAudit } from './store.ts'

export type Refusal = { action: AuditAction; subject?: string; detail?: string | undefined }

export type Refusals = {
  /**
   * Writes at most one entry a minute per action, user and network, and ten a minute per user; counts the rest. Never
   * throws.
   */
  record(by: Actor, refusal: Refusal): Promise<void>
  /**
   * `username` is null for unknown ones: up to 60 an hour are written, the rest counted. Not written before the response,
   * whose time would show whether a username exists.
   */
  recordFailedSignIn(by: Actor, failure: { username: string | null; detail?: string }): void
  /** Never throws. */
  writeFailedSignIns(): Promise<void>
  /** Writes failed sign-ins and the pending counts of past minutes; with `isLast`, all counts. Never throws. */
  flush(isLast?: boolean): Promise<void>
}

const PATH_LENGTH_MAX = 200

const SIGN_INS = ['/api/admin/login', '/api/admin/login/passkey']

/** Null if not audited. */
export function refusalOf({ method, url: { pathname } }: Call, code: ErrorCode): Refusal | null {
  const isThrottled = code === 'rate_limited'
  if (SIGN_INS.includes(pathname) && isThrottled) return { action: 'sign_in_throttled' }
  if (pathname === '/api/admin/setup' && (isThrottled || code === 'forbidden'))
    return { action: 'setup_failed' }
  if (code !== 'forbidden') return null
  return { action: 'permission_refused', subject: `${method} ${pathname.slice(0, PATH_LENGTH_MAX)}` }
}

const WINDOW_MS = 60_000
const KEYS_MAX = 1_000

type Tally = { by: Actor; refusal: Refusal; since: number; count: number }

/** Audits rejected requests with limits, because anyone can send any number. */
export function createRefusals({ db, now, log }: { db: Database; now: () => Date; log: Log }): Refusals {
  const tallies = new LRUCache<string, Tally>({ max: KEYS_MAX })
  const excess = new LRUCache<string, { by: Actor; action: AuditAction; count: number }>({ max: KEYS_MAX })
  const clock = { now: () => now().getTime() }
  const entries = createRateLimit(RATE_LIMITS.auditedRefusals, clock)
  const unknownNames = createRateLimit(RATE_LIMITS.auditedUnknownNamesOfAll, clock)
  let failures: { by: Actor; refusal: Refusal; at: Date }[] = []

  async function write(
    by: Actor,
    { action, subject = '', detail }: Refusal,
    count: string | null,
    at = now(),
  ): Promise<void> {
    try {
      const details = [detail, count].filter((text) => text).join(', ')
      await recordAudit(db, by, { action, subject: subject || null, detail: details || null }, at)
    } catch (error) {
      log.error('failed to record a refusal in the audit log', error, { action })
    }
  }

  function countExcess(by: Actor, action: AuditAction): void {
    const key = JSON.stringify([action, by.userId])
    const count = (excess.get(key)?.count ?? 0) + 1
    excess.set(key, { by: { ...by, address: null }, action, count })
  }

  async function writeFailedSignIns(): Promise<void> {
    const written = failures
    failures = []
    for (const { by, refusal, at } of written) await write(by, refusal, null, at)
  }

  return {
    record: async (by, refusal) => {
      const { action } = refusal
      const time = now().getTime()
      const key = JSON.stringify([action, by.userId, networkOf(by.address ?? '')])
      const tally = tallies.get(key)
      if (tally && !isOver(tally.since, time)) {
        tally.count += 1
        return
      }
      if (entries.tryTake(String(by.userId)) > 0) {
        countExcess(by, action)
        return
      }
      tallies.set(key, { by, refusal, since: time, count: 0 })
      await write(by, refusal, times((tally?.count ?? 0) + 1))
    },

    recordFailedSignIn: (by, { username, detail }) => {
      const action = 'sign_in_failed'
      if (username === null && unknownNames.tryTake('') > 0) countExcess(by, action)
      else failures.push({ by, refusal: { action, subject: username ?? '', detail }, at: now() })
    },

    writeFailedSignIns,

    flush: async (isLast = false) => {
      await writeFailedSignIns()
      const time = now().getTime()
      for (const [key, { by, refusal, since, count }] of tallies) {
        if (!isLast && !isOver(since, time)) continue
        tallies.delete(key)
        if (count > 0) await write(by, refusal, times(count))
      }
      for (const [key, { by, action, count }] of excess) {
        excess.delete(key)
        await write(by, { action }, count === 1 ? '1 more time' : `${count} more times`)
      }
    },
  }
}

/** Absolute, so that setting the clock back doesn't keep a window open. */
const isOver = (since: number, time: number) => Math.abs(time - since) >= WINDOW_MS

const times = (count: number) => (count === 1 ? null : `${count} times`)
