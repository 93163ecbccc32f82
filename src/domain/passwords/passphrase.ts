import { NUMBERS, SYMBOLS } from './alphabets.ts'
import { PASSPHRASE_WORDS, type PassphraseOptions } from './passphrase-options.ts'
import type { Random } from './random.ts'
import { STRENGTHS, type Strength } from './strength.ts'

/** Named ones; any other text is allowed, too. */
export const SEPARATORS = [
  { name: 'Hyphen', text: '-' },
  { name: 'Space', text: ' ' },
  { name: 'Period', text: '.' },
  { name: 'Comma', text: ',' },
  { name: 'Underscore', text: '_' },
  { name: 'None', text: '' },
] as const

/**
 * The words to draw from, so that no two draws give the same text. A word ends at a separator that begins with a character
 * of no word. Otherwise its end must show while reading from the left, so words that begin with another one are left out.
 */
export function wordsFor(separator: string, list: readonly string[]): readonly string[] {
  const [first] = separator
  if (first !== undefined && !list.some((word) => word.includes(first))) return list
  const all = new Set(list)
  return list.filter((word) => !prefixesOf(word).some((prefix) => all.has(prefix)))
}

/** Without the whole text and the empty one. */
export const prefixesOf = (text: string): string[] =>
  Array.from({ length: text.length - 1 }, (_, end) => text.slice(0, end + 1))

/**
 * All passphrases the options allow are equally likely if `list` comes from `wordsFor` and its words start with
 * letters. Throws RangeError unless words are 3..20.
 */
export function generatePassphrase(
  options: PassphraseOptions,
  list: readonly string[],
  random: Random,
): string {
  const { words: count, separator } = options
  if (!Number.isInteger(count) || count < PASSPHRASE_WORDS.min || count > PASSPHRASE_WORDS.max) {
    throw new RangeError(
      `The number of words must be from ${PASSPHRASE_WORDS.min} to ${PASSPHRASE_WORDS.max}`,
    )
  }
  const words = Array.from({ length: count }, () => list[random.below(list.length)] ?? '')
  const styled = options.capitalize ? words.map(capitalize) : words
  const numbered = options.addNumber ? append(NUMBERS.all, styled, random) : styled
  const complete = options.addSymbol ? append(SYMBOLS, numbered, random) : numbered
  return complete.join(separator)
}

export function generatePassphrases(
  count: number,
  options: PassphraseOptions,
  list: readonly string[],
  random: Random,
): string[] {
  return Array.from({ length: count }, () => generatePassphrase(options, list, random))
}

/** Exact entropy in bits: log2 of the number of passphrases the options allow. */
export function passphraseEntropyBits(options: PassphraseOptions, listSize: number): number {
  const { words, addNumber, addSymbol } = options
  const place = Math.log2(words)
  const number = addNumber ? place + Math.log2(NUMBERS.all.length) : 0
  const symbol = addSymbol ? place + Math.log2(SYMBOLS.length) : 0
  return words * Math.log2(listSize) + number + symbol
}

// One GPU makes 2^40 guesses at a fast hash in a minute. 75 bits is also the generator's last step.
const STRENGTH_STEPS_BITS = [30, 40, 55, 75]

export function ratePassphrase(bits: number): Strength {
  const steps = STRENGTH_STEPS_BITS.filter((step) => bits >= step).length
  return STRENGTHS[steps] ?? STRENGTHS[4]
}

export const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

function append(set: string, words: readonly string[], random: Random): string[] {
  const place = random.below(words.length)
  const character = set.charAt(random.below(set.length))
  return words.map((word, index) => (index === place ? word + character : word))
}
