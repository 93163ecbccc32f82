import { expect, test } from 'bun:test'
import { showAge, showDate, showDistance, showMoment } from './dates.ts'

const NOW = new Date('2026-03-14T12:00:00Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms).toISOString()
const HOUR = 3_600_000
const DAY = 24 * HOUR

test.each([
  [0, 'now'],
  [59_999, 'now'],
  [60_000, '1 minute ago'],
  [59 * 60_000, '59 minutes ago'],
  [HOUR, '1 hour ago'],
  [DAY - 1, '23 hours ago'],
  [DAY, 'yesterday'],
  [7 * DAY - 1, '6 days ago'],
])('%d ms ago reads %p', (ms, text) => {
  expect(showAge(ago(ms), NOW)).toBe(text)
})

test.each([
  [59_999, 'now'],
  [60_000, 'in 1 minute'],
  [DAY - 1, 'in 23 hours'],
  [DAY, 'tomorrow'],
  [7 * DAY - 1, 'in 6 days'],
  [-HOUR, '1 hour ago'],
])('%d ms from now reads %p', (ms, text) => {
  expect(showDistance(ago(-ms), NOW)).toBe(text)
})

test('seven days from now is a date', () => {
  for (const ms of [7 * DAY, 400 * DAY]) expect(showDistance(ago(-ms), NOW)).toBe(showDate(ago(-ms)))
})

test('moments a week ago or in the future are shown as dates', () => {
  for (const ms of [7 * DAY, 400 * DAY, -1, -DAY]) expect(showAge(ago(ms), NOW)).toBe(showDate(ago(ms)))
})

test('dates have the format of the locale', () => {
  const now = NOW.toISOString()
  const written = (options: Intl.DateTimeFormatOptions) => NOW.toLocaleString(undefined, options)
  for (const _ of ['created format', 'cached format']) {
    expect(showDate(now)).toBe(written({ dateStyle: 'medium' }))
    expect(showDate(now, 'long')).toBe(written({ dateStyle: 'long' }))
    expect(showMoment(now)).toBe(written({ dateStyle: 'medium', timeStyle: 'short' }))
  }
  expect(showMoment('')).toBe('Invalid Date')
})
