import { expect, test } from 'bun:test'
import { createKnownHashes, HASH_BYTES } from './known-hashes.ts'

const hashOf = (number: number) => new Bun.CryptoHasher('sha256').update(String(number)).digest()
/** All map to the same slot. */
const neighbor = (number: number) => new Uint8Array(HASH_BYTES).fill(255, 0, 2).fill(number + 1, 2)

test('remembers ten thousand hashes until cleared', () => {
  const known = createKnownHashes()
  const hashes = Array.from({ length: 10_000 }, (_, number) => hashOf(number))
  expect(hashes.some(known.has)).toBe(false)
  for (const hash of hashes) known.add(hash)
  expect(hashes.every(known.has)).toBe(true)
  expect(known.has(hashOf(10_000))).toBe(false)
  known.clear()
  expect(hashes.some(known.has)).toBe(false)
})

test('hashes with the same slot use the following ones, even past the end of the table', () => {
  const known = createKnownHashes()
  const hashes = Array.from({ length: 8 }, (_, number) => neighbor(number))
  for (const hash of [...hashes, ...hashes]) known.add(hash)
  expect(hashes.every(known.has)).toBe(true)
  known.add(neighbor(8))
  expect(known.has(neighbor(8))).toBe(true)
  expect(hashes.filter(known.has).length).toBe(7)
})
