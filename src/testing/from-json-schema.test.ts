import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { valid } from './from-json-schema.ts'

test.each(['^[0-9A-F]{8}-[0-9]{2}$', '^(?:red|green) \\d+$', '^/about$'])(
  'generates texts for the pattern %s',
  (pattern) => {
    const form = new RegExp(pattern, 'u')
    const texts = fc.sample(valid({ type: 'string', pattern }), 50)
    expect(texts.filter((text) => form.test(String(text)))).toHaveLength(50)
  },
)

test.each([
  ['has the wrong length', '^[a-z]{10}$'],
  ['is not supported', '^(?!a)[0-9a-f]{64}$'],
])('throws for a pattern that %s', (_, pattern) => {
  expect(() => fc.sample(valid({ type: 'string', pattern, maxLength: 5 }), 1)).toThrow()
})
