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
  {
    name: 'a key in groups',
    pattern:
      /^(?=.*\d)(?=.*[A-Z])(?:[A-Z\d]{4}(?:-[A-Z\d]{4})+|[A-Z\d]{5}(?:-[A-Z\d]{5})+|[A-Z\d]{6}(?:-[A-Z\d]{6})+)$/,
    bits: (text) => Math.log2(KEY_ALPHABETS.find(({ form }) => form.test(text))?.size ?? 36) * digitsIn(text),
  },
  /** By D. S. Wilkerson, "A Proposal for Proquints" (2009): 16 bits each. */
  {
    name: 'pronounceable groups (proquints)',
    pattern:
      /^[bdf-hj-npr-tvz][aiou][bdf-hj-npr-tvz][aiou][bdf-hj-npr-tvz](?:-[bdf-hj-npr-tvz][aiou][bdf-hj-npr-tvz][aiou][bdf-hj-npr-tvz])+$/,
    bits: (text) => 16 * ((text.length + 1) / 6),
  },
  {
    name: 'a network device’s address (MAC)',
    pattern: /^[\da-f]{2}(?:[:-][\da-f]{2}){5}$/i,
    bits: () => MAKER_BITS + 24,
  },
  {
    name: 'coordinates of a place',
    pattern: /^[NS]? ?-?\d{1,2}\.\d{2,6}°?[ ,;NS-]{1,3}[EW]? ?-?\d{1,3}\.\d{2,6}°?[EW]?$/,
    bits: () => PLACE_BITS,
  },
  {
    name: 'a coordinate of a place',
    pattern: /^[NSEW]? ?\d{1,3} ?° ?\d{1,2} ?['′](?: ?\d{1,2}(?:\.\d{1,2})? ?(?:"|″|''))? ?[NSEW]?$/,
    bits: () => PLACE_BITS / 2,
  },
]

/** Of product keys and Crockford's Base32, without characters that look alike. */
const KEY_ALPHABETS = [
  { form: /^[BCDFGHJKMNPQRTVWXY2-46-9-]+$/, size: 24 },
  { form: /^[\dA-HJKMNP-TV-Z-]+$/, size: 32 },
]
const digitsIn = (text: string) => text.replaceAll('-', '').length

/** The first half of a MAC address names its maker: of some 35,000, a few hundred make most devices. */
const MAKER_BITS = 9
/** At four decimals, a hundred thousand towns and a hundred thousand points in each. */
const PLACE_BITS = Math.log2(1e10)
/** Books in print and before, most of them hardly known. */
const BOOK_BITS = Math.log2(4e7)

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
const digests = new WeakMap<ReadonlyMap<string, number>, Map<number, Set<string>>>()
/** The password, the hash, and how rarely people use a digest. */
const DIGEST_BITS = Math.log2(DIGESTED_PASSWORDS) + 5

/** -log2 of how rarely people encode a password. */
const ENCODED_BITS = 3
const ENCODED_LENGTH_MIN = 8
const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

type Encoding = { name: string; form: RegExp; digits: string }
const BASE64: Encoding = {
  name: 'Base64',
  form: /^[\w+/-]+=?=?$/,
  digits: `${CAPITALS}${CAPITALS.toLowerCase()}0123456789+/`,
}
const ENCODINGS: Encoding[] = [
  BASE64,
  { name: 'Base32', form: /^[A-Z2-7]+=*$/i, digits: `${CAPITALS}234567` },
  { name: 'hexadecimal', form: /^(?:[\da-f]{2})+$/i, digits: '0123456789ABCDEF' },
]
/** Otherwise bytes that are letters by chance. */
const MEANING_BITS_MIN = 8

const TOKEN = /^eyJ[\w-]*\.(?<claims>eyJ[\w-]*)(?:\.(?<signature>[\w-]*))?$/

type Span = { start: number; end: number }

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
    ...readIsbn(text),
    ...readDigest(text, passwords),
  ]
    .map(({ name, bits }): Match => {
      return { ...span, bits, randomBits: bits, finding: { kind: 'format', name, of: [] } }
    })
    .concat(...decode(text).map(({ name, decoded }) => rateDecoded(span, name, rate(decoded))))
    .concat(readToken(text, span, rate))
}

function readIban(text: string): { name: string; bits: number }[] {
  const plain = text.replaceAll(' ', '')
  if (!IBAN.test(text) || !hasCheckDigits(plain)) return []
  const digits = plain.length - 4 - IBAN_BANK_DIGITS
  return [{ name: 'an account number (IBAN)', bits: IBAN_COUNTRY_BITS + Math.log2(10) * digits }]
}

/** ISO 2108, with its check digit. */
function readIsbn(text: string): { name: string; bits: number }[] {
  const digits = text.replace(/^ISBN:? ?/i, '').replaceAll(/[ -]/g, '')
  const sum = (weight: (at: number) => number) =>
    [...digits].reduce((total, digit, at) => total + weight(at) * (digit === 'X' ? 10 : Number(digit)), 0)
  const isIsbn =
    (/^97[89]\d{10}$/.test(digits) && sum((at) => (at % 2 === 0 ? 1 : 3)) % 10 === 0) ||
    (/^\d{9}[\dX]$/.test(digits) && text !== digits && sum((at) => 10 - at) % 11 === 0)
  return isIsbn ? [{ name: 'the number of a book (ISBN)', bits: BOOK_BITS }] : []
}

/** Of one of the commonest passwords, or of nothing. */
function readDigest(text: string, passwords: ReadonlyMap<string, number>): { name: string; bits: number }[] {
  const hash = HASHES.get(text.length)
  if (!hash || !HEX.test(text)) return []
  const known = digests.get(passwords) ?? new Map<number, Set<string>>()
  digests.set(passwords, known)
  const ofLength =
    known.get(text.length) ?? new Set(commonest(passwords).map((password) => digest(hash, password)))
  known.set(text.length, ofLength)
  if (!ofLength.has(text.toLowerCase())) return []
  return [{ name: 'the digest of a very common password', bits: DIGEST_BITS }]
}

const commonest = (passwords: ReadonlyMap<string, number>) =>
  ['', ...passwords.keys()].slice(0, DIGESTED_PASSWORDS)

const digest = (hash: typeof sha256 | typeof md5, text: string) => bytesToHex(hash(utf8ToBytes(text)))

/** ISO 7064, MOD 97-10. */
function hasCheckDigits(iban: string): boolean {
  let rest = 0
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

/** RFC 7519. The claims are text; only the signature may be drawn. */
function readToken(text: string, span: Span, rate: Rate): Match[] {
  const { claims, signature = '' } = TOKEN.exec(text)?.groups ?? {}
  if (!claims) return []
  const decoded = new TextDecoder().decode(bytesOf(claims, BASE64))
  const { bits, findings } = rate(decoded.replace(/[^\p{L}\p{N}@.+-]+/gu, ' ').trim())
  const all = bits + ENCODED_BITS + BITS_PER_BASE64_DIGIT * signature.length
  const finding = { kind: 'format' as const, name: 'a token (JWT)', of: findings }
  return [{ ...span, bits: all, randomBits: all, finding }]
}

function rateDecoded(span: Span, name: string, { bits, randomBits, findings }: ReturnType<Rate>): Match[] {
  if (randomBits - bits < MEANING_BITS_MIN) return []
  const all = { bits: bits + ENCODED_BITS, randomBits: randomBits + ENCODED_BITS }
  return [{ ...span, ...all, finding: { kind: 'format', name, of: findings } }]
}

function decode(text: string): { name: string; decoded: string }[] {
  if (text.length < ENCODED_LENGTH_MIN) return []
  return ENCODINGS.filter(({ form }) => form.test(text)).flatMap((encoding) => {
    const decoded = textOf(bytesOf(text, encoding))
    return decoded ? [{ name: encoding.name, decoded }] : []
  })
}

function bytesOf(text: string, { digits }: Encoding): Uint8Array {
  const width = Math.log2(digits.length)
  const plain = text.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', '')
  const bytes = new Uint8Array((plain.length * width) >> 3)
  let bits = 0
  for (const [at, digit] of [...plain].entries()) {
    bits = (bits << width) | Math.max(digits.indexOf(digit), digits.indexOf(digit.toUpperCase()))
    const rest = ((at + 1) * width) % 8
    if (rest < width) bytes[((at + 1) * width - rest) / 8 - 1] = bits >> rest
  }
  return bytes
}

/** Null unless the bytes are printable UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes).replace(/\n$/, '')
  return /[\p{C}\ufffd]/u.test(text) || text === '' ? null : text
}
