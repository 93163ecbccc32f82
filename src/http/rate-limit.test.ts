import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { AppError, rateLimited } from '#src/errors.ts'
import { createRateLimit, networkOf, wideNetworkOf } from './rate-limit.ts'

afterEach(() => {
  setSystemTime()
})

test('attempts over the limit return the seconds to wait, and succeed after them', async () => {
  setSystemTime(new Date('2026-03-14T12:00:00Z'))
  const limit = createRateLimit({ attempts: 2, seconds: 60 })
  expect(await limit.tryTake('a')).toBe(0)
  expect(await limit.tryTake('a')).toBe(0)
  expect(await limit.tryTake('a')).toBe(60)
  setSystemTime(new Date('2026-03-14T12:00:59.500Z'))
  expect(await limit.tryTake('a')).toBe(1)
  setSystemTime(new Date('2026-03-14T12:01:00.001Z'))
  expect(await limit.tryTake('a')).toBe(0)
})

test('clients are limited independently', async () => {
  const limit = createRateLimit({ attempts: 1, seconds: 60 })
  await limit.take('a')
  await limit.take('b')
  expect(await limit.tryTake('a')).toBeGreaterThan(0)
})

test('a rejection has the specified message and Retry-After', async () => {
  setSystemTime(new Date('2026-03-14T12:00:00Z'))
  const limit = createRateLimit({ attempts: 1, seconds: 60 })
  await limit.take('a')
  const refusal: unknown = await limit.take('a').catch((error) => error)
  expect(refusal).toBeInstanceOf(AppError)
  expect(refusal).toMatchObject({
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
  const limit = createRateLimit({ attempts: 1, seconds: 60, keys: 3 })
  for (const key of ['a', 'b', 'c', 'a', 'd']) await limit.tryTake(key)
  expect(await limit.tryTake('a')).toBeGreaterThan(0)
  expect(await limit.tryTake('d')).toBeGreaterThan(0)
  expect(await limit.tryTake('b')).toBe(0)
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
