import { SYMBOLS } from './alphabets.ts'
import { type PassphraseOptions, readPassphraseOptions } from './passphrase-options.ts'
import { fieldsOf, integerOr, readStoredText } from './stored-json.ts'

export const MINIMUM = { min: 1, max: 9, default: 1 } as const

/** Kept out of PasswordOptions, whose stored form is fixed. */
export type GeneratorExtras = {
  symbols: string
  excluded: string
  minNumbers: number
  minSymbols: number
}

export const defaultGeneratorExtras: Readonly<GeneratorExtras> = {
  symbols: SYMBOLS,
  excluded: '',
  minNumbers: MINIMUM.default,
  minSymbols: MINIMUM.default,
}

export const differFromDefaults = (extras: GeneratorExtras): boolean =>
  JSON.stringify(extras) !== JSON.stringify(defaultGeneratorExtras)

const withoutRepeats = (text: string) => [...new Set(text)].join('')

export type CharactersRead = { characters: string } | { error: string }

const CHARACTERS_MAX = 100

export function readSymbolSet(text: string): CharactersRead {
  if (text === '') return { error: 'Enter at least one symbol.' }
  if (text.length > CHARACTERS_MAX) return { error: `Enter at most ${CHARACTERS_MAX} symbols.` }
  return /^[!-/:-@[-`{-~]*$/.test(text)
    ? { characters: withoutRepeats(text) }
    : { error: 'Use keyboard symbols only, such as ! # % ?' }
}

export function readExcluded(text: string): CharactersRead {
  return text.length > CHARACTERS_MAX
    ? { error: `Enter at most ${CHARACTERS_MAX} characters.` }
    : { characters: withoutRepeats(text) }
}

export const GENERATORS = ['password', 'passphrase'] as const

export type GeneratorName = (typeof GENERATORS)[number]

export type StoredChoices = {
  generator: GeneratorName
  extras: GeneratorExtras
  passphrase: PassphraseOptions
}

/** `stored` is JSON or null; missing and corrupt fields get their defaults. */
export function readStoredChoices(stored: string | null, defaults: StoredChoices): StoredChoices {
  const field = readStoredText(stored)
  return {
    generator: GENERATORS.find((name) => name === field('generator')) ?? defaults.generator,
    extras: readExtras(field('extras'), defaults.extras),
    passphrase: readPassphraseOptions(field('passphrase'), defaults.passphrase),
  }
}

function readExtras(stored: unknown, defaults: GeneratorExtras): GeneratorExtras {
  const field = fieldsOf(stored)
  const { symbols, excluded, minNumbers, minSymbols } = defaults
  return {
    symbols: readCharacters(readSymbolSet, field('symbols')) ?? symbols,
    excluded: readCharacters(readExcluded, field('excluded')) ?? excluded,
    minNumbers: integerOr(minNumbers, field('minNumbers'), MINIMUM),
    minSymbols: integerOr(minSymbols, field('minSymbols'), MINIMUM),
  }
}

function readCharacters(read: (text: string) => CharactersRead, stored: unknown): string | undefined {
  const result = typeof stored === 'string' ? read(stored) : { error: '' }
  return 'characters' in result ? result.characters : undefined
}
