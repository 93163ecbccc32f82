import { franc } from 'franc-min'
import type { TextDocument } from './document.ts'
import { languageCode } from './language-codes.ts'
import { stopWordsOf } from './stop-words.ts'

export type Language = {
  code: string
  stopWords: ReadonlySet<string>
  isUnspaced: boolean
  /** Nouns precede their modifiers: 'vino tinto'. */
  isHeadInitial: boolean
}

const UNSPACED = new Set(['zho', 'jpn', 'tha', 'mya', 'lao', 'khm'])
const HEAD_INITIAL = new Set('ara cat fas fra glg heb ind ita khm lao msa por ron spa tha vie'.split(' '))
// In each of two samples. More text makes detection slower but not better.
const SAMPLE_CHARACTERS = 1000
const SHORT_TEXT_WORDS = 60
/** Share of function words: a third to a half in English, under a sixth in related languages. */
const ENGLISH_SHARE_MIN = 0.25

export function languageOf(document: TextDocument): Language {
  const code = supportedCode(document.language ?? '') ?? guessCode(document)
  return {
    code,
    stopWords: stopWordsOf(code),
    isUnspaced: UNSPACED.has(code),
    isHeadInitial: HEAD_INITIAL.has(code),
  }
}

function supportedCode(tag: string): string | undefined {
  const code = languageCode(tag)
  return UNSPACED.has(code) || stopWordsOf(code).size > 0 ? code : undefined
}

function guessCode({ blocks }: TextDocument): string {
  const texts = blocks.filter(({ place }) => place !== 'url').map(({ text }) => text)
  // Also samples the middle, because a page may start with names and addresses.
  const text = `${sampleOf(texts)}\n${sampleOf(texts.slice(middleOf(texts)))}`
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'jpn'
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  const votes = (language: string) => words.filter((word) => stopWordsOf(language).has(word)).length
  if (votes('eng') > words.length * ENGLISH_SHARE_MIN) return 'eng'
  const code = supportedCode(franc(text)) ?? 'eng'
  // Letter statistics fail on short texts, so function words decide.
  const isUncertain = words.length < SHORT_TEXT_WORDS && /^[\p{ASCII}\p{P}\p{S}\s]*$/u.test(text)
  return isUncertain && votes('eng') >= votes(code) ? 'eng' : code
}

function sampleOf(texts: string[]): string {
  let sample = ''
  for (const text of texts) {
    if (sample.length >= SAMPLE_CHARACTERS) break
    sample += `${text.slice(0, SAMPLE_CHARACTERS)}\n`
  }
  return sample
}

function middleOf(texts: string[]): number {
  let remaining = texts.reduce((sum, { length }) => sum + length, 0) / 2
  return texts.findIndex(({ length }) => {
    remaining -= length
    return remaining < 0
  })
}
