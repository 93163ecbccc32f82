import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { AppError } from '#src/errors.ts'
import { createBodyReader } from './body-reader.ts'

/** Feeds the body in pieces of `size` bytes. */
function read(body: string | Uint8Array, size = 64 * 1024) {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const reader = createBodyReader()
  const rows: unknown[] = []
  for (let at = 0; at < bytes.length; at += size) rows.push(...reader.push(bytes.subarray(at, at + size)))
  return { rows, label: reader.end() }
}

const errorCode = (body: string | Uint8Array, size?: number) => {
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

test('returns the same rows and other fields as JSON.parse, for any key order, spacing and piece size', () => {
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

test('rejects everything that JSON.parse rejects', () => {
  const broken = fc
    .tuple(
      fc.array(row, { minLength: 1 }),
      fc.nat(),
      fc.constantFrom('', ',', '"', '}', ']', '{', '[', 'x', '\\'),
    )
    .map(([rows, at, character]) => {
      const text = JSON.stringify({ uploadBatch: 'upload_1', csvData: rows })
      const place = at % text.length
      return text.slice(0, place) + character + text.slice(place + 1)
    })
    .filter((body) => !isJson(body))
  fc.assert(
    fc.property(broken, sizes, (body, size) => {
      expect(errorCode(body, size)).toBe('invalid')
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
])('rejects %j', (body) => {
  expect(errorCode(body)).toBe('invalid')
  expect(errorCode(body, 1)).toBe('invalid')
})

test('rejects invalid UTF-8', () => {
  expect(errorCode(new Uint8Array([...Buffer.from('{"csvData":[{"a":"'), 0xc3, 0x28]))).toBe('invalid')
  expect(errorCode(new Uint8Array([...Buffer.from('{"csvData":[]}'), 0xc3]))).toBe('invalid')
})

test('rejects deep nesting', () => {
  expect(errorCode(`{"csvData":[${'['.repeat(100_000)}`)).toBe('invalid')
  expect(errorCode('{"a":'.repeat(100_000))).toBe('invalid')
})

test('limits the size of rows and of other fields', () => {
  expect(errorCode(`{"csvData":[{"a":"${'x'.repeat(5 * 1024 * 1024)}"}]}`)).toBe('invalid')
  expect(errorCode(`{"other":"${'x'.repeat(100_000)}","csvData":[]}`)).toBe('invalid')
})
