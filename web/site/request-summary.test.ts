import { expect, test } from 'bun:test'
import { BREACH_CHECK_PATH } from '#domain/breach-check.ts'
import { describeSent, explain } from './request-summary.ts'

const sent = (address: string, count = 1, isPage = false) => ({ address, count, isPage })
const GENERATED = '/api/track/password-generated'

test.each([
  [[], '0 counts, 0 passwords'],
  [[sent('/', 1, true), sent('/assets/*.js', 9), sent(GENERATED)], '1 count, 0 passwords'],
  [[sent(GENERATED, 1234), sent('/api/track/feedback')], '1,235 counts, 0 passwords'],
  [[sent('/frames/ad'), sent('/frames/analytics')], '0 counts, 0 passwords'],
  [[sent('/api/contact'), sent(BREACH_CHECK_PATH)], '0 counts, 0 passwords, 1 message, 1 partial hash'],
  [[sent(BREACH_CHECK_PATH, 2)], '0 counts, 0 passwords, 2 partial hashes'],
])('sums up %j as %s', (requests, expected) => {
  expect(describeSent(requests)).toBe(expected)
})

test('unknown requests are counted, not hidden', () => {
  const strange = [sent('https://other.example/collect'), sent('/api/new-thing', 2)]
  expect(describeSent(strange)).toBe('0 counts, 0 passwords, 3 unknown requests')
})

test('a request that contains a password is counted as a password', () => {
  expect(describeSent([sent('/api/admin/login')])).toBe('0 counts, 1 password')
})

test('a leak check is explained', () => {
  expect(explain(sent(BREACH_CHECK_PATH)).meaning).toContain('first 5 of the 40 digits')
})
