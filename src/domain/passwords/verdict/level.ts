import type { Estimate } from '#domain/passwords/estimate/estimate.ts'
import { ATTACKS, holdsAgainst, WITHSTANDING_YEARS } from './attacks.ts'

const LEVELS = [
  { rank: 0, label: 'Withstands none of the four attacks', look: 'weak' },
  { rank: 1, label: 'Withstands throttled sign-ins only', look: 'weak' },
  { rank: 2, label: 'Withstands attacks if the site uses a slow hash', look: 'fair' },
  { rank: 3, label: 'Withstands one graphics card', look: 'info' },
  { rank: 4, label: 'Withstands all four attacks', look: 'good' },
] as const

/** `rank` counts the attacks, slowest first, that a password withstands for ten years. */
export type Level = (typeof LEVELS)[number]

/** Of a password that withstands all attacks. */
export const RANK_MAX = ATTACKS.length

export const LEVEL_CRITERION = `A password withstands an attack that takes ${WITHSTANDING_YEARS} years or longer.`

const IF_MADE_UP = 'If you made it up yourself, assume that it’s weaker.'

type Rated = Pick<Estimate, 'log10Guesses' | 'parts' | 'looksDrawn'>

const UNEXPLAINED = ['random', 'typical', 'unknown script', 'separator', 'ending', 'invisible']

/** Whether only the order of characters was rated. */
const hasNoPattern = ({ parts }: Pick<Estimate, 'parts'>): boolean =>
  parts.every(({ finding }) => UNEXPLAINED.includes(finding.kind))

/** What to say if nothing was found; null otherwise. */
export function describeNothingFound(estimate: Pick<Estimate, 'parts'>): string | null {
  const isUnknown = estimate.parts.some(({ finding }) => finding.kind === 'unknown script')
  if (isUnknown) return `We know no words of this script. ${IF_MADE_UP}`
  return hasNoPattern(estimate) ? `We found no pattern. ${IF_MADE_UP}` : null
}

/** Never the highest without a reason: patterns, or characters that look drawn. */
export function levelOf(estimate: Rated): Level {
  const level = levelOfGuesses(estimate.log10Guesses)
  const isExplained = estimate.looksDrawn || !hasNoPattern(estimate)
  return level.rank < RANK_MAX || isExplained ? level : LEVELS[3]
}

/** Of a text that is known to take that many guesses. */
export function levelOfGuesses(log10Guesses: number): Level {
  const held = ATTACKS.filter((attack) => holdsAgainst(log10Guesses, attack)).length
  return LEVELS.find(({ rank }) => rank === held) ?? LEVELS[0]
}
