import { CALIBRATION_STEP, type Calibration } from '#domain/passwords/estimate/guesses.ts'
import { AFTER } from '#domain/passwords/estimate/patterns/capitals.ts'
import {
  type CharacterModel,
  CONTEXT_LENGTH,
  END,
  OTHER,
  SYMBOLS,
} from '#domain/passwords/estimate/typical-characters.ts'

const SAMPLES = 50_000
/** Fewer say nothing; below, the share of the bits is the same. */
const SAMPLES_MIN = 300
const BITS_MAX = 64
const LENGTH_MAX = 40

/**
 * Guesses before a text of n bits, if texts are tried by falling probability, estimated from texts drawn from the model:
 * each of probability p stands for 1 / p of them (Dell'Amico and Filippone 2015).
 */
export function calibrate(model: CharacterModel): Calibration {
  const draw = sampler(model, seededRandom())
  const samples = Array.from({ length: SAMPLES }, draw).sort((one, other) => one - other)
  const steps = Array.from({ length: 1 + BITS_MAX / CALIBRATION_STEP }, (_, step) => step * CALIBRATION_STEP)
  const early = steps.map((bits) => {
    const likelier = samples.filter((sample) => sample <= bits)
    const guesses = likelier.reduce((sum, sample) => sum + 2 ** sample, 0) / SAMPLES
    return likelier.length < SAMPLES_MIN ? null : bits - Math.log2(guesses)
  })
  const first = early.findIndex((bits) => bits !== null)
  return early.map((bits, step) => bits ?? ((early[first] ?? 0) * step) / first)
}

/** Draws a text and returns its bits. */
function sampler(model: CharacterModel, random: () => number): () => number {
  const known = new Map<string, Float64Array>()
  const distributionAfter = (symbols: readonly number[]) => {
    const context = symbols.slice(-CONTEXT_LENGTH)
    const key = `${context.join(' ')} ${symbols.length < CONTEXT_LENGTH}`
    const distribution = known.get(key) ?? readDistribution(model, context)
    known.set(key, distribution)
    return distribution
  }
  return () => {
    const symbols: number[] = []
    let bits = 0
    let before: keyof typeof AFTER = 'none'
    while (symbols.length < LENGTH_MAX) {
      const distribution = distributionAfter(symbols)
      const symbol = drawFrom(distribution, random())
      bits -= Math.log2(distribution[symbol] ?? 0)
      if (symbol === END) break
      symbols.push(symbol)
      const isLetter = /[a-z]/.test(SYMBOLS.charAt(symbol))
      const costs: Record<'upper' | 'lower', number> = AFTER[before]
      if (!isLetter) before = 'none'
      else {
        const cased = random() < 2 ** -costs.upper ? 'upper' : 'lower'
        bits += costs[cased]
        before = cased
      }
    }
    return bits
  }
}

/** Probabilities of the next symbol, without OTHER. */
function readDistribution(model: CharacterModel, context: readonly number[]): Float64Array {
  const costOf = (symbols: readonly number[]) =>
    model.costs(symbols)[context.length] ?? Number.POSITIVE_INFINITY
  const probabilities = new Float64Array(END + 1)
  for (let symbol = 0; symbol < OTHER; symbol++) probabilities[symbol] = 2 ** -costOf([...context, symbol])
  if (context.length > 0) probabilities[END] = 2 ** -costOf(context)
  const total = probabilities.reduce((sum, probability) => sum + probability, 0)
  return probabilities.map((probability) => probability / total)
}

function drawFrom(probabilities: Float64Array, random: number): number {
  let left = random
  for (const [symbol, probability] of probabilities.entries()) {
    left -= probability
    if (left < 0) return symbol
  }
  return END
}

/** Mulberry32, so that each build makes the same data. */
function seededRandom(): () => number {
  let state = 1
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
