import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares in a time that tells nothing of where, or how early, the two differ. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected))

const digest = (text: string) => createHash('sha256').update(text).digest()
