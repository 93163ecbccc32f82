import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { AppError } from '#src/errors.ts'
import { createBodyReader } from './body-reader.ts'

/** What comes out when the body arrives in pieces of that many bytes. */
function read(body: string | Uint8Array, size = 64 * 1024) {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const reader = createBodyReader()
  const rows: unknown[] = []
  for (let at = 0; at < bytes.length; at += size) rows.push(...reader.push(bytes.subarray(at, at + size)))
  return { rows, label: reader.end() }
}

const refusal = (body: string | Uint8Array, size?: number) => {
  try {
    read(body, size)
  } catch (error) {
    return error instanceof AppError ? error.code : error
  }
}

const text = fc.string({
  unit: fc.constantFrom('a', '"', '\\', '{', '}', '[', ']', ',', ' ', 'é', '😀', '\n'),
})
const row = fc.oneof(fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null))), fc.jsonValue())
const sizes = fc.integer({ min: 1, max: 50 })

test('rows and label come out as JSON.parse would answer them, whatever the order, the spaces and the pieces', () => {
  const fields = fc.record({
    csvData: fc.array(row),
    uploadBatch: text,
    part: fc.integer(),
    other: fc.array(row),
  })
  const order = fc.shuffledSubarray(['csvData', 'uploadBatch', 'part', 'other'] as const, { minLength: 4 })
  fc.assert(
    fc.property(fields, order, fc.constantFrom(0, 1, '\t\n'), sizes, (fields, order, space, size) => {
      const body = JSON.stringify(Object.fromEntries(order.map((name) => [name, fields[name]])), null, space)
      const given = JSON.parse(body)
      expect(read(body, size)).toEqual({ rows: given.csvData, label: { ...given, csvData: [] } })
    }),
  )
})

test('what JSON.parse refuses is refused', () => {
  const broken = fc
    .tuple(
      fc.array(row, { minLength: 1 }),
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', ']', '{', '[', 'x', '\\'),
    )
    .map(([rows, at, sign]) => {
      const whole = JSON.stringify({ uploadBatch: 'upload_1', csvData: rows })
      const place = at % whole.length
      return whole.slice(0, place) + sign + whole.slice(place + 1)
    })
    .filter((body) => !isJson(body))
  fc.assert(
    fc.property(broken, sizes, (body, size) => {
      expect(refusal(body, size)).toBe('invalid')
    }),
    { numRuns: 500 },
  )
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test.each([
  '',
  '{',
  '{"csvData":[',
  '{"csvData":[{}',
  '{"csvData":[,{}]}',
  '{"csvData":[{},]}',
  '{"csvData":[{},,{}]}',
  '{"csvData":[{}}',
  '{"csvData":[{"a":1]]}',
  '{"csvData":[{}]}}',
  '{"csvData":[{}]} x',
  '{"csvData":[{}],"csvData":[{}]}',
])('%j is refused', (body) => {
  expect(refusal(body)).toBe('invalid')
  expect(refusal(body, 1)).toBe('invalid')
})

test('bytes that are no UTF-8 are refused', () => {
  expect(refusal(new Uint8Array([...Buffer.from('{"csvData":[{"a":"'), 0xc3, 0x28]))).toBe('invalid')
  expect(refusal(new Uint8Array([...Buffer.from('{"csvData":[]}'), 0xc3]))).toBe('invalid')
})

test('what is nested without end is refused', () => {
  expect(refusal(`{"csvData":[${'['.repeat(100_000)}`)).toBe('invalid')
  expect(refusal('{"a":'.repeat(100_000))).toBe('invalid')
})

test('neither a row nor the rest may grow without end', () => {
  expect(refusal(`{"csvData":[{"a":"${'x'.repeat(5 * 1024 * 1024)}"}]}`)).toBe('invalid')
  expect(refusal(`{"other":"${'x'.repeat(100_000)}","csvData":[]}`)).toBe('invalid')
})
