import { expect, test } from 'bun:test'
import { seededBytes } from '#src/testing/random-input.ts'
import { generatePassword } from './generate.ts'
import { defaultGeneratorExtras } from './generator-extras.ts'
import { defaultPasswordOptions } from './options.ts'
import { createRandom } from './random.ts'
import { rateDrawn } from './rate-drawn.ts'
import { rateStrength } from './strength.ts'

const rows: { password: string; score: number; label: string; because: string }[] = [
  { password: '', score: 0, label: 'Weak', because: 'nothing typed' },
  { password: 'a', score: 0, label: 'Weak', because: 'no step reached' },
  { password: 'abcdefg', score: 0, label: 'Weak', because: '7 characters' },
  { password: 'abcdefgh', score: 1, label: 'Weak', because: '8 characters' },
  { password: 'abcdefghij', score: 1, label: 'Weak', because: '8 characters, 47 bits' },
  { password: 'abcdefghijk', score: 2, label: 'Fair', because: '8 characters, 52 bits' },
  { password: 'abcdefghijkl', score: 3, label: 'Good', because: '12 characters, 56 bits' },
  { password: 'abcdefghijklmno', score: 3, label: 'Good', because: '12 characters, 71 bits' },
  {
    password: 'abcdefghijklmnop',
    score: 4,
    label: 'Strong',
    because: '16 characters, 75 bits: 5 points, capped',
  },
  { password: '012345678901', score: 2, label: 'Fair', because: '12 characters, 40 bits' },
  { password: '012345678901234', score: 2, label: 'Fair', because: '12 characters, 49.8 bits' },
  { password: '0123456789012345', score: 4, label: 'Strong', because: '16 characters, 53 bits' },
  { password: 'aB', score: 1, label: 'Weak', because: '2 classes' },
  { password: 'aB1', score: 2, label: 'Fair', because: '3 classes' },
  { password: 'aB1!', score: 3, label: 'Good', because: '4 classes' },
  { password: 'abcdefg1', score: 2, label: 'Fair', because: '8 characters, 2 classes, 41 bits' },
  { password: 'ABCDEFG1', score: 2, label: 'Fair', because: '8 characters, 2 classes, 41 bits' },
  { password: 'abcdefghi1', score: 3, label: 'Good', because: '8 characters, 2 classes, 51.7 bits' },
  { password: 'abcdefG1', score: 3, label: 'Good', because: '8 characters, 3 classes, 47.6 bits' },
  {
    password: 'abcdeG1!',
    score: 4,
    label: 'Strong',
    because: '8 characters, 4 classes, 52 bits: 5 points, capped',
  },
  { password: '!'.repeat(9), score: 1, label: 'Weak', because: '8 characters, 45 bits' },
  { password: '!'.repeat(10), score: 2, label: 'Fair', because: '8 characters, exactly 50 bits' },
  { password: '!'.repeat(14), score: 3, label: 'Good', because: '12 characters, 70 bits' },
  { password: '!'.repeat(15), score: 4, label: 'Strong', because: '12 characters, exactly 75 bits' },
  { password: '😀'.repeat(7), score: 0, label: 'Weak', because: '7 characters, 35 bits' },
  { password: '😀'.repeat(8), score: 1, label: 'Weak', because: '8 characters, 40 bits' },
  { password: 'é ü', score: 0, label: 'Weak', because: 'one class: other signs' },
]

test.each(rows)('"$password" scores $score, $label ($because)', ({ password, score, label }) => {
  expect(rateStrength(password)).toMatchObject({ score, label })
})

test.each([
  { password: '', color: 'red', width: 0 },
  { password: 'aB', color: 'red', width: 0.25 },
  { password: 'aB1', color: 'yellow', width: 0.5 },
  { password: 'aB1!', color: 'blue', width: 0.75 },
  { password: 'abcdeG1!', color: 'green', width: 1 },
])('the bar for "$password" is $color and filled to $width', ({ password, color, width }) => {
  expect(rateStrength(password)).toMatchObject({ color, width })
})

test('a generated password is Strong with the default options', () => {
  const random = createRandom(seededBytes())
  expect(rateStrength(generatePassword(defaultPasswordOptions, random)).label).toBe('Strong')
})

const WITHOUT_A_TO_H = 'ijklmnopqrstuvwxyz'
const LOWERCASE_ONLY = {
  ...defaultPasswordOptions,
  includeUppercase: false,
  includeNumbers: false,
  includeSymbols: false,
}

test.each([
  { bits: 0, excluded: 'bcdefghijklmnopqrstuvwxyz', length: 64, label: 'Weak' },
  { bits: 16, excluded: 'cdefghijklmnopqrstuvwxyz', length: 16, label: 'Fair' },
  { bits: 39, excluded: WITHOUT_A_TO_H, length: 13, label: 'Fair' },
  { bits: 48, excluded: WITHOUT_A_TO_H, length: 16, label: 'Good' },
  { bits: 63, excluded: WITHOUT_A_TO_H, length: 21, label: 'Strong' },
  { bits: 73, excluded: '', length: 16, label: 'Strong' },
])('$length letters of $bits bits with "$excluded" left out are $label', ({ excluded, length, label }) => {
  const options = { ...LOWERCASE_ONLY, avoidAmbiguous: false, length }
  const extras = { ...defaultGeneratorExtras, excluded }
  expect(rateDrawn('a'.repeat(length), options, extras).label).toBe(label)
})
