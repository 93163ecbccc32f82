import type { Cover } from './cheapest-cover.ts'

// Attackers who try likely passwords first reach an n-bit password before 2^n guesses. Measured by sampling the
// character model (Dell'Amico and Filippone 2015): 3 bits early at 18, 5.6 at 30, 10 at 54, 11.6 at 64.
const AHEAD_SHARE = 0.185
const AHEAD_BITS_MAX = 11

/** Attackers try all word lists before they generate guesses. */
const LISTS_FIRST = 1e4

/**
 * Long random passwords contain cheap covers by chance: rarely at 8 characters, usually at 64. A cover that saves at
 * most `first` bits counts as random; from `last` bits it counts fully; between them the estimate blends linearly. Both
 * thresholds grow from 36 bits (nothing random) to 106 (a generated password), then slower.
 */
function chanceBits(randomBits: number): { first: number; last: number } {
  const share = Math.min(1, Math.max(0, (randomBits - 36) / 70))
  const first = 24 * share + 0.07 * Math.max(0, randomBits - 106)
  return { first, last: first + 2 + 8 * share }
}

/** `randomBits` is the cost of the same characters drawn at random. `isRandom` means no pattern counts. */
export function estimateGuesses({ bits }: Cover, randomBits: number) {
  const covered = Math.log2(LISTS_FIRST + 2 ** (bits - Math.min(AHEAD_BITS_MAX, bits * AHEAD_SHARE)))
  const { first, last } = chanceBits(randomBits)
  const trust = Math.min(1, Math.max(0, (randomBits - bits - first) / (last - first)))
  const guessed = Math.min(randomBits, covered * trust + randomBits * (1 - trust))
  return { log10Guesses: guessed * Math.log10(2), isRandom: trust === 0 }
}
