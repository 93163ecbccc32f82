import { RATE_LIMITS } from '#domain/rate-limits.ts'
import type { Database } from '#src/db/database.ts'
import { createRateLimit, networkOf } from '#src/http/rate-limit.ts'
import { createKnownHashes } from './known-hashes.ts'
import type { createRecentVisitors } from './recent-visitors.ts'
import { closeDaysBefore, getOrCreateSalt } from './store.ts'

export type Visitor = { address: string; agent: string }

export type Salt = { bytes: Uint8Array; isDestroyed: boolean }

/**
 * Distinguishes a day's visitors by hashes with a random salt. After midnight, the day is closed: its hashes and salt
 * are replaced with the number of visitors, so that nobody can tell who visited. `flush` writes pending counts.
 */
export function createVisitorHashes(
  db: Database,
  flush: () => Promise<void>,
  recent: Pick<ReturnType<typeof createRecentVisitors>, 'add' | 'clear'>,
) {
  let open: { day: string; salt: Promise<Salt | null>; known: Salt | null } | null = null
  const known = createKnownHashes()
  const newVisitors = createRateLimit(RATE_LIMITS.newVisitors)

  function forget(): void {
    open?.salt.then(destroy, () => undefined)
    open = null
    known.clear()
    recent.clear()
  }

  /** Closes earlier days and erases what is left of them in memory and on disk. */
  async function eraseDaysBefore(today: string): Promise<void> {
    if (open && open.day < today) forget()
    await flush()
    await closeDaysBefore(db, today)
    await db.scrub()
  }

  async function begin(day: string): Promise<Salt | null> {
    await eraseDaysBefore(day)
    const bytes = await getOrCreateSalt(db, day)
    return bytes && { bytes, isDestroyed: false }
  }

  return {
    /** Null unless the day was started and isn't closed. */
    saltOf: (day: string): Salt | null => (open?.day === day ? open.known : null),
    /** Closes earlier days. Returns the salt, or null for a closed day. */
    startDay: (day: string): Promise<Salt | null> => {
      if (open?.day !== day) {
        forget()
        const begun: typeof open = { day, salt: begin(day), known: null }
        open = begun
        begun.salt.then(
          (salt) => {
            begun.known = salt
          },
          () => {
            if (open === begun) open = null
          },
        )
      }
      return open.salt
    },
    /** The hash to record and then erase; null if it is known, the network has too many visitors, or the day is over. */
    identify: ({ address, agent }: Visitor, salt: Salt): Uint8Array | null => {
      // A destroyed salt is all zeros: anyone could reverse hashes made with it by trying addresses.
      if (salt.isDestroyed) return null
      const hash = new Bun.CryptoHasher('sha256', salt.bytes).update(`${address}\n${agent}`).digest()
      const isKnown = known.has(hash)
      const isNew = !isKnown && newVisitors.tryTake(networkOf(address)) === 0
      if (isKnown || isNew) recent.add(hash)
      if (isNew) {
        known.add(hash)
        return hash
      }
      hash.fill(0)
      return null
    },
    /** They are recorded again when they return: their hashes may be lost. */
    forgetVisitors: known.clear,
    eraseDaysBefore,
  }
}

function destroy(salt: Salt | null): void {
  if (!salt) return
  salt.isDestroyed = true
  salt.bytes.fill(0)
}
