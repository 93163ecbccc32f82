import { yieldToEventLoop } from './yield-to-event-loop.ts'

/** For rows and parameters, then SQLite's sorter pages. Sizes in bytes. */
const SMALL = { sizes: [32, 40, 48, 56, 64, 80], blocks: 4_000 }
const LARGE = { sizes: [4, 5, 6, 7, 8, 10, 12, 14, 16, 20, 24, 28, 32].map((kb) => kb * 1024), blocks: 16 }
const AT_ONCE = 1_000

/** SQLite doesn't overwrite freed rows. The allocator reuses their blocks, so allocating these sizes erases them. */
export async function eraseFreedMemory(): Promise<void> {
  for (const { sizes, blocks } of [SMALL, LARGE]) {
    for (const size of sizes) {
      const held: ArrayBuffer[] = []
      while (held.length < blocks) {
        const next = Math.min(AT_ONCE, blocks - held.length)
        for (let block = 0; block < next; block++) held.push(new ArrayBuffer(size))
        await yieldToEventLoop()
      }
    }
  }
}
