export const HASH_BYTES = 32

const SLOTS = 65_536
/** Slots examined before one is replaced. */
const PROBES = 8

/**
 * Today's visitor hashes in one buffer, because strings can't be erased. A hash's first two bytes select its first
 * slot; when all its slots are full, it replaces another hash.
 */
export function createKnownHashes() {
  let table: Buffer | null = null

  const slotsOf = (hash: Uint8Array) => {
    const first = ((hash[0] ?? 0) << 8) | (hash[1] ?? 0)
    return Array.from({ length: PROBES }, (_, probe) => ((first + probe) % SLOTS) * HASH_BYTES)
  }
  const holds = (held: Buffer, at: number, hash: Uint8Array) =>
    held.compare(hash, 0, HASH_BYTES, at, at + HASH_BYTES) === 0

  return {
    has: (hash: Uint8Array): boolean => {
      const held = table
      return held !== null && slotsOf(hash).some((at) => holds(held, at, hash))
    },
    add: (hash: Uint8Array): void => {
      table ??= Buffer.alloc(SLOTS * HASH_BYTES)
      const held = table
      const slots = slotsOf(hash)
      const at = slots.find((slot) => holds(held, slot, hash) || holds(held, slot, EMPTY)) ?? slots[0] ?? 0
      held.set(hash, at)
    },
    clear: (): void => void table?.fill(0),
  }
}

const EMPTY = new Uint8Array(HASH_BYTES)
