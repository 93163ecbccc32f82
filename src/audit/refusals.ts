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
   * Writes at most one entry a minute per action, user and network, and ten a minute per user; counts the rest, and names
   * up to ten of their subjects. Never throws.
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

/** Otherwise, one harmless refusal a minute would hide all others. */
const SUBJECTS_MAX = 10

type Counted = { by: Actor; refusal: Refusal; count: number; subjects: Set<string> }
type Tally = Counted & { since: number }

/** Audits rejected requests with limits, because anyone can send any number. */
export function createRefusals({ db, now, log }: { db: Database; now: () => Date; log: Log }): Refusals {
  const tallies = new LRUCache<string, Tally>({ max: KEYS_MAX })
  const excess = new LRUCache<string, Counted>({ max: KEYS_MAX })
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

  function countExcess(by: Actor, { action, subject }: Refusal): void {
    const key = JSON.stringify([action, by.userId])
    const counted = excess.get(key) ?? {
      by: { ...by, address: null },
      refusal: { action },
      count: 0,
      subjects: new Set(),
    }
    excess.set(key, counted)
    add(counted, subject)
  }

  async function writeCounted({ by, refusal, count, subjects }: Counted, more = ''): Promise<void> {
    const names = [...subjects]
    const listed =
      names.slice(0, SUBJECTS_MAX).join(', ') + (names.length > SUBJECTS_MAX ? ' and others' : '')
    const isOne = names.length <= 1
    const times = count > 1 || more ? `${count}${more} ${count === 1 ? 'time' : 'times'}` : ''
    const counted = isOne ? times : `${times}: ${listed}`
    await write(by, { ...refusal, subject: isOne ? listed : '' }, counted)
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
      const known = tallies.get(key)
      const tally = known ?? { by, refusal, since: time, count: 0, subjects: new Set<string>() }
      if (known && !isOver(known.since, time)) return add(known, refusal.subject)
      if (entries.tryTake(String(by.userId)) > 0) return countExcess(by, refusal)
      add(tally, refusal.subject)
      tallies.set(key, { by, refusal, since: time, count: 0, subjects: new Set() })
      await writeCounted({ ...tally, by, refusal })
    },

    recordFailedSignIn: (by, { username, detail }) => {
      const action = 'sign_in_failed'
      if (username === null && unknownNames.tryTake('') > 0) countExcess(by, { action })
      else failures.push({ by, refusal: { action, subject: username ?? '', detail }, at: now() })
    },

    writeFailedSignIns,

    flush: async (isLast = false) => {
      await writeFailedSignIns()
      const time = now().getTime()
      for (const [key, tally] of tallies) {
        if (!isLast && !isOver(tally.since, time)) continue
        tallies.delete(key)
        if (tally.count > 0) await writeCounted(tally)
      }
      for (const [key, counted] of excess) {
        excess.delete(key)
        await writeCounted(counted, ' more')
      }
    },
  }
}

/** Absolute, so that setting the clock back doesn't keep a window open. */
const isOver = (since: number, time: number) => Math.abs(time - since) >= WINDOW_MS

/** Keeps one subject more than are named. */
function add(counted: Counted, subject = ''): void {
  counted.count += 1
  if (subject !== '' && counted.subjects.size <= SUBJECTS_MAX) counted.subjects.add(subject)
}
