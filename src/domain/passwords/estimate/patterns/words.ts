import type { Match, WordList } from '#domain/passwords/estimate/match.ts'
import { readSubstitutions } from '#domain/passwords/estimate/substitutions.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'
import { bitsOfCapitals, capitalsOf } from './capitals.ts'
import { RUSSIAN_BY_LATIN } from './layouts.ts'

export type Word = { list: WordList; rank: number; bits: number }
export type Vocabulary = {
  words: Map<string, Word>
  /** Has a bit for each word of any list and each start of one (Bloom 1970): most lookups would be in vain. */
  hashes: Uint32Array
}

const HASH_BITS = 22
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
  hashes: new Uint32Array(2 ** HASH_BITS / 32),
})

export function addWord(vocabulary: Vocabulary, word: string, entry: Word): void {
  if (entry.bits >= (vocabulary.words.get(word)?.bits ?? Number.POSITIVE_INFINITY)) return
  vocabulary.words.set(word, entry)
  addHashes(vocabulary, word)
}

export function addHashes({ hashes }: Vocabulary, word: string): void {
  let hash = HASH_START
  for (let at = 0; at < word.length; at++) {
    hash = hashWith(hash, word.charCodeAt(at))
    setBit(hashes, hash)
  }
  setBit(hashes, wordHash(hash))
}

const hashWith = (hash: number, code: number) => Math.imul(hash ^ code, HASH_FACTOR)
const wordHash = (hash: number) => ~hash

function setBit(hashes: Uint32Array, hash: number): void {
  const bit = hash >>> (32 - HASH_BITS)
  hashes[bit >>> 5] = bitsNear(hashes, hash) | (1 << bit)
}

const bitsNear = (hashes: Uint32Array, hash: number) => hashes[hash >>> (32 - HASH_BITS + 5)] ?? 0
const hasBit = (hashes: Uint32Array, hash: number) =>
  bitsNear(hashes, hash) & (1 << (hash >>> (32 - HASH_BITS)))

/** Where words end that start at `from`, and a few other places. */
export function likelyEnds(text: string, from: number, { hashes }: Vocabulary): number[] {
  const ends: number[] = []
  let hash = HASH_START
  for (let end = from + 1; end <= text.length; end++) {
    hash = hashWith(hash, text.charCodeAt(end - 1))
    if (!hasBit(hashes, hash)) break
    if (hasBit(hashes, wordHash(hash))) ends.push(end)
  }
  return ends
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
    ...readSubstitutions(plain).map((letters) => ({ ...as, letters, isSubstituted: true })),
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
    for (const to of likelyEnds(text, from, vocabulary)) {
      if (to <= changed) continue
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
