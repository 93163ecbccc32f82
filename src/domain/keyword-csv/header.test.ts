import { expect, test } from 'bun:test'
import { findHeader } from './header.ts'

test('reads the first line as the header', () => {
  const head = 'Keyword,Position\nshoes,1\n'
  expect(findHeader(head)).toEqual({
    delimiter: ',',
    newline: '\n',
    names: ['Keyword', 'Position'],
    line: 1,
    end: 17,
  })
})

test.each([
  [',', 'Keyword,Volume'],
  [';', 'Keyword;Volume'],
  ['\t', 'Keyword\tVolume'],
])('splits cells at %p', (delimiter, head) => {
  expect(findHeader(head)).toMatchObject({ delimiter, names: ['Keyword', 'Volume'] })
})

test('removes the quotes of names and keeps delimiters inside them', () => {
  expect(findHeader('"Keyword","SV trend (Jan, Feb)"\n')?.names).toEqual(['Keyword', 'SV trend (Jan, Feb)'])
})

test('a quoted name may contain a line break', () => {
  const head = 'Report\n"Top\nqueries" ;"Search\r\n volume";Position\nshoes;100;2\n'
  expect(findHeader(head)).toMatchObject({
    delimiter: ';',
    names: ['Top queries', 'Search volume', 'Position'],
    line: 2,
  })
  expect(head.slice(findHeader(head)?.end)).toBe('shoes;100;2\n')
})

test.each(['Screens of 5" and more', '"Report', '"Report, all keywords\n"Acme", the shop'])(
  'an unbalanced quote above the table hides no line: %p',
  (title) => {
    const head = `${title}\nKeyword,"Volume"\nshoes,"100"\n`
    expect(findHeader(head)?.names).toEqual(['Keyword', 'Volume'])
    expect(head.slice(findHeader(head)?.end)).toBe('shoes,"100"\n')
  },
)

test('skips titles and blank lines above the table', () => {
  const head =
    'Keyword Stats 2026-03-14\n"February 1, 2025 - January 31, 2026"\n\nKeyword,Currency\nshoes,EUR\n'
  expect(findHeader(head)).toMatchObject({ names: ['Keyword', 'Currency'], line: 4 })
  expect(head.slice(findHeader(head)?.end)).toBe('shoes,EUR\n')
})

test.each([
  [39, 40],
  [40, 1],
])('after %d lines of titles, the header is line %d', (titles, line) => {
  expect(findHeader(`${'Report\n'.repeat(titles)}Keyword\nshoes\n`)?.line).toBe(line)
})

test('a row whose keyword is "keyword" is not a second header', () => {
  expect(findHeader('Term,Rank\nquery,3\n')).toMatchObject({ names: ['Term', 'Rank'], line: 1 })
})

test('without a recognized column, splits the first line at the most frequent delimiter', () => {
  expect(findHeader('Begriff;Monat, Jahr;Anzahl\nshoes;1;2\n')).toMatchObject({
    delimiter: ';',
    names: ['Begriff', 'Monat, Jahr', 'Anzahl'],
  })
})

test('accepts lines that end with CRLF or CR', () => {
  expect(findHeader('Keyword,Volume\r\nshoes,1\r\n')).toMatchObject({
    newline: '\n',
    names: ['Keyword', 'Volume'],
  })
  expect(findHeader('Keyword,Volume\rshoes,1\r')).toMatchObject({
    newline: '\r',
    names: ['Keyword', 'Volume'],
  })
})

test.each(['', '\n', ' \r\n\t\n'])('%p has no header', (head) => {
  expect(findHeader(head)).toBeNull()
})
