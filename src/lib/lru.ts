import { LRUCache } from 'lru-cache'

type Expiry = { ttl: number; ttlResolution: number; perf: { now(): number } }

/** Keeps `most` values, the least asked for goes. Given as `max`, the library would take memory for all of them ahead. */
export const createLru = <Key extends {}, Value extends {}>(most: number, expiry?: Expiry) =>
  new LRUCache<Key, Value>({ maxSize: most, sizeCalculation: () => 1, ...expiry })
