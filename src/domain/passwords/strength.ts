import { classesIn, lengthOf } from './classes.ts'

export const STRENGTHS = [
  { score: 0, label: 'Weak', colour: 'red', width: 0 },
  { score: 1, label: 'Weak', colour: 'red', width: 0.25 },
  { score: 2, label: 'Fair', colour: 'yellow', width: 0.5 },
  { score: 3, label: 'Good', colour: 'blue', width: 0.75 },
  { score: 4, label: 'Strong', colour: 'green', width: 1 },
] as const

/** The strength shown beside a generated password; `width` is the filled share of the bar, 0 to 1. */
export type Strength = (typeof STRENGTHS)[number]

const LENGTH_STEPS = [8, 12, 16]
const CLASS_STEPS = [2, 3, 4]
const ENTROPY_STEPS_BITS = [50, 75]
// 32 is the number of ASCII symbols on a keyboard: an attacker isn't held to the 26 that the generator uses.
const POOL_SIZES = { uppercase: 26, lowercase: 26, numbers: 10, symbols: 32 }

/**
 * Rates a password by length, by character classes and by length × log2(pool): a point for each step reached, at most
 * 4 count. The pool is the sum of the sizes of the classes the password holds. Good for random passwords only: it
 * knows no words and no patterns.
 */
export function rateStrength(password: string): Strength {
  const length = lengthOf(password)
  const classes = classesIn(password)
  const sizes = []
  if (classes.uppercase) sizes.push(POOL_SIZES.uppercase)
  if (classes.lowercase) sizes.push(POOL_SIZES.lowercase)
  if (classes.numbers) sizes.push(POOL_SIZES.numbers)
  if (classes.symbols) sizes.push(POOL_SIZES.symbols)
  const pool = sizes.reduce((sum, size) => sum + size, 0)
  const entropyBits = pool === 0 ? 0 : length * Math.log2(pool)

  const points =
    stepsReached(length, LENGTH_STEPS) +
    stepsReached(sizes.length, CLASS_STEPS) +
    stepsReached(entropyBits, ENTROPY_STEPS_BITS)
  return STRENGTHS[points] ?? STRENGTHS[4]
}

function stepsReached(value: number, steps: readonly number[]): number {
  return steps.filter((step) => value >= step).length
}
