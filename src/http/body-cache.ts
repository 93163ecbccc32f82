import { LRUCache } from 'lru-cache'
import type { EncodedBody } from './encoded.ts'

export type VersionCache<Value> = {
  /** The value named `key` as of `version`: kept, or else made now. All of another version is forgotten. */
  get(version: number, key: string, make: () => Promise<Value>): Promise<Value>
}

export type BodyCache = VersionCache<EncodedBody>

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
  }
}

export const createBodyCache = (bytes: number): BodyCache => createVersionCache(bytes, sizeOfBody)

const sizeOfBody = ({ bytes: { identity, br, gzip } }: EncodedBody) =>
  1 + identity.byteLength + (br?.byteLength ?? 0) + (gzip?.byteLength ?? 0)
