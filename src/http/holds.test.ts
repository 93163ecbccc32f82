import { expect, test } from 'bun:test'
import { createHolds } from './holds.ts'

const MOST = { ofNetwork: 2, ofWideNetwork: 3, ofEveryone: 6 }

/** How many of these addresses, one after the other, get a place. */
function countTaken({ take }: ReturnType<typeof createHolds>, addresses: string[]): number {
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

test('a network has its share of the places, and all together have a bound', () => {
  const holds = createHolds(MOST)
  expect(countTaken(holds, Array(5).fill('192.0.2.1'))).toBe(2)
  expect(
    countTaken(
      holds,
      many((it) => `10.${it}.0.1`),
    ),
  ).toBe(4)
})

test.each([
  ['65,536 networks of an IPv6 site', (it: number) => `2001:db8:7:${it}::1`],
  ['256 neighbors in IPv4', (it: number) => `192.0.2.${it}`],
])('whoever has the %s leaves places to others', (_, addressOf) => {
  const holds = createHolds(MOST)
  expect(countTaken(holds, many(addressOf))).toBe(3)
  expect(countTaken(holds, ['2001:db8:8::1', '198.51.100.1'])).toBe(2)
})

test('a place that is given back, even twice, is one more place', () => {
  const holds = createHolds(MOST)
  const release = holds.take('192.0.2.1')
  holds.take('192.0.2.1')
  release()
  release()
  expect(countTaken(holds, Array(5).fill('192.0.2.1'))).toBe(1)
})
