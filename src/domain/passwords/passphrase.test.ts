import { expect, test } from 'bun:test'
import words from '@zxcvbn-ts/language-common/src/diceware.json'
import { seededBytes } from '#src/testing/random-input.ts'
import {
  defaultPassphraseOptions as defaults,
  generatePassphrase,
  generatePassphrases,
  passphraseEntropyBits,
  ratePassphrase,
  SEPARATORS,
} from './passphrase.ts'
import { createRandom, type Random } from './random.ts'
import type { Strength } from './strength.ts'

const random = createRandom(seededBytes())

test('the word list has 7,776 distinct lowercase words, none a prefix of another', () => {
  expect(words).toHaveLength(7776)
  const sorted = words.toSorted()
  expect(sorted.filter((word) => !/^[a-z]{3,9}$/.test(word))).toEqual([])
  expect(sorted.filter((word, index) => sorted[index + 1]?.startsWith(word))).toEqual([])
})

test('joins six words with hyphens by default', () => {
  const parts = generatePassphrase(defaults, words, random).split('-')
  expect(parts).toHaveLength(6)
  expect(parts.filter((part) => !words.includes(part))).toEqual([])
})

test('adds capitals, a digit and a symbol on request', () => {
  const options = { ...defaults, separator: ' ' as const, capitalize: true, addNumber: true, addSymbol: true }
  for (const phrase of generatePassphrases(200, options, words, random)) {
    expect(phrase).toMatch(/^([A-Z][a-z]+[0-9]?[!-/:-@[-`{-~]?( |$)){6}$/)
    expect(phrase.replace(/[^0-9]/g, '')).toHaveLength(1)
    expect(phrase.replace(/[A-Za-z0-9 ]/g, '')).toHaveLength(1)
  }
})

test.each([2, 21, 3.5, Number.NaN])('refuses %p words', (count) => {
  expect(() => generatePassphrase({ ...defaults, words: count }, words, random)).toThrow(RangeError)
})

const LIST = ['ab', 'c', 'dd']

for (const { name, text: separator } of SEPARATORS) {
  for (const [addNumber, addSymbol] of [
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ] as const) {
    test(`entropy counts every passphrase: ${name}, digit ${addNumber}, symbol ${addSymbol}`, () => {
      const options = { ...defaults, words: 3, separator, addNumber, addSymbol }
      const phrases = everyOutcome((source) => generatePassphrase(options, LIST, source))
      expect(new Set(phrases).size).toBe(phrases.length)
      expect(Math.log2(phrases.length)).toBeCloseTo(passphraseEntropyBits(options, LIST.length), 9)
    })
  }
}

test.each<[number, number, Strength['label']]>([
  [3, 38.8, 'Weak'],
  [4, 51.7, 'Fair'],
  [5, 64.6, 'Good'],
  [6, 77.5, 'Strong'],
  [20, 258.5, 'Strong'],
])('%p words have %p bits: %s', (count, bits, label) => {
  const exact = passphraseEntropyBits({ ...defaults, words: count }, 7776)
  expect(exact.toFixed(1)).toBe(bits.toFixed(1))
  expect(ratePassphrase(exact).label).toBe(label)
})

function everyOutcome(draw: (random: Random) => string): string[] {
  const outcomes: string[] = []
  let choices: { value: number; limit: number }[] = []
  do {
    let position = 0
    outcomes.push(
      draw({
        below(limit) {
          choices[position] ??= { value: 0, limit }
          return choices[position++]?.value ?? 0
        },
      }),
    )
    while (choices.length > 0 && isLast(choices.at(-1))) choices = choices.slice(0, -1)
    const last = choices.at(-1)
    if (last) last.value++
  } while (choices.length > 0)
  return outcomes
}

const isLast = (choice?: { value: number; limit: number }) => choice?.value === (choice?.limit ?? 0) - 1
