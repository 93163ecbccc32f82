import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { FIELDS, type Mapping, mapColumns, namesToSend } from './columns.ts'

const named = (header: string, delimiter = ',') => {
  const names = header.split(delimiter)
  const mapping = mapColumns(names)
  return Object.fromEntries(FIELDS.map((field) => [field, names[mapping[field] ?? -1] ?? null]))
}

test.each([
  ['Keyword', 'Position', 'Search Volume', 'Traffic'],
  ['KEYWORD', 'POSITION', 'SEARCH VOLUME', 'TRAFFIC'],
  ['\uFEFFkeyword', ' Position ', 'SearchVolume', 'traffic'],
  ['Search term', 'Rank', 'search_volume', 'Clicks'],
  ['Search query', 'Best position', 'Monthly volume', 'Estimated traffic'],
])('recognizes the columns %s, %s, %s and %s', (a, b, c, d) => {
  expect(mapColumns([a, b, c, d])).toEqual({ keyword: 0, position: 1, searchVolume: 2, traffic: 3 })
})

test('uses the first name of the list if a file has several, in any order', () => {
  expect(named('Clicks,Organic traffic,Volume,Search Volume,Rank,Position,Query,Keyword')).toEqual({
    keyword: 'Keyword',
    position: 'Position',
    searchVolume: 'Search Volume',
    traffic: 'Organic traffic',
  })
})

test('ignores headers that only resemble volume or traffic', () => {
  expect(named('Keyword,Global volume,Impressions,Traffic (%),Traffic Cost,Traffic potential')).toEqual({
    keyword: 'Keyword',
    position: null,
    searchVolume: null,
    traffic: null,
  })
})

test('takes the position from the latest day of a rank tracker', () => {
  const header = 'Keyword,*.example.com/*_20260301,*.example.com/*_20260314,*.example.com/*_20260314_type'
  expect(named(header).position).toBe('*.example.com/*_20260314')
})

test('the server maps the sent names as the user did', () => {
  const name = fc.oneof(
    fc.constantFrom(
      'Keyword',
      'Volume',
      'Query',
      'Clicks',
      'Position',
      'Rank',
      '',
      '__proto__',
      'a.com_20260101',
    ),
    fc.string(),
  )
  const column = fc.option(fc.nat({ max: 5 }))
  const mappings = fc.record<Mapping>({
    keyword: column,
    position: column,
    searchVolume: column,
    traffic: column,
  })
  fc.assert(
    fc.property(fc.array(name, { minLength: 6, maxLength: 6 }), mappings, (names, mapping) => {
      const sent = namesToSend(names, mapping)
      const received = [...sent.values()]
      const understood = mapColumns(received)
      expect(new Set(received).size).toBe(received.length)
      for (const field of FIELDS) {
        expect(received[understood[field] ?? -1]).toBe(sent.get(field))
      }
    }),
  )
})
