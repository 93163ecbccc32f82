import type { Block, TextDocument } from './document.ts'
import { isEveryday, isLightNoun } from './english.ts'
import type { Language } from './language.ts'
import { type Phrase, phrasesOf } from './phrases.ts'
import { PLACE_WEIGHTS } from './places.ts'
import { segmentsOf, type Word } from './segments.ts'
import { stem } from './stems.ts'

export type Candidate = {
  /** Of its words. Inflected forms, and spellings with a hyphen or with a space, have them in common. */
  stems: string[]
  /** How often it is written in which way. */
  spellings: Map<string, number>
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
  /** Whether it stands in the first sentence: the title, where there is one. */
  isInOpening: boolean
  sentences: number
  lastSentence: number
  /** Whether it is written with capitals where other words are not. */
  isName: boolean
  isJoined: boolean
  startsWithGerund: boolean
  endsWithGerund: boolean
  endsLightly: boolean
  /** The share of its words that are not everyday words, 0 to 1. */
  rarity: number
  /** Its weightiest occurrence. */
  at: { block: Block; start: number; end: number; weight: number }
}

/** A menu that every page repeats still counts for a tenth: a shop's does name what it sells. */
const BOILERPLATE_DISCOUNT = 0.9
const HALF = 0.5
/** Five long papers' worth; hostile pages are read no further. */
const MOST_WORDS = 50_000
const MOST_CANDIDATES = 40_000
/** Of a longer one a snippet would show nothing around it. */
const LONGEST_KEYWORD = 60

type Occurrence = {
  phrase: Phrase
  words: Word[]
  block: Block
  weight: number
  sentence: number
  first: number
}

/** All phrases that could be keywords, with what the formula needs to know of each; and the number of words read. */
export function candidatesOf(
  document: TextDocument,
  language: Language,
): { candidates: Candidate[]; words: number } {
  const found = new Map<string, Candidate>()
  const read = dictionary(language)
  let words = 0
  let content = 0
  let sentence = -1
  for (const block of document.blocks) {
    const share = 1 - BOILERPLATE_DISCOUNT * Math.min(1, Math.max(0, block.boilerplate))
    const weight = PLACE_WEIGHTS[block.place] * share
    for (const segment of segmentsOf(readable(block), language, MOST_WORDS - words)) {
      if (segment.startsSentence) sentence++
      for (const phrase of phrasesOf(segment.words, language)) {
        const words = segment.words.slice(phrase.from, phrase.to)
        const first = share < HALF ? Number.POSITIVE_INFINITY : content + phrase.from * share
        note(found, read, { phrase, words, block, weight, sentence, first })
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
  // Words joined by 'of' are a phrase of their own only if the text joins them again.
  const candidates = [...found.values()].filter(({ isJoined, count }) => !isJoined || count > 1)
  return { candidates, words }
}

/** An address has its words between hyphens and its parts between slashes; every character keeps its place. */
function readable({ place, text }: Block): string {
  return place === 'url' ? text.replace(/[-_+]/g, ' ').replace(/[/.?&=#:%]/g, ',') : text
}

type Entry = { stem: string; isRare: boolean }

/** Looks every word up once: pages repeat theirs. */
function dictionary({ code }: Language): (word: Word) => Entry {
  const known = new Map<string, Entry>()
  return ({ lower }) => {
    const remembered = known.get(lower)
    if (remembered !== undefined) return remembered
    const parts = lower.split('-').map((part) => stem(part, code))
    const entry = { stem: parts.join(' '), isRare: !isEveryday(lower) }
    known.set(lower, entry)
    return entry
  }
}

function note(found: Map<string, Candidate>, read: (word: Word) => Entry, occurrence: Occurrence) {
  const { phrase, words, block, weight, sentence } = occurrence
  const [first, last] = [words[0], words.at(-1)]
  if (first === undefined || last === undefined || last.end - first.start > LONGEST_KEYWORD) return
  const entries = words.map(read)
  const key = entries.map(({ stem }) => stem).join(' ')
  const at = { block, start: first.start, end: last.end, weight }
  let candidate = found.get(key)
  if (candidate === undefined) {
    if (found.size >= MOST_CANDIDATES) return
    candidate = newCandidate(entries, words, occurrence, at)
    found.set(key, candidate)
  }
  candidate.count++
  const isWhole = phrase.part !== 'part'
  if (isWhole) candidate.wholes++
  if (isWhole) candidate.wholeWeight += weight
  else candidate.partWeight += weight
  if (candidate.lastSentence !== sentence) candidate.sentences++
  candidate.lastSentence = sentence
  candidate.isInOpening ||= sentence === 0 || block.place === 'title' || block.place === 'h1'
  candidate.first = Math.min(candidate.first, occurrence.first)
  candidate.isName ||= words.every((word) => word.isCapitalised)
  candidate.isJoined &&= phrase.part === 'joined'
  if (weight > candidate.at.weight) candidate.at = at
  const spelling = spell(words)
  candidate.spellings.set(spelling, (candidate.spellings.get(spelling) ?? 0) + 1)
}

function newCandidate(
  entries: Entry[],
  words: Word[],
  { phrase, first }: Occurrence,
  at: Candidate['at'],
): Candidate {
  const last = words.at(-1)
  return {
    stems: entries.map(({ stem }) => stem),
    spellings: new Map(),
    count: 0,
    wholes: 0,
    wholeWeight: 0,
    partWeight: 0,
    countOfLonger: 1,
    countOfJoined: 0,
    first,
    isInOpening: false,
    sentences: 0,
    lastSentence: -1,
    isName: false,
    isJoined: phrase.part === 'joined',
    startsWithGerund: words.length > 1 && words[0]?.role === 'gerund',
    endsWithGerund: last?.role === 'gerund' || last?.role === 'verbal gerund',
    endsLightly: last !== undefined && isLightNoun(last.lower),
    rarity: entries.filter(({ isRare }) => isRare).length / entries.length,
    at,
  }
}

/** Words without spaces between them are written without. */
function spell(words: Word[]): string {
  return words
    .map(({ text, start }, at) => (at === 0 || words[at - 1]?.end === start ? text : ` ${text}`))
    .join('')
}

function noteParts(found: Map<string, Candidate>, { stems, count, isJoined }: Candidate) {
  for (let from = 0; from < stems.length; from++)
    for (let to = from + 1; to <= stems.length; to++) {
      const part = to - from < stems.length ? found.get(stems.slice(from, to).join(' ')) : undefined
      if (part === undefined) continue
      if (isJoined) part.countOfJoined = Math.max(part.countOfJoined, count)
      else part.countOfLonger = Math.max(part.countOfLonger, count)
    }
}
