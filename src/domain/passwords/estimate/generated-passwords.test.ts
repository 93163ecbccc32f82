import { expect, test } from 'bun:test'
import { wordlist as seedWords } from '@scure/bip39/wordlists/english.js'
import { exactEntropyBits } from '#domain/passwords/entropy.ts'
import { generatePassword } from '#domain/passwords/generate.ts'
import { defaultPasswordOptions, hasCharacterType } from '#domain/passwords/options.ts'
import { capitalize } from '#domain/passwords/passphrase.ts'
import { loadWords } from '#domain/passwords/word-lists.ts'
import { loadStrengthData } from '#src/passwords/strength-data.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { estimateStrength } from './estimate.ts'

const data = await loadStrengthData()
const GENERATED = shortOrLong(1000, 10_000)

/** Mulberry32, deterministic. */
function seededBelow(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

function decadesOff(options: typeof defaultPasswordOptions, below: (limit: number) => number): number {
  const password = generatePassword(options, { below })
  return estimateStrength(password, data).log10Guesses - exactEntropyBits(options) * Math.log10(2)
}

test('estimates 999 of 1,000 generated passwords of at least 12 characters of every type to within a decade, and none higher', () => {
  const below = seededBelow(1)
  const offs = Array.from({ length: shortOrLong(300, GENERATED) }, () =>
    decadesOff({ ...defaultPasswordOptions, length: 12 + below(53) }, below),
  )
  expect(Math.max(...offs)).toBeLessThan(1)
  expect(offs.filter((off) => off <= -1).length).toBeLessThanOrEqual(offs.length / 1000)
})

/** People choose more passwords of at most 12 characters of one or two types than generators draw. */
function looksChosen({ length, ...types }: typeof defaultPasswordOptions): boolean {
  const { includeUppercase, includeLowercase, includeNumbers, includeSymbols } = types
  const count = [includeUppercase, includeLowercase, includeNumbers, includeSymbols].filter(Boolean).length
  return length <= 12 && count <= 2
}

// Random passwords contain patterns by chance: a few in 10,000 look like '2!(kik!d?', or lack I and O as if chosen.
test('estimates 999 of 1,000 generated passwords of more than 12 characters, or of three types, to within a decade', () => {
  const below = seededBelow(2)
  const isOn = () => below(2) === 1
  let off = 0
  for (let count = 0; count < GENERATED; ) {
    const options = {
      length: 8 + below(57),
      includeUppercase: isOn(),
      includeLowercase: isOn(),
      includeNumbers: isOn(),
      includeSymbols: isOn(),
      avoidAmbiguous: isOn(),
    }
    if (!hasCharacterType(options) || looksChosen(options)) continue
    count++
    if (Math.abs(decadesOff(options, below)) > 1) off++
  }
  expect(off).toBeLessThanOrEqual(GENERATED / 1000)
})

test('rates at most one in five generated passwords of 8 to 12 letters and digits low, but none high', () => {
  const below = seededBelow(4)
  const offs = Array.from({ length: GENERATED }, () => {
    const length = 8 + below(5)
    const options = { ...defaultPasswordOptions, length, includeUppercase: false, includeSymbols: false }
    return decadesOff(options, below)
  })
  expect(offs.filter((off) => off < -1).length).toBeLessThan(GENERATED / 5)
  expect(Math.max(...offs)).toBeLessThan(1)
})

const STARTS = [
  '',
  'pass',
  'jessica198',
  'qwert',
  'abcab',
  'correct horse',
  'Kx7#',
  '1987',
  'пар',
  '🔥',
  '111',
  '12.04.198',
]

test('one more character lowers the estimate by no more than the pattern it completes', () => {
  const below = seededBelow(3)
  for (const start of STARTS) {
    let text = start
    for (let count = 0; count < 20; count++) {
      const before = estimateStrength(text, data)
      text += String.fromCharCode(0x21 + below(94))
      const after = estimateStrength(text, data)
      const last = after.parts.at(-1)
      const isCompleted =
        last !== undefined && last.finding.kind !== 'random' && last.finding.kind !== 'typical'
      if (!isCompleted) expect(after.log10Guesses).toBeGreaterThanOrEqual(before.log10Guesses - 0.5)
    }
  }
})

test.each<[string, (words: string[]) => string]>([
  ['hyphens', (words) => words.join('-')],
  ['spaces', (words) => words.join(' ')],
  ['periods', (words) => words.join('.')],
  ['nothing', (words) => words.join('')],
  ['hyphens and capitals', (words) => words.map(capitalize).join('-')],
  ['capitals alone', (words) => words.map(capitalize).join('')],
])('estimates every passphrase of six words, joined by %s, to within two decades', async (_, join) => {
  const words = await loadWords('en')
  const below = seededBelow(5)
  const draw = () => Array.from({ length: 6 }, () => words[below(words.length)] ?? '')
  const offs = Array.from({ length: GENERATED / 10 }, () => {
    return estimateStrength(join(draw()), data).log10Guesses - 6 * Math.log10(words.length)
  })
  expect(Math.min(...offs)).toBeGreaterThan(-2)
  expect(Math.max(...offs)).toBeLessThan(2)
})

const SEED_WORD_DECADES = Math.log10(2048)

test.each([
  ['spaces', ' '],
  ['hyphens', '-'],
  ['commas', ','],
  ['underscores', '_'],
  ['nothing', ''],
])('estimates seed phrases of BIP 39, joined by %s, at 11 bits a word to within a decade', (_, separator) => {
  const below = seededBelow(6)
  const draw = (length: number) =>
    Array.from({ length }, () => seedWords[below(seedWords.length)] ?? '').join(separator)
  for (const length of [12, 24]) {
    const offs = Array.from({ length: 40 }, () => {
      return estimateStrength(draw(length), data).log10Guesses - length * SEED_WORD_DECADES
    })
    expect(Math.max(...offs)).toBeLessThan(1)
    expect(Math.min(...offs)).toBeGreaterThan(-1)
  }
})
