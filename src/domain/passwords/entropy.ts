import { characterTypes } from './character-types.ts'
import { defaultGeneratorExtras, type GeneratorExtras } from './extras.ts'
import type { PasswordOptions } from './options.ts'

/** A character type as far as counting goes: how many characters it has, and how many a string must hold. */
export type SizedType = { size: number; minimum: number }

/**
 * The entropy of a generated password in bits, exact: log2 of the number of passwords the options allow. The
 * generator makes each of them equally likely, so Shannon entropy and min-entropy are this same figure, and an
 * attacker who knows the options has to try half of them on average. 16 characters of every type: 103.1 bits.
 * 0 when no password satisfies the options.
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
  // At most 94^64 < 2^420: within the range of a double, whose 53 bits leave log2 exact to far below 0.1 bit.
  return count === 0n ? 0 : Math.log2(Number(count))
}

/**
 * How many strings of `length` characters hold at least `minimum` characters of each type.
 *
 * Inclusion–exclusion over the types that fall short (Stanley, Enumerative Combinatorics 1, §2.1): of the strings
 * that ignore a type's minimum, those with k < minimum of its characters are taken off. There are
 * C(length, k) · size^k ways to place these k, times the strings of length − k without that type.
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

/** The binomial coefficient C(n, k). */
export function choose(n: number, k: number): bigint {
  let result = 1n
  for (let i = 1; i <= k; i++) result = (result * BigInt(n - k + i)) / BigInt(i)
  return result
}
