import { LRUCache } from 'lru-cache'

type Expiry = { ttl: number; ttlResolution: number; perf: { now(): number } }

/** `max` would preallocate memory. */
export const createLru = <Key extends {}, Value extends {}>(max: number, expiry?: Expiry) =>
  new LRUCache<Key, Value>({ maxSize: max, sizeCalculation: () => 1, ...expiry })
