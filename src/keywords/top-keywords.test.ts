import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { KeywordRow } from '#domain/keywords.ts'
import { createTopKeywords } from './top-keywords.ts'

const topKeywordsOf = (rows: KeywordRow[]) => {
  const top = createTopKeywords()
  for (const row of rows) top.offer(row)
  return top.rows()
}

const rows = fc.array(
  fc.record<KeywordRow>({
    keyword: fc.stringMatching(/^[a-pA-C]$/),
    position: fc.option(fc.integer({ min: 1, max: 12 })),
    searchVolume: fc.constant(null),
    traffic: fc.option(fc.nat({ max: 30 })),
  }),
  { maxLength: 80 },
)

test('returns the ten distinct keywords with the most traffic among positions 1 to 10', () => {
  fc.assert(
    fc.property(rows, (rows) => {
      const top = topKeywordsOf(rows)
      const traffic = ({ traffic }: KeywordRow) => traffic ?? -1
      const candidates = rows.filter(({ position }) => position !== null && position <= 10)
      const best = new Map<string, number>()
      for (const row of candidates) {
        const name = row.keyword.toLowerCase()
        best.set(name, Math.max(best.get(name) ?? -1, traffic(row)))
      }
      expect(new Set(top.map(({ keyword }) => keyword.toLowerCase())).size).toBe(top.length)
      expect(top.map(traffic)).toEqual([...best.values()].sort((a, b) => b - a).slice(0, 10))
    }),
  )
})

test('returns the same keywords for any division of the rows into parts', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 6 }), (rows, parts) => {
      const part = (number: number) => rows.filter((_, index) => index % parts === number)
      const topOfParts = Array.from({ length: parts }, (_, number) => topKeywordsOf(part(number)))
      expect(topKeywordsOf(topOfParts.flat())).toEqual(topKeywordsOf(rows))
    }),
  )
})
