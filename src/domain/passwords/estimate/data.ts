import { SECTIONS_PER_LIST, unpackRankedList } from './data-format/ranked-list.ts'
import { DamagedDataError, unpackSections } from './data-format/sections.ts'
import type { Calibration } from './guesses.ts'
import type { WordList } from './match.ts'
import { PHRASE_START_LENGTH, type Phrases } from './patterns/phrases.ts'
import { addHashes, addWord, emptyVocabulary, type Vocabulary } from './patterns/words.ts'
import { foldLetters } from './text.ts'
import { type CharacterModel, readCharacters } from './typical-characters.ts'

export type StrengthFiles = { passwords: Uint8Array; words: Uint8Array; characters: Uint8Array }

export type StrengthData = {
  passwords: Map<string, number>
  vocabulary: Vocabulary
  /** Without other languages; all words of the EFF's passphrase list are among them. */
  english: ReadonlySet<string>
  /** The English words of BIP 39. */
  seeds: ReadonlySet<string>
  phrases: Phrases
  /** Digests of samples in documents. */
  published: ReadonlySet<string>
  characters: CharacterModel
  calibration: Calibration
}

/** Diceware lists are unordered: every word is equally likely. */
const PASSPHRASE_BITS = Math.log2(7776)
/** BIP 39 has 2,048 words a language. */
const SEED_BITS = 11
/** Attackers try English first. */
const LANGUAGE_BITS = 2
const FOLDED_BITS = 1

/** Takes about 0.1 s. Throws DamagedDataError if a file is invalid. */
export function readStrengthData(files: StrengthFiles): StrengthData {
  const [passwords] = readLists(files.passwords, 1)
  const [words, names, passphrases, published, seeds] = readLists(files.words, 5)
  if (!passwords || !words || !names || !passphrases || !published || !seeds)
    throw new DamagedDataError('lists are missing')
  const vocabulary = emptyVocabulary()
  addWords(vocabulary, 'passwords', passwords, Math.log2)
  addWords(vocabulary, 'words', words, Math.log2)
  addWords(vocabulary, 'names', names, Math.log2)
  addWords(vocabulary, 'passphrases', passphrases, () => PASSPHRASE_BITS)
  const english = new Set(vocabulary.words.keys())
  for (const seed of seeds.keys()) addHashes(vocabulary, seed)
  const sets = { english, seeds: new Set(seeds.keys()), published: new Set(published.keys()) }
  return {
    passwords,
    vocabulary,
    phrases: { ranks: new Map(), starts: new Set() },
    ...sets,
    ...readCharacters(files.characters),
  }
}

/** Adds the words, names, well-known phrases and words of seed phrases of one language. Throws DamagedDataError if the file is invalid. */
export function addLanguage({ vocabulary, phrases }: StrengthData, file: Uint8Array): void {
  const [words, names, known, seeds] = readLists(file, 4)
  if (!words || !names || !known || !seeds) throw new DamagedDataError('lists are missing')
  const bitsOf = (rank: number) => LANGUAGE_BITS + Math.log2(rank)
  addWords(vocabulary, 'words', words, bitsOf)
  addWords(vocabulary, 'names', names, bitsOf)
  addWords(vocabulary, 'passphrases', seeds, () => LANGUAGE_BITS + SEED_BITS)
  for (const [phrase, rank] of known) {
    phrases.ranks.set(phrase, Math.min(rank, phrases.ranks.get(phrase) ?? rank))
    phrases.starts.add(phrase.slice(0, PHRASE_START_LENGTH))
  }
}

/** Also as typed without diacritics or apostrophes. */
function addWords(
  vocabulary: Vocabulary,
  list: WordList,
  words: Map<string, number>,
  bitsOf: (rank: number) => number,
): void {
  for (const [word, rank] of words) {
    const bits = bitsOf(rank)
    addWord(vocabulary, word, { list, rank, bits })
    if (isPlain(word)) continue
    const folded = foldLetters(word).replaceAll("'", '')
    if (folded !== word) addWord(vocabulary, folded, { list, rank, bits: bits + FOLDED_BITS })
  }
}

const isPlain = (word: string) => /^[ -&(-~]+$/.test(word)

function readLists(bytes: Uint8Array, count: number): Map<string, number>[] {
  const sections = unpackSections(bytes, SECTIONS_PER_LIST * count)
  return Array.from({ length: count }, (_, at) => {
    const [sizes, shared, rests] = sections.slice(SECTIONS_PER_LIST * at)
    if (!sizes || !shared || !rests) throw new DamagedDataError('sections are missing')
    return unpackRankedList(sizes, shared, rests)
  })
}
