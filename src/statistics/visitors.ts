import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Database } from '#src/db/database.ts'
import { createRateLimit, networkOf } from '#src/http/rate-limit.ts'
import { agreeOnSalt, closeDaysBefore } from './store.ts'

/** Who looks at a page, as far as the server can see. */
export type Visitor = { address: string; agent: string }

export type Visitors = {
  /** Begins a day and closes those before it; cheap once it has begun. Answers its salt; null when it is closed. */
  startDay(day: string): Promise<Uint8Array | null>
  /** The visitor's hash, to be noted; null when it was noted already or the visitor's network brought too many. */
  identify(visitor: Visitor, salt: Uint8Array): Promise<string | null>
  /** Remembers that a hash was noted, for as long as its day lasts. */
  remember(day: string, hash: string): void
  /** Counts and forgets the visitors of all days before `today`; on any number of servers, any number of times. */
  closeDaysBefore(today: string): Promise<void>
}

const SALT_BYTES = 32
const KEPT_HASHES = 50_000

/** Whoever makes up user agents must not fill the disk: one network adds at most so many visitors. */
const NEWCOMERS = { attempts: 1_000, seconds: 3_600 }

/**
 * Tells visitors of one day apart without knowing them: by a hash that is keyed with a random salt. When the day is
 * over both are destroyed, and nobody can tell any more who was there. `flush` writes what still waits for its commit.
 */
export function createVisitors(db: Database, flush: () => Promise<void>): Visitors {
  let open: { day: string; salt: Promise<Uint8Array | null> } | null = null
  const known = new LRUCache<string, true>({ max: KEPT_HASHES })
  const newcomers = createRateLimit(NEWCOMERS)

  function forget(): void {
    open = null
    known.clear()
  }

  async function closeBefore(today: string): Promise<void> {
    if (open && open.day < today) forget()
    await flush()
    await closeDaysBefore(db, today)
    await db.scrub()
  }

  async function begin(day: string): Promise<Uint8Array | null> {
    await closeBefore(day)
    return agreeOnSalt(db, day, randomBytes(SALT_BYTES))
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
      const hash = createHmac('sha256', salt).update(`${address}\n${agent}`).digest('hex')
      if (known.has(hash)) return null
      return (await newcomers.wait(networkOf(address))) === 0 ? hash : null
    },
    remember: (day, hash) => {
      if (open?.day === day) known.set(hash, true)
    },
    closeDaysBefore: closeBefore,
  }
}
