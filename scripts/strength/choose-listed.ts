import type { StrengthData } from '#domain/passwords/estimate/data.ts'
import { estimateStrength } from '#domain/passwords/estimate/estimate.ts'

const PASSWORDS_MAX = 24_000

/** Half of the Zipf exponent: what matters is both how often a password is used and how many are rated right. */
const USE_EXPONENT = 0.4

/** In decades. Every password that leaks are known to contain must stay below a million guesses. */
const BREACHED_MAX = 5.7

/**
 * Keeps the passwords whose estimate falls most by being listed, in decades weighted by use, and
 * those of `breached` that would rate too high; null at the ranks of the
 * others, which `unlisted` rates nearly the same without a list.
 */
export function chooseListed(
  passwords: readonly string[],
  breached: ReadonlySet<string>,
  unlisted: StrengthData,
): (string | null)[] {
  const gains = passwords.map((password, at) => {
    const { log10Guesses } = estimateStrength(password, unlisted)
    if (log10Guesses > BREACHED_MAX && breached.has(password)) return Number.POSITIVE_INFINITY
    return (log10Guesses - Math.log10(at + 1)) * (at + 1) ** -USE_EXPONENT
  })
  const least = gains.toSorted((one, other) => other - one)[PASSWORDS_MAX] ?? Number.NEGATIVE_INFINITY
  return passwords.map((password, at) => ((gains[at] ?? 0) > least ? password : null))
}
