import { LRUCache } from 'lru-cache'
import type { EncodedBody } from './encoded.ts'

type Make = () => Promise<EncodedBody>

export type BodyCache = {
  /** The body named `key` as of `version`: kept, or else made now. All of another version is forgotten. */
  get(version: number, key: string, make: Make): Promise<EncodedBody>
}

/** Bodies that are the same for everyone until something changes; at most `bytes` of them, the least asked for go. */
export function createBodyCache(bytes: number): BodyCache {
  const empty = () =>
    new LRUCache<string, EncodedBody, Make>({
      maxSize: bytes,
      sizeCalculation: sizeOf,
      fetchMethod: (_key, _known, { context }) => context(),
    })
  let kept = { version: Number.NaN, bodies: empty() }

  return {
    get: async (version, key, make) => {
      // A whole new cache, as what is still being made would end up in this one.
      if (kept.version !== version) kept = { version, bodies: empty() }
      return (await kept.bodies.fetch(key, { context: make })) ?? make()
    },
  }
}

const sizeOf = ({ bytes: { identity, br, gzip } }: EncodedBody) =>
  1 + identity.byteLength + (br?.byteLength ?? 0) + (gzip?.byteLength ?? 0)
