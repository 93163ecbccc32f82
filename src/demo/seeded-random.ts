import { createHash } from 'node:crypto'
import { createRandom } from '#domain/passwords/random.ts'

const DIGEST_BYTES = 64

export type SeededRandom = {
  /** Includes both bounds. */
  between(min: number, max: number): number
  pick<Item>(items: readonly Item[]): Item
  happens(percent: number): boolean
}

/** Returns the same sequence for the same seed. */
export function createSeededRandom(seed: string): SeededRandom {
  let block = 0
  const random = createRandom((bytes) => {
    for (let start = 0; start < bytes.length; start += DIGEST_BYTES) {
      bytes.set(createHash('sha512').update(`${seed} ${block++}`).digest(), start)
    }
  })
  return {
    between: (min, max) => min + random.below(max - min + 1),
    pick: (items) => {
      const item = items[random.below(items.length)]
      if (item === undefined) throw new Error('the list is empty')
      return item
    },
    happens: (percent) => random.below(100) < percent,
  }
}
