import type { StrengthFiles } from '#domain/passwords/estimate/data.ts'
import { packRankedList } from '#domain/passwords/estimate/data-format/ranked-list.ts'
import { packSections } from '#domain/passwords/estimate/data-format/sections.ts'
import { readCharacterModel, symbolOf } from '#domain/passwords/estimate/typical-characters.ts'
import { packCharacters } from './pack-characters.ts'
import { rankPasswords } from './rank-passwords.ts'
import { rankWords } from './rank-words.ts'
import { readSources } from './sources.ts'
import { trainCharacters } from './train-characters.ts'
import { withSymbols } from './with-symbols.ts'

/** Flatter than real frequencies, because the model rates passwords outside the lists. */
const TRAINING_EXPONENT = 0.3

export async function makeStrengthFiles(): Promise<StrengthFiles> {
  const sources = await readSources()
  const breached = asciiLower(sources.breached)
  const chosen = asciiLower(sources.chosen)
  const characters = packCharacters(
    trainCharacters(withSymbols([...weighted(breached), ...weighted(chosen)])),
  )
  const model = readCharacterModel(characters)
  const log2Probability = (text: string) =>
    -model.costs([...text].map(symbolOf)).reduce((sum, bits) => sum + bits, 0)
  const passwords = rankPasswords(breached, chosen, log2Probability)
  const { words, names, passphrases } = rankWords(sources, passwords, log2Probability)
  return {
    characters,
    passwords: packSections(packRankedList(passwords)),
    words: packSections([words, names, passphrases].flatMap(packRankedList)),
  }
}

/** Drops the few words in other scripts. */
function asciiLower(words: readonly string[]): string[] {
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => /^[!-~]+$/.test(word))
}

function weighted(words: readonly string[]): [string, number][] {
  return words.map((word, at) => [word, (words.length / (at + 1)) ** TRAINING_EXPONENT])
}
