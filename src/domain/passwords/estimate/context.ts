import { calendarNames } from './calendar-names.ts'
import type { Match } from './match.ts'
import { addWord, emptyVocabulary, type Vocabulary } from './patterns/words.ts'
import { type Character, foldLetters, readText } from './text.ts'

/** What others know about the person: names, birthdays, pets, the site. */
export type Context = Vocabulary

export const NO_CONTEXT: Context = emptyVocabulary()

/** In code points. Bounds the work; text beyond it is ignored. */
export const CONTEXT_LENGTH_MAX = 1000

/** Someone who knows the person tries these words and their usual changes first. */
const GUESSES_MAX = 100
export const CONTEXT_LOG10_GUESSES = Math.log10(GUESSES_MAX)

/** Such as a year, a sequence or a digit, around or between the words. */
const ADDITIONS_MAX = 3
const ADDITION_KINDS = ['year', 'sequence', 'ending', 'repeat']

const WORD_LENGTH_MIN = 2

/** Reads words, names of several words, dates, email addresses and domains, separated by commas or line breaks. */
export function readContext(text: string): Context {
  const read = [...text.slice(0, 2 * CONTEXT_LENGTH_MAX)].slice(0, CONTEXT_LENGTH_MAX).join('')
  const words = [...read.split(/[,;\n]/).flatMap(wordsIn), ...datesIn(foldLetters(read))]
  const context = emptyVocabulary()
  for (const word of new Set(words)) {
    const folded = readText(word).characters.map((character) => character.folded)
    if (folded.length >= WORD_LENGTH_MIN) {
      addWord(context, folded.join(''), { list: 'context', rank: GUESSES_MAX, bits: Math.log2(GUESSES_MAX) })
    }
  }
  return context
}

/** The whole entry, joined, and its words; without the last label of a domain. */
function wordsIn(entry: string): string[] {
  const typed = entry.trim()
  const name = /\s/.test(typed) ? typed : typed.replace(/\.\p{L}+$/u, '')
  const words = name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return [name, words.join(''), ...words]
}

const DATE = /(?<!\d)(\d{1,4})\D{1,8}(\d\d?)\D{1,8}(\d{1,4})(?!\d)/g
const DIGITS_OF_DATE = [/(?<!\d)(\d\d)(\d\d)(\d{4}|\d\d)(?!\d)/g, /(?<!\d)(\d{4}|\d\d)(\d\d)(\d\d)(?!\d)/g]

/** Other ways to write the dates, and their parts. */
function datesIn(text: string): string[] {
  const { monthNames } = calendarNames()
  const numeric = text.replace(/[\p{L}\p{M}]+/gu, (name) => {
    const month = monthNames.get(name)
    return month === undefined ? name : ` ${month} `
  })
  return [DATE, ...DIGITS_OF_DATE].flatMap((form) =>
    [...numeric.matchAll(form)].flatMap(([, first = '', second = '', third = '']) => [
      ...writeDate(first, second, third),
      ...writeDate(second, third, first),
    ]),
  )
}

/** `one` and `other` are the day and the month, in either order. */
function writeDate(one: string, other: string, year: string): string[] {
  const [a, b, y] = [one, other, year].map((number) => number.slice(-2).padStart(2, '0'))
  const years = [year, `${y}`, `19${y}`, `20${y}`]
  const inOrder = (a = '', b = '') => [
    a + b,
    ...years.flatMap((year) => [a + b + year, year + a + b, Number(a) + String(Number(b)) + year]),
  ]
  return [...years, `${a}`, `${b}`, ...inOrder(a, b), ...inOrder(b, a)]
}

type Step = { additions: number; match: Match; from: number }

/** The parts, if the whole text is words of the context with few additions, else null. */
export function coverByContext(characters: readonly Character[], patterns: readonly Match[]): Match[] | null {
  if (!patterns.some(isFromContext)) return null
  const usable = patterns.filter(
    (match) => isFromContext(match) || ADDITION_KINDS.includes(match.finding.kind),
  )
  const byEnd = Map.groupBy([...usable, ...singleAdditions(characters)], ({ end }) => end)
  const steps: (Step | null)[] = [null]
  for (let end = 1; end <= characters.length; end++) {
    const options = (byEnd.get(end) ?? []).flatMap((match): Step[] => {
      const before = match.start === 0 ? 0 : steps[match.start]?.additions
      if (before === undefined) return []
      return [{ additions: before + (isFromContext(match) ? 0 : 1), match, from: match.start }]
    })
    steps.push(
      options.reduce<Step | null>(
        (best, step) => (best && best.additions <= step.additions ? best : step),
        null,
      ),
    )
  }
  const last = steps.at(-1)
  if (!last || last.additions > ADDITIONS_MAX) return null
  const parts: Match[] = []
  for (let step: Step | null | undefined = last; step; step = steps[step.from]) parts.unshift(step.match)
  return parts.some(isFromContext) ? parts : null
}

const isFromContext = ({ finding }: Match) => finding.kind === 'word' && finding.list === 'context'

/** Digits and symbols that no pattern has. */
function singleAdditions(characters: readonly Character[]): Match[] {
  return characters.flatMap(({ folded }, start): Match[] =>
    /^\p{L}/u.test(folded) ? [] : [{ start, end: start + 1, bits: 1, finding: { kind: 'typical' } }],
  )
}
