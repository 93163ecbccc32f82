import pLimit from 'p-limit'
import { unavailable } from '#src/errors.ts'

/** Separate queues: sign-ins from known clients, from unknown ones, and administrators' new passwords. */
type Lane = 'known' | 'unknown' | 'newPasswords'

export type Passwords = ReturnType<typeof createPasswords>

/** OWASP's minimum for Argon2id: 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2 }

/** Waiting hashes per lane; more are refused. */
const QUEUE_MAX = 20
const RETRY_SECONDS = 2

/** `memoryCost` in KiB. */
export function createPasswords(cost: typeof COST = COST) {
  // Hashing occupies a core, so each lane runs one hash at a time. Unknown clients can't delay known ones.
  const lanes = { known: pLimit(1), unknown: pLimit(1), newPasswords: pLimit(1) }
  let decoy: Promise<string> | undefined

  const hash = (password: string) => Bun.password.hash(password, { algorithm: 'argon2id', ...cost })

  function refuseWhenFull(lane: Lane): void {
    if (lanes[lane].pendingCount < QUEUE_MAX) return
    throw unavailable('The server is busy. Please try again in a moment.', {
      'retry-after': String(RETRY_SECONDS),
    })
  }

  async function enqueue<Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> {
    refuseWhenFull(lane)
    return lanes[lane](work)
  }

  return {
    refuseWhenFull,
    /** Running and waiting. */
    unfinished: () =>
      Object.values(lanes).reduce(
        (sum, { activeCount, pendingCount }) => sum + activeCount + pendingCount,
        0,
      ),
    /** Returns a PHC string. Throws AppError unavailable when too many are queued. */
    hash: (password: string) => enqueue('newPasswords', () => hash(password)),
    /**
     * A null hash (unknown account) takes equally long and returns false. Throws AppError unavailable when too many are
     * queued.
     */
    matches: (password: string, storedHash: string | null, lane: Lane = 'unknown') =>
      enqueue(lane, async () => {
        // Created even if not needed: otherwise the first attempt's timing would reveal a missing account.
        decoy ??= hash(crypto.randomUUID())
        const decoyHash = await decoy
        return verify(password, storedHash ?? decoyHash)
      }),
  }
}

/** False for malformed hashes. */
async function verify(password: string, hash: string): Promise<boolean> {
  try {
    return await Bun.password.verify(password, hash)
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('PASSWORD_')) return false
    throw error
  }
}
