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

  const slotOf = (hash: Uint8Array, probe: number) =>
    ((((hash[0] ?? 0) << 8) + (hash[1] ?? 0) + probe) % SLOTS) * HASH_BYTES

  /** The slot that holds `content`, among those for `hash`. */
  function find(held: Buffer, hash: Uint8Array, content: Uint8Array): number | null {
    for (let probe = 0; probe < PROBES; probe++) {
      const at = slotOf(hash, probe)
      if (held.compare(content, 0, HASH_BYTES, at, at + HASH_BYTES) === 0) return at
    }
    return null
  }

  return {
    has: (hash: Uint8Array): boolean => table !== null && find(table, hash, hash) !== null,
    add: (hash: Uint8Array): void => {
      table ??= Buffer.alloc(SLOTS * HASH_BYTES)
      table.set(hash, find(table, hash, hash) ?? find(table, hash, EMPTY) ?? slotOf(hash, 0))
    },
    clear: (): void => void table?.fill(0),
  }
}

const EMPTY = new Uint8Array(HASH_BYTES)
