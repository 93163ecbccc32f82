import { expect, test } from 'bun:test'
import { seededBytes } from '#src/testing/random-input.ts'
import { createRandom, shuffle } from './random.ts'

/** Repeats the given bytes and records requests. */
function scripted(...script: number[]) {
  const filled: Uint8Array[] = []
  let next = 0
  const random = createRandom((bytes) => {
    filled.push(bytes)
    for (let i = 0; i < bytes.length; i++) bytes[i] = script[next++ % script.length] ?? 0
  })
  return { random, filled }
}

test('discards draws out of range instead of wrapping them', () => {
  const { random } = scripted(127, 88, 87, 255, 3)
  expect([random.below(88), random.below(88)]).toEqual([87, 3])
})

test('returns every number below each limit from 1 to 256, and no other', () => {
  const random = createRandom(seededBytes())
  for (let limit = 1; limit <= 256; limit++) {
    const seen = new Set(Array.from({ length: limit * 40 }, () => random.below(limit)))
    expect(Math.max(...seen)).toBeLessThan(limit)
    expect(seen.size).toBe(limit)
  }
})

test('uses four bytes for limits up to 2^32', () => {
  expect(scripted(0xff).random.below(2 ** 32)).toBe(2 ** 32 - 1)
  expect(scripted(0x80, 0, 0, 0).random.below(2 ** 32)).toBe(2 ** 31)
  expect(scripted(0, 0, 1, 0).random.below(257)).toBe(256)
  expect(scripted(0, 0, 1, 1, 0, 0, 0, 7).random.below(257)).toBe(7)
})

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 32 + 1])(
  'refuses a limit of %p',
  (limit) => {
    expect(() => scripted(0).random.below(limit)).toThrow(RangeError)
  },
)

test('requests bytes in batches', () => {
  const { random, filled } = scripted(1)
  expect(filled.length).toBe(0)
  for (let i = 0; i < 4096; i++) random.below(256)
  expect(filled.length).toBe(1)
  random.below(256)
  expect(filled.length).toBe(2)
})

test('wipes each used byte and never reuses it', () => {
  const { random, filled } = scripted(...Array.from({ length: 251 }, (_, i) => i + 1))
  const drawn = Array.from({ length: 5000 }, () => random.below(256))
  expect(drawn).toEqual(Array.from({ length: 5000 }, (_, i) => (i % 251) + 1))
  const [pool] = filled
  expect(pool?.subarray(0, 904).every((byte) => byte === 0)).toBe(true)
  expect(pool?.subarray(904).some((byte) => byte === 0)).toBe(false)

  random.below(1000)
  expect(pool?.subarray(904, 908).every((byte) => byte === 0)).toBe(true)
})

test('never combines bytes of two batches in one number', () => {
  const { random, filled } = scripted(0)
  for (let i = 0; i < 4095; i++) random.below(256)
  random.below(1000)
  expect(filled.length).toBe(2)
  for (let i = 0; i < 4092; i++) random.below(256)
  expect(filled.length).toBe(2)
})

test('throws if the source fails, and requests bytes again on the next call', () => {
  let calls = 0
  const random = createRandom((bytes) => {
    if (++calls === 1) throw new Error('no entropy yet')
    bytes.fill(5)
  })
  expect(() => random.below(10)).toThrow('no entropy yet')
  expect(random.below(10)).toBe(5)
})

test('a stuck source throws instead of looping forever', () => {
  expect(() => scripted(0xff).random.below(88)).toThrow('The random source is stuck')
})

test('shuffling keeps every item and does not change its input', () => {
  const random = createRandom(seededBytes())
  const items = Array.from({ length: 64 }, (_, i) => i)
  const shuffled = shuffle(items, random)
  expect(shuffled).not.toEqual(items)
  expect(shuffled.toSorted((a, b) => a - b)).toEqual(items)
  expect(shuffle([], random)).toEqual([])
})
