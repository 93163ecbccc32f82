import { LRUCache } from 'lru-cache'
import type { EncodedBody } from './encoded.ts'
import type { Drawn, DrawnPieces, Encoder } from './encoder.ts'
import type { PackedBody } from './packed.ts'

export type VersionCache<Value> = {
  /** The value named `key` as of `version`: kept, or else made now. All of another version is forgotten. */
  get(version: number, key: string, make: () => Promise<Value>): Promise<Value>
  /** The same where it is kept; it is not made. */
  known(version: number, key: string): Value | undefined
}

export type BodyCache = {
  /** The body named `key` as of `version`: kept, or else drawn and compressed for the client at `address`, as `Encoder.encode` does. */
  get(
    version: number,
    key: string,
    address: string,
    draw: () => Promise<Drawn | DrawnPieces>,
  ): Promise<EncodedBody | PackedBody>
}

/** What is the same for everyone until something changes; at most `bytes` of it, the least asked for goes. */
export function createVersionCache<Value extends object>(
  bytes: number,
  sizeOf: (value: Value) => number,
): VersionCache<Value> {
  const empty = () =>
    new LRUCache<string, Value, () => Promise<Value>>({
      maxSize: bytes,
      sizeCalculation: sizeOf,
      fetchMethod: (_key, _known, { context }) => context(),
    })
  let kept = { version: Number.NaN, values: empty() }

  return {
    get: async (version, key, make) => {
      // A whole new cache, as what is still being made would end up in this one.
      if (kept.version !== version) kept = { version, values: empty() }
      return (await kept.values.fetch(key, { context: make })) ?? make()
    },
    known: (version, key) => (kept.version === version ? kept.values.get(key) : undefined),
  }
}

/** Asked for this often, a body is worth a better compression. */
const OFTEN = 3

/** What is the same for everyone, compressed; better where it is asked for often. */
export function createBodyCache(bytes: number, encoder: Encoder): BodyCache {
  const bodies = createVersionCache(bytes, sizeOfBody)
  const asked = new WeakMap<EncodedBody | PackedBody, number>()
  return {
    get: async (version, key, address, draw) => {
      const body = await bodies.get(version, key, () => encoder.encode(address, draw))
      const times = (asked.get(body) ?? 0) + 1
      asked.set(body, times)
      if (times === OFTEN && body.isCheap) encoder.improve(body)
      return body
    },
  }
}

/** At least 1. */
export const sizeOfBody = ({ bytes: { identity, br, gzip } }: EncodedBody | PackedBody) =>
  [identity, br, gzip].reduce((sum, part) => sum + (part?.byteLength ?? 0), 1)
