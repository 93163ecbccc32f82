import { expect, test } from 'bun:test'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { NOT_PUBLIC_V4, NOT_PUBLIC_V6, PUBLIC } from '#src/testing/address-spellings.ts'
import { isPublicAddress } from './public-address.ts'

test.each([...NOT_PUBLIC_V4, ...NOT_PUBLIC_V6])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(PUBLIC)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  '',
  'localhost',
  'example.com',
  '1.1.1',
  '1.1.1.1.1',
  '01.1.1.1',
  '1.1.1.256',
  '16843009',
  '0x01010101',
  '1.1.1.1%lo',
  ' 1.1.1.1',
  '1.1.1.1/32',
  '[2606:4700:4700::1111]',
  '2606:4700:4700::1111%eth0',
  '2606:4700:4700:::1111',
])('%j is not an address, so it is not public', (text) => {
  expect(isPublicAddress(text)).toBe(false)
})

test('a mapped IPv4 address counts as IPv4', () => {
  expect(isPublicAddress('::ffff:1.1.1.1')).toBe(true)
  expect(isPublicAddress('::ffff:101:101')).toBe(true)
  expect(isPublicAddress('::ffff:10.1.1.1')).toBe(false)
  expect(isPublicAddress('::FFFF:a9fe:a9fe')).toBe(false)
})

const CLOSED = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
  '::/8 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20',
  '4000::/2 8000::/1 fc00::/7 fe80::/10 fec0::/10 ff00::/8',
]
  .join(' ')
  .split(' ')

test('no address in a reserved range is public', () => {
  const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 })
  fc.assert(
    fc.property(fc.constantFrom(...CLOSED), bytes, (range, noise) => {
      const [start, bits] = ipaddr.parseCIDR(range)
      const inside = start.toByteArray().map((byte, index) => {
        const fixed = Math.min(8, Math.max(0, bits - index * 8))
        return (byte & (0xff00 >> fixed)) | ((noise[index] ?? 0) & (0xff >> fixed))
      })
      expect(isPublicAddress(ipaddr.fromByteArray(inside).toString())).toBe(false)
    }),
    { numRuns: 1000 },
  )
})
