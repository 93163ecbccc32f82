import type { Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'
import { capitalsOf } from './capitals.ts'
import { likelyEnds, type Vocabulary } from './words.ts'

/**
 * Drawn from the EFF's list, or from one with as few words as those of BIP 39. The last word of a wallet's phrase has a
 * checksum, so 12 words are drawn with 128 bits rather than 132, and 24 with 256 rather than 264. Passphrases have none.
 */
const PASSPHRASE_WORD_BITS = Math.log2(7776)
const PASSPHRASE_WORDS_MIN = 4
const WORD_BITS = Math.log2(2048)
/** Two words in 24 from a list of 2,048 are the same once in seven draws; four repeats are no chance. */
const REPEATS_SHARE = 1 / 8
const LETTER_BITS = 5
const PROQUINTS = /^(?:[bdf-hj-npr-tvz][aiou]){2}[bdf-hj-npr-tvz]$/

const COMMON_SEPARATORS = ' -'
const COMMON_SEPARATOR_BITS = 1
const SEPARATOR_BITS = 3
const CAPITALS_BITS = 1
const FEW_GROUPS = 3
const FEW_GROUPS_BITS = 4
const DIGIT_BITS = Math.log2(10)
const SAID_BEFORE_BITS = 4
const END_BITS = 2
const ENDS = '!.?'

const LENGTH_MAX = 16
/** Shorter words occur by chance. */
const JOINED_LENGTH_MIN = 3
const GROUP = /^(?<letters>[\p{L}\p{M}']{1,16})(?<digit>\d?)$/u
const VOWEL = /[aeiouyаеёиоуыэюяіїєαεηιουω]/
const CONSONANTS = /[b-df-hj-np-tv-xz]{5}/
const WITH_VOWELS = /[a-zа-яіїєα-ω]/

export type WordLists = { vocabulary: Vocabulary; english: ReadonlySet<string>; seeds: ReadonlySet<string> }

/** A whole text of words, as in 'mumie-sudd-leja' or 'Tubby-Overbuilt3-Kennel'; if separated, no list needs to have them. */
export function findWordGroups(characters: readonly Character[], lists: WordLists): Match[] {
  const isEnded = ENDS.includes(characters.at(-1)?.typed ?? ' ')
  const { separator, groups } = split(isEnded ? characters.slice(0, -1) : characters, lists)
  const words = groups.map((group) => readWord(group, lists.vocabulary))
  if (groups.length < (separator === ' ' ? 2 : FEW_GROUPS) || words.some((word) => word === null)) return []
  if (separator === '' && groups.some(({ length }) => length === 1)) return []
  const isInList = (word: { letters: string } | null) => lists.vocabulary.words.has(word?.letters ?? '')
  if (/\d/.test(separator) && !words.every(isInList)) return []
  if (words.every((word) => PROQUINTS.test(word?.letters ?? '') && !isInList(word))) return []
  const areIn = (list: ReadonlySet<string>) =>
    groups.length >= PASSPHRASE_WORDS_MIN && words.every((word) => list.has(word?.letters ?? ''))
  const isSeeds = areIn(lists.seeds)
  const isListed = isSeeds || areIn(lists.english)
  const wordBits = isListed && !isSeeds ? PASSPHRASE_WORD_BITS : WORD_BITS
  const repeats = groups.length - new Set(words.map((word) => word?.letters)).size
  const canRepeat = isListed && repeats <= Math.max(1, REPEATS_SHARE * groups.length)
  const digits = words.filter((word) => word?.hasDigit).length
  const hasCapitals = groups.some((group) => capitalsOf(group) !== 'none')
  const bits = [
    ...words.map((word, at) => {
      const isSaidBefore = words.slice(0, at).some((before) => before?.letters === word?.letters)
      return Math.min(
        isSaidBefore && !canRepeat ? SAID_BEFORE_BITS : wordBits,
        letterBits(word?.letters ?? ''),
      )
    }),
    isEnded ? END_BITS : 0,
    COMMON_SEPARATORS.includes(separator) ? COMMON_SEPARATOR_BITS : SEPARATOR_BITS,
    groups.length < FEW_GROUPS ? FEW_GROUPS_BITS : 0,
    hasCapitals ? CAPITALS_BITS : 0,
    digits * (DIGIT_BITS + Math.log2(groups.length)),
  ].reduce((sum, part) => sum + part)
  const finding = { kind: 'words' as const, count: groups.length, isListed }
  // Part of no cover: an attacker who guesses this form doesn't start with likely characters.
  return [{ start: 0, end: characters.length, bits: Number.POSITIVE_INFINITY, randomBits: bits, finding }]
}

/** A Chinese or Japanese character may be a word of its own. */
const letterBits = (letters: string) =>
  (/\p{Script=Han}/u.test(letters) ? WORD_BITS : LETTER_BITS) * letters.length

/** By the first character between two letters that isn't one, or else before each capital, or else by listed words. */
function split(
  characters: readonly Character[],
  lists: WordLists,
): { separator: string; groups: Character[][] } {
  const separator = characters.find(({ lower }) => !/^[\p{L}'’]/u.test(lower))?.typed ?? ''
  const groups: Character[][] = [[]]
  for (const character of characters) {
    if (separator === '' && character.isUpper && groups.at(-1)?.length) groups.push([])
    if (separator !== '' && character.typed === separator) groups.push([])
    else groups.at(-1)?.push(character)
  }
  const isJoined = separator === '' && groups.length === 1
  const joined = isJoined
    ? (splitJoined(characters, lists.seeds, lists.vocabulary) ??
      splitJoined(characters, lists.english, lists.vocabulary) ??
      splitJoined(characters, lists.vocabulary.words, lists.vocabulary))
    : null
  return { separator, groups: joined ?? groups }
}

/** Into the fewest words of a list; null if there are none. */
function splitJoined(
  characters: readonly Character[],
  list: { has(word: string): boolean },
  vocabulary: Vocabulary,
): Character[][] | null {
  const text = characters.map(({ folded }) => folded).join('')
  const shortest = text >= '\u2e80' ? 2 : JOINED_LENGTH_MIN
  const steps: ({ count: number; start: number } | undefined)[] = [{ count: 0, start: 0 }]
  for (let start = 0; start < text.length; start++) {
    const count = (steps[start]?.count ?? Number.POSITIVE_INFINITY) + 1
    if (count === Number.POSITIVE_INFINITY) continue
    for (const end of likelyEnds(text, start, vocabulary)) {
      if (end - start < shortest || end - start > LENGTH_MAX) continue
      if (count < (steps[end]?.count ?? Number.POSITIVE_INFINITY) && list.has(text.slice(start, end)))
        steps[end] = { count, start }
    }
  }
  if (!steps[text.length]) return null
  const groups: Character[][] = []
  for (let end = text.length; end > 0; end = groups[0] ? end - groups[0].length : 0)
    groups.unshift(characters.slice(steps[end]?.start, end))
  return groups
}

function readWord(
  group: readonly Character[],
  { words }: Vocabulary,
): { letters: string; hasDigit: boolean } | null {
  const { letters, digit } = GROUP.exec(group.map(({ folded }) => folded).join(''))?.groups ?? {}
  if (letters === undefined || capitalsOf(group) === 'mixed') return null
  const isOdd = WITH_VOWELS.test(letters) && (!VOWEL.test(letters) || CONSONANTS.test(letters))
  if (isOdd && !words.has(letters)) return null
  return { letters, hasDigit: digit !== '' }
}
