import { breathe } from './breathe.ts'

/** Sizes in bytes, and how many blocks of each: rows and parameters, then what SQLite sorts its pages in. */
const SMALL = { sizes: [32, 40, 48, 56, 64, 80], blocks: 4_000 }
const LARGE = { sizes: [4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32].map((kb) => kb * 1024), blocks: 16 }
const AT_ONCE = 1_000

/**
 * Overwrites what has been freed and not used again. SQLite frees the memory of a deleted row without overwriting it;
 * the allocator hands out freed blocks before new ones, so holding enough empty blocks of the same sizes replaces them.
 */
export async function washMemory(): Promise<void> {
  for (const { sizes, blocks } of [SMALL, LARGE]) {
    for (const size of sizes) {
      const held: ArrayBuffer[] = []
      while (held.length < blocks) {
        const next = Math.min(AT_ONCE, blocks - held.length)
        for (let block = 0; block < next; block++) held.push(new ArrayBuffer(size))
        await breathe()
      }
    }
  }
}
