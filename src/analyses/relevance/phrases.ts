import type { Language } from './language.ts'
import { AMPERSAND, FIXED_TERMS } from './light-words.ts'
import type { Word } from './segments.ts'

export type Phrase = {
  from: number
  to: number
  /** 'cut' lacks the phrase's final noun. 'joined' is two phrases connected by 'of', its equivalent, or '&'. */
  part: 'whole' | 'part' | 'cut' | 'joined'
}

type Run = { from: number; to: number }

const KEYWORD_WORDS_MAX = 3

// In English, simple noun phrases: (adjective | noun | -ing form)*, then a noun or -ing form, without leading light
// words. In other languages, runs between stop words.
export function phrasesOf(words: Word[], language: Language): Phrase[] {
  const phrases: Phrase[] = []
  let before: Run | null = null
  for (let at = 0; at < words.length; ) {
    const run = runAt(words, at)
    for (let from = run.from; from < run.to; from++)
      for (let to = from + 1; to <= Math.min(run.to, from + KEYWORD_WORDS_MAX); to++)
        if (isCandidate(words, from, to, language))
          phrases.push({ from, to, part: partFor(run, from, to, language) })
    if (before !== null && run.from === before.to + 1 && words[before.to]?.spelling.isConnector) {
      const joined = { from: before.to - 1, to: before.to + 2 }
      const isName = words[before.to]?.spelling.text === AMPERSAND
      const isWhole = isName || isComplete(before, run, language)
      if (isWhole && run.to > run.from && isCandidate(words, joined.from, joined.to, language))
        phrases.push({ ...joined, part: 'joined' })
    }
    if (words[at]?.role === 'verbal gerund' && isCandidate(words, at, at + 1, language))
      phrases.push({ from: at, to: at + 1, part: 'part' })
    before = run.to > run.from ? run : before
    at = Math.max(run.end, at + 1)
  }
  return phrases
}

/** Whether no noun next to the connector is missing. In head-initial languages, 'archeologico di …' lacks one. */
function isComplete(before: Run, after: Run, { code, isHeadInitial }: Language): boolean {
  if (isHeadInitial) return before.to === before.from + 1
  return code !== 'eng' || after.to === after.from + 1
}

function runAt(words: Word[], at: number) {
  let end = at
  while (isPhraseWord(words[end])) end++
  let from = at
  while (from < end && isLight(words[from], words[from + 1])) from++
  let to = end
  while (to > from && words[to - 1]?.role === 'modifier') to--
  return { from, to, end }
}

function isLight(word: Word | undefined, next: Word | undefined): boolean {
  if (word === undefined || !word.spelling.isLightModifier) return false
  if (next === undefined) return true
  if (word.isCapitalized && next.isCapitalized) return false
  return !isFixedTerm(word, next)
}

const isFixedTerm = (word: Word, next: Word) =>
  FIXED_TERMS.get(word.spelling.lower)?.has(next.spelling.lower) ?? false

const isPhraseWord = (word: Word | undefined) =>
  word?.role === 'noun' || word?.role === 'modifier' || word?.role === 'gerund'

function isCandidate(words: Word[], from: number, to: number, { code, isUnspaced }: Language): boolean {
  const [first, last] = [words[from], words[to - 1]]
  if (first === undefined || last === undefined || last.role === 'modifier') return false
  if (isLight(first, from + 1 < to ? words[from + 1] : undefined)) return false
  if (!first.spelling.hasLetter) return false
  if (isUnspaced && first.spelling.isOneCharacter) return false
  if (from + 1 === to && first.spelling.isTooShort) return false
  return code !== 'eng' || hasTopic(words, from, to)
}

function hasTopic(words: Word[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!words[at]?.spelling.isLightNoun) return true
  const [first, second] = words.slice(from, Math.min(to, from + 2))
  return first !== undefined && second !== undefined && isFixedTerm(first, second)
}

function partFor(run: Run, from: number, to: number, { isHeadInitial }: Language): Phrase['part'] {
  if (to < run.to) return isHeadInitial ? 'part' : 'cut'
  return from === run.from ? 'whole' : 'part'
}
