import { md5, sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'
import type { Rate } from './disguises.ts'

/** What a program or standard writes, with the bits that it leaves open; `has` is also true for the text. */
type Format = { name: string; pattern: RegExp; has?: RegExp[]; bits: (text: string) => number }

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
    pattern: /^[a-zA-Z\d+/]{16,}={0,2}$/,
    has: [/[+/=]/, /\d/, /[a-z]/, /[A-Z]/],
    bits: (text) => BITS_PER_BASE64_DIGIT * text.replaceAll('=', '').length,
  },
  /** By Apple, "Password Rules": 71 bits. */
  {
    name: 'a password that Apple’s devices suggest',
    pattern: /^[a-zA-Z\d]{6}-[a-zA-Z\d]{6}-[a-zA-Z\d]{6}$/,
    has: [/^[^A-Z]*[A-Z][^A-Z]*$/, /^\D*\d\D*$/],
    bits: () => 71,
  },
  {
    name: 'a password like those that Chrome suggests',
    pattern: /^[a-km-np-zA-HJ-NP-Z2-9_.:!-]{15}$/,
    has: [/\d/, /[a-z]/, /[A-Z]/, /[-_.:!]/],
    bits: () => 15 * Math.log2(61),
  },
  {
    name: 'a password like those that Firefox suggests',
    pattern: /^[a-km-np-zA-HJ-NP-Z2-9]{15}$/,
    has: [/\d/, /[a-z]/, /[A-Z]/],
    bits: () => 15 * Math.log2(56),
  },
]

const IBAN = /^[A-Z]{2}\d{2}(?: ?[\dA-Z]{4}){2,7}(?: ?[\dA-Z]{1,3})?$/
const IBAN_COUNTRY_BITS = 4
/** Banks' codes are public: about a thousand a country instead of up to eight digits. */
const IBAN_BANK_DIGITS = 5

/** By number of hexadecimal digits. */
const HASHES = new Map([
  [32, md5],
  [40, sha1],
  [64, sha256],
])
const HEX = /^[\da-f]+$/i
const DIGESTED_PASSWORDS = 1000
/** The password, the hash, and how rarely people use a digest. */
const DIGEST_BITS = Math.log2(DIGESTED_PASSWORDS) + 5

/** -log2 of how rarely people encode a password. */
const ENCODED_BITS = 3
const ENCODED_LENGTH_MIN = 8
/** Otherwise bytes that are letters by chance. */
const MEANING_BITS_MIN = 8

/** Whole texts in the format of a program. */
export function findFormats(
  characters: readonly Character[],
  rate: Rate,
  passwords: ReadonlyMap<string, number>,
): Match[] {
  const text = characters.map(({ typed }) => typed).join('')
  const span = { start: 0, end: characters.length }
  return [
    ...FORMATS.filter(({ pattern, has = [] }) => [pattern, ...has].every((form) => form.test(text))).map(
      ({ name, bits }) => ({
        name,
        bits: bits(text),
      }),
    ),
    ...readIban(text),
    ...readDigest(text, passwords),
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

/** Of one of the commonest passwords, or of nothing. */
function readDigest(text: string, passwords: ReadonlyMap<string, number>): { name: string; bits: number }[] {
  const hash = HASHES.get(text.length)
  if (!hash || !HEX.test(text)) return []
  const digest = text.toLowerCase()
  const common = ['', ...passwords.keys()].slice(0, DIGESTED_PASSWORDS)
  if (!common.some((password) => bytesToHex(hash(utf8ToBytes(password))) === digest)) return []
  return [{ name: 'the digest of a very common password', bits: DIGEST_BITS }]
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
    { name: 'Base64', bytes: /^[\w+/-]+=?=?$/.test(text) ? bytesOfBase64(text) : null },
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
