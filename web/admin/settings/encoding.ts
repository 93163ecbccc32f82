import { analyse } from 'chardet'

/** What a file may be written in, by the names that browsers know, and what people call it. */
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

/** Share of zero bytes that tells UTF-16: half of those of an English header are. */
const ZERO_SHARE = 0.3
const HEADER_BYTES = 1000

/** The encoding of a text from its first bytes: by its byte order mark, else by what they can be, else a guess. */
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

/** How much of every second byte, from `start`, is zero. */
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
 * Whether most signs beyond ASCII are whole UTF-8 sequences: a few broken ones make no other encoding of it. Windows
 * spreadsheets save in Windows-1252, where hardly any pair of such signs looks like UTF-8.
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

/** Windows' supersets, and what browsers know instead of what the detector names. */
const READ_AS: Readonly<Record<string, Encoding>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-6': 'windows-1256',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  'iso-8859-9': 'windows-1254',
}

const WESTERN: readonly Encoding[] = ['windows-1252', 'windows-1250', 'windows-1254', 'windows-1257']

/** The detector knows neither Mac Roman nor what is certain: a candidate must be able to read every byte. */
function guessLegacy(bytes: Uint8Array): Encoding {
  const sample = cellsBeyondAscii(bytes)
  const names = analyse(sample).map(({ name }) => name.toLowerCase())
  const guess = names
    .map((name) => READ_AS[name] ?? name)
    .filter(isEncoding)
    .find((name) => name !== 'utf-8' && canRead(sample, name))
  if (guess === undefined || WESTERN.includes(guess)) {
    const western = guess ?? 'windows-1252'
    return likelySigns(sample, 'macintosh') > likelySigns(sample, western) ? 'macintosh' : western
  }
  return guess
}

/** English column names and addresses outweigh a few foreign words: the detector counts sequences of letters. */
function cellsBeyondAscii(bytes: Uint8Array): Uint8Array {
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

/** None is the second byte of a sign in any of the encodings. */
const CELL_ENDS = new Set(new TextEncoder().encode(',;\t\r\n"'))

function canRead(bytes: Uint8Array, encoding: Encoding): boolean {
  return !new TextDecoder(encoding).decode(bytes).includes('\uFFFD')
}

/** Small letters and an apostrophe anywhere; other signs of writing, but not between two letters. */
const LIKELY = /(?![\u0000-\u007f])[\p{Ll}’]|(?<!\p{L})[“”„‘–—…™€£°]|[“”„‘–—…™€£°](?!\p{L})/gu

const likelySigns = (bytes: Uint8Array, encoding: Encoding): number =>
  new TextDecoder(encoding).decode(bytes).match(LIKELY)?.length ?? 0

/** Signs that no text has: what holds them is a picture, an archive or something else under a wrong name. */
const UNTEXTUAL = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f]/

export const isText = (text: string): boolean => !UNTEXTUAL.test(text)
