import { foldText } from '#src/lib/fold-text.ts'
import {
  type EnglishWord,
  isEveryday,
  isLightModifier,
  isLightNoun,
  isMeasure,
  lookUpEnglish,
  NO_ENGLISH_WORD,
} from './english-tagger.ts'
import type { Language } from './language.ts'
import { AMPERSAND, CONNECTORS } from './light-words.ts'
import { stem } from './stems.ts'

const CONTRACTION = /^\p{L}+(?:n['’]t|['’](?:ve|ll|re|d|m))$/u

/** In Latin script, words of one or two characters are symbols or units. Chinese and Japanese have short words. */
const SHORT_WORD = /^[\p{Script=Latin}\p{N}]+$/u

const TRAILING_APOSTROPHE = /['’]$/
/** Full and half width, as in ＳＥＯ and ﾊﾟｽﾜｰﾄﾞ. */
const HAS_WIDTH = /[\uff00-\uffef]/
const LATIN = /\p{Script=Latin}/u

/** Italians without the keys type qualita' for qualità. Shorter words are cut short: po', di'. */
export const TYPED_ACCENT = /(?<=\p{L}{2}[aeiou])['’]$/iu
/** 二段階認証 is 2段階認証; later in a word, as in 統一, they are hardly ever numbers. */
const NUMERAL = /^[〇一二三四五六七八九]/
const NUMERALS = '〇一二三四五六七八九'

export type Spelling = {
  text: string
  lower: string
  hasCapitals: boolean
  hasOnlyCapitals: boolean
  isAcronym: boolean
  isConnector: boolean
  isStopWord: boolean
  hasLetter: boolean
  isOneCharacter: boolean
  isTooShort: boolean
  isLightModifier: boolean
  isLightNoun: boolean
  english: EnglishWord
  number: number
  stems: number[]
  isRare: boolean
}

/** Caches the properties of words per document, because texts repeat words. */
export type Vocabulary = { language: Language; spell(text: string): Spelling }

export function createVocabulary(language: Language): Vocabulary {
  const { code, stopWords } = language
  const connectors = new Set(CONNECTORS[code])
  const unaccentedStopWords = new Set(code === 'eng' ? [] : Array.from(stopWords, foldText))
  // Elsewhere, İ would become i and a dot.
  const toLower = (text: string) =>
    code === 'tur' ? text.toLocaleLowerCase('tr') : text.replaceAll('İ', 'i').toLowerCase()
  const withDigit = (text: string) =>
    language.isUnspaced ? text.replace(NUMERAL, (numeral) => `${NUMERALS.indexOf(numeral)}`) : text
  const spellings = new Map<string, Spelling>()
  const stemNumbers = new Map<string, number>()

  const stemNumberOf = (part: string) => {
    // Endings of Latin scripts have accents.
    const stemmed = LATIN.test(part) ? foldText(stem(part, code)) : stem(foldText(withDigit(part)), code)
    const number = stemNumbers.get(stemmed) ?? stemNumbers.size + 1
    stemNumbers.set(stemmed, number)
    return number
  }
  const analyze = (text: string): Spelling => {
    const lowerCase = toLower(text)
    const accented = lowerCase.replace(TYPED_ACCENT, '\u0300').normalize('NFC')
    const lower = accented.replace(TRAILING_APOSTROPHE, '')
    const hasCapitals = text !== lowerCase
    const hasOnlyCapitals = !/^[a-z]/.test(text) && text === text.toUpperCase()
    const startsWithAscii = /^[a-z]/.test(text)
    const english = code === 'eng' ? lookUpEnglish(lower) : NO_ENGLISH_WORD
    return {
      text,
      lower,
      hasCapitals,
      hasOnlyCapitals,
      isAcronym: hasCapitals && /\p{Lu}\P{Lu}*\p{Lu}/u.test(text),
      isConnector: text === AMPERSAND || connectors.has(lower),
      isStopWord:
        text === AMPERSAND ||
        stopWords.has(lower) ||
        (code === 'eng' && CONTRACTION.test(lower)) ||
        (code !== 'eng' &&
          (stopWords.has(withoutAccents(lower)) ||
            (((hasOnlyCapitals && hasCapitals) || accented !== lowerCase) &&
              unaccentedStopWords.has(foldText(lower))) ||
            includesAll(lower.split('-'), stopWords))),
      hasLetter: startsWithAscii || (/\p{L}/u.test(text) && !isMeasure(text)),
      isOneCharacter: [...text].length === 1,
      isTooShort: text.length < (hasCapitals ? 2 : 3) && SHORT_WORD.test(text),
      isLightModifier: code === 'eng' && isLightModifier(lower),
      isLightNoun: isLightNoun(lower),
      isRare: !english.isInLexicon && !isEveryday(lower),
      english,
      number: spellings.size + 1,
      stems: lower.includes('-') ? lower.split('-').map(stemNumberOf) : [stemNumberOf(lower)],
    }
  }
  const spell = (text: string) => {
    const cached = spellings.get(text)
    if (cached !== undefined) return cached
    const written = HAS_WIDTH.test(text) ? text.normalize('NFKC') : text.normalize('NFC')
    const spelling = spellings.get(written) ?? analyze(written)
    spellings.set(written, spelling)
    spellings.set(text, spelling)
    return spelling
  }
  return { language, spell }
}

const includesAll = (parts: string[], words: ReadonlySet<string>) => parts.every((part) => words.has(part))

/** Also without Hebrew and Arabic vowels. In Thai and Hindi, words differ by their marks: เข้า (enter), เขา (he). */
const withoutAccents = (word: string) =>
  word.normalize('NFD').replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u0652]/g, '')
