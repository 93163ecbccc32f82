import type { Database } from '#src/db/database.ts'
import { createRateLimit, networkOf } from '#src/http/rate-limit.ts'
import { washMemory } from '#src/lib/wash-memory.ts'
import { createKnownHashes } from './known-hashes.ts'
import { agreeOnSalt, closeDaysBefore } from './store.ts'

/** Who looks at a page, as far as the server can see. */
export type Visitor = { address: string; agent: string }

/** A day's secret, whose bytes are overwritten when the day is over. */
export type Salt = { bytes: Uint8Array; isDestroyed: boolean }

export type Visitors = {
  /** Begins a day and closes those before it; cheap once it has begun. Answers its salt; null when it is closed. */
  startDay(day: string): Promise<Salt | null>
  /**
   * The visitor's hash, to be noted and then overwritten; null when it was noted already, the visitor's network brought
   * too many, or the day is over.
   */
  identify(visitor: Visitor, salt: Salt): Promise<Uint8Array | null>
  /** Remembers that a hash was noted, for as long as its day lasts. */
  remember(day: string, hash: Uint8Array): void
  /** Counts and forgets the visitors of all days before `today`; on any number of servers, any number of times. */
  closeDaysBefore(today: string): Promise<void>
}

/** Whoever makes up user agents must not fill the disk: one network adds at most so many visitors. */
const NEWCOMERS = { attempts: 1_000, seconds: 3_600 }

/**
 * Tells visitors of one day apart without knowing them: by a hash that is keyed with a random salt. When the day is
 * over both are destroyed, and nobody can tell any more who was there. `flush` writes what still waits for its commit.
 */
export function createVisitors(db: Database, flush: () => Promise<void>): Visitors {
  let open: { day: string; salt: Promise<Salt | null> } | null = null
  const known = createKnownHashes()
  const newcomers = createRateLimit(NEWCOMERS)

  function forget(): void {
    // A day that could not be begun has no salt.
    open?.salt.then(destroy, () => undefined)
    open = null
    known.clear()
  }

  async function closeBefore(today: string): Promise<void> {
    if (open && open.day < today) forget()
    await flush()
    if (!(await close(today))) return
    // What the first round overwrites is freed by SQLite only when the same statements run again.
    await washMemory()
    await close(today)
    await washMemory()
  }

  async function close(today: string): Promise<boolean> {
    const isClosed = await closeDaysBefore(db, today)
    await db.scrub()
    return isClosed
  }

  async function begin(day: string): Promise<Salt | null> {
    await closeBefore(day)
    const bytes = await agreeOnSalt(db, day)
    return bytes && { bytes, isDestroyed: false }
  }

  return {
    startDay: (day) => {
      if (open?.day !== day) {
        forget()
        const begun = { day, salt: begin(day) }
        open = begun
        begun.salt.catch(() => {
          if (open === begun) open = null
        })
      }
      return open.salt
    },
    identify: async ({ address, agent }, salt) => {
      // With zeros for a key anyone could find out who a hash stands for.
      if (salt.isDestroyed) return null
      const hash = new Bun.CryptoHasher('sha256', salt.bytes).update(`${address}\n${agent}`).digest()
      if (!known.has(hash) && (await newcomers.wait(networkOf(address))) === 0) return hash
      hash.fill(0)
      return null
    },
    remember: (day, hash) => {
      if (open?.day === day) known.add(hash)
    },
    closeDaysBefore: closeBefore,
  }
}

function destroy(salt: Salt | null): void {
  if (!salt) return
  salt.isDestroyed = true
  salt.bytes.fill(0)
}
