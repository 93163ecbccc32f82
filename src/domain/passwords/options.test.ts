import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { defaultPasswordOptions, hasCharacterType, readPasswordOptions } from './options.ts'

const defaults = {
  length: 16,
  includeUppercase: true,
  includeLowercase: true,
  includeNumbers: true,
  includeSymbols: true,
  avoidAmbiguous: false,
}

test('the default is 16 characters of every type', () => {
  expect(defaultPasswordOptions).toEqual(defaults)
  expect(readPasswordOptions(null)).toEqual(defaults)
})

test.each(['', '{', 'undefined', 'null', '3', '"x"', '[]', '[1,2]', '{}', '{"length":{}}'])(
  'returns the defaults for the stored text %p',
  (stored) => {
    expect(readPasswordOptions(stored)).toEqual(defaults)
  },
)

test.each([
  ['8', 8],
  ['64', 64],
  ['3', 8],
  ['-20', 8],
  ['1000000', 64],
  ['12.4', 12],
  ['12.6', 13],
  ['64.4', 64],
  ['1e999', 16],
  ['"20"', 16],
  ['null', 16],
  ['true', 16],
  ['[20]', 16],
])('a stored length of %s becomes %p', (length, expected) => {
  const stored = `{"length":${length},"includeSymbols":false}`
  expect(readPasswordOptions(stored)).toEqual({ ...defaults, length: expected, includeSymbols: false })
})

test.each([
  'includeUppercase',
  'includeLowercase',
  'includeNumbers',
  'includeSymbols',
  'avoidAmbiguous',
] as const)('a corrupt %s takes its default and leaves the others alone', (field) => {
  for (const corrupt of ['false', 0, 1, null, {}]) {
    const stored = JSON.stringify({ ...defaults, length: 20, [field]: corrupt })
    expect(readPasswordOptions(stored)).toEqual({ ...defaults, length: 20 })
  }
})

test('turns all types on if all were stored as off, and keeps the rest', () => {
  const stored = JSON.stringify({
    length: 20,
    includeUppercase: false,
    includeLowercase: false,
    includeNumbers: false,
    includeSymbols: false,
    avoidAmbiguous: true,
  })
  expect(readPasswordOptions(stored)).toEqual({ ...defaults, length: 20, avoidAmbiguous: true })
})

test('drops unknown stored fields', () => {
  expect(readPasswordOptions('{"length":20,"color":"red"}')).toEqual({ ...defaults, length: 20 })
})

test('returns usable options for any stored text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), storedRecord()), (stored) => {
      const options = readPasswordOptions(stored)
      expect(Object.keys(options)).toEqual(Object.keys(defaults))
      const { length, ...switches } = options
      expect(Number.isInteger(length) && length >= 8 && length <= 64).toBe(true)
      for (const isOn of Object.values(switches)) expect(isOn).toBeBoolean()
      expect(hasCharacterType(options)).toBe(true)
    }),
    { numRuns: 500 },
  )
})

function storedRecord() {
  const fields = Object.fromEntries(
    Object.keys(defaults).map((field) => [field, fc.jsonValue({ maxDepth: 1 })]),
  )
  return fc.record(fields, { requiredKeys: [] }).map((record) => JSON.stringify(record))
}
