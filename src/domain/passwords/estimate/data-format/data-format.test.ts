import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { packRankedList, unpackRankedList } from './ranked-list.ts'
import { crc32, DamagedDataError, packSections, unpackSections } from './sections.ts'

test('computes the CRC-32 of gzip and PNG', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
})

test('sections survive a round trip', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 5 }), (sections) => {
      expect(unpackSections(packSections(sections), sections.length)).toEqual(sections)
    }),
  )
})

test('refuses a file with any byte changed, removed or added', () => {
  const whole = packSections([new Uint8Array([1, 2, 3]), new Uint8Array([4])])
  for (const at of whole.keys()) {
    const changed = whole.map((byte, index) => (index === at ? byte ^ 1 : byte))
    expect(() => unpackSections(changed, 2)).toThrow(DamagedDataError)
    expect(() => unpackSections(whole.subarray(0, at), 2)).toThrow(DamagedDataError)
  }
  expect(() => unpackSections(new Uint8Array([...whole, 0]), 2)).toThrow(DamagedDataError)
  expect(() => unpackSections(whole, 1)).toThrow(DamagedDataError)
})

const Words = fc.uniqueArray(fc.stringMatching(/^[!-~]{1,12}$/), { maxLength: 300 })
const Gaps = fc.array(fc.boolean(), { minLength: 300, maxLength: 300 })

test('a list survives a round trip, with ranks accurate to 12% even if ranks are left out', () => {
  fc.assert(
    fc.property(Words, Gaps, (words, gaps) => {
      const listed = words.map((word, at) => (gaps[at] ? null : word))
      const ranks = unpackRankedList(...packRankedList(listed))
      expect(ranks.size).toBe(listed.filter((word) => word !== null).length)
      for (const [at, word] of listed.entries()) {
        const rank = ranks.get(word ?? '')
        if (word === null) expect(rank).toBeUndefined()
        else expect(Math.abs((rank ?? 0) - (at + 1))).toBeLessThanOrEqual(0.5 + 0.12 * (at + 1))
      }
    }),
  )
})
