import { LRUCache } from 'lru-cache'
import type { Call } from './call.ts'
import type { EncodedBody } from './encoded-body.ts'
import type { Encoder, StreamedContent, TextContent } from './encoder.ts'
import type { GzipBody } from './gzip-body.ts'

export type VersionCache<Value> = {
  get(version: number, key: string, make: () => Promise<Value>): Promise<Value>
  known(version: number, key: string): Value | undefined
}

export type BodyCache = {
  get(
    version: number,
    key: string,
    call: Pick<Call, 'address'>,
    render: () => Promise<TextContent | StreamedContent>,
  ): Promise<EncodedBody | GzipBody>
}

/** An LRU cache of at most `bytes`, for values that are the same for everyone. */
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
      // A new cache: values still being built belong to the old version.
      if (kept.version !== version) kept = { version, values: empty() }
      return (await kept.values.fetch(key, { context: make })) ?? make()
    },
    known: (version, key) => (kept.version === version ? kept.values.get(key) : undefined),
  }
}

const IMPROVE_AFTER = 3

export function createBodyCache(bytes: number, encoder: Encoder): BodyCache {
  const bodies = createVersionCache(bytes, sizeOfBody)
  const uses = new WeakMap<EncodedBody | GzipBody, number>()
  return {
    get: async (version, key, call, render) => {
      const body = await bodies.get(version, key, () => encoder.encode(call.address, render))
      const times = (uses.get(body) ?? 0) + 1
      uses.set(body, times)
      if (times === IMPROVE_AFTER && body.isCheap) encoder.improve(body)
      return body
    },
  }
}

export const sizeOfBody = ({ bytes: { identity, br, gzip } }: EncodedBody | GzipBody) =>
  [identity, br, gzip].reduce((sum, part) => sum + (part?.byteLength ?? 0), 1)
