/** What one call may cost. Times in milliseconds, sizes in bytes. */
export type Limits = {
  /** From the call to its answer, over all redirects. */
  totalMs: number
  lookupMs: number
  robotsMs: number
  redirects: number
  /** Of a body as it travels, and once unpacked. */
  wireBytes: number
  decodedBytes: number
}

export const LIMITS: Limits = {
  totalMs: 15_000,
  lookupMs: 3_000,
  robotsMs: 5_000,
  redirects: 5,
  wireBytes: 5 * 1024 * 1024,
  // The same packed or not: what a page costs to read grows with it, to 30 times its size for the worst of markup.
  decodedBytes: 5 * 1024 * 1024,
}
