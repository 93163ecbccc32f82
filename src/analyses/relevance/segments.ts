import { dictionaryWords } from './dictionary-words.ts'
import { englishRoles, type Role } from './english.ts'
import type { Language } from './language.ts'
import { AMPERSAND } from './light-words.ts'
import type { Spelling, Vocabulary } from './vocabulary.ts'

export type Word = {
  spelling: Spelling
  /** Where it stands in the block's text. */
  start: number
  end: number
  /** Of its sentence. */
  isFirst: boolean
  /** For its own sake: not as a sentence's first word, nor where all words are. */
  isCapitalised: boolean
  role: Role
}

/** Words with no mark of punctuation between them. */
export type Segment = { words: Word[]; startsSentence: boolean }

/** No keyword is longer, and hostile pages have words of a megabyte. */
const LONGEST_WORD = 40
/** Above this share of capitals they are the style of a heading and tell nothing of a word. */
const MOST_CAPITALS = 0.6

// No more parts in a word than characters in the longest: five megabytes of 'a-' are tried once, not remembered part by part.
const TOKEN =
  /[\p{L}\p{M}\p{N}]+(?:(?:[-'’&/+_]|\.(?=[\p{Ll}\p{N}]|\p{Lu}(?!\p{L})|(?<=\p{Lu}{2}\.)\p{Lu}{2}))[\p{L}\p{M}\p{N}]+){0,40}(?:\+\+|#)?|\r?\n|[^\S\r\n]+|\r|[^\s\p{L}\p{M}\p{N}]+/uy
const SPACE_HERE = /\s/y
const STARTS_WORD = /[\p{L}\p{M}\p{N}]/uy
const AND_SIGN = /(?<=\s)&(?=\s)/y
/** A part of a name, or a title before one, and no sentence's end: St. Louis, Dr. Martens. */
const ABBREVIATION = /(?<=(?<!\p{L})(?:St|Ste|Mt|Ft|Dr))\.(?=[^\S\r\n]\p{Lu})/uy
const SENTENCE_END = /[.!?…。！？]/y
const IS_WORD = /[\p{L}\p{N}]/u
const ENDS_SENTENCE = /[.!?…。！？]$/u
// A line that goes on in lower case was only wrapped; any other starts something new.
// How far is bounded: a megabyte of line ends would be read from each of them to the last.
const CONTINUES = /[^\S\r\n]{0,100}[\p{Ll}\p{N}(]/uy
const CONTINUES_SENTENCE = /\S|\s{0,100}\p{Ll}/uy
const POSSESSIVE = /['’]s$/i
const POSSESSIVE_LENGTH = 2
const ELISION = /^(?:[cdjlmnst]|qu|all|dall|dell|nell|sull|un)['’](?=\p{L}{2})/iu
const ELIDING = new Set(['fra', 'ita', 'cat'])
const IS_VERBAL_NOUN = /^\p{Script=Han}.*[いきぎしちびみり]$/u
const STARTS_NOUN = /^[\p{Script=Han}\p{Script=Katakana}]/u
const ENDS_IN_HIRAGANA = /\p{Script=Hiragana}$/u

const LINE_FEED = 10
const SPACE = 32
const COMMA = 44

/** The words of a block, a heading or not, by sentences and marks of punctuation; `limit` words at most. */
export function segmentsOf(
  text: string,
  vocabulary: Vocabulary,
  limit: number,
  isHeading = false,
): Segment[] {
  const { language } = vocabulary
  const segments: Segment[] = []
  let segment: Segment = { words: [], startsSentence: true }
  let isFirst = true
  let left = limit
  const end = (startsSentence: boolean) => {
    if (segment.words.length === 0) {
      segment.startsSentence = startsSentence
      return
    }
    segments.push(segment)
    segment = { words: [], startsSentence }
  }
  const reader: Reader = {
    word(text, start) {
      if (left-- <= 0) return false
      const spelling = vocabulary.spell(text)
      const { hasCapitals: isCapitalised } = spelling
      segment.words.push({
        spelling,
        start,
        end: start + text.length,
        isFirst,
        isCapitalised,
        role: 'none',
      })
      isFirst = false
      return true
    },
    mark: () => end(isFirst),
    sentence() {
      isFirst = true
      end(true)
    },
  }
  if (language.isUnspaced) readUnspaced(text, reader)
  else readSpaced(text, ELIDING.has(language.code), reader)
  end(true)
  for (const { words } of segments) judgeCapitals(words)
  giveRoles(segments, language, isHeading)
  return segments
}

/** Called with what is in a text, in order. `word` answers whether to read on. */
type Reader = { word(text: string, start: number): boolean; mark(): void; sentence(): void }

function readSpaced(text: string, isEliding: boolean, reader: Reader): void {
  for (let at = 0; at < text.length; ) {
    const end = endOfPlainWord(text, at)
    if (end > at) {
      if (end - at > LONGEST_WORD) reader.mark()
      else if (!reader.word(text.slice(at, end), at)) return
      at = end
    } else if (text.charCodeAt(at) === SPACE) at++
    else {
      // A match of its own for each mark of a page of nothing else would be an array each.
      TOKEN.lastIndex = at
      if (!TOKEN.test(text) || !readToken(text, at, TOKEN.lastIndex, isEliding, reader)) return
      at = TOKEN.lastIndex
    }
  }
}

/** Most words are a few letters of ASCII before a space or a comma: for those there is no need of the long pattern. */
function endOfPlainWord(text: string, start: number): number {
  let end = start
  while (isPlain(text.charCodeAt(end))) end++
  const next = text.charCodeAt(end)
  return end === text.length || next === SPACE || next === COMMA ? end : start
}

const isPlain = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)

function readToken(text: string, start: number, end: number, isEliding: boolean, reader: Reader): boolean {
  if (text.charCodeAt(end - 1) === LINE_FEED) {
    if (!matchesAt(CONTINUES, text, end)) reader.sentence()
    return true
  }
  // A copy of each mark of a page of nothing else would take fifty times its memory.
  if (!matchesAt(STARTS_WORD, text, start)) {
    if (matchesAt(SPACE_HERE, text, start) || matchesAt(ABBREVIATION, text, start)) return true
    if (matchesAt(AND_SIGN, text, start)) return reader.word(AMPERSAND, start)
    if (matchesAt(SENTENCE_END, text, end - 1) && !matchesAt(CONTINUES_SENTENCE, text, end)) reader.sentence()
    else reader.mark()
    return true
  }
  const token = text.slice(start, end)
  const isScheme = text.startsWith('://', end)
  if (!IS_WORD.test(token) || token.length > LONGEST_WORD || isScheme) reader.mark()
  else {
    const elided = isEliding ? (ELISION.exec(token)?.[0].length ?? 0) : 0
    if (elided > 0 && !reader.word(token.slice(0, elided), start)) return false
    const owner = POSSESSIVE.test(token) ? token.length - POSSESSIVE_LENGTH : token.length
    if (!reader.word(token.slice(elided, owner), start + elided)) return false
    if (owner < token.length) reader.mark()
  }
  return true
}

function readUnspaced(text: string, { word, mark, sentence }: Reader): void {
  for (const { segment, index, isWordLike } of dictionaryWords(text)) {
    if (isWordLike && segment.length <= LONGEST_WORD) {
      if (!word(segment, index)) return
    } else if (segment.trim() !== '') {
      if (ENDS_SENTENCE.test(segment)) sentence()
      else mark()
    }
  }
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

function judgeCapitals(words: Word[]) {
  let capitals = 0
  let shouted = 0
  for (const { spelling } of words) {
    if (spelling.hasCapitals) capitals++
    if (spelling.hasOnlyCapitals) shouted++
  }
  if (capitals === 0) return
  const isStyle = words.length > 3 && capitals > words.length * MOST_CAPITALS
  const isShouted = words.length > 1 && shouted === words.length
  for (const word of words) {
    const isAcronym = word.spelling.isAcronym && !isShouted
    word.isCapitalised &&= isAcronym || (!isStyle && !word.isFirst && !isShouted)
  }
}

function giveRoles(segments: Segment[], { code, isUnspaced }: Language, isHeading: boolean) {
  // German nouns are written with a capital; a text that knows no capitals has its nouns anywhere.
  const nounsAreCapitalised =
    code === 'deu' && segments.some(({ words }) => words.some((word) => word.isCapitalised))
  for (const { words } of segments) {
    const roles = code === 'eng' ? englishRoles(words, isHeading) : []
    for (const [at, word] of words.entries()) {
      if (code === 'eng') word.role = roles[at] ?? 'none'
      else if (isNumberOfName(word, words[at - 1], code)) word.role = 'noun'
      else if (isEmpty(word, words[at - 1], words[at + 1], isUnspaced)) word.role = 'none'
      else word.role = nounsAreCapitalised && !word.spelling.hasCapitals ? 'modifier' : 'noun'
    }
  }
}

/** A model or a version: Galaxy 24. Not in German, where pages and chapters have capitals, too. */
const isNumberOfName = ({ spelling }: Word, before: Word | undefined, code: string): boolean =>
  code !== 'deu' &&
  /^\d{1,3}$/.test(spelling.text) &&
  before?.role === 'noun' &&
  before.spelling.hasLetter &&
  before.spelling.hasCapitals

function isEmpty(
  { spelling, end }: Word,
  before: Word | undefined,
  after: Word | undefined,
  isUnspaced: boolean,
): boolean {
  if (spelling.isStopWord || !spelling.hasLetter) return true
  if (!isUnspaced) return false
  const { text, isOneCharacter } = spelling
  // A Chinese character alone is mostly grammar, but behind a noun it ends it: 管理器, 文字列.
  if (isOneCharacter && before?.role !== 'noun') return true
  // In Japanese, words that end in hiragana are verbs and adjectives; or verbs as parts of nouns, such as 日帰り温泉.
  const isPartOfNoun =
    IS_VERBAL_NOUN.test(text) && after?.start === end && STARTS_NOUN.test(after.spelling.text)
  return ENDS_IN_HIRAGANA.test(text) && !isPartOfNoun
}
