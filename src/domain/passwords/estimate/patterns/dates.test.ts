import { expect, test } from 'bun:test'
import { estimateStrength } from '#domain/passwords/estimate/estimate.ts'
import { loadStrengthData } from '#src/passwords/strength-data.ts'

const data = await loadStrengthData()

test.each([
  ['3/9/1974', 7.5],
  ['9.3.74', 7.5],
  ['1974-3-9', 7.5],
  ['9. 3. 1974', 8],
  ['9 March 1974', 8],
  ['March 9th, 1974', 8],
  ['9th of march 1974', 8],
  ['MAR091974', 8],
  ['9.März 1974', 8],
  ['9 de marzo de 1974', 8.5],
  ['9mars1974', 8],
  ['9 marca 1974', 8],
  ['9 de julio de 1974', 8.5],
  ['9 de julho de 1974', 8.5],
  ["9 d'abril de 1974", 8.5],
  ['9 tháng 3 năm 1974', 9],
  ['9 марта 1974', 8.5],
  ['9. maaliskuuta 1974', 8],
  ['9 Μαρτίου 1974', 8.5],
  ['٩/٣/١٩٧٤', 7.5],
  ['९ मार्च १९७४', 8.5],
  ['９／３／１９７４', 7.5],
  ['1974年3月9日', 8],
  ['1974년 3월 9일', 8],
  ['昭和49年3月9日', 8],
  ['平成3年3月9日', 8],
  ['令和元年5月1日', 8],
  ['大正9年3月9日', 8],
  ['民國63年3月9日', 8],
  ['1974-03-09T14:30', 11],
  ['19740309T143000Z', 12],
  ['9 มีนาคม 2517', 9.5],
  ['9 מרץ 1974', 8.5],
  ['March 1974', 7],
  ['Luglio2019!', 7.5],
  ['Q2-2026', 7],
  ['2025-2026', 7],
  ['3/1974', 7],
  ['7:05:30', 7],
  ['7:05 pm', 7],
  ['9.45am', 7],
  ['23:59:59', 7],
  ['July 14, 1789', 9.5],
])('the date or time %s takes at most 10^%p guesses', (password, most) => {
  const { log10Guesses, parts } = estimateStrength(password, data)
  expect(parts.map(({ finding }) => finding.kind)).toContain(
    /:|am$/.test(password) && !/T/.test(password) ? 'time' : 'date',
  )
  expect(log10Guesses).toBeLessThanOrEqual(most)
})

test.each([
  ['31.13.1974', 'thirteen months'],
  ['45/13/1974', 'a 45th day'],
  ['Marchetti', 'a name that starts with a month'],
])('%s is no date: %s', (password) => {
  const { parts } = estimateStrength(password, data)
  expect(parts.some(({ finding, start, end }) => finding.kind === 'date' && end - start > 7)).toBe(false)
})

test.each([
  ['٤٨٢٩١٠٧٣', '48291073'],
  ['pass४२', 'pass42'],
])('%s takes as many guesses as %s', (other, plain) => {
  const guesses = (password: string) => estimateStrength(password, data).log10Guesses
  expect(Math.abs(guesses(other) - guesses(plain))).toBeLessThanOrEqual(1)
})
