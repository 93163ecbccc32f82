import { expect, test } from 'bun:test'
import words from '@zxcvbn-ts/language-common/src/diceware.json'
import { seededBytes } from '#src/testing/random-input.ts'
import { LANGUAGES, type Language } from './languages.ts'
import {
  generatePassphrase,
  generatePassphrases,
  passphraseEntropyBits,
  ratePassphrase,
  SEPARATORS,
  wordsFor,
} from './passphrase.ts'
import { defaultPassphraseOptions as defaults, readSeparator } from './passphrase-options.ts'
import { createRandom, type Random } from './random.ts'
import type { Strength } from './strength.ts'
import { loadWords } from './word-lists.ts'

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
  const options = { ...defaults, separator: ' ', capitalize: true, addNumber: true, addSymbol: true }
  for (const phrase of generatePassphrases(200, options, words, random)) {
    expect(phrase).toMatch(/^([A-Z][a-z]+[0-9]?[!-/:-@[-`{-~]?( |$)){6}$/)
    expect(phrase.replace(/[^0-9]/g, '')).toHaveLength(1)
    expect(phrase.replace(/[A-Za-z0-9 ]/g, '')).toHaveLength(1)
  }
})

test.each([2, 21, 3.5, Number.NaN])('refuses %p words', (count) => {
  expect(() => generatePassphrase({ ...defaults, words: count }, words, random)).toThrow(RangeError)
})

const WORDS = [
  ['ab', 'c', 'dd'],
  ['a', 'ab', 'b', 'bab'],
  ['i-i', "o'", 'é'],
]
const FEW_WORDS = [
  ['a', 'b'],
  ['i-i', 'é'],
]
const TEXTS = [...SEPARATORS.map(({ text }) => text), 'a', 'ba', '1', '11', '1a', '!1', 'é-', '・']

for (const { addNumber, addSymbol, lists } of [
  { addNumber: false, addSymbol: false, lists: WORDS },
  { addNumber: true, addSymbol: false, lists: WORDS },
  { addNumber: false, addSymbol: true, lists: WORDS },
  { addNumber: true, addSymbol: true, lists: FEW_WORDS },
]) {
  test.each(TEXTS)(
    `entropy counts every passphrase joined by %j, digit ${addNumber}, symbol ${addSymbol}`,
    (separator) => {
      for (const list of lists.map((words) => wordsFor(separator, words))) {
        const options = { ...defaults, words: 3, separator, addNumber, addSymbol, capitalize: addSymbol }
        const phrases = everyOutcome((source) => generatePassphrase(options, list, source))
        expect(new Set(phrases).size).toBe(phrases.length)
        expect(Math.log2(phrases.length)).toBeCloseTo(passphraseEntropyBits(options, list.length), 9)
      }
    },
  )
}

test.each([
  ['・', '・'],
  ['\u3000', ' '],
  ['\u00a0-\u2009', ' - '],
  ['e\u0301', 'é'],
  ['が'.normalize('NFD'), 'が'],
  ['😀', '😀'],
  ['12345678', '12345678'],
  ['😀😀😀😀😀😀😀😀', '😀😀😀😀😀😀😀😀'],
])('reads the separator %j as %j', (text, separator) => {
  expect(readSeparator(text)).toEqual({ separator })
})

test.each([
  '123456789',
  '\n',
  'a\tb',
  '\u202e',
  '\u200b',
  '\ud800',
  '\u2028',
  '\u0301',
  '\u11a8',
  '\ufe0f',
  '\u{e0041}',
])('refuses the separator %j', (text) => {
  expect(readSeparator(text)).toHaveProperty('error')
})

test('a passphrase in any language is in NFC, and survives the NFKC of other sites', async () => {
  for (const { id } of LANGUAGES) {
    const list = await loadWords(id)
    for (const separator of ['-', '', 'e', 'が', '\u3000']) {
      const read = readSeparator(separator)
      const options = { ...defaults, words: 20, separator: 'separator' in read ? read.separator : '?' }
      const phrase = generatePassphrase(options, wordsFor(options.separator, list), random)
      expect(phrase).toBe(phrase.normalize('NFKC'))
    }
  }
})

test.each<[Language, number, string]>([
  ['en', 7776, '12.92'],
  ['cs', 2048, '11.00'],
  ['fr', 2048, '11.00'],
  ['it', 2048, '11.00'],
  ['ja', 2048, '11.00'],
  ['ko', 2048, '11.00'],
  ['pt', 2048, '11.00'],
  ['es', 2048, '11.00'],
  ['zh-Hans', 2048, '11.00'],
  ['zh-Hant', 2048, '11.00'],
])('%s has %p words of %s bits, all different, also with a capital', async (language, size, bits) => {
  const list = await loadWords(language)
  expect(new Set(list.map((word) => word.toLowerCase())).size).toBe(size)
  expect(
    list.filter((word) => !/^\p{Ll}+$|^\p{Lo}+$/u.test(word) || word !== word.normalize('NFKC')),
  ).toEqual([])
  expect((passphraseEntropyBits({ ...defaults, words: 4 }, list.length) / 4).toFixed(2)).toBe(bits)
})

test('without a separator, Spanish leaves out the 75 words that begin with another; other lists stay whole', async () => {
  for (const { id } of LANGUAGES) {
    const list = await loadWords(id)
    for (const separator of ['-', ' ', '・', '1'] as const)
      expect(wordsFor(separator, list)).toHaveLength(list.length)
    const joined = wordsFor('', list)
    expect(joined).toHaveLength(list.length - (id === 'es' ? 75 : 0))
    const sorted = joined.toSorted()
    expect(sorted.filter((word, index) => sorted[index + 1]?.startsWith(word))).toEqual([])
  }
})

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
