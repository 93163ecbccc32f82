import { expect, test } from 'bun:test'
import { mapColumns } from '#domain/keyword-csv/columns.ts'
import { readRow } from '#domain/keyword-csv/row.ts'
import { CSV_MAX_BYTES, FILE_MESSAGES, findFileProblem, type KeywordRow } from '#domain/keywords.ts'
import { encode } from '#src/testing/encode-legacy.ts'
import { VENDOR_EXPORTS } from '#src/testing/keyword-exports.ts'
import { type ReadingOptions, readKeywordFile } from './read-keyword-file.ts'

/** The rows that the server parses from the uploaded parts. */
async function readAsSent(file: Blob, options: ReadingOptions = {}) {
  const reading = await readKeywordFile(file, options)
  if (reading.problem !== null) throw new Error(reading.problem)
  const rows: KeywordRow[] = []
  for (const part of reading.parts) {
    const objects: Record<string, string>[] = JSON.parse(`[${await part.text()}]`)
    for (const object of objects) {
      const columns = mapColumns(Object.keys(object))
      const values = Object.values(object)
      const cell = (column: number | null) => (column === null ? undefined : values[column])
      const row = readRow({
        keyword: cell(columns.keyword),
        position: cell(columns.position),
        searchVolume: cell(columns.searchVolume),
        traffic: cell(columns.traffic),
      })
      if (typeof row === 'string') throw new Error(row)
      rows.push(row)
    }
  }
  return { ...reading, rows }
}

test.each(VENDOR_EXPORTS.map((file) => [file.tool, file] as const))(
  'reads an export of %s',
  async (_, { bytes, rows, skipped = 0 }) => {
    const read = await readAsSent(new Blob([bytes]))
    expect(read.rows).toEqual(rows)
    expect(read.summary).toMatchObject({ rows: rows.length, skipped })
  },
)

test('summarizes columns, samples, duplicates and the first reasons', async () => {
  const csv =
    'Query,Clicks,Link\nshoes,5,x\nShoes,6,y\n,7,z\nhats\n=A(1),1,w\n"a",2,3,4\n\n\uFFFD,1,2\nx,1\ny,2\nhats,7,v\n'
  const { summary, rows } = await readAsSent(new Blob([csv]))
  const { skippedFile, ...found } = summary
  expect(found).toEqual({
    encoding: 'utf-8',
    names: ['Query', 'Clicks', 'Link'],
    mapping: { keyword: 0, position: null, searchVolume: null, traffic: 1 },
    samples: [
      ['shoes', '5', 'x'],
      ['Shoes', '6', 'y'],
      ['', '7', 'z'],
      ['=A(1)', '1', 'w'],
      ['\uFFFD', '1', '2'],
    ],
    rows: 4,
    duplicates: 1,
    skipped: 6,
    reasons: [
      'Row 4: it has no keyword',
      'Row 5: it has 1 column instead of 3',
      'Row 7: it has 4 columns instead of 3',
      'Row 9: its keyword has characters that cannot be read',
      'Row 10: it has 2 columns instead of 3',
    ],
    parts: 1,
  })
  expect(rows.map(({ keyword }) => keyword)).toEqual(['shoes', 'Shoes', '=A(1)', 'hats'])
  expect((await skippedFile?.text())?.split('\r\n')).toEqual([
    'Row,Reason,Query,Clicks,Link',
    '4,it has no keyword,,7,z',
    '5,it has 1 column instead of 3,hats',
    '7,it has 4 columns instead of 3,a,2,3,4',
    '9,its keyword has characters that cannot be read,\uFFFD,1,2',
    '10,it has 2 columns instead of 3,x,1',
    '11,it has 2 columns instead of 3,y,2',
  ])
})

test('skipped rows become a CSV file without formulas that can be corrected and uploaded', async () => {
  const { summary } = await readAsSent(new Blob(['Keyword,Position\nshoes,1\n=1+1\n']))
  expect(await summary.skippedFile?.text()).toBe(
    "Row,Reason,Keyword,Position\r\n3,it has 1 column instead of 2,'=1+1",
  )
  const corrected = new Blob(['Row,Reason,Keyword,Position\n3,it has 1 column instead of 2,hats,2\n'])
  expect((await readAsSent(corrected)).rows).toEqual([
    { keyword: 'hats', position: 2, searchVolume: null, traffic: null },
  ])
})

test('keeps ten thousand of twenty thousand skipped rows', async () => {
  const { summary } = await readAsSent(new Blob(['Keyword,Position\nshoes,1\n', 'x\n'.repeat(20_000)]))
  expect(summary.skipped).toBe(20_000)
  expect((await summary.skippedFile?.text())?.split('\r\n')).toHaveLength(10_001)
})

test('reads a header with a line break in a column name', async () => {
  const { summary, rows } = await readAsSent(new Blob(['Keyword,"Search\nVolume",Position\na,100,2\n']))
  expect(summary).toMatchObject({ names: ['Keyword', 'Search Volume', 'Position'], rows: 1, skipped: 0 })
  expect(rows).toEqual([{ keyword: 'a', position: 2, searchVolume: 100, traffic: null }])
})

test('the user can override the column mapping', async () => {
  const file = new Blob(['Begriff;Suchen;Rang\nschuhe;1.300;4\n'])
  const unknown = await readKeywordFile(file)
  expect(unknown).toMatchObject({ summary: { mapping: { keyword: null }, rows: 1 }, parts: [] })
  const mapping = { keyword: 0, position: 2, searchVolume: 1, traffic: null }
  expect((await readAsSent(file, { mapping })).rows).toEqual([
    { keyword: 'schuhe', position: 4, searchVolume: 1300, traffic: null },
  ])
})

test('guesses the encoding, and the user can override it', async () => {
  const file = new Blob([encode('Keyword,Volume\r\nплатье,7\r\nкупить платье,9\r\n', 'windows-1251')])
  const guessed = await readAsSent(file)
  expect(guessed.summary).toMatchObject({
    encoding: 'windows-1251',
    samples: [['платье', '7'], expect.anything()],
  })
  expect(guessed.rows.map(({ keyword }) => keyword)).toEqual(['платье', 'купить платье'])
  const chosen = await readAsSent(file, { encoding: 'windows-1252' })
  expect(chosen.summary.encoding).toBe('windows-1252')
  expect(chosen.rows.map(({ keyword }) => keyword)).toEqual(['ïëàòüå', 'êóïèòü ïëàòüå'])
})

test('does not send a deselected column', async () => {
  const file = new Blob(['Keyword,Position,Volume\nshoes,4,9\n'])
  const mapping = { keyword: 0, position: null, searchVolume: 2, traffic: null }
  const { parts } = await readAsSent(file, { mapping })
  expect(await parts[0]?.text()).toBe('{"Keyword":"shoes","Volume":"9"}')
})

test('splits a long file into parts of ten thousand rows without breaking characters', async () => {
  const lines = Array.from({ length: 25_000 }, (_, index) => `ключевое слово ${index},${index % 100}`)
  const shares: number[] = []
  const file = new Blob([`Keyword,Position\n${lines.join('\n')}\n`])
  const { summary, rows } = await readAsSent(file, { onProgress: (share) => shares.push(share) })
  expect(summary).toMatchObject({ rows: 25_000, duplicates: 0, skipped: 0, parts: 3 })
  expect(rows.every(({ keyword }, index) => keyword === `ключевое слово ${index}`)).toBe(true)
  expect(shares).toEqual(shares.toSorted((a, b) => a - b))
  expect(shares.at(-1)).toBe(1)
})

test('no part exceeds the usual body limit of proxies', async () => {
  const keyword = 'длинное ключевое слово '.repeat(20)
  const csv = `Keyword\n${Array.from({ length: 2_500 }, (_, index) => `${keyword}${index}`).join('\n')}\n`
  const { parts, rows } = await readAsSent(new Blob([csv]))
  expect(rows).toHaveLength(2_500)
  expect(Math.max(...parts.map(({ size }) => size))).toBeLessThanOrEqual(1_000_000)
  expect(Math.min(...parts.slice(0, -1).map(({ size }) => size))).toBeGreaterThan(990_000)
})

const line2MB = 'x'.repeat(2 * 1024 * 1024)

test.each<[string, BlobPart, keyof typeof FILE_MESSAGES]>([
  ['an empty file', '', 'empty'],
  ['a file of blank lines', '\n \r\n\n', 'empty'],
  ['a header alone', 'Keyword,Position\n', 'empty'],
  ['a header with rows of other widths', 'Keyword,Position\na\nb,1,2\n', 'empty'],
  [
    'half of a surrogate pair',
    new Uint8Array([...Buffer.from('Keyword\na'), 0xed, 0xa0, 0x80, 0x0a]),
    'empty',
  ],
  ['an image', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72]), 'format'],
  ['zero bytes', 'Keyword\nsho\0es\n', 'format'],
  ['zero bytes far into the file', `Keyword\n${'shoes\n'.repeat(400_000)}sho\0es\n`, 'format'],
  ['one line of 2 MB', line2MB, 'format'],
  ['ten thousand columns', `Keyword${',x'.repeat(10_000)}\na${',1'.repeat(10_000)}\n`, 'format'],
])('rejects %s with a clear message', async (_, content, problem) => {
  expect(await readKeywordFile(new Blob([content]))).toMatchObject({ problem })
  expect(FILE_MESSAGES[problem].description).toMatch(/^(The CSV file appears|Failed to parse CSV file)/)
})

test('skips totals behind the last row, but not keywords of that name', async () => {
  const file = 'Search term;Clicks\ntotal;9\nhedge;4\nTotal: Account;13\nGesamt;13\n'
  const { summary, rows } = await readAsSent(new Blob([file]))
  expect(rows.map(({ keyword }) => keyword)).toEqual(['total', 'hedge'])
  expect(summary.reasons).toEqual([
    'Row 4: it is the total of the others',
    'Row 5: it is the total of the others',
  ])
})

test('reads rows that end in more delimiters than the header', async () => {
  const { rows, summary } = await readAsSent(new Blob(['Keyword,Volume\na,1,,\nb,2,,\nc,d,3,\n']))
  expect(rows.map(({ keyword, searchVolume }) => [keyword, searchVolume])).toEqual([
    ['a', 1],
    ['b', 2],
  ])
  expect(summary.skipped).toBe(1)
})

test('skips only a line of 2 MB', async () => {
  const { summary, rows } = await readAsSent(new Blob([`Keyword,Position\na,1\n${line2MB}\nb,2\n`]))
  expect(rows.map(({ keyword }) => keyword)).toEqual(['a', 'b'])
  expect(summary).toMatchObject({ skipped: 1, reasons: ['Row 3: it is longer than 1 MB'] })
})

test('checks the name and size of a file before opening it', () => {
  expect(findFileProblem({ name: 'keywords.csv', size: 1 })).toBeNull()
  expect(findFileProblem({ name: 'KEYWORDS.CSV', size: CSV_MAX_BYTES })).toBeNull()
  expect(findFileProblem({ name: 'keywords.xlsx', size: 1 })).toBe('type')
  expect(findFileProblem({ name: 'csv', size: 1 })).toBe('type')
  expect(findFileProblem({ name: 'keywords.csv', size: CSV_MAX_BYTES + 1 })).toBe('size')
  expect(FILE_MESSAGES.size.description).toBe('Please select a CSV file smaller than 50MB')
})

test('stops between two pieces when it is canceled', async () => {
  const canceling = new AbortController()
  const shares: number[] = []
  const reading = readKeywordFile(new Blob([`Keyword\n${`${'owl '.repeat(200)}\n`.repeat(5_000)}`]), {
    signal: canceling.signal,
    onProgress: (share) => {
      shares.push(share)
      if (shares.length === 2) canceling.abort()
    },
  })
  await expect(reading).rejects.toThrow('abort')
  expect(shares).toHaveLength(2)
})
