import { classesIn, lengthOf } from './character-classes.ts'

export const STRENGTHS = [
  { score: 0, label: 'Weak', color: 'red', width: 0 },
  { score: 1, label: 'Weak', color: 'red', width: 0.25 },
  { score: 2, label: 'Fair', color: 'yellow', width: 0.5 },
  { score: 3, label: 'Good', color: 'blue', width: 0.75 },
  { score: 4, label: 'Strong', color: 'green', width: 1 },
] as const

export type Strength = (typeof STRENGTHS)[number]

const LENGTH_STEPS = [8, 12, 16]
const CLASS_STEPS = [2, 3, 4]
const ENTROPY_STEPS_BITS = [50, 75]
// All 32 ASCII symbols: attackers don't know that the generator uses 26.
const POOL_SIZES = { uppercase: 26, lowercase: 26, numbers: 10, symbols: 32 }

/**
 * For random passwords only: detects no words or patterns. A point each for length, classes and length × log2(pool).
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
