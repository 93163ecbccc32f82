import { expect, test } from 'bun:test'
import { findHeader } from './header.ts'

test('the first line is the header', () => {
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
])('cells stand apart by %p', (delimiter, head) => {
  expect(findHeader(head)).toMatchObject({ delimiter, names: ['Keyword', 'Volume'] })
})

test('names lose their quotes, and keep the delimiters inside them', () => {
  expect(findHeader('"Keyword","SV trend (Jan, Feb)"\n')?.names).toEqual(['Keyword', 'SV trend (Jan, Feb)'])
})

test('a name in quotes may go on in the next line', () => {
  const head = 'Report\n"Top\nqueries" ;"Search\r\n volume";Position\nshoes;100;2\n'
  expect(findHeader(head)).toMatchObject({
    delimiter: ';',
    names: ['Top queries', 'Search volume', 'Position'],
    line: 2,
  })
  expect(head.slice(findHeader(head)?.end)).toBe('shoes;100;2\n')
})

test.each(['Screens of 5" and more', '"Report', '"Report, all keywords\n"Acme", the shop'])(
  'a quote above the table that does not close as it should takes no line with it: %p',
  (title) => {
    const head = `${title}\nKeyword,"Volume"\nshoes,"100"\n`
    expect(findHeader(head)?.names).toEqual(['Keyword', 'Volume'])
    expect(head.slice(findHeader(head)?.end)).toBe('shoes,"100"\n')
  },
)

test('titles and blank lines above the table are skipped', () => {
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

test('a row about the word keyword is not taken for a header below the header', () => {
  expect(findHeader('Term,Rank\nquery,3\n')).toMatchObject({ names: ['Term', 'Rank'], line: 1 })
})

test('without a known column the first line is the header, read by what divides it most', () => {
  expect(findHeader('Begriff;Monat, Jahr;Anzahl\nshoes;1;2\n')).toMatchObject({
    delimiter: ';',
    names: ['Begriff', 'Monat, Jahr', 'Anzahl'],
  })
})

test('lines may end with CRLF or with CR alone', () => {
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
