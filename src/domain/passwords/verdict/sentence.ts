import type { Estimate } from '#domain/passwords/estimate/estimate.ts'
import { ATTACKS, describeDuration } from './attacks.ts'
import { describeNothingFound, levelOf, RANK_MAX } from './level.ts'

const [SIGN_IN, SLOW_HASH, FAST_HASH] = ATTACKS

const IF_DRAWN = 'Safe if it was picked at random. If you made it up yourself, assume that it’s weaker.'

/**
 * How soon the password is guessed, when, and what to do, in one or two sentences for someone in a hurry. The duration is
 * that of the slowest attack that succeeds.
 */
export function sentenceOf(estimate: Estimate): string {
  const { log10Guesses, listed } = estimate
  if (listed) return 'Guessed at once: it is one of the most used passwords. Don’t use it anywhere.'
  const { rank } = levelOf(estimate)
  if (rank === 0) {
    const leaked = describeDuration(log10Guesses, SLOW_HASH)
    const typed = describeDuration(log10Guesses, SIGN_IN)
    return `Guessed ${leaked} if a website’s database leaks, and ${typed} even without. Use another one.`
  }
  if (rank === 1)
    return `Guessed ${describeDuration(log10Guesses, SLOW_HASH)} once a website’s database leaks. Make it longer, or use another one.`
  if (rank === 2)
    return `Guessed ${describeDuration(log10Guesses, FAST_HASH)} if a website stores it badly and its database leaks. Make it longer.`
  if (rank === RANK_MAX) return 'Safe even if a database leaks. Use it for one account only.'
  return describeNothingFound(estimate) && !estimate.looksDrawn
    ? IF_DRAWN
    : 'Hard to guess even if a database leaks. Use it for one account only, and make it longer for an important one.'
}
