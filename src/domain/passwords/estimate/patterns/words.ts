import type { Match, WordList } from '#domain/passwords/estimate/match.ts'
import { SUBSTITUTIONS } from '#domain/passwords/estimate/substitutions.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'
import { bitsOfCapitals, capitalsOf } from './capitals.ts'
import { RUSSIAN_BY_LATIN } from './layouts.ts'

export type Word = { list: WordList; rank: number; bits: number }
export type Vocabulary = {
  words: Map<string, Word>
  /** Length of the longest word by its first four characters, to end searches early. */
  longest: Map<string, number>
}

const PREFIX_LENGTH = 4

const REVERSED_BITS = 3
const SUBSTITUTED_BITS = 3
const EACH_SUBSTITUTION_BITS = 2
const TRANSLITERATED_BITS = 3

type Reading = { letters: string[]; isReversed: boolean; isTransliterated: boolean; isSubstituted: boolean }

/** Shorter words occur by chance, except in scripts with thousands of characters. */
export const isLongEnough = (
  { start, end }: Pick<Match, 'start' | 'end'>,
  characters: readonly Character[],
) => end - start >= 3 || (end - start === 2 && (characters[start]?.lower ?? '') >= '\u2e80')

export function addWord({ words, longest }: Vocabulary, word: string, entry: Word): void {
  if (entry.bits >= (words.get(word)?.bits ?? Number.POSITIVE_INFINITY)) return
  words.set(word, entry)
  const prefix = word.slice(0, PREFIX_LENGTH)
  if (word.length > (longest.get(prefix) ?? 0)) longest.set(prefix, word.length)
}

/** Words of any length. */
export function findWords(characters: readonly Character[], vocabulary: Vocabulary): Match[] {
  return readingsOf(characters).flatMap((reading) => findIn(reading, characters, vocabulary))
}

function readingsOf(characters: readonly Character[]): Reading[] {
  const plain = characters.map(({ folded }) => folded)
  const reading = { letters: plain, isReversed: false, isTransliterated: false, isSubstituted: false }
  const readings: Reading[] = [reading, { ...reading, letters: plain.toReversed(), isReversed: true }]
  const exact = characters.map(({ lower, folded }) => (lower.length === 1 ? lower : folded))
  if (exact.some((letter, at) => letter !== plain[at])) readings.push({ ...reading, letters: exact })
  const keys = characters.map(({ key }) => key)
  if (keys.some((key, at) => key !== plain[at])) {
    readings.push({ ...reading, letters: keys, isTransliterated: true })
  }
  const russian = plain.map((letter) => RUSSIAN_BY_LATIN.get(letter) ?? letter)
  if (keys.every((key, at) => key === plain[at]))
    readings.push({ ...reading, letters: russian, isTransliterated: true })
  for (const table of SUBSTITUTIONS) {
    const letters = plain.map((letter) => table.get(letter) ?? letter)
    if (letters.some((letter, at) => letter !== plain[at])) {
      readings.push({ ...reading, letters, isSubstituted: true })
    }
  }
  return readings
}

function findIn(reading: Reading, characters: readonly Character[], vocabulary: Vocabulary): Match[] {
  const found: Match[] = []
  const text = reading.letters.join('')
  for (let from = 0; from < text.length; from++) {
    const length = vocabulary.longest.get(text.slice(from, from + PREFIX_LENGTH)) ?? PREFIX_LENGTH - 1
    const longest = Math.min(text.length, from + length)
    for (let to = from + 1; to <= longest; to++) {
      const word = text.slice(from, to)
      const entry = vocabulary.words.get(word)
      if (!entry) continue
      const start = reading.isReversed ? text.length - to : from
      const match = describe({ word, ...entry }, reading, characters, start, start + word.length)
      if (match) found.push(match)
    }
  }
  return found
}

/** Null if the reading changes nothing here, to avoid duplicate matches. */
function describe(
  word: Word & { word: string },
  reading: Reading,
  characters: readonly Character[],
  start: number,
  end: number,
): Match | null {
  const part = characters.slice(start, end)
  const isPalindrome = reading.isReversed && word.word === [...word.word].reverse().join('')
  if (isPalindrome) return null
  const substitutions = reading.isSubstituted ? substitutionsIn(part, word.word) : []
  if (reading.isSubstituted && substitutions.length === 0) return null
  if (reading.isTransliterated && part.every(({ folded }, at) => folded === word.word[at])) return null
  const isTransliterated =
    reading.isTransliterated ||
    part.some(({ lower, folded }, at) => folded !== lower && lower !== word.word[at])
  const capitals = capitalsOf(part)
  const bits =
    word.bits +
    bitsOfCapitals(part, capitals) +
    (reading.isReversed ? REVERSED_BITS : 0) +
    (substitutions.length > 0 ? SUBSTITUTED_BITS + EACH_SUBSTITUTION_BITS * substitutions.length : 0) +
    (isTransliterated ? TRANSLITERATED_BITS : 0)
  const { list, rank } = word
  const finding = { list, word: word.word, rank, capitals, substitutions, isTransliterated }
  return { start, end, bits, finding: { kind: 'word', ...finding, isReversed: reading.isReversed } }
}

function substitutionsIn(part: readonly Character[], word: string): [string, string][] {
  const pairs = new Map<string, string>()
  part.forEach(({ folded, typed }, at) => {
    if (folded !== word[at]) pairs.set(typed, word[at] ?? '')
  })
  return [...pairs]
}
