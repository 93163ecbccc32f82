import { expect, test } from 'bun:test'
import { isPosixZone, readTimeZone } from './time-zone.ts'

const MACHINE = readTimeZone(':/etc/localtime')

test.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  [':Europe/Berlin', 'Europe/Berlin'],
  ['posix/Asia/Tokyo', 'Asia/Tokyo'],
  ['EST5EDT', 'EST5EDT'],
  ['UTC', 'UTC'],
  ['localtime', MACHINE],
  ['/etc/localtime', MACHINE],
])('%s is the zone %s', (text, zone) => {
  expect(readTimeZone(text)).toBe(zone)
  expect(isPosixZone(text)).toBe(false)
})

test.each([
  'CET-1CEST,M3.5.0,M10.5.0/3',
  ':CET-1CEST,M3.5.0,M10.5.0/3',
  '<-03>3',
  '<+0545>-5:45',
  'GMT+2',
  'JST-9',
  'UTC0',
  'AEST-10AEDT,M10.1.0,M4.1.0/3',
])('%s follows POSIX and means the zone of the machine', (text) => {
  expect(readTimeZone(text)).toBe(MACHINE)
  expect(isPosixZone(text)).toBe(true)
})

test('the zone of the machine has a name', () => {
  expect(() => new Intl.DateTimeFormat('en', { timeZone: MACHINE ?? '' })).not.toThrow()
})

test.each(['', ':', 'Mars/Phobos', 'Berlin', '/etc/passwd', ':/no/such/file', '../etc', 'CET-'])(
  '%j is no time zone',
  (text) => {
    expect(readTimeZone(text)).toBeNull()
  },
)
