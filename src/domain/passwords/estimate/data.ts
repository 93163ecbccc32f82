import { unpackRankedList } from './packed/ranked-list.ts'
import { DamagedDataError, unpackSections } from './packed/sections.ts'
import type { Vocabulary } from './patterns/words.ts'
import { type CharacterModel, readCharacterModel } from './typical-characters.ts'

/** The files in ../data, as they are. */
export type StrengthFiles = { passwords: Uint8Array; words: Uint8Array; characters: Uint8Array }

export type StrengthData = {
  /** Passwords known from leaks, in lower case, by how much they are used. */
  passwords: Map<string, number>
  vocabulary: Vocabulary
  characters: CharacterModel
}

/** The words of a Diceware list have no order. */
const PASSPHRASE_BITS = Math.log2(7776)

/** Unpacks the files, which takes about a tenth of a second. Throws DamagedDataError for any other bytes. */
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

const SECTIONS_A_LIST = 2

function readLists(bytes: Uint8Array, count: number): Map<string, number>[] {
  const sections = unpackSections(bytes, SECTIONS_A_LIST * count)
  return Array.from({ length: count }, (_, at) => {
    const [shared, rests] = sections.slice(SECTIONS_A_LIST * at)
    if (!shared || !rests) throw new DamagedDataError('sections are missing')
    return unpackRankedList(shared, rests)
  })
}
