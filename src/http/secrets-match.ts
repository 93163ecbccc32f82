import { createHash, timingSafeEqual } from 'node:crypto'

/** Constant-time comparison. */
export const secretsMatch = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected))

const digest = (text: string) => createHash('sha256').update(text).digest()
