import type { Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'
import { capitalsOf } from './capitals.ts'
import type { Vocabulary } from './words.ts'

/** Of a diceware list, and of a list in another language, which have 2,048 to 8,000 words. */
const LISTED_WORD_BITS = Math.log2(7776)
const WORD_BITS = 12
const LETTER_BITS = 5

const COMMON_SEPARATORS = ' -'
const COMMON_SEPARATOR_BITS = 2
const SEPARATOR_BITS = 5
const CAPITALS_BITS = 1
const FEW_GROUPS = 3
const FEW_GROUPS_BITS = 4
const DIGIT_BITS = Math.log2(10)
const SAID_BEFORE_BITS = 4
const END_BITS = 2
const ENDS = '!.?'

const GROUP = /^(?<letters>[\p{L}\p{M}']{1,16})(?<digit>\d?)$/u
const VOWEL = /[aeiouyаеёиоуыэюяіїєαεηιουω]/
const CONSONANTS = /[b-df-hj-np-tv-xz]{5}/
const WITH_VOWELS = /[a-zа-яіїєα-ω]/

/** A whole text of words, as in 'mumie-sudd-leja' or 'Tubby-Overbuilt3-Kennel'; no list needs to have them. */
export function findWordGroups(characters: readonly Character[], vocabulary: Vocabulary): Match[] {
  const isEnded = ENDS.includes(characters.at(-1)?.typed ?? ' ')
  const { separator, groups } = split(isEnded ? characters.slice(0, -1) : characters)
  const words = groups.map((group) => readWord(group))
  if (groups.length < (separator === ' ' ? 2 : FEW_GROUPS) || words.some((word) => word === null)) return []
  const isListed = words.every((word) => word !== null && vocabulary.words.has(word.letters))
  const wordBits = isListed ? LISTED_WORD_BITS : WORD_BITS
  const digits = words.filter((word) => word?.hasDigit).length
  const hasCapitals = groups.some((group) => capitalsOf(group) !== 'none')
  const bits = [
    ...words.map((word, at) => {
      const isSaidBefore = words.slice(0, at).some((before) => before?.letters === word?.letters)
      return Math.min(isSaidBefore ? SAID_BEFORE_BITS : wordBits, LETTER_BITS * (word?.letters.length ?? 0))
    }),
    isEnded ? END_BITS : 0,
    COMMON_SEPARATORS.includes(separator) ? COMMON_SEPARATOR_BITS : SEPARATOR_BITS,
    groups.length < FEW_GROUPS ? FEW_GROUPS_BITS : 0,
    hasCapitals ? CAPITALS_BITS : 0,
    digits * (DIGIT_BITS + Math.log2(groups.length)),
  ].reduce((sum, part) => sum + part)
  const finding = { kind: 'words' as const, count: groups.length }
  // Part of no cover: whoever guesses this form doesn't start with likely characters.
  return [{ start: 0, end: characters.length, bits: Number.POSITIVE_INFINITY, randomBits: bits, finding }]
}

/** By the first character between two letters that isn't one, or else before each capital. */
function split(characters: readonly Character[]): { separator: string; groups: Character[][] } {
  const separator = characters.find(({ lower }) => !/^[\p{L}'’]/u.test(lower))?.typed ?? ''
  const groups: Character[][] = [[]]
  for (const character of characters) {
    if (separator === '' && character.isUpper && groups.at(-1)?.length) groups.push([])
    if (separator !== '' && character.typed === separator) groups.push([])
    else groups.at(-1)?.push(character)
  }
  return { separator, groups }
}

function readWord(group: readonly Character[]): { letters: string; hasDigit: boolean } | null {
  const { letters, digit } = GROUP.exec(group.map(({ folded }) => folded).join(''))?.groups ?? {}
  if (letters === undefined || capitalsOf(group) === 'mixed') return null
  if (WITH_VOWELS.test(letters) && (!VOWEL.test(letters) || CONSONANTS.test(letters))) return null
  return { letters, hasDigit: digit !== '' }
}
