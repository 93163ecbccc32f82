import { findContradiction } from './character-types.ts'
import { GENERATORS, MINIMUM, readExcluded, readSymbolSet } from './generator-extras.ts'
import type { GeneratorSettings } from './generator-settings.ts'
import { LANGUAGES, readLanguage } from './languages.ts'
import { PASSWORD_LENGTH } from './options.ts'
import { PASSPHRASE_WORDS, readSeparator } from './passphrase-options.ts'

/** The longest settings have about 1,000 characters. */
const LINK_MAX = 2_000

type Shown = Pick<GeneratorSettings, 'options' | 'extras'> | Pick<GeneratorSettings, 'passphrase'>

/** Complete settings of one generator, such as `generator=passphrase&words=6&…`. Never a password. */
export function writeLink(shown: Shown): string {
  const onOff = (isOn: boolean) => (isOn ? 'on' : 'off')
  const fields: Record<string, string> =
    'passphrase' in shown
      ? {
          generator: 'passphrase',
          words: String(shown.passphrase.words),
          language: shown.passphrase.language,
          separator: shown.passphrase.separator,
          capitalize: onOff(shown.passphrase.capitalize),
          'add-number': onOff(shown.passphrase.addNumber),
          'add-symbol': onOff(shown.passphrase.addSymbol),
        }
      : {
          generator: 'password',
          length: String(shown.options.length),
          uppercase: onOff(shown.options.includeUppercase),
          lowercase: onOff(shown.options.includeLowercase),
          numbers: onOff(shown.options.includeNumbers),
          symbols: onOff(shown.options.includeSymbols),
          'avoid-ambiguous': onOff(shown.options.avoidAmbiguous),
          'symbol-set': shown.extras.symbols,
          exclude: shown.extras.excluded,
          'min-numbers': String(shown.extras.minNumbers),
          'min-symbols': String(shown.extras.minSymbols),
        }
  return new URLSearchParams(fields).toString()
}

/** The valid settings of a fragment over `others`; null if it has none, or if they contradict each other. */
export function readLink(fragment: string, others: GeneratorSettings): GeneratorSettings | null {
  if (fragment.length > LINK_MAX) return null
  const { settings, valid, contradiction } = readFields(fragment, others)
  return valid === 0 || contradiction !== null ? null : settings
}

/** Settings as in a link, or the whole link, over `others`; or the first thing that is wrong with them, as a sentence. */
export function readStrictly(
  text: string,
  others: GeneratorSettings,
): { settings: GeneratorSettings } | { error: string } {
  const { settings, problems, contradiction } = readFields(text, others)
  const error = problems[0] ?? contradiction
  return error ? { error } : { settings }
}

const ADDRESS = /^(?:https?:\/\/[^#]*)?#/

function readFields(text: string, { generator, options, extras, passphrase }: GeneratorSettings) {
  const fields = new URLSearchParams(text.replace(ADDRESS, ''))
  const names = [...fields.keys()]
  const problems: string[] = []
  let valid = 0

  function field<T>(name: string, read: (text: string) => T | undefined, rule: string): T | undefined {
    const given = fields.get(name)
    if (given === null) return undefined
    fields.delete(name)
    const value = read(given)
    if (value === undefined) problems.push(`${name} must be ${rule}`)
    else valid++
    return value
  }
  const isOn = (name: string, other: boolean) =>
    field(name, (given) => (given === 'on' ? true : given === 'off' ? false : undefined), 'on or off') ??
    other
  const integer = (name: string, other: number, { min, max }: { min: number; max: number }) => {
    const read = (given: string) =>
      /^\d{1,2}$/.test(given) && Number(given) >= min && Number(given) <= max ? Number(given) : undefined
    return field(name, read, `a whole number from ${min} to ${max}`) ?? other
  }
  const charactersOf = (read: typeof readExcluded) => (given: string) => {
    const result = read(given)
    return 'characters' in result ? result.characters : undefined
  }
  const readSeparatorField = (given: string) => {
    const result = readSeparator(given)
    return 'separator' in result ? result.separator : undefined
  }
  const languages = [...LANGUAGES.map(({ id }) => id), 'own']

  const settings: GeneratorSettings = {
    generator:
      field('generator', (given) => GENERATORS.find((name) => name === given), GENERATORS.join(' or ')) ??
      generator,
    options: {
      length: integer('length', options.length, PASSWORD_LENGTH),
      includeUppercase: isOn('uppercase', options.includeUppercase),
      includeLowercase: isOn('lowercase', options.includeLowercase),
      includeNumbers: isOn('numbers', options.includeNumbers),
      includeSymbols: isOn('symbols', options.includeSymbols),
      avoidAmbiguous: isOn('avoid-ambiguous', options.avoidAmbiguous),
    },
    extras: {
      symbols: field('symbol-set', charactersOf(readSymbolSet), 'keyboard symbols') ?? extras.symbols,
      excluded: field('exclude', charactersOf(readExcluded), 'at most 100 characters') ?? extras.excluded,
      minNumbers: integer('min-numbers', extras.minNumbers, MINIMUM),
      minSymbols: integer('min-symbols', extras.minSymbols, MINIMUM),
    },
    passphrase: {
      words: integer('words', passphrase.words, PASSPHRASE_WORDS),
      language: field('language', readLanguage, `one of ${languages.join(', ')}`) ?? passphrase.language,
      separator:
        field('separator', readSeparatorField, 'at most 8 visible characters') ?? passphrase.separator,
      capitalize: isOn('capitalize', passphrase.capitalize),
      addNumber: isOn('add-number', passphrase.addNumber),
      addSymbol: isOn('add-symbol', passphrase.addSymbol),
    },
  }
  // Names may be pasted secrets: only their place is told.
  for (const name of fields.keys()) problems.push(`setting ${names.indexOf(name) + 1} has an unknown name`)
  return { settings, valid, problems, contradiction: findContradiction(settings.options, settings.extras) }
}
