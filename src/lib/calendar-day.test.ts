import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { calendarDay, dayStarts, daysBetween } from './calendar-day.ts'

test.each([
  ['UTC', '2026-03-14T23:59:59.999Z', '2026-03-14'],
  ['UTC', '2026-03-15T00:00:00.000Z', '2026-03-15'],
  ['Europe/Berlin', '2026-03-14T22:59:59.999Z', '2026-03-14'],
  ['Europe/Berlin', '2026-03-14T23:00:00.000Z', '2026-03-15'],
  ['America/Los_Angeles', '2026-01-01T07:59:59.999Z', '2025-12-31'],
  ['Asia/Kathmandu', '2026-03-14T18:15:00.000Z', '2026-03-15'],
  ['Pacific/Kiritimati', '2026-03-14T10:00:00.000Z', '2026-03-15'],
  // Clocks jump from midnight to 01:00.
  ['Africa/Cairo', '2026-04-23T21:59:59.999Z', '2026-04-23'],
  ['Africa/Cairo', '2026-04-23T22:00:00.000Z', '2026-04-24'],
  // Clocks go back from midnight to 23:00, so that hour occurs twice.
  ['Africa/Cairo', '2026-10-29T20:30:00.000Z', '2026-10-29'],
  ['Africa/Cairo', '2026-10-29T21:30:00.000Z', '2026-10-29'],
  ['Africa/Cairo', '2026-10-29T22:00:00.000Z', '2026-10-30'],
])('in %s the day at %s is %s', (zone, moment, day) => {
  expect(calendarDay(zone)(new Date(moment))).toBe(day)
})

test.each([
  ['UTC', '2026-03-14', '2026-03-14T00:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-03-15', '2026-03-14T10:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-03-14', '2026-03-14T11:00:00.000Z'],
  // Clocks jump from midnight to 01:00.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
  ['Africa/Cairo', '2026-10-30', '2026-10-29T22:00:00.000Z'],
  // Samoa skipped this day.
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
])('in %s the %s starts at %s', (zone, day, moment) => {
  expect(dayStarts(zone)(day)).toBe(moment)
  expect(dayStarts(zone)(day)).toBe(moment)
})

test('days are consecutive in every time zone and across clock changes', () => {
  const zones = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'Africa/Cairo',
    'America/Havana',
    'Australia/Lord_Howe',
  )
  const moments = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2031, 0, 1) })
  fc.assert(
    fc.property(zones, moments, fc.integer({ min: 0, max: 3_600_000 }), (zone, moment, later) => {
      const dayOf = calendarDay(zone)
      const [before, after] = [dayOf(new Date(moment)), dayOf(new Date(moment + later))]
      expect(daysBetween(before, after).length).toBeWithin(1, 3)
    }),
  )
})

test('days between two dates include both and cross months, years and leap days', () => {
  expect(daysBetween('2028-02-27', '2028-03-01')).toEqual([
    '2028-02-27',
    '2028-02-28',
    '2028-02-29',
    '2028-03-01',
  ])
  expect(daysBetween('2025-12-31', '2026-01-01')).toEqual(['2025-12-31', '2026-01-01'])
  expect(daysBetween('2026-01-02', '2026-01-01')).toEqual([])
})
