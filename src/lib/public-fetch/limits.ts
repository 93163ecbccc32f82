export const LIMITS = {
  totalMs: 15_000,
  lookupMs: 3_000,
  robotsMs: 5_000,
  redirects: 5,
  wireBytes: 5 * 1024 * 1024,
  // Parsing needs up to 30 times the size, compressed or not.
  decodedBytes: 5 * 1024 * 1024,
}

export type Limits = typeof LIMITS
