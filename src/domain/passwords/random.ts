/** `below(limit)` returns an integer in 0..limit-1; all are equally likely. */
export type Random = { below(limit: number): number }

// System calls dominate: one per character would be 45 times slower.
const POOL_BYTES = 4096
const LIMIT_MAX = 2 ** 32
// Each draw succeeds with probability over 1/2, so a working source fails this often once in 2^128.
const DRAWS_MAX = 128

/**
 * Unbiased integers from random bytes, such as `crypto.getRandomValues`. Masks each draw to the bits of `limit - 1` and
 * rejects values out of range; a remainder would favor low numbers. Bytes are used once, then wiped. `fill` overwrites
 * the whole array. `below` throws RangeError unless `limit` is an integer in 1..2^32, and Error if the source is stuck.
 */
export function createRandom(fill: (bytes: Uint8Array<ArrayBuffer>) => void): Random {
  const pool = new Uint8Array(POOL_BYTES)
  const view = new DataView(pool.buffer)
  let used = POOL_BYTES

  function reserve(count: number): number {
    if (used + count > POOL_BYTES) {
      fill(pool)
      used = 0
    }
    const start = used
    used += count
    return start
  }

  function takeByte(): number {
    const start = reserve(1)
    const byte = view.getUint8(start)
    view.setUint8(start, 0)
    return byte
  }

  function takeWord(): number {
    const start = reserve(4)
    const word = view.getUint32(start)
    view.setUint32(start, 0)
    return word
  }

  return {
    below(limit) {
      if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX) {
        throw new RangeError('The limit must be an integer from 1 to 2^32')
      }
      const mask = 2 ** (32 - Math.clz32(limit - 1)) - 1
      for (let draw = 0; draw < DRAWS_MAX; draw++) {
        const bits = limit <= 256 ? takeByte() : takeWord()
        const candidate = (bits & mask) >>> 0
        if (candidate < limit) return candidate
      }
      throw new Error('The random source is stuck')
    },
  }
}

/** A uniformly shuffled copy: inside-out Fisher–Yates (Durstenfeld 1964; Knuth, TAOCP 2, 3.4.2). */
export function shuffle<T extends NonNullable<unknown>>(items: readonly T[], random: Random): T[] {
  const shuffled: T[] = []
  for (const item of items) {
    const place = random.below(shuffled.length + 1)
    const displaced = shuffled[place]
    if (displaced !== undefined) shuffled.push(displaced)
    shuffled[place] = item
  }
  return shuffled
}
