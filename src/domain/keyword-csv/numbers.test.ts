import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type NumberKind, readNumber } from './numbers.ts'

test.each<[string, number]>([
  ['0', 0],
  ['12', 12],
  ['1,300', 1300],
  ['1.300', 1300],
  ['1,234,567', 1_234_567],
  ['1.234.567', 1_234_567],
  ['1 234 567', 1_234_567],
  ['12,34,567', 1_234_567],
  ['1,23,456', 123_456],
  ['1,23,45,678.5', 12_345_678.5],
  ['1\u00a0300', 1300],
  ["1'300", 1300],
  ['1,234.5', 1234.5],
  ['1.234,5', 1234.5],
  ['2.1K', 2100],
  ['2,1k', 2100],
  ['1.1K', 1100],
  ['1.500K', 1500],
  ['1.5M', 1_500_000],
  ['2B', 2_000_000_000],
  ['45.61%', 45.61],
  ['0.5', 0.5],
  ['0.123', 0.123],
  ['3,5', 3.5],
  ['>100', 100],
  ['> 100', 100],
  ['<10', 10],
  ['100+', 100],
  ['1K - 10K', 10_000],
  ['1K – 10K', 10_000],
  ['10K–100K', 100_000],
  ['118001..300000', 300_000],
  ['11-50', 50],
  ['1.2E+05', 120_000],
  [' 7 ', 7],
  ['1 Tsd. – 10 Tsd.', 10_000],
  ['1,5 Mio.', 1_500_000],
  ['1,5\u00a0Mio', 1_500_000],
  ['2 Mrd.', 2_000_000_000],
  ['1.2万', 12_000],
  ['1万～10万', 100_000],
  ['１．２万', 12_000],
  ['3億', 300_000_000],
  ['5천', 5_000],
  ['1,3 тыс.', 1_300],
  ['10 тыс. – 100 тыс.', 100_000],
  ['1,2 млн', 1_200_000],
  ['2,4 tys.', 2_400],
  ['1,2 mln', 1_200_000],
  ['10 mil – 100 mil', 100_000],
  ['1,2 mil.', 1_200_000],
  ['1,5 mi', 1_500_000],
  ['2 Md', 2_000_000_000],
  ['3 lakh', 300_000],
  ['1.5 Bn', 1_500_000_000],
  ['1 bis 10', 10],
  ['1 300', 1300],
  ['1 k à 10 k', 10_000],
  ['1 mil a 10 mil', 10_000],
  ['١٬٢٣٤', 1234],
  ['۱۲۳', 123],
  ['१,२३,४५६', 123_456],
])('the count %p is %d', (text, count) => {
  expect(readNumber(text, 'count')).toBe(count)
})

test.each<[string, number]>([
  ['1.300', 1.3],
  ['12.456', 12.456],
  ['3.25', 3.25],
  ['3,25', 3.25],
  ['>100', 100],
  ['1,300', 1300],
  ['٧٫٤', 7.4],
])('the rank %p is %d', (text, rank) => {
  expect(readNumber(text, 'rank')).toBe(rank)
})

test.each([
  '',
  ' ',
  '-',
  '–',
  'n/a',
  'N/A',
  'null',
  'not ranked',
  '-5',
  '1.2.3',
  '1,2,3',
  '123,45,678',
  '12,34,56',
  '12 apples',
  '5 Stk.',
  'k',
  '-1 Tsd.',
  'Infinity',
  'NaN',
  '0x10',
  '9'.repeat(30),
  '1e99',
  '1'.repeat(1000),
])('%p is not a number', (text) => {
  expect(readNumber(text, 'count')).toBeNull()
})

test('reads a whole number with any thousands separator', () => {
  const kinds = fc.constantFrom<NumberKind>('count', 'rank')
  fc.assert(
    fc.property(fc.nat(), kinds, (number, kind) => {
      const grouped = number.toLocaleString('en')
      expect(readNumber(String(number), kind)).toBe(number)
      expect(readNumber(grouped, kind)).toBe(number)
      expect(readNumber(grouped.replaceAll(',', ' '), kind)).toBe(number)
      expect(readNumber(grouped.replaceAll(',', '.'), 'count')).toBe(number)
    }),
  )
})

test('reads any text as a non-negative number or null', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d.,\s'kme<>+%-]*$/)), (text) => {
      const number = readNumber(text, 'count')
      expect(number === null || number >= 0).toBe(true)
    }),
  )
})
