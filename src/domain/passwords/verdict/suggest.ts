import type { Estimate } from '#domain/passwords/estimate/estimate.ts'
import type { Finding } from '#domain/passwords/estimate/match.ts'
import { levelOf, RANK_MAX } from './level.ts'

const ENOUGH_WORDS = 6

type Rule = { applies: (estimate: Estimate) => boolean; advice: string | ((estimate: Estimate) => string) }

const has = (kind: Finding['kind']) => (estimate: Estimate) =>
  estimate.parts.some(({ finding }) => finding.kind === kind)

const words = ({ parts }: Pick<Estimate, 'parts'>) => parts.filter(({ finding }) => finding.kind === 'word')

const hasSubstitutions = (estimate: Estimate) =>
  words(estimate).some(({ finding }) => finding.kind === 'word' && finding.substitutions.length > 0)

const hasOnlyWords = ({ parts }: Estimate) =>
  parts.every(({ finding }) => finding.kind === 'word' || finding.kind === 'separator')

const isRandom = ({ parts }: Estimate) => parts.every(({ finding }) => finding.kind === 'random')

const hasContext = (estimate: Estimate) =>
  words(estimate).some(({ finding }) => finding.kind === 'word' && finding.list === 'context')

/** Most useful first. */
const RULES: Rule[] = [
  {
    applies: hasContext,
    advice: 'Leave out what others know about you: someone who knows you tries it first.',
  },
  {
    applies: ({ listed }) => listed !== null,
    advice: 'Don’t vary it: attackers try variants of known passwords first. Choose something unrelated.',
  },
  {
    applies: (estimate) => hasOnlyWords(estimate) && words(estimate).length >= 2,
    advice: (estimate) => {
      const missing = Math.max(1, ENOUGH_WORDS - words(estimate).length)
      return missing === 1
        ? 'Add another word picked at random.'
        : `Add ${missing} words picked at random: each multiplies the guesses by thousands.`
    },
  },
  {
    applies: isRandom,
    advice: 'Make it longer: each random character multiplies the guesses by up to 90.',
  },
  {
    applies: hasSubstitutions,
    advice: 'Look-alikes such as @ for a hardly help: attackers try them, too. Length helps more.',
  },
  {
    applies: (estimate) => has('date')(estimate) || has('year')(estimate),
    advice: 'Replace the date or year: there are few of them, and attackers try them all.',
  },
  {
    applies: (estimate) => has('keyboard')(estimate) || has('sequence')(estimate),
    advice: 'Replace keys in a row and sequences with something picked at random.',
  },
  { applies: has('repeat'), advice: 'Repeating adds length but hardly any guesses.' },
  { applies: has('ending'), advice: 'Move the last symbol: most people put it there.' },
  {
    applies: (estimate) => words(estimate).length === 1,
    advice: 'Use several words picked at random instead of one with additions.',
  },
  {
    applies: (estimate) => words(estimate).length > 0,
    advice: 'Names and words that belong together are tried together. Use words picked at random.',
  },
  {
    applies: () => true,
    advice: 'Make it longer with characters or words that you didn’t choose yourself.',
  },
]

/** The most useful advice; null only for a password that withstands all attacks. */
export function suggest(estimate: Estimate): string | null {
  if (estimate.parts.length === 0 || levelOf(estimate).rank === RANK_MAX) return null
  const advice = RULES.find(({ applies }) => applies(estimate))?.advice ?? null
  return typeof advice === 'function' ? advice(estimate) : advice
}
