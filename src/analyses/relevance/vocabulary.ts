import {
  type EnglishWord,
  englishWordOf,
  isEveryday,
  isLightModifier,
  isLightNoun,
  isMeasure,
  NO_ENGLISH_WORD,
} from './english.ts'
import type { Language } from './language.ts'
import { AMPERSAND, CONNECTORS } from './light-words.ts'
import { stem } from './stems.ts'

/** Don't, I've, she'll: pronouns and verbs, with any apostrophe. */
const CONTRACTION = /^\p{L}+(?:n['’]t|['’](?:ve|ll|re|d|m))$/u

/** A letter is a symbol or a unit, two small ones are as good as one; Chinese and Japanese write words so. */
const SHORT_WORD = /^[\p{Script=Latin}\p{N}]+$/u

const ELIDED = /['’]$/

/** What is known of a word by itself, wherever it stands. */
export type Spelling = {
  /** As written, without a possessive; an elided one has its apostrophe. */
  text: string
  lower: string
  hasCapitals: boolean
  hasOnlyCapitals: boolean
  isAcronym: boolean
  isConnector: boolean
  isStopWord: boolean
  hasLetter: boolean
  /** Which in an unspaced script is no word of its own. */
  isOneCharacter: boolean
  /** For a keyword by itself. */
  isTooShort: boolean
  isLightModifier: boolean
  isLightNoun: boolean
  english: EnglishWord
  number: number
  /** The stems of its parts between hyphens, by number. */
  stems: number[]
  /** Outside everyday English. */
  isRare: boolean
}

/** The words of a document in one language: each is looked up once, because texts repeat theirs. */
export type Vocabulary = { language: Language; spell(text: string): Spelling }

export function createVocabulary(language: Language): Vocabulary {
  const { code, stopWords } = language
  const connectors = new Set(CONNECTORS[code])
  const known = new Map<string, Spelling>()
  const stemNumbers = new Map<string, number>()

  const numberOf = (part: string) => {
    const stemmed = stem(part, code)
    const number = stemNumbers.get(stemmed) ?? stemNumbers.size + 1
    stemNumbers.set(stemmed, number)
    return number
  }
  const lookUp = (text: string): Spelling => {
    const lower = text.toLowerCase().replace(ELIDED, '')
    const hasCapitals = text !== text.toLowerCase()
    const startsPlainly = /^[a-z]/.test(text)
    const english = code === 'eng' ? englishWordOf(lower) : NO_ENGLISH_WORD
    return {
      text,
      lower,
      hasCapitals,
      hasOnlyCapitals: !startsPlainly && text === text.toUpperCase(),
      isAcronym: hasCapitals && /\p{Lu}\P{Lu}*\p{Lu}/u.test(text),
      isConnector: text === AMPERSAND || connectors.has(lower),
      isStopWord:
        text === AMPERSAND ||
        stopWords.has(lower) ||
        (code === 'eng' && CONTRACTION.test(lower)) ||
        (code !== 'eng' && (stopWords.has(withoutAccents(lower)) || areAll(lower.split('-'), stopWords))),
      hasLetter: startsPlainly || (/\p{L}/u.test(text) && !isMeasure(text)),
      isOneCharacter: [...text].length === 1,
      isTooShort: text.length < (hasCapitals ? 2 : 3) && SHORT_WORD.test(text),
      isLightModifier: code === 'eng' && isLightModifier(lower),
      isLightNoun: isLightNoun(lower),
      isRare: !english.isInLexicon && !isEveryday(lower),
      english,
      number: known.size + 1,
      stems: lower.includes('-') ? lower.split('-').map(numberOf) : [numberOf(lower)],
    }
  }
  const spell = (text: string) => {
    const remembered = known.get(text)
    if (remembered !== undefined) return remembered
    const spelling = lookUp(text)
    known.set(text, spelling)
    return spelling
  }
  return { language, spell }
}

/** In French, questions join them: sont-ils. */
const areAll = (parts: string[], words: ReadonlySet<string>) => parts.every((part) => words.has(part))

const withoutAccents = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '')
