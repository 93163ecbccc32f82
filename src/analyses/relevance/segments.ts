import { englishRoles, type Role } from './english.ts'
import type { Language } from './language.ts'
import { CONNECTORS } from './light-words.ts'

export type Word = {
  /** As written, without a possessive or elided part. */
  text: string
  lower: string
  /** Where it stands in the block's text. */
  start: number
  end: number
  /** Of its sentence. */
  isFirst: boolean
  /** For its own sake: not as a sentence's first word, nor where all words are. */
  isCapitalised: boolean
  isConnector: boolean
  role: Role
}

/** Words with no mark of punctuation between them. */
export type Segment = { words: Word[]; startsSentence: boolean }

/** No keyword is longer, and hostile pages have words of a megabyte. */
const LONGEST_WORD = 40
/** Dictionaries for unspaced scripts look ahead as far as the text goes, so it is given in pieces. */
const PIECE = 2000
/** Above this share of capitals they are the style of a heading and tell nothing of a word. */
const MOST_CAPITALS = 0.6

const TOKENS =
  /[\p{L}\p{M}\p{N}]+(?:(?:[-'’&/+_]|\.(?=[\p{Ll}\p{N}]|\p{Lu}(?!\p{L})))[\p{L}\p{M}\p{N}]+)*(?:\+\+|#)?|\r?\n|[^\s\p{L}\p{M}\p{N}]/gu
const IS_WORD = /[\p{L}\p{N}]/u
const ENDS_SENTENCE = /[.!?…。！？]/u
// A line that goes on in lower case was only wrapped; any other starts something new.
// How far is bounded: a megabyte of line ends would be read from each of them to the last.
const CONTINUES = /[^\S\r\n]{0,100}[\p{Ll}\p{N}(]/uy
const CONTINUES_SENTENCE = /\S|\s{0,100}\p{Ll}/uy
const POSSESSIVE = /['’]s$/i
const ELISION = /^(?:[cdjlmnst]|qu|all|dall|dell|nell|sull|un)['’](?=\p{L}{2})/iu
const ELIDING = new Set(['fra', 'ita', 'cat'])
const ENDS_IN_HIRAGANA = /\p{Script=Hiragana}$/u

/** Which in an unspaced script is no word of its own. */
export const isOneCharacter = (text: string) => [...text].length === 1

/** The words of a block, by sentences and marks of punctuation; `limit` words at most. */
export function segmentsOf(text: string, language: Language, limit: number): Segment[] {
  const tokens = language.isUnspaced ? unspacedTokens(text) : spacedTokens(text, language)
  const segments: Segment[] = []
  let segment: Segment = { words: [], startsSentence: true }
  let isFirst = true
  let left = limit
  const end = (startsSentence: boolean) => {
    if (segment.words.length > 0) segments.push(segment)
    segment = { words: [], startsSentence }
  }
  for (const token of tokens) {
    if (token === 'sentence') {
      isFirst = true
      end(true)
    } else if (token === 'mark') end(isFirst)
    else {
      if (left-- === 0) break
      const { text, start } = token
      const lower = text.toLowerCase()
      const isConnector = CONNECTORS[language.code]?.includes(lower) ?? false
      const isCapitalised = text !== lower
      segment.words.push({
        text,
        lower,
        start,
        end: start + text.length,
        isFirst,
        isCapitalised,
        isConnector,
        role: 'none',
      })
      isFirst = false
    }
  }
  end(true)
  for (const { words } of segments) judgeCapitals(words)
  giveRoles(segments, language)
  return segments
}

type Token = { text: string; start: number } | 'mark' | 'sentence'

function* spacedTokens(text: string, language: Language): Generator<Token> {
  for (const match of text.matchAll(TOKENS)) {
    const [token] = match
    const end = match.index + token.length
    if (token.endsWith('\n')) {
      if (!matchesAt(CONTINUES, text, end)) yield 'sentence'
    } else if (!IS_WORD.test(token)) {
      yield ENDS_SENTENCE.test(token) && !matchesAt(CONTINUES_SENTENCE, text, end) ? 'sentence' : 'mark'
    } else if (token.length > LONGEST_WORD) yield 'mark'
    else {
      const elided = ELIDING.has(language.code) ? (ELISION.exec(token)?.[0].length ?? 0) : 0
      if (elided > 0) yield { text: token.slice(0, elided - 1), start: match.index }
      yield { text: token.slice(elided).replace(POSSESSIVE, ''), start: match.index + elided }
      if (POSSESSIVE.test(token)) yield 'mark'
    }
  }
}

function* unspacedTokens(text: string): Generator<Token> {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  for (let from = 0; from < text.length; from += PIECE) {
    for (const { segment, index, isWordLike } of segmenter.segment(text.slice(from, from + PIECE))) {
      if (isWordLike && segment.length <= LONGEST_WORD) yield { text: segment, start: from + index }
      else if (segment.trim() !== '') yield ENDS_SENTENCE.test(segment) ? 'sentence' : 'mark'
    }
  }
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

function judgeCapitals(words: Word[]) {
  const capitals = words.filter((word) => word.isCapitalised).length
  const isStyle = words.length > 3 && capitals > words.length * MOST_CAPITALS
  const isShouted = words.length > 1 && words.every(({ text }) => text === text.toUpperCase())
  for (const word of words) {
    const isAcronym = /\p{Lu}\P{Lu}*\p{Lu}/u.test(word.text) && !isShouted
    word.isCapitalised &&= isAcronym || (!isStyle && !word.isFirst && !isShouted)
  }
}

function giveRoles(segments: Segment[], language: Language) {
  const { code, stopWords } = language
  // German nouns are written with a capital; a text that knows no capitals has its nouns anywhere.
  const nounsAreCapitalised =
    code === 'deu' && segments.some(({ words }) => words.some((word) => word.isCapitalised))
  for (const { words } of segments) {
    if (code === 'eng') {
      const roles = englishRoles(words, stopWords)
      for (const [at, word] of words.entries()) word.role = roles[at] ?? 'none'
    } else {
      for (const [at, word] of words.entries()) {
        if (isEmpty(word, words[at - 1], language)) word.role = 'none'
        else word.role = nounsAreCapitalised && word.text === word.lower ? 'modifier' : 'noun'
      }
    }
  }
}

function isEmpty(
  { lower, text }: Word,
  before: Word | undefined,
  { stopWords, isUnspaced }: Language,
): boolean {
  if (stopWords.has(lower) || stopWords.has(withoutAccents(lower)) || !/\p{L}/u.test(text)) return true
  // A Chinese character alone is mostly grammar, but behind a noun it ends it: 管理器, 文字列. In Japanese, words that end in
  // hiragana are verbs and adjectives.
  return isUnspaced && (ENDS_IN_HIRAGANA.test(text) || (isOneCharacter(text) && before?.role !== 'noun'))
}

const withoutAccents = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '')
