import pLimit from 'p-limit'
import { unavailable } from '#src/errors.ts'

/** Who waits where: sign-ins from clients that are known, those of strangers, and new passwords of administrators. */
export type Lane = 'known' | 'strangers' | 'administrators'

export type Passwords = {
  /** The PHC string to keep. Throws AppError unavailable when too many are waiting. */
  hash(password: string): Promise<string>
  /**
   * Whether `password` is the one behind `hash`. Null stands for an account that isn't there: nothing matches it, after
   * the same work. Throws AppError unavailable when too many are waiting.
   */
  matches(password: string, hash: string | null, lane?: Lane): Promise<boolean>
  /** How many are being hashed or waiting for it. */
  queued(): number
}

/** OWASP's floor for Argon2id: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2 }

/**
 * Each hash holds a core and its memory: one at a time in each lane, so that a flood of strangers takes no slot of anyone
 * else's, and a queue short enough that who waits is answered soon.
 */
const QUEUE = 20
const RETRY_SECONDS = 2

/** Hashes with Argon2id; `memoryCost` in KiB. */
export function createPasswords(cost: typeof COST = COST): Passwords {
  const lanes = { known: pLimit(1), strangers: pLimit(1), administrators: pLimit(1) }
  let decoy: Promise<string> | undefined

  const hash = (password: string) => Bun.password.hash(password, { algorithm: 'argon2id', ...cost })

  async function inSlot<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
    const limit = lanes[lane]
    if (limit.pendingCount >= QUEUE) {
      throw unavailable('The server is busy. Please try again in a moment.', {
        'retry-after': String(RETRY_SECONDS),
      })
    }
    return limit(work)
  }

  return {
    queued: () =>
      Object.values(lanes).reduce(
        (sum, { activeCount, pendingCount }) => sum + activeCount + pendingCount,
        0,
      ),
    hash: (password) => inSlot('administrators', () => hash(password)),
    matches: (password, kept, lane = 'strangers') =>
      inSlot(lane, async () => {
        // Made for a kept hash too: the very first try would otherwise tell by its time that there is no such account.
        decoy ??= hash(crypto.randomUUID())
        const spare = await decoy
        return verify(password, kept ?? spare)
      }),
  }
}

/** A text in the database that is no hash matches nothing. */
async function verify(password: string, hash: string): Promise<boolean> {
  try {
    return await Bun.password.verify(password, hash)
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('PASSWORD_')) return false
    throw error
  }
}
