import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { NAUGHTY_STRINGS } from '#src/testing/naughty-strings.ts'
import { findContradiction } from './character-types.ts'
import { type GeneratorSettings, readStoredSettings, standardSettings } from './generator-settings.ts'
import { LANGUAGES } from './languages.ts'
import { readLink, readStrictly, writeLink } from './settings-link.ts'

const UNUSUAL: GeneratorSettings = {
  generator: 'passphrase',
  options: {
    length: 33,
    includeUppercase: false,
    includeLowercase: true,
    includeNumbers: true,
    includeSymbols: true,
    avoidAmbiguous: true,
  },
  extras: { symbols: '#&=+%?', excluded: 'é 😀"<', minNumbers: 3, minSymbols: 2 },
  passphrase: {
    words: 9,
    language: 'ja',
    separator: ' & ',
    capitalize: true,
    addNumber: true,
    addSymbol: true,
  },
}

test('a link brings all settings of its generator, and leaves those of the other alone', () => {
  const { options, extras, passphrase } = UNUSUAL
  expect(readLink(`#${writeLink({ options, extras })}`, standardSettings)).toEqual({
    ...standardSettings,
    generator: 'password',
    options,
    extras,
  })
  expect(readLink(`#${writeLink({ passphrase })}`, standardSettings)).toEqual({
    ...standardSettings,
    generator: 'passphrase',
    passphrase,
  })
  const { options: standard, extras: none } = standardSettings
  expect(readLink(writeLink({ options: standard, extras: none }), UNUSUAL)).toEqual({
    ...standardSettings,
    passphrase,
  })
})

test.each<[string, Partial<GeneratorSettings>]>([
  ['length=20', { options: { ...standardSettings.options, length: 20 } }],
  ['#length=20&words=99&color=red', { options: { ...standardSettings.options, length: 20 } }],
  ['#length=20&length=30', { options: { ...standardSettings.options, length: 20 } }],
  ['#separator=%E3%80%80', { passphrase: { ...standardSettings.passphrase, separator: ' ' } }],
  [
    '#language=fr&separator=',
    { passphrase: { ...standardSettings.passphrase, language: 'fr', separator: '' } },
  ],
])('reads %s field by field', (fragment, expected) => {
  expect(readLink(fragment, standardSettings)).toEqual({ ...standardSettings, ...expected })
})

test.each([
  '',
  '#',
  '#how-it-works',
  '#=',
  '#length=',
  '#length=7',
  '#length=65',
  '#length=1e1',
  '#length=+16',
  '#length=16.0',
  '#length= 16',
  '#length=٢٠',
  '#uppercase=constructor',
  '#uppercase=true',
  '#generator=__proto__',
  '#language=toString',
  '#__proto__=1&constructor=2',
  '#symbol-set=abc',
  '#symbol-set=',
  '#separator=123456789',
  '#separator=%E2%80%AE',
  '#separator=%00',
  '#exclude='.padEnd(300, 'x'),
  '#password=hunter2',
  `#length=20&x=${'x'.repeat(2_000)}`,
  '#uppercase=off&lowercase=off&numbers=off&symbols=off',
  '#exclude=0123456789',
  '#length=8&min-numbers=9',
])('ignores %j', (fragment) => {
  expect(readLink(fragment, standardSettings)).toBeNull()
})

test('whatever a fragment says, the settings can be used', () => {
  const names = [
    ...new URLSearchParams(`${writeLink(UNUSUAL)}&${writeLink({ passphrase: UNUSUAL.passphrase })}`).keys(),
  ]
  const pair = fc.tuple(
    fc.oneof(fc.constantFrom(...names), fc.string()),
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(...NAUGHTY_STRINGS),
      fc.constantFrom('on', 'off', '3', '9', '64', 'fr', '!?'),
    ),
  )
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 12 }), (pairs) => {
      const read = readLink(`#${new URLSearchParams(pairs)}`, standardSettings) ?? standardSettings
      expect(findContradiction(read.options, read.extras)).toBeNull()
      const stored = { options: JSON.stringify(read.options), choices: JSON.stringify(read) }
      expect(readStoredSettings(stored, standardSettings)).toEqual(read)
      const { options, extras, passphrase } = read
      expect(readLink(writeLink({ options, extras }), standardSettings)).toMatchObject({ options, extras })
      expect(readLink(writeLink({ passphrase }), standardSettings)).toMatchObject({ passphrase })
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['length=20', 20],
  ['#length=20', 20],
  ['https://keys.example/#length=20', 20],
  ['http://localhost:3000/#length=20', 20],
])('the operator may give %s', (text, length) => {
  expect(readStrictly(text, standardSettings)).toHaveProperty('settings.options.length', length)
})

test('the operator may give # among the symbols', () => {
  expect(readStrictly('symbol-set=!@#$', standardSettings)).toHaveProperty('settings.extras.symbols', '!@#$')
})

test.each([
  ['length=7', 'length must be a whole number from 8 to 64'],
  ['uppercase=yes', 'uppercase must be on or off'],
  ['generator=pin', 'generator must be password or passphrase'],
  ['language=xx', `language must be one of ${LANGUAGES.map(({ id }) => id).join(', ')}, own`],
  ['separator=123456789', 'separator must be at most 8 visible characters'],
  ['length=20&lenght=20', 'setting 2 has an unknown name'],
  ['20', 'setting 1 has an unknown name'],
  [
    'length=8&min-numbers=9',
    '1 uppercase letter, 1 lowercase letter, 9 digits, and 1 symbol need at least 12 characters.',
  ],
])('the operator learns what is wrong with %s', (text, reason) => {
  const result = readStrictly(text, standardSettings)
  expect('error' in result && result.error).toStartWith(reason)
})

test("the visitor's choices come before the operator's, field by field", () => {
  const stored = (options: string | null, choices: string | null) =>
    readStoredSettings({ options, choices }, UNUSUAL)
  expect(stored(null, null)).toEqual(UNUSUAL)
  expect(stored('{"length":12}', '{"passphrase":{"words":5}}')).toEqual({
    ...UNUSUAL,
    options: { ...UNUSUAL.options, length: 12 },
    passphrase: { ...UNUSUAL.passphrase, words: 5 },
  })
  expect(stored('{', '[')).toEqual(UNUSUAL)
})

test("the operator's extras give way if the visitor's options contradict them", () => {
  const defaults = { ...UNUSUAL, extras: { ...UNUSUAL.extras, minNumbers: 9 } }
  const { options, extras } = readStoredSettings({ options: '{"length":8}', choices: null }, defaults)
  expect(options.length).toBe(8)
  expect(extras).toEqual(standardSettings.extras)
})
