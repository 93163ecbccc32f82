import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { AppError, rateLimited } from '#src/errors.ts'
import { createRateLimit, networkOf, wideNetworkOf } from './rate-limit.ts'

afterEach(() => {
  setSystemTime()
})

test('attempts beyond the limit are told how long to wait, and pass again after that', async () => {
  setSystemTime(new Date('2026-03-14T12:00:00Z'))
  const limit = createRateLimit({ attempts: 2, seconds: 60 })
  expect(await limit.wait('a')).toBe(0)
  expect(await limit.wait('a')).toBe(0)
  expect(await limit.wait('a')).toBe(60)
  setSystemTime(new Date('2026-03-14T12:00:59.500Z'))
  expect(await limit.wait('a')).toBe(1)
  setSystemTime(new Date('2026-03-14T12:01:00.001Z'))
  expect(await limit.wait('a')).toBe(0)
})

test('one client using up its attempts leaves the others theirs', async () => {
  const limit = createRateLimit({ attempts: 1, seconds: 60 })
  await limit.take('a')
  await limit.take('b')
  expect(await limit.wait('a')).toBeGreaterThan(0)
})

test('a refusal carries the specified sentence and the seconds as a header', async () => {
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

test('of more keys than are kept, those longest unused are forgotten', async () => {
  const limit = createRateLimit({ attempts: 1, seconds: 60, keys: 3 })
  for (const key of ['a', 'b', 'c', 'a', 'd']) await limit.wait(key)
  expect(await limit.wait('a')).toBeGreaterThan(0)
  expect(await limit.wait('d')).toBeGreaterThan(0)
  expect(await limit.wait('b')).toBe(0)
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
])('%p counts as %p', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2::1', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
  ['2001:db8:2:2::1', '2001:db8:2::/48'],
  ['', ''],
])('%p is in the wide network %p', (address, network) => {
  expect(wideNetworkOf(address)).toBe(network)
})
