import { dictionaryWords } from './dictionary-words.ts'
import { englishRoles, type Role } from './english-tagger.ts'
import type { Language } from './language.ts'
import { AMPERSAND } from './light-words.ts'
import { type Spelling, TYPED_ACCENT, type Vocabulary } from './vocabulary.ts'

export type Word = {
  spelling: Spelling
  start: number
  end: number
  isFirst: boolean
  /** False at the start of a sentence and where all words are capitalized. */
  isCapitalized: boolean
  role: Role
  /** Unknown to the dictionary: 二维码. */
  isNewTerm: boolean
}

export type Segment = { words: Word[]; startsSentence: boolean }

const WORD_MAX = 40
/** Above this share, capitals are the style of a heading and don't mark names. */
const CAPITALS_SHARE_MAX = 0.6

// The limit of 40 parts bounds backtracking on 5 MB of 'a-'.
const TOKEN =
  /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}\u200c\u200d]*(?:(?:[-'’&/+_]|(?<=\p{Script=Hebrew})["״׳](?=\p{Script=Hebrew})|\.(?=[\p{Ll}\p{N}]|\p{Lu}(?!\p{L})|(?<=\p{Lu}{2}\.)\p{Lu}{2}))[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}\u200c\u200d]*){0,40}(?:\+\+|#)?|\r?\n|[^\S\r\n]+|\r|[^\s\p{L}\p{M}\p{N}]+/uy
const WHITESPACE = /\s/y
const STARTS_WORD = /[\p{L}\p{M}\p{N}]/uy
const SPACED_AMPERSAND = /(?<=\s)&(?=\s)/y
/** Periods that don't end a sentence: St. Louis, Dr. Martens. */
const ABBREVIATION = /(?<=(?<!\p{L})(?:St|Ste|Mt|Ft|Dr))\.(?=[^\S\r\n]\p{Lu})/uy
const SENTENCE_END = /[.!?…。！？]/y
const LETTER_OR_NUMBER = /[\p{L}\p{N}]/u
const ENDS_SENTENCE = /[.!?…。！？]$/u
// A line break before lowercase is a wrapped line; before anything else, it ends the sentence. The bound keeps a megabyte
// of line breaks from being rescanned at each one.
const CONTINUES = /[^\S\r\n]{0,100}[\p{Ll}\p{N}(]/uy
const CONTINUES_SENTENCE = /\S|\s{0,100}\p{Ll}/uy
const POSSESSIVE = /['’]s$/i
const POSSESSIVE_LENGTH = 2
const ELISION = /^(?:[cdjlmnst]|qu|all|dall|dell|nell|sull|un)['’](?=\p{L}{2})/iu
const ELIDING = new Set(['fra', 'ita', 'cat'])
const IS_VERBAL_NOUN = /^\p{Script=Han}.*[いきぎしちびみり]$/u
/** Chinese and Japanese prefixes that ICU splits off, although they are part of the term: 二維碼, 双因素, 多要素. */
const IS_PREFIX = /^[一二三四五六七八九十百千万兩两双雙单単單多複复半全零无無非未反超微]$/
const IS_DIGIT = /^[0-9０-９]$/
const IS_HAN = /^\p{Script=Han}+$/u
const IS_TERM = /^\p{Script=Han}{2}/u
const STARTS_NOUN = /^[\p{Script=Han}\p{Script=Katakana}]/u
const ENDS_IN_HIRAGANA = /\p{Script=Hiragana}$/u

const LINE_FEED = 10
const SPACE = 32
const COMMA = 44

/** Splits a block at sentences and punctuation. Reads at most `limit` words. */
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
  let remaining = limit
  const end = (startsSentence: boolean) => {
    if (segment.words.length === 0) {
      segment.startsSentence = startsSentence
      return
    }
    segments.push(segment)
    segment = { words: [], startsSentence }
  }
  const handler: SegmentHandler = {
    word(text, start, isNewTerm = false) {
      if (remaining-- <= 0) return false
      const spelling = vocabulary.spell(text)
      const { hasCapitals: isCapitalized } = spelling
      segment.words.push({
        spelling,
        start,
        end: start + text.length,
        isFirst,
        isCapitalized,
        role: 'none',
        isNewTerm,
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
  if (language.isUnspaced) readUnspaced(text, language.stopWords, handler)
  else readSpaced(text, language.code, handler)
  end(true)
  for (const { words } of segments) markCapitalized(words)
  assignRoles(segments, language, isHeading)
  return segments
}

type SegmentHandler = {
  word(text: string, start: number, isNewTerm?: boolean): boolean
  mark(): void
  sentence(): void
}

function readSpaced(text: string, code: string, handler: SegmentHandler): void {
  const isEliding = ELIDING.has(code)
  for (let at = 0; at < text.length; ) {
    const end = endOfPlainWord(text, at)
    if (end > at) {
      if (end - at > WORD_MAX) handler.mark()
      else if (!handler.word(text.slice(at, end), at)) return
      at = end
    } else if (text.charCodeAt(at) === SPACE) at++
    else {
      // `test`, because matches would allocate an array per punctuation mark.
      TOKEN.lastIndex = at
      if (!TOKEN.test(text)) return
      const tokenEnd = TOKEN.lastIndex + Number(code === 'ita' && hasTypedAccent(text, at, TOKEN.lastIndex))
      if (!readToken(text, at, tokenEnd, isEliding, handler)) return
      at = tokenEnd
    }
  }
}

/** Not at the end of a quotation. */
const hasTypedAccent = (text: string, start: number, end: number) =>
  TYPED_ACCENT.test(text.slice(start, Math.min(end, start + WORD_MAX) + 1)) &&
  !/['’‘]/.test(text[start - 1] ?? '')

/** Fast path, because most words are ASCII letters before a space or comma. */
function endOfPlainWord(text: string, start: number): number {
  let end = start
  while (isPlain(text.charCodeAt(end))) end++
  const next = text.charCodeAt(end)
  return end === text.length || next === SPACE || next === COMMA ? end : start
}

const isPlain = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)

function readToken(
  text: string,
  start: number,
  end: number,
  isEliding: boolean,
  handler: SegmentHandler,
): boolean {
  if (text.charCodeAt(end - 1) === LINE_FEED) {
    if (!testAt(CONTINUES, text, end)) handler.sentence()
    return true
  }
  // Tests in place, because copying each punctuation mark would take fifty times the page's memory.
  if (!testAt(STARTS_WORD, text, start)) {
    if (testAt(WHITESPACE, text, start) || testAt(ABBREVIATION, text, start)) return true
    if (testAt(SPACED_AMPERSAND, text, start)) return handler.word(AMPERSAND, start)
    if (testAt(SENTENCE_END, text, end - 1) && !testAt(CONTINUES_SENTENCE, text, end)) handler.sentence()
    else handler.mark()
    return true
  }
  const token = text.slice(start, end)
  const isScheme = text.startsWith('://', end)
  if (!LETTER_OR_NUMBER.test(token) || token.length > WORD_MAX || isScheme) handler.mark()
  else {
    const elided = isEliding ? (ELISION.exec(token)?.[0].length ?? 0) : 0
    if (elided > 0 && !handler.word(token.slice(0, elided), start)) return false
    const ownerEnd = POSSESSIVE.test(token) ? token.length - POSSESSIVE_LENGTH : token.length
    if (!handler.word(token.slice(elided, ownerEnd), start + elided)) return false
    if (ownerEnd < token.length) handler.mark()
  }
  return true
}

type Piece = { segment: string; index: number; isWordLike: boolean; isNewTerm?: boolean }

function readUnspaced(text: string, stopWords: ReadonlySet<string>, handler: SegmentHandler): void {
  const { word, mark, sentence } = handler
  for (const { segment, index, isWordLike, isNewTerm } of withPrefixes(dictionaryWords(text), stopWords)) {
    if (isWordLike && segment.length <= WORD_MAX) {
      if (!word(segment, index, isNewTerm)) return
    } else if (segment.trim() !== '') {
      if (ENDS_SENTENCE.test(segment)) sentence()
      else mark()
    }
  }
}

/** Joins prefixes to the word after them, and digits if a term follows: 2段階認証, but not 2年間. */
function* withPrefixes(pieces: Iterable<Piece>, stopWords: ReadonlySet<string>): Generator<Piece> {
  let first: Piece | undefined
  let second: Piece | undefined
  for (const third of withEnd(pieces)) {
    if (first && second && isJoined(first, second, third, stopWords)) first = join(first, second)
    else {
      if (first) yield first
      first = second
    }
    second = third
  }
}

function* withEnd(pieces: Iterable<Piece>): Generator<Piece | undefined> {
  yield* pieces
  yield undefined
  yield undefined
}

function join({ segment, ...first }: Piece, { segment: next }: Piece): Piece {
  const isNewTerm = next.length === 1 && (first.isNewTerm ?? segment.length === 1)
  return { ...first, segment: segment + next, isNewTerm }
}

function isJoined(
  { segment, isNewTerm }: Piece,
  { segment: next }: Piece,
  after: Piece | undefined,
  stopWords: ReadonlySet<string>,
): boolean {
  if (IS_DIGIT.test(segment)) return IS_TERM.test(next) && IS_TERM.test(after?.segment ?? '')
  if (!IS_HAN.test(next) || stopWords.has(next)) return false
  return isNewTerm ? next.length === 1 : IS_PREFIX.test(segment)
}

function testAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

function markCapitalized(words: Word[]) {
  let capitals = 0
  let uppercase = 0
  for (const { spelling } of words) {
    if (spelling.hasCapitals) capitals++
    if (spelling.hasOnlyCapitals) uppercase++
  }
  if (capitals === 0) return
  const isStyle = words.length > 3 && capitals > words.length * CAPITALS_SHARE_MAX
  const isUppercase = words.length > 1 && uppercase === words.length
  for (const word of words) {
    const isAcronym = word.spelling.isAcronym && !isUppercase
    word.isCapitalized &&= isAcronym || (!isStyle && !word.isFirst && !isUppercase)
  }
}

function assignRoles(segments: Segment[], { code, isUnspaced }: Language, isHeading: boolean) {
  // German capitalizes nouns, but some texts have no capitals at all.
  const nounsAreCapitalized =
    code === 'deu' && segments.some(({ words }) => words.some((word) => word.isCapitalized))
  for (const { words } of segments) {
    const roles = code === 'eng' ? englishRoles(words, isHeading) : []
    for (const [at, word] of words.entries()) {
      if (code === 'eng') word.role = roles[at] ?? 'none'
      else if (isNumberOfName(word, words[at - 1], code)) word.role = 'noun'
      else if (isFunctionWord(word, words[at - 1], words[at + 1], isUnspaced)) word.role = 'none'
      else word.role = nounsAreCapitalized && !word.spelling.hasCapitals ? 'modifier' : 'noun'
    }
  }
}

/** Matches models and versions, such as Galaxy 24. Not in German, which capitalizes 'Seite 24' and 'Kapitel 3', too. */
const isNumberOfName = ({ spelling }: Word, before: Word | undefined, code: string): boolean =>
  code !== 'deu' &&
  /^\d{1,3}$/.test(spelling.text) &&
  before?.role === 'noun' &&
  before.spelling.hasLetter &&
  before.spelling.hasCapitals

function isFunctionWord(
  { spelling, end }: Word,
  before: Word | undefined,
  after: Word | undefined,
  isUnspaced: boolean,
): boolean {
  if (spelling.isStopWord || !spelling.hasLetter) return true
  if (!isUnspaced) return false
  const { text, isOneCharacter } = spelling
  // Single Chinese characters are mostly function words, but after a noun they complete it: 管理器, 文字列.
  if (isOneCharacter && before?.role !== 'noun') return true
  // Japanese words that end in hiragana are verbs or adjectives, except verbs inside nouns: 日帰り温泉.
  const isPartOfNoun =
    IS_VERBAL_NOUN.test(text) && after?.start === end && STARTS_NOUN.test(after.spelling.text)
  return ENDS_IN_HIRAGANA.test(text) && !isPartOfNoun
}
