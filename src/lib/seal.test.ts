import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { SEED } from '#src/testing/random-input.ts'
import { createKeys, KEY_BYTES, sealedBy } from './seal.ts'

const one = createKeys(new Uint8Array(KEY_BYTES).fill(1))
const other = createKeys(new Uint8Array(KEY_BYTES).fill(2))

test('opens what it sealed for the same row, and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer(), fc.string(), (text, id, table) => {
      const stored = one.seal(text, [table, id])
      expect(stored).not.toBe(one.seal(text, [table, id]))
      expect(sealedBy(stored)).toBe(one.id)
      expect(one.open(stored, [table, id])).toBe(text)
      expect(() => one.open(stored, [table, id + 1])).toThrow()
      expect(() => one.open(stored, [table, String(id)])).toThrow()
      expect(() => other.open(stored, [table, id])).toThrow('with another key')
      expect(() => other.open(stored.replace(one.id, other.id), [table, id])).toThrow()
    }),
    { seed: SEED },
  )
})

test('every changed character makes a sealed value invalid', () => {
  const stored = one.seal('JBSWY3DPEHPK3PXP', ['totp_secrets', 1])
  const data = stored.lastIndexOf(':') + 1
  // The last character of Base64 may have unused bits.
  for (let at = data; at < stored.length - 1; at++) {
    const forged = stored.slice(0, at) + (stored[at] === 'A' ? 'B' : 'A') + stored.slice(at + 1)
    expect(() => one.open(forged, ['totp_secrets', 1])).toThrow()
  }
})

test('refuses text that is not sealed', () => {
  for (const text of ['', 'JBSWY3DPEHPK3PXP', 'v1:', 'abcd-efgh']) {
    expect(() => one.open(text, ['secrets', 'x'])).toThrow('not sealed')
    expect(sealedBy(text)).toBe(null)
  }
})
