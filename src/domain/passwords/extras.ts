import { SYMBOLS } from './alphabets.ts'
import { type PassphraseOptions, readPassphraseOptions } from './passphrase.ts'
import { fieldsOf, integerOr, readStoredText } from './stored.ts'

/** How many characters of a type a person may ask for at least. */
export const MINIMUM = { min: 1, max: 9, default: 1 } as const

/** What the specified options leave out. Kept apart from them, under a key of its own. */
export type GeneratorExtras = {
  /** The symbols to choose from: ASCII punctuation, none twice. */
  symbols: string
  /** Characters that no password may hold. */
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

/** Whether these differ from the defaults. */
export const areChanged = (extras: GeneratorExtras): boolean =>
  JSON.stringify(extras) !== JSON.stringify(defaultGeneratorExtras)

const withoutRepeats = (text: string) => [...new Set(text)].join('')

/** What a person typed: each character once, or why it can't be used. */
export type CharactersRead = { characters: string } | { error: string }

const MOST_CHARACTERS = 100

/** Reads a symbol set as a person types it. */
export function readSymbolSet(text: string): CharactersRead {
  if (text === '') return { error: 'Enter at least one symbol.' }
  if (text.length > MOST_CHARACTERS) return { error: `Enter at most ${MOST_CHARACTERS} symbols.` }
  return /^[!-/:-@[-`{-~]*$/.test(text)
    ? { characters: withoutRepeats(text) }
    : { error: 'Use keyboard symbols only, such as ! # % ?' }
}

/** Reads the characters to leave out, as a person types them. */
export function readExcluded(text: string): CharactersRead {
  return text.length > MOST_CHARACTERS
    ? { error: `Enter at most ${MOST_CHARACTERS} characters.` }
    : { characters: withoutRepeats(text) }
}

const GENERATORS = ['password', 'passphrase'] as const

/** What a generator makes, in the words people read. */
export type GeneratorName = (typeof GENERATORS)[number]

/** Everything a browser keeps beside the specified options, and which generator it showed last. */
export type StoredChoices = {
  generator: GeneratorName
  extras: GeneratorExtras
  passphrase: PassphraseOptions
}

/** What a browser kept as JSON; `null` when it kept nothing. A field that is missing or corrupt takes its default. */
export function readStoredChoices(stored: string | null): StoredChoices {
  const field = readStoredText(stored)
  return {
    generator: GENERATORS.find((name) => name === field('generator')) ?? 'password',
    extras: readExtras(field('extras')),
    passphrase: readPassphraseOptions(field('passphrase')),
  }
}

function readExtras(stored: unknown): GeneratorExtras {
  const field = fieldsOf(stored)
  const { symbols, excluded, minNumbers, minSymbols } = defaultGeneratorExtras
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
