import { expect, test } from 'bun:test'
import { excerptOf } from './excerpt.ts'

test.each([
  ['## Why length wins\n\n- **Twelve** at least', 'Why length wins\nTwelve at least'],
  ['Run `passwright`, *then* [read on](/faq).', 'Run passwright, then read on.'],
  ['> Longer is better', 'Longer is better'],
  ['2 * 3 * 4, a_b, #1 and 5**2', '2 * 3 * 4, a_b, #1 and 5**2'],
  [`${'😀'.repeat(160)}`, '😀'.repeat(160)],
  [`${'😀'.repeat(161)}`, `${'😀'.repeat(160)}…`],
  [`${'x'.repeat(500_000)}`, `${'x'.repeat(160)}…`],
])('a generated excerpt has no Markdown syntax: %#', (content, excerpt) => {
  expect(excerptOf({ excerpt: '', content })).toBe(excerpt)
})
