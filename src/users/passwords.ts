import pLimit from 'p-limit'
import { unavailable } from '#src/errors.ts'

/** OWASP's floor for Argon2id: 19 MiB, two passes. */
const COST = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** Each hash holds a core and its memory: two at a time, and a queue short enough that who waits is answered soon. */
const SLOTS = 2
const QUEUE = 20
const RETRY_SECONDS = 2

const limit = pLimit(SLOTS)

/** The PHC string to keep. Throws AppError unavailable when too many are waiting. */
export const hashPassword = (password: string): Promise<string> =>
  inSlot(() => Bun.password.hash(password, COST))

/** Whether `password` is the one behind `hash`. Throws AppError unavailable when too many are waiting. */
export const matchesPassword = (password: string, hash: string): Promise<boolean> =>
  inSlot(() => Bun.password.verify(password, hash))

let decoy: Promise<string> | undefined

/** A hash that no password matches, so that an unknown name costs the same time as a wrong password. */
export function decoyHash(): Promise<string> {
  decoy ??= Bun.password.hash(crypto.randomUUID(), COST)
  return decoy
}

function inSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (limit.pendingCount >= QUEUE) {
    throw unavailable('The server is busy. Please try again in a moment.', {
      'retry-after': String(RETRY_SECONDS),
    })
  }
  return limit(work)
}
