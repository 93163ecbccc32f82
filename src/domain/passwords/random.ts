/** Where every random choice comes from. `below(limit)` answers an integer in 0..limit-1, each as likely. */
export type Random = { below(limit: number): number }

// One call to the system's source costs far more than the bytes it brings: a call per character is 45 times slower.
const POOL_BYTES = 4096
const MAX_LIMIT = 2 ** 32
// Each draw is kept with a chance above one half, so a working source gets here once in 2^128.
const MAX_DRAWS = 128

/**
 * Unbiased random integers from a source of random bytes, such as `crypto.getRandomValues`.
 *
 * A draw is masked to the fewest bits that can hold `limit - 1` and thrown away when it isn't below `limit`;
 * a remainder would favour the low numbers. No byte is used twice, and each is wiped once it has been used.
 *
 * `fill` overwrites the whole array it gets; it is first called when the first number is asked for.
 * `below` throws RangeError when `limit` isn't an integer in 1..2^32, and Error when the source is stuck.
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
      if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT) {
        throw new RangeError('The limit must be an integer from 1 to 2^32')
      }
      const mask = 2 ** (32 - Math.clz32(limit - 1)) - 1
      for (let draw = 0; draw < MAX_DRAWS; draw++) {
        const bits = limit <= 256 ? takeByte() : takeWord()
        const candidate = (bits & mask) >>> 0
        if (candidate < limit) return candidate
      }
      throw new Error('The random source is stuck')
    },
  }
}

/**
 * A copy of `items` in random order, each order as likely. Inside-out Fisher–Yates (Durstenfeld 1964, Knuth TAOCP 2,
 * 3.4.2): each item goes to a random place, and what stood there moves to the end.
 */
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
