import { expect, test } from 'bun:test'
import { findContradiction } from './character-types.ts'
import {
  defaultGeneratorExtras as defaults,
  readExcluded,
  readStoredChoices,
  readSymbolSet,
  type StoredChoices,
} from './generator-extras.ts'
import { defaultPasswordOptions } from './options.ts'
import { defaultPassphraseOptions } from './passphrase-options.ts'

const nothingStored: StoredChoices = {
  generator: 'password',
  extras: defaults,
  passphrase: defaultPassphraseOptions,
}

test.each([null, '', '{', '3', '"x"', '[]', 'null', '{}', '{"extras":3,"passphrase":[]}'])(
  'returns the defaults for the stored text %p',
  (stored) => {
    expect(readStoredChoices(stored, nothingStored)).toMatchObject(nothingStored)
  },
)

test('a corrupt field gets its default; the others stay', () => {
  const stored = JSON.stringify({
    generator: 'passphrase',
    extras: { symbols: 'abc', excluded: 'xyz', minNumbers: 99, minSymbols: 3 },
    passphrase: { words: 2, separator: ' ', capitalize: 'yes', addNumber: true, addSymbol: null },
  })
  expect(readStoredChoices(stored, nothingStored)).toEqual({
    generator: 'passphrase',
    extras: { ...defaults, excluded: 'xyz', minSymbols: 3 },
    passphrase: { ...defaultPassphraseOptions, separator: ' ', addNumber: true },
  })
})

test('removes repeated symbols from a set', () => {
  expect(readSymbolSet('!!??!')).toEqual({ characters: '!?' })
  expect(readExcluded('aab')).toEqual({ characters: 'ab' })
})

test.each(['', 'a', '!1', '! ', '§', '😀'])('refuses %p as a symbol set', (text) => {
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

test('ignores the minimum of a disabled type', () => {
  const options = { ...defaultPasswordOptions, length: 8, includeNumbers: false }
  expect(findContradiction(options, { ...defaults, minNumbers: 9, excluded: '0123456789' })).toBeNull()
})
