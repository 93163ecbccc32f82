export type Limits = {
  totalMs: number
  lookupMs: number
  robotsMs: number
  redirects: number
  wireBytes: number
  decodedBytes: number
}

export const LIMITS: Limits = {
  totalMs: 15_000,
  lookupMs: 3_000,
  robotsMs: 5_000,
  redirects: 5,
  wireBytes: 5 * 1024 * 1024,
  // Parsing needs up to 30 times the size, compressed or not.
  decodedBytes: 5 * 1024 * 1024,
}
