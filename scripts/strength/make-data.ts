import { readStrengthData, type StrengthFiles } from '#domain/passwords/estimate/data.ts'
import { packRankedList } from '#domain/passwords/estimate/data-format/ranked-list.ts'
import { packSections } from '#domain/passwords/estimate/data-format/sections.ts'
import { digestOf } from '#domain/passwords/estimate/patterns/published.ts'
import { readText } from '#domain/passwords/estimate/text.ts'
import { readCharacters, symbolOf } from '#domain/passwords/estimate/typical-characters.ts'
import { calibrate } from './calibrate.ts'
import { chooseListed } from './choose-listed.ts'
import { englishTexts, readLanguageTexts } from './language-texts.ts'
import { packCharacters } from './pack-characters.ts'
import { rankPasswords } from './rank-passwords.ts'
import { rankWords } from './rank-words.ts'
import { readSources } from './sources.ts'
import { trainCharacters } from './train-characters.ts'
import { withSymbols } from './with-symbols.ts'

/** Flatter than real frequencies, because the model rates passwords outside the lists. */
const TRAINING_EXPONENT = 0.3

/** Words of a language count less than passwords; there are as many. English is known from the passwords. */
const LANGUAGE_WEIGHT = 1
const ENGLISH_WEIGHT = 0.3

export async function makeStrengthFiles(): Promise<StrengthFiles> {
  const sources = await readSources()
  const breached = lower(sources.breached)
  const chosen = lower(sources.chosen)
  const trained = trainCharacters(
    withSymbols([
      ...weighted(breached.filter(isAscii)),
      ...weighted(chosen.filter(isAscii)),
      ...texts(readLanguageTexts(), LANGUAGE_WEIGHT),
      ...texts(englishTexts(sources), ENGLISH_WEIGHT),
    ]),
  )
  const { characters: model } = readCharacters(packCharacters(trained, []))
  const characters = packCharacters(trained, calibrate(model))
  const log2Probability = (text: string) =>
    -model.costs([...text].map(symbolOf)).reduce((sum, bits) => sum + bits, 0)
  const ranked = rankPasswords(breached, chosen, log2Probability)
  const digests = sources.published.flatMap((sample) => digestOf(readText(sample).characters) ?? [])
  const published = [...new Set(digests)]
  const packWords = (passwords: readonly (string | null)[]) => {
    const { words, names, passphrases } = rankWords(sources, passwords, log2Probability)
    const lists = [words, names, passphrases, published, sources.seeds]
    return packSections(lists.flatMap((list) => packRankedList(list)))
  }
  const none = packSections(packRankedList([]))
  const unlisted = readStrengthData({ characters, passwords: none, words: packWords([]) })
  const passwords = chooseListed(ranked, new Set(breached), unlisted)
  return { characters, passwords: packSections(packRankedList(passwords)), words: packWords(passwords) }
}

function texts(words: readonly string[], weight: number): [string, number][] {
  const folded = words.map((word) => word.normalize('NFKD').replace(/\p{M}+/gu, ''))
  return lower(folded)
    .filter(isAscii)
    .map((word) => [word, weight])
}

const lower = (words: readonly string[]) => [...new Set(words.map((word) => word.toLowerCase()))]

const isAscii = (word: string) => /^[!-~]+$/.test(word)

function weighted(words: readonly string[]): [string, number][] {
  return words.map((word, at) => [word, (words.length / (at + 1)) ** TRAINING_EXPONENT])
}
