import { expect, test } from 'bun:test'
import { createAmountLimit, createConcurrencyLimit } from './concurrency-limit.ts'

const LIMITS = { perNetwork: 2, perWideNetwork: 3, total: 6 }

/** Counts how many of these addresses get a slot. */
function countSlots({ take }: ReturnType<typeof createConcurrencyLimit>, addresses: string[]): number {
  return addresses.filter((address) => {
    try {
      take(address)
      return true
    } catch {
      return false
    }
  }).length
}

const many = (addressOf: (number: number) => string) => Array.from({ length: 20 }, (_, it) => addressOf(it))

test('slots are limited per network and overall', () => {
  const holds = createConcurrencyLimit(LIMITS)
  expect(countSlots(holds, Array(5).fill('192.0.2.1'))).toBe(2)
  expect(
    countSlots(
      holds,
      many((it) => `10.${it}.0.1`),
    ),
  ).toBe(4)
})

test.each([
  ['65,536 networks of an IPv6 site', (it: number) => `2001:db8:7:${it}::1`],
  ['256 neighbors in IPv4', (it: number) => `192.0.2.${it}`],
])('a client with %s leaves slots for others', (_, addressOf) => {
  const holds = createConcurrencyLimit(LIMITS)
  expect(countSlots(holds, many(addressOf))).toBe(3)
  expect(countSlots(holds, ['2001:db8:8::1', '198.51.100.1'])).toBe(2)
})

test('releasing a slot twice frees only one', () => {
  const holds = createConcurrencyLimit(LIMITS)
  const release = holds.take('192.0.2.1')
  holds.take('192.0.2.1')
  release()
  release()
  expect(countSlots(holds, Array(5).fill('192.0.2.1'))).toBe(1)
})

test('amounts are limited per key and in total, except for small ones', () => {
  const limit = createAmountLimit({ perKey: 60, total: 100, reserved: 5 })
  const release = limit.take('ada', 60)
  expect(() => limit.take('ada', 1)).toThrow('busy')
  limit.take('bob', 40)
  expect(() => limit.take('cyd', 6)).toThrow('busy')
  const releases = [limit.take('cyd', 3), limit.take('cyd', 2)]
  expect(() => limit.take('cyd', 1)).toThrow('busy')
  for (const end of releases) end()
  limit.take('cyd', 5)
  release()
  limit.take('cyd', 50)
})
