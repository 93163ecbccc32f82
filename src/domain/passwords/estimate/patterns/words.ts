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
  /** Has a bit for each word and for each four characters above (Bloom 1970), because most lookups are in vain. */
  hashes: Uint32Array
}

const PREFIX_LENGTH = 4
const HASH_BITS = 21
/** FNV-1a. */
const HASH_START = 0x811c9dc5
const HASH_FACTOR = 0x01000193

const REVERSED_BITS = 3
const SUBSTITUTED_BITS = 3
const EACH_SUBSTITUTION_BITS = 2
const TRANSLITERATED_BITS = 3

/** `changed` is null if every letter counts, else true where the letter differs from the plain one. */
type Reading = {
  letters: string[]
  changed: boolean[] | null
  isReversed: boolean
  isTransliterated: boolean
  isSubstituted: boolean
}

/** Shorter words occur by chance, except in scripts with thousands of characters. */
export const isLongEnough = (
  { start, end }: Pick<Match, 'start' | 'end'>,
  characters: readonly Character[],
) => end - start >= 3 || (end - start === 2 && (characters[start]?.lower ?? '') >= '\u2e80')

export const emptyVocabulary = (): Vocabulary => ({
  words: new Map(),
  longest: new Map(),
  hashes: new Uint32Array(2 ** HASH_BITS / 32),
})

export function addWord({ words, longest, hashes }: Vocabulary, word: string, entry: Word): void {
  if (entry.bits >= (words.get(word)?.bits ?? Number.POSITIVE_INFINITY)) return
  words.set(word, entry)
  const prefix = word.slice(0, PREFIX_LENGTH)
  if (word.length > (longest.get(prefix) ?? 0)) longest.set(prefix, word.length)
  let hash = HASH_START
  for (let at = 0; at < word.length; at++) {
    hash = hashWith(hash, word.charCodeAt(at))
    if (at === PREFIX_LENGTH - 1 || at === word.length - 1) {
      const bit = hash >>> (32 - HASH_BITS)
      hashes[bit >>> 5] = (hashes[bit >>> 5] ?? 0) | (1 << (bit & 31))
    }
  }
}

const hashWith = (hash: number, code: number) => Math.imul(hash ^ code, HASH_FACTOR)

function mayHave({ hashes }: Vocabulary, hash: number): boolean {
  const bit = hash >>> (32 - HASH_BITS)
  return (((hashes[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1
}

/** Words of any length. */
export function findWords(characters: readonly Character[], vocabulary: Vocabulary): Match[] {
  const plain = characters.map(({ folded }) => folded)
  const text = {
    characters,
    plain: plain.join(''),
    isPlain: characters.every(({ typed }, at) => typed === plain[at]),
  }
  return readingsOf(characters, plain).flatMap((reading) => findIn(reading, text, vocabulary))
}

function readingsOf(characters: readonly Character[], plain: string[]): Reading[] {
  const as = { changed: null, isReversed: false, isTransliterated: false, isSubstituted: false }
  const exact = characters.map(({ lower, folded }) => (lower.length === 1 ? lower : folded))
  const keys = characters.map(({ key }) => key)
  const isLatin = keys.every((key, at) => key === plain[at])
  const others = [
    { ...as, letters: exact },
    {
      ...as,
      letters: isLatin ? plain.map((letter) => RUSSIAN_BY_LATIN.get(letter) ?? letter) : keys,
      isTransliterated: true,
    },
    ...SUBSTITUTIONS.map((table) => ({
      ...as,
      letters: plain.map((letter) => table.get(letter) ?? letter),
      isSubstituted: true,
    })),
  ]
  return [
    { ...as, letters: plain },
    { ...as, letters: plain.toReversed(), isReversed: true },
    ...others.map((reading) => ({
      ...reading,
      changed: reading.letters.map((letter, at) => letter !== plain[at]),
    })),
  ]
}

type Text = { characters: readonly Character[]; plain: string; isPlain: boolean }

function findIn(reading: Reading, { characters, plain, isPlain }: Text, vocabulary: Vocabulary): Match[] {
  const found: Match[] = []
  const text = reading.letters.join('')
  for (let from = 0, changed = -1; from < text.length; from++) {
    // Words without a changed letter are found in the plain reading.
    if (changed < from) changed = reading.changed ? reading.changed.indexOf(true, from) : from
    if (changed < 0) break
    let last = text.length
    let hash = HASH_START
    for (let to = from + 1; to <= last; to++) {
      hash = hashWith(hash, text.charCodeAt(to - 1))
      const isKnown = mayHave(vocabulary, hash)
      if (to - from === PREFIX_LENGTH) {
        const length = isKnown ? (vocabulary.longest.get(text.slice(from, to)) ?? 0) : 0
        last = Math.min(last, from + length)
      }
      if (!isKnown || to <= changed) continue
      const word = text.slice(from, to)
      const entry = vocabulary.words.get(word)
      if (!entry) continue
      const start = reading.isReversed ? text.length - to : from
      const isPalindrome = reading.isReversed && plain.startsWith(word, start)
      if (isPalindrome) continue
      const part = isPlain && !reading.isSubstituted ? [] : characters.slice(start, start + word.length)
      found.push(describe(word, entry, reading, part, start))
    }
  }
  return found
}

/** `part` may be empty if its letters are those of the word. */
function describe(
  word: string,
  { list, rank, bits: plainBits }: Word,
  { isReversed, isTransliterated: isByKeys, isSubstituted }: Reading,
  part: readonly Character[],
  start: number,
): Match {
  const substitutions = isSubstituted ? substitutionsIn(part, word) : []
  const isTransliterated =
    isByKeys || part.some(({ lower, folded }, at) => folded !== lower && lower !== word[at])
  const capitals = capitalsOf(part)
  const bits =
    plainBits +
    bitsOfCapitals(part, capitals) +
    (isReversed ? REVERSED_BITS : 0) +
    (isSubstituted ? SUBSTITUTED_BITS + EACH_SUBSTITUTION_BITS * substitutions.length : 0) +
    (isTransliterated ? TRANSLITERATED_BITS : 0)
  return {
    start,
    end: start + word.length,
    bits,
    finding: { kind: 'word', list, word, rank, capitals, substitutions, isReversed, isTransliterated },
  }
}

function substitutionsIn(part: readonly Character[], word: string): [string, string][] {
  const pairs: [string, string][] = []
  for (const [at, { folded, typed }] of part.entries())
    if (folded !== word[at] && !pairs.some(([known]) => known === typed)) pairs.push([typed, word[at] ?? ''])
  return pairs
}
