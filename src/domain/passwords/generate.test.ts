import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { seededBytes } from '#src/testing/random-input.ts'
import { characterSets } from './character-types.ts'
import {
  drawPassword,
  GenerationError,
  generatePassword,
  generatePasswords,
  MULTIPLE_COUNT,
} from './generate.ts'
import { defaultPasswordOptions as defaults, hasCharacterType } from './options.ts'
import { createRandom } from './random.ts'

const random = createRandom(seededBytes())

const UPPERCASE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const LOWERCASE = 'abcdefghijklmnopqrstuvwxyz'
const NUMBERS = '0123456789'
const SYMBOLS = '!@#$%^&*()_+-=[]{}|;:,.<>?'

const allOff = {
  ...defaults,
  includeUppercase: false,
  includeLowercase: false,
  includeNumbers: false,
  includeSymbols: false,
}

const anyOptions = fc
  .record({
    length: fc.integer({ min: 8, max: 64 }),
    includeUppercase: fc.boolean(),
    includeLowercase: fc.boolean(),
    includeNumbers: fc.boolean(),
    includeSymbols: fc.boolean(),
    avoidAmbiguous: fc.boolean(),
  })
  .filter(hasCharacterType)

test('a password has the chosen length and only the chosen types, at least one character of each', () => {
  fc.assert(
    fc.property(anyOptions, (options) => {
      const characters = [...generatePassword(options, random)]
      expect(characters.length).toBe(options.length)
      const types = [
        { isOn: options.includeUppercase, set: UPPERCASE },
        { isOn: options.includeLowercase, set: LOWERCASE },
        { isOn: options.includeNumbers, set: NUMBERS },
        { isOn: options.includeSymbols, set: SYMBOLS },
      ]
      const allowed = types.filter(({ isOn }) => isOn).map(({ set }) => set)
      for (const set of allowed) expect(characters.some((character) => set.includes(character))).toBe(true)
      expect(characters.filter((character) => !allowed.join('').includes(character))).toEqual([])
    }),
    { numRuns: 700 },
  )
})

test('without ambiguous characters, no password contains l, I, O, 0 or 1', () => {
  fc.assert(
    fc.property(anyOptions, (options) => {
      expect(generatePassword({ ...options, avoidAmbiguous: true }, random)).not.toMatch(/[lIO01]/)
    }),
    { numRuns: 700 },
  )
})

test('the sets are both cases of the alphabet, digits and 26 symbols', () => {
  expect(characterSets(defaults)).toEqual([UPPERCASE, LOWERCASE, NUMBERS, SYMBOLS])
})

test('avoiding ambiguous characters removes l, I, O, 0 and 1 and keeps every symbol', () => {
  expect(characterSets({ ...defaults, avoidAmbiguous: true })).toEqual([
    'ABCDEFGHJKLMNPQRSTUVWXYZ',
    'abcdefghijkmnopqrstuvwxyz',
    '23456789',
    SYMBOLS,
  ])
})

test('every character of every set occurs', () => {
  for (const avoidAmbiguous of [false, true]) {
    const options = { ...defaults, avoidAmbiguous, length: 64 }
    const seen = new Set(generatePasswords(500, options, random).join(''))
    expect([...seen].toSorted()).toEqual([...characterSets(options).join('')].toSorted())
  }
})

test('with every type off, asks the user to choose one', () => {
  const generate = () => generatePassword(allOff, random)
  expect(generate).toThrow(GenerationError)
  expect(generate).toThrow(/^At least one character type must be selected$/)
})

test('throws if no characters are left', () => {
  for (const sets of [[], [''], ['', '']]) {
    const draw = () => drawPassword(8, sets, random)
    expect(draw).toThrow(GenerationError)
    expect(draw).toThrow(/^No valid characters available for password generation$/)
  }
})

test('ignores a type without characters', () => {
  expect(drawPassword(8, ['', 'a'], random)).toBe('aaaaaaaa')
})

test('a password as short as the number of types has one character of each', () => {
  for (let i = 0; i < 100; i++) {
    expect([...drawPassword(4, ['A', 'a', '1', '!'], random)].toSorted().join('')).toBe('!1Aa')
  }
})

test('shuffles the drawn characters with the same source', () => {
  const limits: number[] = []
  const counting = { below: (limit: number) => limits.push(limit) % limit }
  expect(drawPassword(5, ['abcdef'], counting)).toHaveLength(5)
  expect(limits).toEqual([6, 6, 6, 6, 6, 1, 2, 3, 4, 5])
})

test.each([7, 65, 0, -1, 8.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses a length of %p', (length) => {
  expect(() => generatePassword({ ...defaults, length }, random)).toThrow(RangeError)
})

test('refuses a length below the number of types', () => {
  expect(() => drawPassword(1, ['a', '1'], random)).toThrow(RangeError)
})

test('a stuck source throws instead of freezing the page', () => {
  const stuck = createRandom((bytes) => bytes.fill(0))
  expect(() => generatePassword(defaults, stuck)).toThrow('The random source is stuck')
})

test('generates ten different passwords at once', () => {
  const passwords = generatePasswords(MULTIPLE_COUNT, defaults, random)
  expect(passwords.length).toBe(10)
  expect(new Set(passwords).size).toBe(10)
})
