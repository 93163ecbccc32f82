import type { Block, TextDocument } from './document.ts'
import { type Key, spellingKey, stemKey } from './keys.ts'
import type { Language } from './language.ts'
import { type Phrase, phrasesOf } from './phrases.ts'
import { PLACE_WEIGHTS } from './place-weights.ts'
import { segmentsOf, type Word } from './segments.ts'
import { createVocabulary } from './vocabulary.ts'

export type Candidate = {
  words: Word[]
  spelling: Key
  /** Counts by spelling, with an example of each. Null while there is only one. */
  spellings: Map<Key, { words: Word[]; count: number }> | null
  count: number
  wholeCount: number
  wholeWeight: number
  partWeight: number
  /** Occurrences of the most frequent longer candidate that contains it. */
  countOfLonger: number
  /** Occurrences of the joined phrase ('x of y') that contains it. */
  countOfJoined: number
  first: number
  isInText: boolean
  isInOpening: boolean
  sentences: number
  lastSentence: number
  isName: boolean
  isJoined: boolean
  /** Never includes the phrase's final noun. */
  isCutShort: boolean
  startsWithGerund: boolean
  endsWithGerund: boolean
  endsWithLightNoun: boolean
  at: { block: Block; start: number; end: number; weight: number }
}

/** Boilerplate counts for a tenth, because a shop's menu names what it sells. */
const BOILERPLATE_DISCOUNT = 0.9
const BOILERPLATE_SHARE = 0.5
// Texts state their topic early: in long papers, hardly any author keyword first appears after 850 words (El-Beltagy,
// Rafea, 2009).
const WORDS_MAX = 30_000
const CANDIDATES_MAX = 40_000
const KEYWORD_MAX = 60

type Occurrence = { block: Block; weight: number; sentence: number; first: number }

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
    if (words >= WORDS_MAX) break
    const share = 1 - BOILERPLATE_DISCOUNT * Math.min(1, Math.max(0, block.boilerplate))
    const isHeading = block.place !== 'body' && block.place !== 'description'
    const weight = PLACE_WEIGHTS[block.place] * share
    for (const segment of segmentsOf(toReadableText(block), vocabulary, WORDS_MAX - words, isHeading)) {
      if (segment.startsSentence) sentence++
      for (const phrase of phrasesOf(segment.words, language)) {
        const first = share < BOILERPLATE_SHARE ? Number.POSITIVE_INFINITY : content + phrase.from * share
        addPhrase(found, segment.words, phrase, { block, weight, sentence, first })
      }
      words += segment.words.length
      content += segment.words.length * share
    }
  }
  for (const candidate of found.values()) {
    // Boilerplate ranks after all content.
    candidate.first = Math.min(candidate.first, content)
    if (candidate.count > 1) countParts(found, candidate)
  }
  const candidates = [...found.values()].filter(
    // A joined phrase must occur twice. Words that appear only in the URL are site sections: /blog/, /docs/.
    ({ isJoined, count, isInText }) => isInText && (!isJoined || count > 1),
  )
  return { candidates, words }
}

function toReadableText({ place, text }: Block): string {
  return place === 'url' ? text.replace(/[-_+]/g, ' ').replace(/[/.?&=#:%]/g, ',') : text
}

function addPhrase(
  found: Map<Key, Candidate>,
  words: Word[],
  { from, to, part }: Phrase,
  occurrence: Occurrence,
) {
  const { block, weight, sentence } = occurrence
  const start = words[from]?.start ?? 0
  const end = words[to - 1]?.end ?? 0
  if (end - start > KEYWORD_MAX) return
  const key = stemKey(words, from, to)
  let candidate = found.get(key)
  if (candidate === undefined) {
    if (found.size >= CANDIDATES_MAX) return
    candidate = newCandidate(words.slice(from, to), part, { block, start, end, weight })
    found.set(key, candidate)
  } else {
    if (weight > candidate.at.weight) candidate.at = { block, start, end, weight }
    addSpelling(candidate, words, from, to)
  }
  candidate.count++
  if (part === 'part' || part === 'cut') candidate.partWeight += weight
  else {
    candidate.wholeCount++
    candidate.wholeWeight += weight
  }
  if (candidate.lastSentence !== sentence) candidate.sentences++
  candidate.lastSentence = sentence
  candidate.isInText ||= block.place !== 'url'
  candidate.isInOpening ||= sentence === 0 || block.place === 'title' || block.place === 'h1'
  candidate.first = Math.min(candidate.first, occurrence.first)
  candidate.isName ||= isCapitalized(words, from, to)
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
    wholeCount: 0,
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
    endsWithLightNoun: last?.spelling.isLightNoun ?? false,
    at,
  }
}

function addSpelling(candidate: Candidate, words: Word[], from: number, to: number) {
  const key = spellingKey(words, from, to)
  if (candidate.spellings === null) {
    if (key === candidate.spelling) return
    candidate.spellings = new Map([[candidate.spelling, { words: candidate.words, count: candidate.count }]])
  }
  const known = candidate.spellings.get(key)
  if (known === undefined) candidate.spellings.set(key, { words: words.slice(from, to), count: 1 })
  else known.count++
}

function isCapitalized(words: Word[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!words[at]?.isCapitalized) return false
  return true
}

function countParts(found: Map<Key, Candidate>, { words, count, isJoined }: Candidate) {
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= words.length; to++) {
      const part = to - from < words.length ? found.get(stemKey(words, from, to)) : undefined
      if (part === undefined) continue
      if (isJoined) part.countOfJoined = Math.max(part.countOfJoined, count)
      else part.countOfLonger = Math.max(part.countOfLonger, count)
    }
}
