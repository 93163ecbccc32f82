import { expect, test } from 'bun:test'
import { readContext } from '#domain/passwords/estimate/context.ts'
import { estimateStrength } from '#domain/passwords/estimate/estimate.ts'
import { createRandom } from '#domain/passwords/random.ts'
import { loadStrengthData } from '#src/passwords/strength-data.ts'
import { seededBytes } from '#src/testing/random-input.ts'
import { improve, type Piece } from './improve.ts'
import { levelOf, levelOfGuesses } from './level.ts'

const data = await loadStrengthData()
const random = createRandom(seededBytes())
const improved = (password: string, known = '') =>
  improve(password, estimateStrength(password, data, readContext(known)), random)
const textOf = (pieces: Piece[], ...kinds: Piece['kind'][]) =>
  pieces.map(({ kind, text }) => (kinds.includes(kind) ? text : '')).join('')

test.each([
  'Summer2024!',
  'a',
  'qwerty',
  'jessica1987',
  'monkeydragon',
  'schöner🔥tag',
  'aaaaaaaa',
  '👨‍👩‍👧 family',
  'x'.repeat(10_000),
])('an improved "%s" withstands every attack by what is drawn alone, and shows what changed', (password) => {
  const { text, pieces, log10Guesses } = improved(password)
  expect(textOf(pieces, 'kept', 'removed')).toBe(password)
  expect(textOf(pieces, 'kept', 'added')).toBe(text)
  expect(levelOfGuesses(log10Guesses).rank).toBe(4)
  expect(log10Guesses).toBeCloseTo([...textOf(pieces, 'added')].length * Math.log10(83), 6)
  expect(levelOf(estimateStrength(text, data)).rank).toBeGreaterThanOrEqual(3)
})

test('years, sequences and endings are replaced, and words stay', () => {
  const { pieces } = improved('Summer2024!')
  expect(textOf(pieces, 'removed')).toBe('2024!')
  expect(textOf(pieces, 'kept')).toBe('Summer')
})

test('a leaked password is replaced as a whole, and so is what others know', () => {
  expect(textOf(improved('qwerty').pieces, 'kept')).toBe('')
  expect(textOf(improved('Quillarn#kV9#mQ2x', 'quillarn').pieces, 'removed')).toBe('Quillarn')
})

const several = (count: number, password: string) => {
  const estimate = estimateStrength(password, data)
  return Array.from({ length: count }, () => improve(password, estimate, random))
}

test('emoji stay whole, and no two variants are the same', () => {
  const texts = several(200, '👨‍👩‍👧 family').map(({ text }) => text)
  expect(texts.filter((text) => !text.includes('👨‍👩‍👧'))).toEqual([])
  expect(new Set(texts).size).toBe(200)
})

test('each character of the pool is drawn about as often as any other, at any place', () => {
  const drawn = several(2000, 'monkeydragon')
    .map(({ pieces }) => textOf(pieces, 'added'))
    .join('')
  const counts = Map.groupBy(drawn, (character) => character)
  expect(counts.size).toBe(83)
  const expected = drawn.length / 83
  const chiSquare = [...counts.values()].reduce(
    (sum, { length }) => sum + (length - expected) ** 2 / expected,
    0,
  )
  expect(chiSquare).toBeLessThan(200)
})
