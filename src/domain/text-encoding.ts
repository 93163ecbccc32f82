import { analyse } from 'chardet'

/** WHATWG encoding labels and display names. */
export const ENCODINGS = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16 LE)',
  'utf-16be': 'Unicode (UTF-16 BE)',
  'windows-1252': 'Western European (Windows-1252)',
  macintosh: 'Western European (Mac Roman)',
  'windows-1250': 'Central European (Windows-1250)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'iso-8859-5': 'Cyrillic (ISO 8859-5)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  'windows-874': 'Thai (Windows-874)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  gb18030: 'Chinese (GB 18030)',
  big5: 'Chinese (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
} as const
export type Encoding = keyof typeof ENCODINGS

export const isEncoding = (name: string): name is Encoding => Object.hasOwn(ENCODINGS, name)

/** Share of zero bytes that indicates UTF-16; an English header has half. */
const ZERO_SHARE = 0.3
const HEADER_BYTES = 1000

/** Detects the encoding of a CSV file or a page from its bytes: byte order mark, then UTF-16 and UTF-8 patterns, then a guess. */
export function detectEncoding(bytes: Uint8Array): Encoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const header = bytes.subarray(0, HEADER_BYTES)
  const even = zeroShare(header, 0)
  const odd = zeroShare(header, 1)
  if (even === 0 && odd > ZERO_SHARE) return 'utf-16le'
  if (odd === 0 && even > ZERO_SHARE) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : guessLegacy(bytes)
}

/** Share of zeros among every second byte from `start`. */
function zeroShare(bytes: Uint8Array, start: 0 | 1): number {
  let zeros = 0
  let count = 0
  for (let at = start; at < bytes.length; at += 2) {
    count++
    if (bytes[at] === 0) zeros++
  }
  return count === 0 ? 0 : zeros / count
}

/**
 * Whether most non-ASCII bytes form valid UTF-8 sequences; a few broken ones are tolerated. Windows-1252 text hardly
 * ever looks like UTF-8.
 */
function isUtf8(bytes: Uint8Array): boolean {
  let whole = 0
  let broken = 0
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) continue
    const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1
    if (at + length > bytes.length) break
    const rest = bytes.subarray(at + 1, at + length)
    if (length > 1 && rest.every((byte) => byte >= 0x80 && byte <= 0xbf)) {
      whole++
      at += length - 1
    } else {
      broken++
    }
  }
  return whole >= broken
}

const SAMPLE_BYTES = 64 * 1024

/** Windows supersets, and browser labels for the detector's names. */
const DECODE_AS: Readonly<Record<string, Encoding>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-6': 'windows-1256',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  'iso-8859-9': 'windows-1254',
}

const WESTERN: readonly Encoding[] = ['windows-1252', 'windows-1250', 'windows-1254', 'windows-1257']

/** The detector has no Mac Roman and no validation: skip encodings that can't decode every byte. */
function guessLegacy(bytes: Uint8Array): Encoding {
  const sample = textsBeyondAscii(bytes)
  const western = new TextDecoder('windows-1252').decode(sample)
  const isSpelled = [western, new TextDecoder('macintosh').decode(sample)].some((text) => SPELLED.test(text))
  const names = analyse(sample).map(({ name }) => name.toLowerCase())
  const guess = names
    .map((name) => DECODE_AS[name] ?? name)
    .filter(isEncoding)
    .filter((name) => name !== 'utf-8' && (!isSpelled || WESTERN.includes(name)))
    .find((name) => canRead(sample, name))
  if (guess !== undefined && !WESTERN.includes(guess)) return guess
  const isSame = guess === undefined || new TextDecoder(guess).decode(sample) === western
  const likely = isSame ? 'windows-1252' : guess
  return countLikely(sample, 'macintosh') > countLikely(sample, likely) ? 'macintosh' : likely
}

/** Only single lowercase letters beyond ASCII, as in blåbær: they would be rare Chinese characters. */
const SPELLED = /^(?:[\0-\x7f]|(?![\0-\x7f])\p{Ll}(?![^\0-\x7f]))*$/u

/** The detector counts letter sequences, so ASCII column names, URLs and markup would outweigh a few foreign words. */
function textsBeyondAscii(bytes: Uint8Array): Uint8Array {
  const sample = new Uint8Array(SAMPLE_BYTES)
  let size = 0
  let start = 0
  let isForeign = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    isForeign ||= byte >= 0x80
    if (!CELL_ENDS.has(byte)) continue
    const cell = bytes.subarray(start, at + 1)
    if (isForeign && size + cell.length > SAMPLE_BYTES) break
    if (isForeign) sample.set(cell, size)
    size += isForeign ? cell.length : 0
    start = at + 1
    isForeign = false
  }
  return size === 0 ? bytes.subarray(0, SAMPLE_BYTES) : sample.subarray(0, size)
}

/** Bytes that are never the second byte of a character in these encodings. */
const CELL_ENDS = new Set(new TextEncoder().encode(',;<>\t\r\n"'))

function canRead(bytes: Uint8Array, encoding: Encoding): boolean {
  return !new TextDecoder(encoding).decode(bytes).includes('\uFFFD')
}

/** Lowercase letters and apostrophes anywhere; other characters only next to a non-letter. */
const LIKELY_CHARACTERS = /(?![\u0000-\u007f])[\p{Ll}’]|(?<!\p{L})[“”„‘–—…™€£°]|[“”„‘–—…™€£°](?!\p{L})/gu

const countLikely = (bytes: Uint8Array, encoding: Encoding): number =>
  new TextDecoder(encoding).decode(bytes).match(LIKELY_CHARACTERS)?.length ?? 0

/** Control characters that only binary files contain. */
const BINARY = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f]/

export const isText = (text: string): boolean => !BINARY.test(text)
