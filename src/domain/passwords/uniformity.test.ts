import { expect, test } from 'bun:test'
import { characterSets, characterTypes } from './character-types.ts'
import { countStrings, type SizedType } from './entropy.ts'
import { defaultGeneratorExtras as noExtras } from './extras.ts'
import { drawPassword, generatePassword } from './generate.ts'
import { drawWithMinima } from './minima.ts'
import { defaultPasswordOptions as defaults, type PasswordOptions } from './options.ts'
import { createRandom, type Random, shuffle } from './random.ts'

// Real randomness fails each comparison once in 10^12 runs; there are fewer than 200, so the file as a whole raises a
// false alarm less than once in 10^9 runs.
const ALARM = 1e-12

const fair = createRandom((bytes) => crypto.getRandomValues(bytes))

/** The classic mistake: the remainder of a byte, which favours the low numbers whenever 256 isn't a multiple. */
const moduloBiased: Random = {
  below: (limit) => fair.below(256) % limit,
}

const lowercaseOnly = {
  ...defaults,
  length: 50,
  includeUppercase: false,
  includeNumbers: false,
  includeSymbols: false,
}
const cases: { name: string; options: PasswordOptions; passwords: number }[] = [
  { name: '16 characters of every type', options: defaults, passwords: 70_000 },
  {
    name: '8 unambiguous characters',
    options: { ...defaults, length: 8, avoidAmbiguous: true },
    passwords: 140_000,
  },
  { name: '50 small letters', options: lowercaseOnly, passwords: 20_000 },
]

for (const { name, options, passwords } of cases) {
  test(`${name}: in a million, each one of a type is as likely as any other, in every place`, () => {
    expect(leastChance(options, passwords, fair)).toBeGreaterThan(ALARM)
  })

  test(`${name}: the same look at a modulo-biased source sees the bias`, () => {
    expect(leastChance(options, passwords, moduloBiased)).toBeLessThan(ALARM)
  })
}

test.each([
  { length: 3, sets: ['ab', '1'], size: 18 },
  { length: 4, sets: ['ab', '1'], size: 64 },
  { length: 4, sets: ['abc', '12', '!'], size: 432 },
])(
  'each of the $size passwords of $length from $sets is as likely as any other',
  ({ length, sets, size }) => {
    expect(countStrings(length, sized(sets))).toBe(BigInt(size))
    expect(chanceOfEqualCounts(() => drawPassword(length, sets, fair), size)).toBeGreaterThan(ALARM)
  },
)

test.each([
  { length: 4, types: ['ab 2', '1 1'], size: 56 },
  { length: 4, types: ['ab 1', '12 2', '! 1'], size: 96 },
  { length: 5, types: ['ab 0', '1 3'], size: 51 },
  { length: 3, types: ['a 3', 'b 0'], size: 1 },
])('each of the $size strings of $length with the minima $types is as likely as any other', (row) => {
  const types = row.types.map((type) => {
    const [characters = '', minimum] = type.split(' ')
    return { characters, minimum: Number(minimum) }
  })
  const sizes = types.map(({ characters, minimum }) => ({ size: characters.length, minimum }))
  expect(countStrings(row.length, sizes)).toBe(BigInt(row.size))
  const draw = () => drawWithMinima(row.length, types, fair)
  expect(chanceOfEqualCounts(draw, row.size, 100_000)).toBeGreaterThan(ALARM)
})

test('nine digits and nine symbols in 18 characters are as likely in any place', () => {
  const options = { ...defaults, length: 18, includeUppercase: false, includeLowercase: false }
  const extras = { ...noExtras, minNumbers: 9, minSymbols: 9 }
  const digitsBefore = Array.from({ length: 18 }, () => 0)
  for (let i = 0; i < 20_000; i++) {
    const password = generatePassword(options, fair, extras)
    expect(characterTypes(options, extras).map(({ characters }) => countIn(characters, password))).toEqual([
      9, 9,
    ])
    digitsBefore.forEach((seen, place) => {
      digitsBefore[place] = seen + countIn('0123456789', password.charAt(place))
    })
  }
  const shares = digitsBefore.map(() => 1 / 18)
  expect(chanceOfCounts(digitsBefore, shares)).toBeGreaterThan(ALARM)
})

test('one of each type first and the rest from the pool would not be uniform', () => {
  const oneOfEachFirst = () => {
    const characters = ['ab', '1', 'ab1', 'ab1'].map((set) => set.charAt(fair.below(set.length)))
    return shuffle(characters, fair).join('')
  }
  expect(chanceOfEqualCounts(oneOfEachFirst, 64)).toBeLessThan(ALARM)
})

test.each([2, 3, 10, 26, 83, 88, 129, 255, 256, 257, 1000, 7776])(
  'the numbers below %p are equally likely',
  (limit) => {
    expect(chanceOfEqualCounts(() => fair.below(limit), limit, 1_000_000)).toBeGreaterThan(ALARM)
  },
)

test.each([3 * 2 ** 30, 2 ** 31 + 1, 2 ** 32])('the numbers below %p are spread evenly', (limit) => {
  const slice = () => Math.floor((fair.below(limit) / limit) * 96)
  expect(chanceOfEqualCounts(slice, 96)).toBeGreaterThan(ALARM)
})

test('each of the 120 orders of five items is as likely as any other', () => {
  expect(chanceOfEqualCounts(() => shuffle(['a', 'b', 'c', 'd', 'e'], fair).join(''), 120)).toBeGreaterThan(
    ALARM,
  )
})

test('the chance of a statistic agrees with published critical values', () => {
  // NIST/SEMATECH e-Handbook of Statistical Methods, table 1.3.6.7.4, upper tail.
  expect(chanceOf(18.307, 10)).toBeCloseTo(0.05, 5)
  expect(chanceOf(37.566, 20)).toBeCloseTo(0.01, 5)
  expect(chanceOf(149.449, 100)).toBeCloseTo(0.001, 5)
  expect(chanceOf(3.841, 1)).toBeGreaterThan(0.05)
})

/** The smallest chance among all comparisons: each place against its exact shares, each type against equal shares. */
function leastChance(options: PasswordOptions, passwords: number, random: Random): number {
  const sets = characterSets(options)
  const pool = sets.join('')
  const places = Array.from({ length: options.length }, () => new Map<string, number>())
  for (let i = 0; i < passwords; i++) {
    const password = generatePassword(options, random)
    places.forEach((counts, place) => {
      count(counts, password.charAt(place))
    })
  }

  const shares = sets.flatMap((set, i) => Array.from(set, () => shareInAPlace(options.length, sets, i)))
  const chances = places.map((counts) => chanceOfCounts(countsOf(pool, counts), shares))
  for (const set of sets) {
    const totals = Array.from(set, (character) => sum(places.map((counts) => counts.get(character) ?? 0)))
    chances.push(
      chanceOfCounts(
        totals,
        totals.map(() => 1 / set.length),
      ),
    )
  }
  return Math.min(...chances)
}

/** How likely one given character of a set is to stand in one given place: the rest must bring the other sets. */
function shareInAPlace(length: number, sets: string[], index: number): number {
  const sizes = sized(sets)
  const others = sizes.filter((_, i) => i !== index)
  const restWithOwn = countStrings(length - 1, sizes)
  const restWithoutOwn = countStrings(length - 1, others)
  expect(sets[index]).not.toBe('')
  return Number(restWithOwn + restWithoutOwn) / Number(countStrings(length, sizes))
}

function sized(sets: readonly string[]): SizedType[] {
  return sets.map((set) => ({ size: set.length, minimum: 1 }))
}

function countIn(characters: string, text: string): number {
  return [...text].filter((character) => characters.includes(character)).length
}

function chanceOfEqualCounts(draw: () => string | number, outcomes: number, draws = 300_000): number {
  const counts = new Map<string | number, number>()
  for (let i = 0; i < draws; i++) count(counts, draw())
  expect(counts.size).toBeLessThanOrEqual(outcomes)
  const observed = [...counts.values(), ...Array.from({ length: outcomes - counts.size }, () => 0)]
  return chanceOfCounts(
    observed,
    observed.map(() => 1 / outcomes),
  )
}

/** Pearson's chi-square test: how likely counts at least this far from their expected shares are. */
function chanceOfCounts(observed: number[], shares: number[]): number {
  const total = sum(observed)
  expect(sum(shares)).toBeCloseTo(1, 9)
  const terms = observed.map((seen, i) => {
    const expected = total * (shares[i] ?? 0)
    return (seen - expected) ** 2 / expected
  })
  return chanceOf(sum(terms), observed.length - 1)
}

/**
 * Upper tail of the chi-square distribution. For 2c degrees of freedom it is a Poisson sum,
 * Σ for j < c of e^(−x/2)·(x/2)^j / j! (Abramowitz & Stegun 26.4.21), taken in logarithms against underflow.
 * Odd degrees are rounded up, which overstates the chance a little and so never adds a false alarm.
 */
function chanceOf(statistic: number, degrees: number): number {
  const half = statistic / 2
  let logTerm = -half
  let chance = Math.exp(logTerm)
  for (let j = 1; j < Math.ceil(degrees / 2); j++) {
    logTerm += Math.log(half / j)
    chance += Math.exp(logTerm)
  }
  return chance
}

function count<Key>(counts: Map<Key, number>, key: Key) {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function countsOf(characters: string, counts: Map<string, number>): number[] {
  return Array.from(characters, (character) => counts.get(character) ?? 0)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
