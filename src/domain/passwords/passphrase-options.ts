import { type LanguageId, readLanguage } from './languages.ts'
import { booleanOr, fieldsOf, integerOr } from './stored-json.ts'

export const PASSPHRASE_WORDS = { min: 3, max: 20, default: 6 } as const

export const SEPARATOR_MAX = 8

export type PassphraseOptions = {
  words: number
  language: LanguageId
  separator: string
  capitalize: boolean
  addNumber: boolean
  addSymbol: boolean
}

export const defaultPassphraseOptions: Readonly<PassphraseOptions> = {
  words: PASSPHRASE_WORDS.default,
  language: 'en',
  separator: '-',
  capitalize: false,
  addNumber: false,
  addSymbol: false,
}

export type SeparatorRead = { separator: string } | { error: string }

/** False for combining marks, and for Hangul vowels and finals, which NFC joins to the character before. */
export const startsOnItsOwn = (text: string): boolean => !/^[\p{M}\u1160-\u11ff\ud7b0-\ud7fb]/u.test(text)

/** In NFC, with every kind of space as U+0020: sites that prepare passwords by RFC 8265 read them so. */
export function readSeparator(text: string): SeparatorRead {
  const separator = text.replace(/\p{Zs}/gu, ' ').normalize('NFC')
  if ([...separator].length > SEPARATOR_MAX) return { error: `Enter at most ${SEPARATOR_MAX} characters.` }
  return /[\p{C}\p{Zl}\p{Zp}]/u.test(separator) || !startsOnItsOwn(separator)
    ? { error: 'Use characters that are visible on their own.' }
    : { separator }
}

/** Missing and corrupt fields get their defaults. */
export function readPassphraseOptions(stored: unknown, defaults: PassphraseOptions): PassphraseOptions {
  const field = fieldsOf(stored)
  const separator = field('separator')
  const read = typeof separator === 'string' ? readSeparator(separator) : { error: '' }
  return {
    words: integerOr(defaults.words, field('words'), PASSPHRASE_WORDS),
    language: readLanguage(field('language')) ?? defaults.language,
    separator: 'separator' in read ? read.separator : defaults.separator,
    capitalize: booleanOr(defaults.capitalize, field('capitalize')),
    addNumber: booleanOr(defaults.addNumber, field('addNumber')),
    addSymbol: booleanOr(defaults.addSymbol, field('addSymbol')),
  }
}
