import { expect, test } from 'bun:test'
import { findContradiction } from './character-types.ts'
import {
  defaultGeneratorExtras as defaults,
  readExcluded,
  readStoredChoices,
  readSymbolSet,
} from './extras.ts'
import { defaultPasswordOptions } from './options.ts'
import { defaultPassphraseOptions } from './passphrase.ts'

const nothingStored = { generator: 'password', extras: defaults, passphrase: defaultPassphraseOptions }

test.each([null, '', '{', '3', '"x"', '[]', 'null', '{}', '{"extras":3,"passphrase":[]}'])(
  'the stored text %p gives the defaults',
  (stored) => {
    expect(readStoredChoices(stored)).toMatchObject(nothingStored)
  },
)

test('a corrupt field takes its default and leaves the others alone', () => {
  const stored = JSON.stringify({
    generator: 'passphrase',
    extras: { symbols: 'abc', excluded: 'xyz', minNumbers: 99, minSymbols: 3 },
    passphrase: { words: 2, separator: ' ', capitalize: 'yes', addNumber: true, addSymbol: null },
  })
  expect(readStoredChoices(stored)).toEqual({
    generator: 'passphrase',
    extras: { ...defaults, excluded: 'xyz', minSymbols: 3 },
    passphrase: { ...defaultPassphraseOptions, separator: ' ', addNumber: true },
  })
})

test('a symbol set holds each symbol once', () => {
  expect(readSymbolSet('!!??!')).toEqual({ characters: '!?' })
  expect(readExcluded('aab')).toEqual({ characters: 'ab' })
})

test.each(['', 'a', '!1', '! ', '§', '😀'])('%p is no symbol set', (text) => {
  expect(readSymbolSet(text)).toHaveProperty('error')
})

test.each([
  [{ excluded: '0123456789' }, {}, 'Every digit is excluded. Allow at least one, or switch that type off.'],
  [{ symbols: '!?', excluded: '?!' }, {}, 'Every symbol is excluded.'],
  [
    { minNumbers: 9, minSymbols: 6 },
    { length: 16 },
    '1 uppercase letter, 1 lowercase letter, 9 digits, and 6 symbols need at least 17 characters.',
  ],
])('the extras %j contradict %j', (extras, options, sentence) => {
  const found = findContradiction({ ...defaultPasswordOptions, ...options }, { ...defaults, ...extras })
  expect(found).toStartWith(sentence)
})

test('minima of a type that is off ask for nothing', () => {
  const options = { ...defaultPasswordOptions, length: 8, includeNumbers: false }
  expect(findContradiction(options, { ...defaults, minNumbers: 9, excluded: '0123456789' })).toBeNull()
})
