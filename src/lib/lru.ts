import { LRUCache } from 'lru-cache'

/** Keeps so many values, and of more than that those asked for last. Given `max` instead, the library would take the memory for all of them at once. */
export const createLru = <Key extends {}, Value extends {}>(
  most: number,
  dispose?: (value: Value, key: Key) => void,
) => new LRUCache<Key, Value>({ maxSize: most, sizeCalculation: () => 1, ...(dispose ? { dispose } : {}) })
