import { expect, test } from 'bun:test'
import fc from 'fast-check'
import Papa from 'papaparse'
import { csvText } from '#src/testing/csv-text.ts'
import { testCall } from '#src/testing/test-call.ts'
import { csvResponse, csvStream } from './csv.ts'

const FIELDS = ['Keyword', 'Rank']
test('text is quoted, numbers are not, and null is empty', async () => {
  expect(
    await csvText(
      csvResponse('table', FIELDS, [
        ['shoes, "red"', 3],
        ['x;y', null],
        ['', -1],
      ]),
    ),
  ).toBe('"Keyword","Rank"\r\n"shoes, ""red""",3\r\n"x;y",\r\n"",-1\r\n')
})

test('a file starts with a byte order mark', async () => {
  const rows = (async function* () {
    yield [['Möbel', 1]]
  })()
  const streamed = csvStream(testCall(), { name: 'table', fields: FIELDS }, rows)
  for (const answer of [csvResponse('table', FIELDS, [['Möbel', 1]]), streamed])
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe('\ufeff"Keyword","Rank"\r\n"Möbel",1\r\n')
})

test.each([
  ['=1+1', `"'=1+1"`],
  ['x;=1+1', `"x;'=1+1"`],
  ['x;-1;@y', `"x;'-1;'@y"`],
  ['x\t+1', `"x\t'+1"`],
  ['x\n=1+1', `"x\n'=1+1"`],
  ['x; "=1+1"', `"x;' ""=1+1"""`],
  ['"=1+1"', `"'""=1+1"""`],
  ['a-b, c=d; e', '"a-b, c=d; e"'],
])('%p is disarmed for every cell separator', async (text, written) => {
  expect(await csvText(csvResponse('table', ['Keyword'], [[text]]))).toBe(`"Keyword"\r\n${written}\r\n`)
})

test('no file contains a formula under any separator, and all text survives', async () => {
  const text = fc.string({ unit: fc.constantFrom(...';,\t\n\r"\' =+-@＝x') })
  const row = fc.tuple(text, text)
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
      const file = await csvText(csvResponse('table', FIELDS, rows))
      const { data } = Papa.parse<string[]>(file.slice(0, -2), { delimiter: ',', newline: '\r\n' })
      expect(data.slice(1).map((cells) => cells.map(withoutMarks))).toEqual(
        rows.map((cells) => cells.map(withoutMarks)),
      )
      const pieces = [...data.flat(), ...file.split(/[;\t\r\n]/)]
      expect(pieces.filter((piece) => /^[ "]*[=+\-@＝]/.test(piece))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

const withoutMarks = (text: string) => text.replaceAll("'", '')
