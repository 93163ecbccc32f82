import { GenerationError, generatePasswords } from '#domain/passwords/generate.ts'
import { PASSWORD_LENGTH, type PasswordOptions } from '#domain/passwords/options.ts'
import { createRandom } from '#domain/passwords/random.ts'
import { StartError } from '#src/errors.ts'
import { type Flags, readFlags } from '#src/lib/flags.ts'
import type { Command } from './command.ts'

const COUNT = { min: 1, max: 1000, default: 1 } as const

const FLAGS = {
  length: 'string',
  count: 'string',
  'no-uppercase': 'boolean',
  'no-lowercase': 'boolean',
  'no-numbers': 'boolean',
  'no-symbols': 'boolean',
  'avoid-ambiguous': 'boolean',
  help: 'boolean',
} as const

const help = `Usage: passwright generate [options]

Prints random passwords, one a line. They are stored nowhere and sent nowhere.

  --length N          characters in each password, ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} (default ${PASSWORD_LENGTH.default})
  --count N           how many passwords, ${COUNT.min} to ${COUNT.max} (default ${COUNT.default})
  --no-uppercase      leave out A-Z
  --no-lowercase      leave out a-z
  --no-numbers        leave out 0-9
  --no-symbols        leave out symbols
  --avoid-ambiguous   leave out l, I, O, 0 and 1
  --help              show this text`

/** `passwright generate`: one password for each call of `io.out`. */
export const generateCommand: Command = {
  name: 'generate',
  summary: 'Print random passwords',
  help,
  takes: [{ flags: FLAGS }],
  async run(args, io) {
    const flags = readFlags(args, FLAGS)
    if (flags.has('help')) {
      io.out(help)
      return 0
    }
    const options: PasswordOptions = {
      length: readNumber('length', flags, PASSWORD_LENGTH),
      includeUppercase: !flags.has('no-uppercase'),
      includeLowercase: !flags.has('no-lowercase'),
      includeNumbers: !flags.has('no-numbers'),
      includeSymbols: !flags.has('no-symbols'),
      avoidAmbiguous: flags.has('avoid-ambiguous'),
    }
    const count = readNumber('count', flags, COUNT)
    for (const password of generate(count, options)) io.out(password)
    return 0
  },
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
  throw new StartError(`--${name} must be a whole number from ${range.min} to ${range.max}`)
}

function generate(count: number, options: PasswordOptions): string[] {
  const random = createRandom((bytes) => crypto.getRandomValues(bytes))
  try {
    return generatePasswords(count, options, random)
  } catch (error) {
    if (error instanceof GenerationError) throw new StartError(error.message)
    throw error
  }
}
