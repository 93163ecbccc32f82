import { expect, test } from 'bun:test'
import { loadStrengthData } from '#src/passwords/strength-data.ts'
import { estimateStrength } from './estimate.ts'

const data = await loadStrengthData()

test.each([
  'vriskotemb',
  'lenustarop19',
  'Torvanelu77',
  'mirakelowaste',
  'zakuri2013',
  'wolle grummeln tapfer',
  'dorumanigesule',
])('"%s", which can be said, is not rated as drawn at random', (password) => {
  const { log10Guesses, parts } = estimateStrength(password, data)
  const drawn = password.length * Math.log10(/\d/.test(password) ? 36 : 26)
  expect(parts.some(({ finding }) => finding.kind === 'random' && parts.length === 1)).toBe(false)
  expect(log10Guesses).toBeLessThan(drawn - 1)
})

test('attackers are earlier at every estimate, and the more so the more guesses it takes', () => {
  expect(data.calibration.length).toBeGreaterThan(10)
  expect(data.calibration.at(-1)).toBeGreaterThan(data.calibration.at(4) ?? Number.NaN)
  for (const bits of data.calibration) expect(bits).toBeLessThan(16)
})
