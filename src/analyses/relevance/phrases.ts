import type { Language } from './language.ts'
import { AMPERSAND, TERMS } from './light-words.ts'
import type { Word } from './segments.ts'

/** One occurrence of a possible keyword: words `from` up to but without `to` of their segment. */
export type Phrase = {
  from: number
  to: number
  /**
   * Whether it is the longest phrase around it, a part of that, a part that is cut short of the noun at its end, or two
   * phrases joined by an 'of', its like in other languages, or an '&'.
   */
  part: 'whole' | 'part' | 'cut' | 'joined'
}

/** Words `from` up to but without `to` that stand together. */
type Run = { from: number; to: number }

const MOST_WORDS_IN_KEYWORD = 3

/**
 * The phrases of one to three words in a segment. In English a phrase is what linguists call a simple noun phrase, (adjective
 * | noun | -ing form)* and at its end a noun or an -ing form, without the light words before it; in other languages, a
 * run of words between stop words. The longest such run is a whole phrase, everything inside it a part.
 */
export function phrasesOf(words: Word[], language: Language): Phrase[] {
  const phrases: Phrase[] = []
  let before: Run | null = null
  for (let at = 0; at < words.length; ) {
    const run = runAt(words, at)
    for (let from = run.from; from < run.to; from++)
      for (let to = from + 1; to <= Math.min(run.to, from + MOST_WORDS_IN_KEYWORD); to++)
        if (canStand(words, from, to, language))
          phrases.push({ from, to, part: partOf(run, from, to, language) })
    if (before !== null && run.from === before.to + 1 && words[before.to]?.spelling.isConnector) {
      const joined = { from: before.to - 1, to: before.to + 2 }
      const isName = words[before.to]?.spelling.text === AMPERSAND
      const isWhole = isName || areWhole(before, run, language)
      if (isWhole && run.to > run.from && canStand(words, joined.from, joined.to, language))
        phrases.push({ ...joined, part: 'joined' })
    }
    if (words[at]?.role === 'verbal gerund' && canStand(words, at, at + 1, language))
      phrases.push({ from: at, to: at + 1, part: 'part' })
    before = run.to > run.from ? run : before
    at = Math.max(run.end, at + 1)
  }
  return phrases
}

/**
 * Whether the words on both sides of a connector are no pieces: where a noun comes first, of 'parco archeologico di …' the
 * noun would be missing.
 */
function areWhole(before: Run, after: Run, { code, isHeadFirst }: Language): boolean {
  if (isHeadFirst) return before.to === before.from + 1
  return code !== 'eng' || after.to === after.from + 1
}

/** The run of phrase words at a place: `end` is where reading goes on, `from` and `to` the phrase itself. */
function runAt(words: Word[], at: number) {
  let end = at
  while (isPhraseWord(words[end])) end++
  let from = at
  while (from < end && isLight(words[from], words[from + 1])) from++
  let to = end
  while (to > from && words[to - 1]?.role === 'modifier') to--
  return { from, to, end }
}

/** Whether the phrase that follows is about the same without it. */
function isLight(word: Word | undefined, next: Word | undefined): boolean {
  if (word === undefined || !word.spelling.isLightModifier) return false
  if (next === undefined) return true
  // A name: in New Zealand.
  if (word.isCapitalised && next.isCapitalised) return false
  return !areTerm(word, next)
}

const areTerm = (word: Word, next: Word) => TERMS.get(word.spelling.lower)?.has(next.spelling.lower) ?? false

const isPhraseWord = (word: Word | undefined) =>
  word?.role === 'noun' || word?.role === 'modifier' || word?.role === 'gerund'

function canStand(words: Word[], from: number, to: number, { code, isUnspaced }: Language): boolean {
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
  return first !== undefined && second !== undefined && areTerm(first, second)
}

function partOf(run: Run, from: number, to: number, { isHeadFirst }: Language): Phrase['part'] {
  if (to < run.to) return isHeadFirst ? 'part' : 'cut'
  return from === run.from ? 'whole' : 'part'
}
