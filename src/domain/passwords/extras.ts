import * as z from 'zod/mini'
import { SYMBOLS } from './alphabets.ts'
import { parseStored } from './options.ts'
import { defaultPassphraseOptions, type PassphraseOptions, StoredPassphraseOptions } from './passphrase.ts'

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

const withoutRepeats = (text: string) => [...new Set(text)].join('')

/** A symbol set as a person types it; answers each symbol once. */
export const SymbolSet = z.pipe(
  z
    .string()
    .check(
      z.minLength(1, 'Enter at least one symbol.'),
      z.maxLength(100, 'Enter at most 100 symbols.'),
      z.regex(/^[!-/:-@[-`{-~]*$/, 'Use keyboard symbols only, such as ! # % ?'),
    ),
  z.transform(withoutRepeats),
)

/** Characters to leave out, as a person types them; answers each one once. */
export const ExcludedCharacters = z.pipe(
  z.string().check(z.maxLength(100, 'Enter at most 100 characters.')),
  z.transform(withoutRepeats),
)

const Minimum = z.int().check(z.gte(MINIMUM.min), z.lte(MINIMUM.max))

const StoredExtras = z.object({
  symbols: z.catch(SymbolSet, defaultGeneratorExtras.symbols),
  excluded: z.catch(ExcludedCharacters, defaultGeneratorExtras.excluded),
  minNumbers: z.catch(Minimum, defaultGeneratorExtras.minNumbers),
  minSymbols: z.catch(Minimum, defaultGeneratorExtras.minSymbols),
})

const GENERATORS = ['password', 'passphrase'] as const

/** What a generator makes, in the words people read. */
export type GeneratorName = (typeof GENERATORS)[number]

/** Everything a browser keeps beside the specified options, and which generator it showed last. */
export type StoredChoices = {
  generator: GeneratorName
  extras: GeneratorExtras
  passphrase: PassphraseOptions
}

const Stored = z.object({
  generator: z.catch(z.enum(GENERATORS), 'password'),
  extras: z.catch(StoredExtras, { ...defaultGeneratorExtras }),
  passphrase: z.catch(StoredPassphraseOptions, { ...defaultPassphraseOptions }),
})

/** What a browser kept as JSON; `null` when it kept nothing. A field that is missing or corrupt takes its default. */
export function readStoredChoices(stored: string | null): StoredChoices {
  return Stored.safeParse(parseStored(stored)).data ?? Stored.parse({})
}
