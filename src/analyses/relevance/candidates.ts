import type { Block, TextDocument } from './document.ts'
import { type Key, spellingKey, stemKey } from './keys.ts'
import type { Language } from './language.ts'
import { type Phrase, phrasesOf } from './phrases.ts'
import { PLACE_WEIGHTS } from './places.ts'
import { segmentsOf, type Word } from './segments.ts'
import { createVocabulary } from './vocabulary.ts'

export type Candidate = {
  /** As they stand where it is first, and as it is written there. */
  words: Word[]
  spelling: Key
  /** How often it is written in which way, an example of each; null while there is but one. */
  spellings: Map<Key, { words: Word[]; count: number }> | null
  /** Occurrences: all, and those as a whole phrase. */
  count: number
  wholes: number
  /** Occurrences as a whole phrase and inside longer ones, each weighted by its place. */
  wholeWeight: number
  partWeight: number
  /** Of the longer candidate around it that occurs most often. */
  countOfLonger: number
  /** Of the phrase joined by an 'of' around it. */
  countOfJoined: number
  /** Words of content before its first occurrence. */
  first: number
  /** Whether it stands anywhere but in the page's address. */
  isInText: boolean
  /** Whether it stands in the first sentence: the title, where there is one. */
  isInOpening: boolean
  sentences: number
  lastSentence: number
  /** Whether it is written with capitals where other words are not. */
  isName: boolean
  isJoined: boolean
  /** Whether the longest phrase around it goes on behind it, wherever it stands. */
  isCutShort: boolean
  startsWithGerund: boolean
  endsWithGerund: boolean
  endsLightly: boolean
  /** Its weightiest occurrence. */
  at: { block: Block; start: number; end: number; weight: number }
}

/** A menu that every page repeats still counts for a tenth: a shop's does name what it sells. */
const BOILERPLATE_DISCOUNT = 0.9
const HALF = 0.5
/**
 * Three long papers' worth. What a text is about it says early: of the keywords that people chose for long papers, hardly one
 * stands first behind the first 850 words (El-Beltagy, Rafea, 2009), so that what follows only tells how often it is repeated.
 */
const MOST_WORDS = 30_000
const MOST_CANDIDATES = 40_000
/** Of a longer one a snippet would show nothing around it. */
const LONGEST_KEYWORD = 60

type Where = { block: Block; weight: number; sentence: number; first: number }

/** All phrases that could be keywords, with what the formula needs to know of each; and the number of words read. */
export function candidatesOf(
  document: TextDocument,
  language: Language,
): { candidates: Candidate[]; words: number } {
  const found = new Map<Key, Candidate>()
  const vocabulary = createVocabulary(language)
  let words = 0
  let content = 0
  let sentence = -1
  for (const block of document.blocks) {
    if (words >= MOST_WORDS) break
    const share = 1 - BOILERPLATE_DISCOUNT * Math.min(1, Math.max(0, block.boilerplate))
    const isHeading = block.place !== 'body' && block.place !== 'description'
    const weight = PLACE_WEIGHTS[block.place] * share
    for (const segment of segmentsOf(readable(block), vocabulary, MOST_WORDS - words, isHeading)) {
      if (segment.startsSentence) sentence++
      for (const phrase of phrasesOf(segment.words, language)) {
        const first = share < HALF ? Number.POSITIVE_INFINITY : content + phrase.from * share
        note(found, segment.words, phrase, { block, weight, sentence, first })
      }
      words += segment.words.length
      content += segment.words.length * share
    }
  }
  for (const candidate of found.values()) {
    // What stands in menus alone comes after all content.
    candidate.first = Math.min(candidate.first, content)
    if (candidate.count > 1) noteParts(found, candidate)
  }
  const candidates = [...found.values()].filter(
    // Words joined by 'of' are a phrase of their own only if the text joins them again, and those of the address alone sort
    // the website's pages: /blog/, /docs/.
    ({ isJoined, count, isInText }) => isInText && (!isJoined || count > 1),
  )
  return { candidates, words }
}

/** An address has its words between hyphens and its parts between slashes; every character keeps its place. */
function readable({ place, text }: Block): string {
  return place === 'url' ? text.replace(/[-_+]/g, ' ').replace(/[/.?&=#:%]/g, ',') : text
}

function note(found: Map<Key, Candidate>, words: Word[], { from, to, part }: Phrase, where: Where) {
  const { block, weight, sentence } = where
  const start = words[from]?.start ?? 0
  const end = words[to - 1]?.end ?? 0
  if (end - start > LONGEST_KEYWORD) return
  const key = stemKey(words, from, to)
  let candidate = found.get(key)
  if (candidate === undefined) {
    if (found.size >= MOST_CANDIDATES) return
    candidate = newCandidate(words.slice(from, to), part, { block, start, end, weight })
    found.set(key, candidate)
  } else {
    if (weight > candidate.at.weight) candidate.at = { block, start, end, weight }
    noteSpelling(candidate, words, from, to)
  }
  candidate.count++
  if (part === 'part' || part === 'cut') candidate.partWeight += weight
  else {
    candidate.wholes++
    candidate.wholeWeight += weight
  }
  if (candidate.lastSentence !== sentence) candidate.sentences++
  candidate.lastSentence = sentence
  candidate.isInText ||= block.place !== 'url'
  candidate.isInOpening ||= sentence === 0 || block.place === 'title' || block.place === 'h1'
  candidate.first = Math.min(candidate.first, where.first)
  candidate.isName ||= areCapitalised(words, from, to)
  candidate.isJoined &&= part === 'joined'
  candidate.isCutShort &&= part === 'cut'
}

function newCandidate(words: Word[], part: Phrase['part'], at: Candidate['at']): Candidate {
  const [opening, last] = [words[0], words.at(-1)]
  return {
    words,
    spelling: spellingKey(words, 0, words.length),
    spellings: null,
    count: 0,
    wholes: 0,
    wholeWeight: 0,
    partWeight: 0,
    countOfLonger: 1,
    countOfJoined: 0,
    first: Number.POSITIVE_INFINITY,
    isInText: false,
    isInOpening: false,
    sentences: 0,
    lastSentence: -1,
    isName: false,
    isJoined: part === 'joined',
    isCutShort: part === 'cut',
    startsWithGerund: words.length > 1 && opening?.role === 'gerund',
    endsWithGerund: last?.role === 'gerund' || last?.role === 'verbal gerund',
    endsLightly: last?.spelling.isLightNoun ?? false,
    at,
  }
}

function noteSpelling(candidate: Candidate, words: Word[], from: number, to: number) {
  const key = spellingKey(words, from, to)
  if (candidate.spellings === null) {
    if (key === candidate.spelling) return
    candidate.spellings = new Map([[candidate.spelling, { words: candidate.words, count: candidate.count }]])
  }
  const noted = candidate.spellings.get(key)
  if (noted === undefined) candidate.spellings.set(key, { words: words.slice(from, to), count: 1 })
  else noted.count++
}

function areCapitalised(words: Word[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!words[at]?.isCapitalised) return false
  return true
}

function noteParts(found: Map<Key, Candidate>, { words, count, isJoined }: Candidate) {
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= words.length; to++) {
      const part = to - from < words.length ? found.get(stemKey(words, from, to)) : undefined
      if (part === undefined) continue
      if (isJoined) part.countOfJoined = Math.max(part.countOfJoined, count)
      else part.countOfLonger = Math.max(part.countOfLonger, count)
    }
}
