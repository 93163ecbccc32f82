import { brotliCompressSync } from 'node:zlib'
import anyAscii from 'any-ascii'
import { packRankedList } from '#domain/passwords/estimate/data-format/ranked-list.ts'
import { packSections } from '#domain/passwords/estimate/data-format/sections.ts'
import { foldLetters } from '#domain/passwords/estimate/text.ts'
import { koreanKeys } from './korean-keys.ts'
import { type LanguageSources, readLanguages } from './language-sources.ts'
import { readSources } from './sources.ts'

const WORDS_MAX = 2000
const NAMES_MAX = 900
const LENGTH_MAX = 24
export const COMPRESSED_BYTES_MAX = 12_000
const STEP = 0.1

/** A file of words, names and well-known phrases for each language, in its own script and romanized. */
export async function makeLanguageFiles(): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const { breached } = await readSources()
  const ranks = new Map(breached.map((password, at) => [password, at]))
  const languages = await readLanguages()
  return new Map([...languages].map(([code, sources]) => [code, pack(formsIn(code), sources, ranks)]))
}

type Forms = (text: string) => string[]

/** With as many words and names as the limit allows. */
function pack(forms: Forms, sources: LanguageSources, ranks: Map<string, number>): Uint8Array<ArrayBuffer> {
  const popularity = (name: string) =>
    Math.min(...forms(name).map((form) => ranks.get(foldLetters(form)) ?? ranks.size + name.length))
  const words = unique([...sources.everyday, ...interleave(sources.words)])
  const seeds = unique(sources.seeds)
  const names = unique(sources.names.flatMap((name) => name.split(' ')))
  names.sort((one, other) => popularity(one) - popularity(other))
  const phrases = [...new Set(sources.phrases.flatMap(forms).map(lettersOf))]
  for (let share = 1; ; share -= STEP) {
    const kept = new Set(words.slice(0, share * WORDS_MAX).flatMap(forms))
    const file = packSections([
      ...packRankedList(unique([...kept])),
      ...packRankedList(unique(names.slice(0, share * NAMES_MAX).flatMap(forms))),
      ...packRankedList(phrases),
      ...packRankedList(seeds.filter((word) => !kept.has(word))),
    ])
    if (brotliCompressSync(file).length <= COMPRESSED_BYTES_MAX) return file
  }
}

function formsIn(code: string): Forms {
  if (code === 'ko') return (text) => [text, ...romanize(text), ...keysOf(text)]
  if (code === 'zh')
    return (text) => [text, ...(HAN.test(lettersOf(text)) ? [toLatin(text)] : romanize(text))]
  return (text) => [text, ...romanize(text)]
}

const HAN = /^\p{Script=Han}+$/u
/** Abjads and Thai don't determine the vowels: their romanized words are among the everyday ones. */
const ROMANIZED =
  /^[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hangul}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Devanagari}\p{Script=Bengali}]+$/u
/** Hindi and Bengali consonants without a vowel sign have an 'a', except at the end. */
const INHERENT_VOWEL = /(?<=[\u0915-\u0939])(?=[\u0904-\u0939])|(?<=[\u0995-\u09b9])(?=[\u0985-\u09b9])/g
const VOWEL_SIGN = '\u093e'
const UMLAUTS = new Map([...'ßäöü'].map((letter, at) => [letter, ['ss', 'ae', 'oe', 'ue'][at] ?? letter]))

function romanize(text: string): string[] {
  if (ROMANIZED.test(lettersOf(text))) return [toLatin(text)]
  return /[ßäöü]/.test(text) ? [text.replace(/[ßäöü]/g, (letter) => UMLAUTS.get(letter) ?? letter)] : []
}

const toLatin = (text: string) =>
  anyAscii(text.replace(INHERENT_VOWEL, VOWEL_SIGN))
    .toLowerCase()
    .replace(/[^a-z]/g, '')

const lettersOf = (text: string) => foldLetters(text).replace(/[^\p{L}\p{M}\p{Nd}]/gu, '')

/** Korean typed while the keyboard is set to English. */
function keysOf(text: string): string[] {
  const keys = koreanKeys(text.replace(/\P{Script=Hangul}/gu, ''))
  return keys === '' ? [] : [keys]
}

function interleave(lists: readonly string[][]): string[] {
  const longest = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat()
}

/** In lowercase, without digits, signs and characters beyond 16 bits. */
function unique(words: readonly string[]): string[] {
  const composed = words.map((word) => word.normalize('NFC').toLowerCase().replaceAll('’', "'"))
  return [...new Set(composed)].filter(
    (word) => word.length <= LENGTH_MAX && /^[\p{L}\p{M}'-]+$/u.test(word) && !/[\ud800-\udfff]/.test(word),
  )
}
