import { findContradiction } from '#domain/passwords/character-types.ts'
import { generatePasswords } from '#domain/passwords/generate.ts'
import {
  type CharactersRead,
  defaultGeneratorExtras,
  type GeneratorExtras,
  MINIMUM,
  readExcluded,
  readSymbolSet,
} from '#domain/passwords/generator-extras.ts'
import { LANGUAGES, type Language } from '#domain/passwords/languages.ts'
import { PASSWORD_LENGTH, type PasswordOptions } from '#domain/passwords/options.ts'
import { generatePassphrases, SEPARATORS, wordsFor } from '#domain/passwords/passphrase.ts'
import { PASSPHRASE_WORDS, readSeparator, SEPARATOR_MAX } from '#domain/passwords/passphrase-options.ts'
import { createRandom } from '#domain/passwords/random.ts'
import { loadWords } from '#domain/passwords/word-lists.ts'
import { StartError } from '#src/errors.ts'
import { type Flags, readFlags } from '#src/lib/flags.ts'
import { readWordListFile } from '#src/lib/word-list-file.ts'
import type { Command } from './command.ts'

const COUNT = { min: 1, max: 1000, default: 1 } as const

const PASSWORD_FLAGS = {
  length: 'string',
  'no-uppercase': 'boolean',
  'no-lowercase': 'boolean',
  'no-numbers': 'boolean',
  'no-symbols': 'boolean',
  'avoid-ambiguous': 'boolean',
  symbols: 'string',
  exclude: 'string',
  'min-numbers': 'string',
  'min-symbols': 'string',
} as const

const PASSPHRASE_FLAGS = {
  words: 'string',
  language: 'string',
  'word-list': 'string',
  separator: 'string',
  capitalize: 'boolean',
  'add-number': 'boolean',
  'add-symbol': 'boolean',
} as const

const FLAGS = {
  ...PASSWORD_FLAGS,
  passphrase: 'boolean',
  ...PASSPHRASE_FLAGS,
  count: 'string',
} as const

const help = `Usage: passwright generate [options]
       passwright generate --passphrase [options]

Prints random passwords or passphrases, one per line. Nothing is stored or sent.

  --count N           how many, ${COUNT.min} to ${COUNT.max} (default ${COUNT.default})
  --help              show this text

Passwords:
  --length N          characters in each password, ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} (default ${PASSWORD_LENGTH.default})
  --no-uppercase      leave out A-Z
  --no-lowercase      leave out a-z
  --no-numbers        leave out 0-9
  --no-symbols        leave out symbols
  --avoid-ambiguous   leave out l, I, O, 0 and 1
  --symbols SET       the symbols to choose from
  --exclude SET       characters to leave out
  --min-numbers N     minimum number of digits, ${MINIMUM.min} to ${MINIMUM.max} (default ${MINIMUM.default})
  --min-symbols N     minimum number of symbols, ${MINIMUM.min} to ${MINIMUM.max} (default ${MINIMUM.default})

Passphrases, of words from the EFF's long list or another one:
  --words N           words in each, ${PASSPHRASE_WORDS.min} to ${PASSPHRASE_WORDS.max} (default ${PASSPHRASE_WORDS.default})
  --language ID       ${LANGUAGES.map(({ id }) => id).join(', ')} (default en)
  --word-list FILE    your own list, one word per line
  --separator TEXT    hyphen, space, period, comma, underscore, none, or up to ${SEPARATOR_MAX} characters
                      (default hyphen)
  --capitalize        start each word with a capital
  --add-number        add a digit to one word
  --add-symbol        add a symbol to one word`

/** Calls `io.out` once per password or passphrase. */
export const generateCommand: Command = {
  help,
  async run(args, io) {
    const flags = readFlags(args, FLAGS)
    const count = readNumber('count', flags, COUNT)
    const generated = flags.has('passphrase')
      ? await makePassphrases(count, flags)
      : makePasswords(count, flags)
    for (const text of generated) io.out(text)
    return 0
  },
}

function makePasswords(count: number, flags: Flags): string[] {
  refuseOthers(flags, PASSPHRASE_FLAGS, 'needs --passphrase')
  const options: PasswordOptions = {
    length: readNumber('length', flags, PASSWORD_LENGTH),
    includeUppercase: !flags.has('no-uppercase'),
    includeLowercase: !flags.has('no-lowercase'),
    includeNumbers: !flags.has('no-numbers'),
    includeSymbols: !flags.has('no-symbols'),
    avoidAmbiguous: flags.has('avoid-ambiguous'),
  }
  const extras: GeneratorExtras = {
    symbols: readCharacters('symbols', flags, readSymbolSet) ?? defaultGeneratorExtras.symbols,
    excluded: readCharacters('exclude', flags, readExcluded) ?? defaultGeneratorExtras.excluded,
    minNumbers: readNumber('min-numbers', flags, MINIMUM),
    minSymbols: readNumber('min-symbols', flags, MINIMUM),
  }
  const contradiction = findContradiction(options, extras)
  if (contradiction !== null) throw new StartError(contradiction)
  return generatePasswords(count, options, systemRandom(), extras)
}

async function makePassphrases(count: number, flags: Flags): Promise<string[]> {
  refuseOthers(flags, PASSWORD_FLAGS, "can't be combined with --passphrase")
  const separator = readSeparatorFlag(flags)
  const options = {
    words: readNumber('words', flags, PASSPHRASE_WORDS),
    language: readLanguageFlag(flags),
    separator,
    capitalize: flags.has('capitalize'),
    addNumber: flags.has('add-number'),
    addSymbol: flags.has('add-symbol'),
  }
  const file = flags.get('word-list')
  if (file !== undefined && flags.has('language'))
    throw new StartError("--word-list can't be combined with --language.")
  const list = await (file === undefined ? loadWords(options.language) : readWordListFile(String(file)))
  return generatePassphrases(count, options, wordsFor(separator, list), systemRandom())
}

function refuseOthers(flags: Flags, others: Record<string, unknown>, reason: string): void {
  const other = Object.keys(others).find((name) => flags.has(name))
  if (other) throw new StartError(`--${other} ${reason}.`)
}

function readNumber(
  name: string,
  flags: Flags,
  range: { min: number; max: number; default: number },
): number {
  const text = flags.get(name)
  if (text === undefined) return range.default
  const number = /^\d+$/.test(String(text)) ? Number(text) : Number.NaN
  if (number >= range.min && number <= range.max) return number
  throw new StartError(`--${name} must be a whole number from ${range.min} to ${range.max}.`)
}

function readCharacters(
  name: string,
  flags: Flags,
  read: (text: string) => CharactersRead,
): string | undefined {
  const text = flags.get(name)
  if (text === undefined) return undefined
  const result = read(String(text))
  if ('error' in result) throw new StartError(`--${name}: ${result.error}`)
  return result.characters
}

function readSeparatorFlag(flags: Flags): string {
  const given = String(flags.get('separator') ?? 'hyphen')
  const known = SEPARATORS.find(({ name }) => name.toLowerCase() === given)
  if (known) return known.text
  const result = readSeparator(given)
  if ('error' in result) throw new StartError(`--separator: ${result.error}`)
  return result.separator
}

function readLanguageFlag(flags: Flags): Language {
  const given = String(flags.get('language') ?? 'en').toLowerCase()
  const language = LANGUAGES.find(({ id, name }) => [id.toLowerCase(), name.toLowerCase()].includes(given))
  if (language) return language.id
  throw new StartError(`--language must be one of ${LANGUAGES.map(({ id }) => id).join(', ')}.`)
}

const systemRandom = () => createRandom((bytes) => crypto.getRandomValues(bytes))
