import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { countStrings, exactEntropyBits } from './entropy.ts'
import { defaultGeneratorExtras } from './generator-extras.ts'
import { defaultPasswordOptions as defaults } from './options.ts'

test('countStrings agrees with enumeration of all strings', () => {
  const type = fc.record({ size: fc.integer({ min: 1, max: 3 }), minimum: fc.integer({ min: 0, max: 3 }) })
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5 }),
      fc.array(type, { maxLength: 3 }).filter((types) => total(types.map(({ size }) => size)) <= 6),
      (length, types) => {
        expect(countStrings(length, types)).toBe(countByHand(length, types))
      },
    ),
    { numRuns: 300 },
  )
})

test('countStrings agrees with a count by position, at the generator’s sizes', () => {
  for (const sizes of [[26, 26, 10, 26], [24, 25, 8, 26], [26, 26, 10], [10, 26], [26]]) {
    for (let length = 8; length <= 64; length++) {
      const types = sizes.map((size) => ({ size, minimum: 1 }))
      expect(countStrings(length, types)).toBe(countByWalk(length, sizes))
    }
  }
})

test.each([
  [{}, 103.1],
  [{ length: 8 }, 50.6],
  [{ length: 12 }, 77.1],
  [{ length: 20 }, 129.0],
  [{ length: 64 }, 413.4],
  [{ avoidAmbiguous: true }, 101.7],
  [{ length: 8, avoidAmbiguous: true }, 49.8],
  [{ includeSymbols: false }, 95.2],
  [{ includeUppercase: false, includeLowercase: false, includeSymbols: false }, 16 * Math.log2(10)],
  [{ includeUppercase: false, includeNumbers: false, includeSymbols: false }, 16 * Math.log2(26)],
])('options %j give %p bits', (changed, bits) => {
  expect(exactEntropyBits({ ...defaults, ...changed }).toFixed(1)).toBe(bits.toFixed(1))
})

test('the entropy is 0 without any character type', () => {
  const options = {
    ...defaults,
    includeUppercase: false,
    includeLowercase: false,
    includeNumbers: false,
    includeSymbols: false,
  }
  expect(exactEntropyBits(options)).toBe(0)
})

test.each([
  [{ minNumbers: 1 }, 103.1],
  [{ minNumbers: 4, minSymbols: 4 }, 99.2],
  [{ symbols: '-_' }, 94.6],
  [{ excluded: 'abcdefghijklmnopqrstuvwxy' }, 93.4],
])('extras %j of 16 characters give %p bits', (changed, bits) => {
  const extras = { ...defaultGeneratorExtras, ...changed }
  expect(exactEntropyBits(defaults, extras).toFixed(1)).toBe(bits.toFixed(1))
})

function countByHand(length: number, types: { size: number; minimum: number }[]): bigint {
  let strings: number[][] = [[]]
  for (let place = 0; place < length; place++) {
    strings = strings.flatMap((string) =>
      types.flatMap(({ size }, kind) => Array.from({ length: size }, () => [...string, kind])),
    )
  }
  const holdsMinima = (kinds: number[]) =>
    types.every(({ minimum }, kind) => kinds.filter((other) => other === kind).length >= minimum)
  return BigInt(strings.filter(holdsMinima).length)
}

/** Counts strings by the subset of classes (a bit mask) they contain, one position at a time. */
function countByWalk(length: number, sizes: number[]): bigint {
  let bySubset = new Map([[0, 1n]])
  for (let place = 0; place < length; place++) {
    const next = new Map<number, bigint>()
    for (const [subset, strings] of bySubset) {
      sizes.forEach((size, kind) => {
        const grown = subset | (1 << kind)
        next.set(grown, (next.get(grown) ?? 0n) + strings * BigInt(size))
      })
    }
    bySubset = next
  }
  return bySubset.get(2 ** sizes.length - 1) ?? 0n
}

function total(sizes: number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0)
}
