import { expect, test } from 'bun:test'
import { SOME_REFUSED } from '#domain/notices.ts'
import { testToast } from './test-toast.ts'

test.each([
  [[null, null], 'Test notice sent', undefined],
  [
    ['The webhook responded with HTTP 500.'],
    'The test notice was not sent',
    'The webhook responded with HTTP 500.',
  ],
  [[SOME_REFUSED], 'The test notice did not reach everyone', SOME_REFUSED],
  [[null, 'Timed out.'], 'The test notice did not reach everyone', 'Timed out.'],
  [['No.', 'Timed out.'], 'The test notice was not sent', 'No. Timed out.'],
])('after %j, the toast says %s', (failures, title, description) => {
  const toast = testToast(failures.map((failure) => ({ channel: 'email', failure })))
  expect(toast.title).toBe(title)
  expect('description' in toast ? toast.description : undefined).toBe(description)
})
