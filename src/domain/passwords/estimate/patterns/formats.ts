import type { Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'
import type { Rate } from './disguises.ts'

/** What a program or standard writes, with the bits that it leaves open. */
type Format = { name: string; pattern: RegExp; bits: (text: string) => number }

const BITS_PER_HEX_DIGIT = 4
const BITS_PER_BASE64_DIGIT = 6

/** UUIDs by RFC 9562: random; 74 random bits and milliseconds of thirty years; a clock and a device. */
const FORMATS: Format[] = [
  {
    name: 'a random UUID',
    pattern: /^[\da-f]{8}-?[\da-f]{4}-?4[\da-f]{3}-?[89ab][\da-f]{3}-?[\da-f]{12}$/i,
    bits: () => 122,
  },
  {
    name: 'a UUID made from the time',
    pattern: /^[\da-f]{8}-?[\da-f]{4}-?[167][\da-f]{3}-?[89ab][\da-f]{3}-?[\da-f]{12}$/i,
    bits: () => 114,
  },
  {
    name: 'hexadecimal digits',
    pattern: /^(?=.*\d)(?=.*[a-f])(?:0x)?[\da-f:-]{16,}$/i,
    bits: (text) => BITS_PER_HEX_DIGIT * (text.match(/[\da-f]/gi)?.length ?? 0),
  },
  {
    name: 'Base64 of random bytes',
    pattern: /^(?=.{16})(?=.*[+/=])(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[a-zA-Z\d+/]+={0,2}$/,
    bits: (text) => BITS_PER_BASE64_DIGIT * text.replaceAll('=', '').length,
  },
  /** By Apple, "Password Rules": 71 bits. */
  {
    name: 'a password that Apple’s devices suggest',
    pattern: /^(?=[^A-Z]*[A-Z][^A-Z]*$)(?=\D*\d\D*$)[a-zA-Z\d]{6}-[a-zA-Z\d]{6}-[a-zA-Z\d]{6}$/,
    bits: () => 71,
  },
  {
    name: 'a password like those that Chrome suggests',
    pattern: /^(?=.*[2-9])(?=.*[a-z])(?=.*[A-Z])(?=.*[-_.:!])[a-km-np-zA-HJ-NP-Z2-9_.:!-]{15}$/,
    bits: () => 15 * Math.log2(61),
  },
  {
    name: 'a password like those that Firefox suggests',
    pattern: /^(?=.*[2-9])(?=.*[a-z])(?=.*[A-Z])[a-km-np-zA-HJ-NP-Z2-9]{15}$/,
    bits: () => 15 * Math.log2(56),
  },
]

/** Identifiers and keys that documentation shows; at most their first 100 characters are compared. */
const EXAMPLES = [
  '550e8400-e29b-41d4-a716-446655440000',
  'f47ac10b-58cc-4372-a567-0e02b2c3d479',
  '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
  '123e4567-e89b-12d3-a456-426614174000',
  'd41d8cd98f00b204e9800998ecf8427e',
  'da39a3ee5e6b4b0d3255bfef95601890afd80709',
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE',
  'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
  'pk_test_TYooMQauvdEDq54NiTphI7jx',
  'AKIAIOSFODNN7EXAMPLE',
  'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'DE89370400440532013000',
  'FR1420041010050500013M02606',
  'FR7630006000011234567890189',
  'GB29NWBK60161331926819',
  'GB82WEST12345698765432',
  'NL91ABNA0417164300',
  'ES9121000418450200051332',
  'IT60X0542811101000000123456',
  'CH9300762011623852957',
  'AT611904300234573201',
  'BE68539007547034',
  'PL61109010140000071219812874',
  '4111111111111111',
  '4242424242424242',
  'JBSWY3DPEHPK3PXP',
]
const EXAMPLE_BITS = 10

const IBAN = /^[A-Z]{2}\d{2}(?: ?[\dA-Z]{4}){2,7}(?: ?[\dA-Z]{1,3})?$/
const IBAN_COUNTRY_BITS = 4
/** Banks' codes are public: about a thousand a country instead of up to eight digits. */
const IBAN_BANK_DIGITS = 5

/** -log2 of how rarely people encode a password. */
const ENCODED_BITS = 3
const ENCODED_LENGTH_MIN = 8
/** Otherwise bytes that are letters by chance. */
const MEANING_BITS_MIN = 8

/** Whole texts in the format of a program. */
export function findFormats(characters: readonly Character[], rate: Rate): Match[] {
  const text = characters.map(({ typed }) => typed).join('')
  const span = { start: 0, end: characters.length }
  return [
    ...FORMATS.filter(({ pattern }) => pattern.test(text)).map(({ name, bits }) => ({
      name,
      bits: bits(text),
    })),
    ...readIban(text),
    ...readExample(text),
  ]
    .map(({ name, bits }): Match => {
      return { ...span, bits, randomBits: bits, finding: { kind: 'format', name, of: [] } }
    })
    .concat(...decode(text).map(({ name, decoded }) => rateDecoded(span, name, rate(decoded))))
}

function readIban(text: string): { name: string; bits: number }[] {
  const plain = text.replaceAll(' ', '')
  if (!IBAN.test(text) || !hasCheckDigits(plain)) return []
  const digits = plain.length - 4 - IBAN_BANK_DIGITS
  return [{ name: 'an account number (IBAN)', bits: IBAN_COUNTRY_BITS + Math.log2(10) * digits }]
}

function readExample(text: string): { name: string; bits: number }[] {
  const plain = text.replaceAll(' ', '')
  return EXAMPLES.includes(plain) ? [{ name: 'an example from documentation', bits: EXAMPLE_BITS }] : []
}

/** ISO 7064, MOD 97-10. */
function hasCheckDigits(iban: string): boolean {
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

function rateDecoded(
  span: { start: number; end: number },
  name: string,
  { bits, randomBits, findings }: ReturnType<Rate>,
): Match[] {
  if (randomBits - bits < MEANING_BITS_MIN) return []
  const all = { bits: bits + ENCODED_BITS, randomBits: randomBits + ENCODED_BITS }
  return [{ ...span, ...all, finding: { kind: 'format', name, of: findings } }]
}

function decode(text: string): { name: string; decoded: string }[] {
  if (text.length < ENCODED_LENGTH_MIN) return []
  const found = [
    { name: 'Base64', bytes: /^[\w+/-]+={0,2}$/.test(text) ? bytesOfBase64(text) : null },
    { name: 'hexadecimal', bytes: /^(?:[\da-f]{2})+$/i.test(text) ? bytesOfHex(text) : null },
  ]
  return found.flatMap(({ name, bytes }) => {
    const decoded = bytes && textOf(bytes)
    return decoded ? [{ name, decoded }] : []
  })
}

function bytesOfBase64(text: string): Uint8Array | null {
  const digits = text.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '')
  if (digits.length % 4 === 1) return null
  return Uint8Array.from(atob(digits), (character) => character.charCodeAt(0))
}

function bytesOfHex(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}

/** Null unless the bytes are printable UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes).replace(/\n$/, '')
  return /[\p{C}\ufffd]/u.test(text) || text === '' ? null : text
}
