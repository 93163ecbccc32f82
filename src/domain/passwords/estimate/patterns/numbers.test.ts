import { expect, test } from 'bun:test'
import { estimateStrength } from '#domain/passwords/estimate/estimate.ts'
import { describeParts } from '#domain/passwords/verdict/describe-part.ts'
import { loadStrengthData } from '#src/passwords/strength-data.ts'

const data = await loadStrengthData()

test.each([
  ['+33 6 27 41 90 35', 10.5, 'a telephone number'],
  ['07911482930', 9.8, 'a telephone number'],
  ['(312) 847-2093', 10.8, 'a telephone number'],
  ['15927384061', 10.3, 'a telephone number'],
  ['K-LM 8340', 10, 'a license plate'],
  ['BD51 SMR', 10.5, 'a license plate'],
  ['EF-482-QT', 10.5, 'a license plate'],
  ['4821 KWZ', 10, 'a license plate'],
  ['А482ВК77', 10, 'a license plate'],
  ['four five six seven', 6, 'a sequence'],
  ['seis siete ocho', 6, 'a sequence'],
  ['TroisDeuxUn', 6, 'a sequence'],
  ['dört-beş-altı-yedi', 6, 'a sequence'],
  ['пять шесть семь', 6, 'a sequence'],
  ['kaksi kolme neljä', 6, 'a sequence'],
  ['三四五六七', 6, 'a sequence'],
  ['셋 넷 다섯', 6.5, 'a sequence'],
  ['deltaechofoxtrot', 6, 'a sequence'],
  ['lunes martes miércoles', 6, 'a sequence'],
  ['OktoberNovemberDezember', 7, 'a sequence'],
])('%s takes at most 10^%p guesses: %s', (password, most, what) => {
  const { log10Guesses, parts } = estimateStrength(password, data)
  expect(describeParts(parts)).toContain(what)
  expect(log10Guesses).toBeLessThanOrEqual(most)
})

test('words out of order are no sequence', () => {
  const { parts } = estimateStrength('four nine two seven', data)
  expect(parts.map(({ finding }) => finding.kind)).not.toContain('sequence')
})
