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
  const spellings = new Map<string, Spelling>()
  const stemNumbers = new Map<string, number>()

  const stemNumberOf = (part: string) => {
    const stemmed = stem(part, code)
    const number = stemNumbers.get(stemmed) ?? stemNumbers.size + 1
    stemNumbers.set(stemmed, number)
    return number
  }
  const analyze = (text: string): Spelling => {
    const lower = text.toLowerCase().replace(TRAILING_APOSTROPHE, '')
    const hasCapitals = text !== text.toLowerCase()
    const startsWithAscii = /^[a-z]/.test(text)
    const english = code === 'eng' ? lookUpEnglish(lower) : NO_ENGLISH_WORD
    return {
      text,
      lower,
      hasCapitals,
      hasOnlyCapitals: !startsWithAscii && text === text.toUpperCase(),
      isAcronym: hasCapitals && /\p{Lu}\P{Lu}*\p{Lu}/u.test(text),
      isConnector: text === AMPERSAND || connectors.has(lower),
      isStopWord:
        text === AMPERSAND ||
        stopWords.has(lower) ||
        (code === 'eng' && CONTRACTION.test(lower)) ||
        (code !== 'eng' &&
          (stopWords.has(withoutAccents(lower)) || includesAll(lower.split('-'), stopWords))),
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
    const spelling = analyze(text)
    spellings.set(text, spelling)
    return spelling
  }
  return { language, spell }
}

const includesAll = (parts: string[], words: ReadonlySet<string>) => parts.every((part) => words.has(part))

const withoutAccents = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '')
