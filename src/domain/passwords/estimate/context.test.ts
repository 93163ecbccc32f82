import { expect, test } from 'bun:test'
import { loadStrengthData } from '#src/passwords/strength-data.ts'
import { CONTEXT_LENGTH_MAX, readContext } from './context.ts'
import { estimateStrength } from './estimate.ts'

const data = await loadStrengthData()
const log10Guesses = (password: string, context: string) =>
  estimateStrength(password, data, readContext(context)).log10Guesses

test.each([
  ['Quillarn', 'Quillarn'],
  ['qUILLARN', 'Quillarn'],
  ['Qu1ll@rn', 'Quillarn'],
  ['nralliuq', 'Quillarn'],
  ['Quillarn42!', 'Quillarn'],
  ['2019quillarn', 'Quillarn'],
  ['quillarnquillarn', 'Quillarn'],
  ['quillarn123', 'Quillarn'],
  ['Zebulon&Quillarn', 'Quillarn, Zebulon'],
  ['zebulonquillarn1974', 'Quillarn\nZebulon'],
  ['Wexford-Brzęk', 'Hedda Wexford Brzęk'],
  ['heddawexfordbrzek', 'Hedda Wexford Brzęk'],
  ['Мурлыкин7', 'Мурлыкин'],
  ['Vehvilainen2001', 'Vehviläinen'],
  ['03111974', '1974-11-03'],
  ['11/03/1974', '03.11.1974'],
  ['Bo-1974', 'Bo, 1974'],
  ['明李1974', '李明, 1974'],
  ['3.11.74', 'November 3rd, 1974'],
  ['741103', '3 Nov 1974'],
  ['03111974', '3 de noviembre de 1974'],
  ['031174', '3. Nov. 1974'],
  ['3.11.74', '3 ноября 1974'],
  ['19741103', '3. marraskuuta 1974'],
  ['quillarn0211', 'Quillarn, 2 août 1974, 2 novembre 1974'],
  ['741103', '3 نوفمبر 1974'],
  ['03111974', '3rd of november, 1974'],
  ['3111974', '19741103'],
  ['quillarn1103', 'Quillarn, 1974年11月3日'],
  ['quillarn0311', 'Quillarn, 3/11/1974, 03/11/1974'],
  ['Zorblax74!', 'zorblax@quuxmail.example, 03-11-74'],
  ['quuxmail!', 'zorblax@quuxmail.example'],
  ['Frobnizz1', 'www.frobnizz.example'],
])('"%s" is among the first hundred guesses of someone who knows "%s"', (password, context) => {
  expect(log10Guesses(password, context)).toBeLessThanOrEqual(2)
  expect(log10Guesses(password, '')).toBeGreaterThan(3)
})

test('a word that others know makes only its own part of a longer password easy', () => {
  const password = 'Quillarn-kV9#mQ2xW'
  const known = estimateStrength(password, data, readContext('quillarn'))
  expect(known.log10Guesses).toBeLessThan(estimateStrength(password, data).log10Guesses)
  expect(known.log10Guesses).toBeGreaterThan(10)
  expect(known.parts[0]?.finding).toMatchObject({ kind: 'word', list: 'context', word: 'quillarn' })
  expect(log10Guesses('quillarn58203917', 'Quillarn')).toBeGreaterThan(5)
})

test('words that are not in the password change nothing, and neither do commas alone', () => {
  for (const context of [',;\n ', 'Zebulon, 1974-11-03', 'x'])
    expect(estimateStrength('xR7$kP2!vQ9&mZ4#', data, readContext(context))).toEqual(
      estimateStrength('xR7$kP2!vQ9&mZ4#', data),
    )
})

test('context beyond its limit is ignored', () => {
  expect(log10Guesses('quillarn', `${'🙂,'.repeat(CONTEXT_LENGTH_MAX / 2)}quillarn`)).toBeGreaterThan(3)
  expect(readContext('ab1 '.repeat(1_000_000)).words.get('ab1')).toBeDefined()
})
