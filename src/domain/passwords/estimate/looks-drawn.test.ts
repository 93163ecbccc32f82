import { expect, test } from 'bun:test'
import { generatePassword } from '#domain/passwords/generate.ts'
import { defaultPasswordOptions } from '#domain/passwords/options.ts'
import { createRandom } from '#domain/passwords/random.ts'
import { seededBytes } from '#src/testing/random-input.ts'
import { looksDrawn } from './looks-drawn.ts'

const random = createRandom(seededBytes())

test.each([
  [{ length: 12 }],
  [{ length: 16 }],
  [{ length: 64 }],
  [{ length: 20, includeSymbols: false }],
  [{ length: 24, includeUppercase: false, includeSymbols: false }],
  [{ length: 16, avoidAmbiguous: true }],
])('almost all passwords generated with %j look drawn', (options) => {
  const passwords = Array.from({ length: 1000 }, () =>
    generatePassword({ ...defaultPasswordOptions, ...options }, random),
  )
  expect(passwords.filter((text) => looksDrawn([...text])).length).toBeGreaterThan(980)
})

test.each([
  'kdjfhgksjdhfgkjsdhfgkjdhs',
  'Lkjgdlfkjgdlkfjgdlkfj2!',
  'fjdkslafjdksla;fjdksla123456',
  'Vbqmzdrtwplkxgh1998!!',
  '5829174630592817465',
  'ывлаоывлдаоывдлаожывфдл',
  'zmxncbv1zmxncbv1zmxncbv1',
])('"%s" does not', (text) => {
  expect(looksDrawn([...text])).toBe(false)
})
