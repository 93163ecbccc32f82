import { unpackRankedList } from './data-format/ranked-list.ts'
import { DamagedDataError, unpackSections } from './data-format/sections.ts'
import type { Vocabulary } from './patterns/words.ts'
import { type CharacterModel, readCharacterModel } from './typical-characters.ts'

export type StrengthFiles = { passwords: Uint8Array; words: Uint8Array; characters: Uint8Array }

export type StrengthData = {
  passwords: Map<string, number>
  vocabulary: Vocabulary
  characters: CharacterModel
}

/** Diceware lists are unordered: every word is equally likely. */
const PASSPHRASE_BITS = Math.log2(7776)

/** Takes about 0.1 s. Throws DamagedDataError if a file is invalid. */
export function readStrengthData(files: StrengthFiles): StrengthData {
  const [passwords] = readLists(files.passwords, 1)
  const [words, names, passphrases] = readLists(files.words, 3)
  if (!passwords || !words || !names || !passphrases) throw new DamagedDataError('lists are missing')
  const vocabulary: Vocabulary = new Map()
  const lists = { passwords, words, names } as const
  for (const list of ['passwords', 'words', 'names'] as const) {
    for (const [word, rank] of lists[list]) {
      const bits = Math.log2(rank)
      if (bits < (vocabulary.get(word)?.bits ?? Number.POSITIVE_INFINITY))
        vocabulary.set(word, { list, rank, bits })
    }
  }
  for (const [word, rank] of passphrases) {
    if (PASSPHRASE_BITS < (vocabulary.get(word)?.bits ?? Number.POSITIVE_INFINITY))
      vocabulary.set(word, { list: 'passphrases', rank, bits: PASSPHRASE_BITS })
  }
  return { passwords, vocabulary, characters: readCharacterModel(files.characters) }
}

const SECTIONS_PER_LIST = 2

function readLists(bytes: Uint8Array, count: number): Map<string, number>[] {
  const sections = unpackSections(bytes, SECTIONS_PER_LIST * count)
  return Array.from({ length: count }, (_, at) => {
    const [shared, rests] = sections.slice(SECTIONS_PER_LIST * at)
    if (!shared || !rests) throw new DamagedDataError('sections are missing')
    return unpackRankedList(shared, rests)
  })
}
