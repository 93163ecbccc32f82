import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import Papa from 'papaparse'
import { findHeader } from '#domain/keyword-csv/header.ts'
import { createRecordReader } from './csv-records.ts'

/** Parses the rows below the header, `pieces` characters at a time. */
function read(text: string, pieces = text.length) {
  const header = findHeader(text)
  if (!header) throw new Error('no header')
  const rows: string[][] = []
  const misfits: string[] = []
  const reader = createRecordReader({
    ...header,
    columns: header.names.length,
    firstRow: header.line + 1,
    onRow: (cells) => rows.push(cells.map((cell) => cell.trim())),
    onColumnMismatch: (cells, row) => misfits.push(`row ${row}: ${cells.length}`),
    onOverlong: (row) => misfits.push(`row ${row}: overlong`),
  })
  for (let at = header.end; at < text.length; at += Math.max(1, pieces)) {
    reader.push(text.slice(at, Math.min(text.length, at + Math.max(1, pieces))))
  }
  reader.end()
  return { names: header.names, rows, misfits }
}

/**
 * A reference parser: one line is one row, values may be quoted with commas inside, blank lines and as many empty values
 * at the end as in the first row are ignored.
 */
function readByLine(text: string) {
  const [header = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '')
  const names = header.split(',').map((name) => name.trim().replaceAll('"', ''))
  const all = lines.map(valuesOf)
  const first = all.find((values) => values.some((value) => value !== '')) ?? []
  const width = isPadded(first) ? first.length : 0
  function isPadded(values: string[]) {
    return values.length > names.length && values.slice(names.length).every((value) => value === '')
  }
  const rows = all.flatMap((values) =>
    values.length === names.length || (values.length === width && isPadded(values))
      ? [values.slice(0, names.length)]
      : [],
  )
  return { names, rows }
}

function valuesOf(line: string): string[] {
  const values = ['']
  let isQuoted = false
  for (const character of line) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === ',' && !isQuoted) values.push('')
    else values.push(`${values.pop()}${character}`)
  }
  return values.map((value) => value.trim())
}

const plainCell = fc.stringMatching(/^[a-z0-9 .%'-]{0,6}$/)
const quotedCell = fc.stringMatching(/^[a-z0-9 ,.]{0,6}$/).map((text) => `"${text}"`)
const paddedCell = quotedCell.map((cell) => ` ${cell} `)
const sizes = fc.integer({ min: 1, max: 40 })

test('parses the same rows as a line-by-line parser, in pieces of any size', () => {
  const cell = fc.oneof(plainCell, quotedCell, paddedCell)
  const line = fc.array(cell, { minLength: 1, maxLength: 4 }).map((cells) => cells.join(','))
  const lines = fc.array(fc.oneof(line, fc.constantFrom('', '  ', '\t')), { maxLength: 12 })
  const ending = fc.constantFrom('\n', '\r\n')
  fc.assert(
    fc.property(
      fc.constantFrom('a', 'a,b', '"a","b",c'),
      lines,
      ending,
      fc.boolean(),
      sizes,
      (header, lines, end, closes, size) => {
        const text = [header, ...lines].join(end) + (closes ? end : '')
        const { names, rows } = read(text, size)
        const expected = readByLine(text)
        expect(names).toEqual(expected.names)
        // With a single column, an empty row is a blank line.
        const isRow = (row: string[]) => row.length > 1 || row[0] !== ''
        expect(rows.filter(isRow)).toEqual(expected.rows.filter(isRow))
      },
    ),
    { numRuns: 300 },
  )
})

test('reads what papaparse writes, including quotes, delimiters and line breaks', () => {
  const cell = fc.stringMatching(/^[a,;"\n\t ]{0,6}$/).map((text) => text.trim())
  const row = fc.tuple(cell, cell, cell)
  const ending = fc.constantFrom('\n', '\r\n')
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(',', ';', '\t'),
      ending,
      sizes,
      (data, delimiter, newline, size) => {
        const text = Papa.unparse({ fields: ['x', 'y', 'z'], data }, { delimiter, newline, quotes: true })
        expect(read(text, size)).toEqual({ names: ['x', 'y', 'z'], rows: data, misfits: [] })
      },
    ),
    { numRuns: 300 },
  )
})

const spectrum = dirname(Bun.resolveSync('csv-spectrum', import.meta.dir))
const names = readdirSync(join(spectrum, 'csvs')).map((file) => file.replace('.csv', ''))

test.each(names.filter((name) => name !== 'location_coordinates'))(
  'reads %s of csv-spectrum as specified',
  (name) => {
    const expected: Record<string, string>[] = JSON.parse(
      readFileSync(join(spectrum, 'json', `${name}.json`), 'utf8'),
    )
    const { names, rows, misfits } = read(readFileSync(join(spectrum, 'csvs', `${name}.csv`), 'utf8'))
    expect(
      rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? '']))).map(plain),
    ).toEqual(expected.map(plain))
    expect(misfits).toEqual([])
  },
)

const plain = (row: Record<string, string>) =>
  Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cell.trim()]))

test('reports rows with more or fewer columns than the header by row number', () => {
  expect(read('a,b\n1\n\n1,2\n1,2,3\n')).toMatchObject({
    rows: [['1', '2']],
    misfits: ['row 2: 1', 'row 5: 3'],
  })
})

test('an unclosed quote breaks only its own line', () => {
  expect(read('a,b\n1,2\n"3,4\n5,6\n"7",8\n')).toEqual({
    names: ['a', 'b'],
    rows: [
      ['1', '2'],
      ['5', '6'],
      ['7', '8'],
    ],
    misfits: ['row 3: 1'],
  })
})

test('an unclosed quote in a long file breaks only its own line', () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => `${index},keyword ${index}`)
  const found = read(`a,b\n"oops,1\n${rows.join('\n')}\n`, 65_536)
  expect(found.rows).toHaveLength(20_000)
  expect(found.misfits).toEqual(['row 2: 1'])
})

test('reports an overlong line and reads the rest', () => {
  const endless = 'x'.repeat(3 * 1024 * 1024)
  expect(read(`a,b\n1,2\n${endless}\n3,4\n`, 65_536)).toMatchObject({
    rows: [
      ['1', '2'],
      ['3', '4'],
    ],
    misfits: ['row 3: overlong'],
  })
})

test('keeps quotes inside a cell', () => {
  expect(read('a,b\n10" tablet,1\n24" x 36" frame,2\n').rows).toEqual([
    ['10" tablet', '1'],
    ['24" x 36" frame', '2'],
  ])
})
