import { characterTypes } from './character-types.ts'
import { defaultGeneratorExtras, type GeneratorExtras } from './generator-extras.ts'
import type { PasswordOptions } from './options.ts'

export type SizedType = { size: number; minimum: number }

/**
 * Exact entropy in bits: log2 of the number of passwords the options allow, or 0. All are equally likely, so Shannon
 * entropy equals min-entropy. 16 characters of every type: 103.1 bits.
 */
export function exactEntropyBits(
  options: PasswordOptions,
  extras: GeneratorExtras = defaultGeneratorExtras,
): number {
  const types = characterTypes(options, extras).map(({ characters, minimum }) => ({
    size: characters.length,
    minimum,
  }))
  const count = countStrings(options.length, types)
  // At most 94^64 < 2^420, within a double's range; its 53-bit mantissa keeps the error of log2 far below 0.1 bit.
  return count === 0n ? 0 : Math.log2(Number(count))
}

/**
 * Strings of `length` characters with at least `minimum` of each type, by inclusion–exclusion (Stanley, Enumerative
 * Combinatorics 1, §2.1): subtracts those with k < minimum, C(length, k) · size^k placements times the rest without it.
 */
export function countStrings(length: number, types: readonly SizedType[]): bigint {
  const pool = types.reduce((sum, { size }) => sum + size, 0)
  return countFrom(length, pool, types)
}

function countFrom(length: number, available: number, undecided: readonly SizedType[]): bigint {
  const [type, ...rest] = undecided
  if (type === undefined) return BigInt(available) ** BigInt(length)
  let count = countFrom(length, available, rest)
  for (let k = 0; k < type.minimum && k <= length; k++) {
    const ways = choose(length, k) * BigInt(type.size) ** BigInt(k)
    count -= ways * countFrom(length - k, available - type.size, rest)
  }
  return count
}

export function choose(n: number, k: number): bigint {
  let result = 1n
  for (let i = 1; i <= k; i++) result = (result * BigInt(n - k + i)) / BigInt(i)
  return result
}
