import { expect, test } from 'bun:test'
import { shortOrLong } from '#src/testing/attack.ts'
import { seededBytes } from '#src/testing/random-input.ts'
import { characterSets, characterTypes } from './character-types.ts'
import { drawWithMinima } from './draw-with-minima.ts'
import { countStrings, type SizedType } from './entropy.ts'
import { drawPassword, generatePassword } from './generate.ts'
import { defaultGeneratorExtras as noExtras } from './generator-extras.ts'
import { defaultPasswordOptions as defaults, type PasswordOptions } from './options.ts'
import { createRandom, type Random, shuffle } from './random.ts'

// With fewer than 200 comparisons at 10^-12 each, the file raises a false alarm less than once in 10^9 runs.
const P_VALUE_MIN = 1e-12

const fair = createRandom(seededBytes())

/** A common mistake: modulo favors low numbers unless `limit` divides 256. */
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
  { name: '16 characters of every type', options: defaults, passwords: shortOrLong(6_000, 70_000) },
  {
    name: '8 unambiguous characters',
    options: { ...defaults, length: 8, avoidAmbiguous: true },
    passwords: shortOrLong(12_000, 140_000),
  },
  { name: '50 small letters', options: lowercaseOnly, passwords: shortOrLong(5_000, 20_000) },
]

for (const { name, options, passwords } of cases) {
  test(`${name}: characters of a type are equally likely at every position`, () => {
    expect(lowestPValue(options, passwords, fair)).toBeGreaterThan(P_VALUE_MIN)
  })

  test(`${name}: the same test detects a modulo-biased source`, () => {
    expect(lowestPValue(options, passwords, moduloBiased)).toBeLessThan(P_VALUE_MIN)
  })
}

test.each([
  { length: 3, sets: ['ab', '1'], size: 18 },
  { length: 4, sets: ['ab', '1'], size: 64 },
  { length: 4, sets: ['abc', '12', '!'], size: 432 },
])('all $size passwords of length $length from $sets are equally likely', ({ length, sets, size }) => {
  expect(countStrings(length, sized(sets))).toBe(BigInt(size))
  expect(pValueOfEqualCounts(() => drawPassword(length, sets, fair), size)).toBeGreaterThan(P_VALUE_MIN)
})

test.each([
  { length: 4, types: ['ab 2', '1 1'], size: 56 },
  { length: 4, types: ['ab 1', '12 2', '! 1'], size: 96 },
  { length: 5, types: ['ab 0', '1 3'], size: 51 },
  { length: 3, types: ['a 3', 'b 0'], size: 1 },
])('all $size strings of length $length with the minima $types are equally likely', (row) => {
  const types = row.types.map((type) => {
    const [characters = '', minimum] = type.split(' ')
    return { characters, minimum: Number(minimum) }
  })
  const sizes = types.map(({ characters, minimum }) => ({ size: characters.length, minimum }))
  expect(countStrings(row.length, sizes)).toBe(BigInt(row.size))
  const draw = () => drawWithMinima(row.length, types, fair)
  expect(pValueOfEqualCounts(draw, row.size)).toBeGreaterThan(P_VALUE_MIN)
})

test('nine digits and nine symbols are equally likely at all 18 positions', () => {
  const options = { ...defaults, length: 18, includeUppercase: false, includeLowercase: false }
  const extras = { ...noExtras, minNumbers: 9, minSymbols: 9 }
  const digitsBefore = Array.from({ length: 18 }, () => 0)
  for (let i = 0; i < shortOrLong(5_000, 20_000); i++) {
    const password = generatePassword(options, fair, extras)
    expect(characterTypes(options, extras).map(({ characters }) => countIn(characters, password))).toEqual([
      9, 9,
    ])
    digitsBefore.forEach((seen, place) => {
      digitsBefore[place] = seen + countIn('0123456789', password.charAt(place))
    })
  }
  const shares = digitsBefore.map(() => 1 / 18)
  expect(pValueOfCounts(digitsBefore, shares)).toBeGreaterThan(P_VALUE_MIN)
})

test('the test detects the bias of placing one character of each type first', () => {
  const oneOfEachFirst = () => {
    const characters = ['ab', '1', 'ab1', 'ab1'].map((set) => set.charAt(fair.below(set.length)))
    return shuffle(characters, fair).join('')
  }
  expect(pValueOfEqualCounts(oneOfEachFirst, 64)).toBeLessThan(P_VALUE_MIN)
})

test.each([2, 3, 10, 26, 83, 88, 129, 255, 256, 257, 1000, 7776])(
  'the numbers below %p are equally likely',
  (limit) => {
    expect(
      pValueOfEqualCounts(() => fair.below(limit), limit, shortOrLong(100_000, 1_000_000)),
    ).toBeGreaterThan(P_VALUE_MIN)
  },
)

test.each([3 * 2 ** 30, 2 ** 31 + 1, 2 ** 32])('the numbers below %p are uniformly distributed', (limit) => {
  const slice = () => Math.floor((fair.below(limit) / limit) * 96)
  expect(pValueOfEqualCounts(slice, 96)).toBeGreaterThan(P_VALUE_MIN)
})

test('all 120 orders of five items are equally likely', () => {
  expect(pValueOfEqualCounts(() => shuffle(['a', 'b', 'c', 'd', 'e'], fair).join(''), 120)).toBeGreaterThan(
    P_VALUE_MIN,
  )
})

test('p-values agree with published critical values', () => {
  // NIST/SEMATECH e-Handbook of Statistical Methods, table 1.3.6.7.4, upper tail.
  expect(pValueOf(18.307, 10)).toBeCloseTo(0.05, 5)
  expect(pValueOf(37.566, 20)).toBeCloseTo(0.01, 5)
  expect(pValueOf(149.449, 100)).toBeCloseTo(0.001, 5)
  expect(pValueOf(3.841, 1)).toBeGreaterThan(0.05)
})

/** The lowest p-value: positions are compared with exact shares, types with equal shares. */
function lowestPValue(options: PasswordOptions, passwords: number, random: Random): number {
  const sets = characterSets(options)
  const pool = sets.join('')
  const places = Array.from({ length: options.length }, () => new Map<string, number>())
  for (let i = 0; i < passwords; i++) {
    const password = generatePassword(options, random)
    places.forEach((counts, place) => {
      count(counts, password.charAt(place))
    })
  }

  const shares = sets.flatMap((set, i) => Array.from(set, () => shareAtPosition(options.length, sets, i)))
  const chances = places.map((counts) => pValueOfCounts(countsOf(pool, counts), shares))
  for (const set of sets) {
    const totals = Array.from(set, (character) => sum(places.map((counts) => counts.get(character) ?? 0)))
    chances.push(
      pValueOfCounts(
        totals,
        totals.map(() => 1 / set.length),
      ),
    )
  }
  return Math.min(...chances)
}

/** The probability of any one character of a set at a given position, if each set must occur. */
function shareAtPosition(length: number, sets: string[], index: number): number {
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

function pValueOfEqualCounts(
  draw: () => string | number,
  outcomes: number,
  draws = shortOrLong(30_000, 300_000),
): number {
  const counts = new Map<string | number, number>()
  for (let i = 0; i < draws; i++) count(counts, draw())
  expect(counts.size).toBeLessThanOrEqual(outcomes)
  const observed = [...counts.values(), ...Array.from({ length: outcomes - counts.size }, () => 0)]
  return pValueOfCounts(
    observed,
    observed.map(() => 1 / outcomes),
  )
}

/** p-value of Pearson's chi-square test. */
function pValueOfCounts(observed: number[], shares: number[]): number {
  const total = sum(observed)
  expect(sum(shares)).toBeCloseTo(1, 9)
  const terms = observed.map((seen, i) => {
    const expected = total * (shares[i] ?? 0)
    return (seen - expected) ** 2 / expected
  })
  return pValueOf(sum(terms), observed.length - 1)
}

/**
 * Upper tail of the chi-square distribution. For 2c degrees of freedom, a Poisson sum: Σ for j < c of e^(−x/2)·(x/2)^j / j!
 * (Abramowitz & Stegun 26.4.21), in logarithms against underflow. Odd degrees are rounded up, which never adds a false alarm.
 */
function pValueOf(statistic: number, degrees: number): number {
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
