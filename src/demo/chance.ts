import { createHash } from 'node:crypto'
import { createRandom } from '#domain/passwords/random.ts'

const DIGEST_BYTES = 64

export type Chance = {
  /** An integer from `least` to `most`. */
  between(least: number, most: number): number
  pick<Item>(items: readonly Item[]): Item
  /** Whether something happens that does in `percent` of cases. */
  happens(percent: number): boolean
}

/** The same draws for the same seed. */
export function createChance(seed: string): Chance {
  let block = 0
  const random = createRandom((bytes) => {
    for (let start = 0; start < bytes.length; start += DIGEST_BYTES) {
      bytes.set(createHash('sha512').update(`${seed} ${block++}`).digest(), start)
    }
  })
  return {
    between: (least, most) => least + random.below(most - least + 1),
    pick: (items) => {
      const item = items[random.below(items.length)]
      if (item === undefined) throw new Error('there is nothing to pick from')
      return item
    },
    happens: (percent) => random.below(100) < percent,
  }
}
