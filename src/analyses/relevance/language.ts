import { franc } from 'franc-min'
import type { TextDocument } from './document.ts'
import { codeOf } from './language-names.ts'
import { stopWordsOf } from './stop-words.ts'

export type Language = {
  /** ISO 639-3, as the kept lists are named. */
  code: string
  stopWords: ReadonlySet<string>
  /** Its words are not divided by spaces. */
  isUnspaced: boolean
  /** A noun comes before what describes it: 'vino tinto'. */
  isHeadFirst: boolean
}

const UNSPACED = new Set(['zho', 'jpn', 'tha', 'mya', 'lao', 'khm'])
const HEAD_FIRST = new Set('ara cat fas fra glg heb ind ita khm lao msa por ron spa tha vie'.split(' '))
// In each of two places: more text makes the guess slower and no surer.
const GUESSED_FROM_CHARACTERS = 1000
const SHORT_TEXT_WORDS = 60
/** Of all words; a third to a half of English text are function words, of its neighbours' text not a sixth. */
const SURELY_ENGLISH = 0.25

/** The language that the page tells, or else that its text looks like; English when neither leads to one. */
export function languageOf(document: TextDocument): Language {
  const code = known(document.language ?? '') ?? guessed(document)
  return {
    code,
    stopWords: stopWordsOf(code),
    isUnspaced: UNSPACED.has(code),
    isHeadFirst: HEAD_FIRST.has(code),
  }
}

function known(tag: string): string | undefined {
  const code = codeOf(tag)
  return UNSPACED.has(code) || stopWordsOf(code).size > 0 ? code : undefined
}

function guessed({ blocks }: TextDocument): string {
  const texts = blocks.filter(({ place }) => place !== 'url').map(({ text }) => text)
  // What stands first may be names and addresses.
  const text = `${beginningOf(texts)}\n${beginningOf(texts.slice(middleOf(texts)))}`
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jpn'
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  const votes = (language: string) => words.filter((word) => stopWordsOf(language).has(word)).length
  if (votes('eng') > words.length * SURELY_ENGLISH) return 'eng'
  const code = known(franc(text)) ?? 'eng'
  // Letter statistics err on a headline or two; there the function words decide.
  const isDoubtful = words.length < SHORT_TEXT_WORDS && /^[\p{ASCII}\p{P}\p{S}\s]*$/u.test(text)
  return isDoubtful && votes('eng') >= votes(code) ? 'eng' : code
}

function beginningOf(texts: string[]): string {
  let beginning = ''
  for (const text of texts) {
    if (beginning.length >= GUESSED_FROM_CHARACTERS) break
    beginning += `${text.slice(0, GUESSED_FROM_CHARACTERS)}\n`
  }
  return beginning
}

/** Which of the texts has as many characters before as behind it. */
function middleOf(texts: string[]): number {
  let left = texts.reduce((sum, { length }) => sum + length, 0) / 2
  return texts.findIndex(({ length }) => {
    left -= length
    return left < 0
  })
}
