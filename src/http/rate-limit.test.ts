import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { rateLimited } from '#src/errors.ts'
import { createRateLimit, networkOf, type RateLimit, wideNetworkOf } from './rate-limit.ts'

afterEach(() => {
  setSystemTime()
})

test('attempts over the limit return the seconds to wait, and succeed after them', async () => {
  setSystemTime(new Date('2026-03-14T12:00:00Z'))
  const limit = createRateLimit({ attempts: 2, within: 60 })
  expect(limit.tryTake('a')).toBe(0)
  expect(limit.tryTake('a')).toBe(0)
  expect(limit.tryTake('a')).toBe(60)
  setSystemTime(new Date('2026-03-14T12:00:59.500Z'))
  expect(limit.tryTake('a')).toBe(1)
  setSystemTime(new Date('2026-03-14T12:01:00.001Z'))
  expect(limit.tryTake('a')).toBe(0)
})

test('a bucket refills one by one, and waits that double reset after a pause', () => {
  let now = 0
  const clock = { now: () => now }
  const bucket = createRateLimit({ attempts: 3, thenEvery: 20 }, clock)
  const doubling = createRateLimit({ attempts: 2, firstWait: 30, longestWait: 100, resetAfter: 3600 }, clock)
  const waits = (limit: RateLimit, times: number) => Array.from({ length: times }, () => limit.tryTake('a'))
  expect(waits(bucket, 4)).toEqual([0, 0, 0, 20])
  expect(waits(doubling, 3)).toEqual([0, 0, 30])
  now += 30_000
  expect(waits(bucket, 2)).toEqual([0, 10])
  expect(waits(doubling, 2)).toEqual([0, 60])
  now += 60_000
  expect(waits(bucket, 4)).toEqual([0, 0, 0, 20])
  expect(waits(doubling, 2)).toEqual([0, 100])
  now += 3_600_000
  expect(waits(doubling, 3)).toEqual([0, 0, 30])
})

test('setting the clock back locks nobody out', () => {
  let now = 3_600_000
  const limit = createRateLimit({ attempts: 1, within: 60 }, { now: () => now })
  expect([limit.tryTake('a'), limit.tryTake('a')]).toEqual([0, 60])
  now = 0
  expect(limit.tryTake('a')).toBe(0)
})

test('clients are limited independently', async () => {
  const limit = createRateLimit({ attempts: 1, within: 60 })
  limit.take('a')
  limit.take('b')
  expect(limit.tryTake('a')).toBeGreaterThan(0)
})

test('a rejection has the specified message and Retry-After', async () => {
  setSystemTime(new Date('2026-03-14T12:00:00Z'))
  const limit = createRateLimit({ attempts: 1, within: 60 })
  limit.take('a')
  const again = async () => limit.take('a')
  await expect(again()).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'Too many attempts. Please try again in 60 seconds.',
    headers: { 'retry-after': '60' },
  })
})

test.each([
  [120, '120 seconds'],
  [121, '3 minutes'],
  [2566, '43 minutes'],
  [86_398, '24 hours'],
])('a wait of %i seconds is given as %s', (seconds, wait) => {
  expect(rateLimited(seconds).message).toBe(`Too many attempts. Please try again in ${wait}.`)
})

test('the least recently used keys are dropped', async () => {
  const limit = createRateLimit({ attempts: 1, within: 60 }, { keys: 3 })
  for (const key of ['a', 'b', 'c', 'a', 'd']) limit.tryTake(key)
  expect(limit.tryTake('a')).toBeGreaterThan(0)
  expect(limit.tryTake('d')).toBeGreaterThan(0)
  expect(limit.tryTake('b')).toBe(0)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
  ['not:an:address', 'not:an:address'],
])('the network of %p is %p', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2::1', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
  ['2001:db8:2:2::1', '2001:db8:2::/48'],
  ['', ''],
])('the wide network of %p is %p', (address, network) => {
  expect(wideNetworkOf(address)).toBe(network)
})
