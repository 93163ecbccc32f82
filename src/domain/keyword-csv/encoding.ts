export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Share of zero bytes that tells UTF-16: half of those of an English header are. */
const ZERO_SHARE = 0.3
const HEADER_BYTES = 1000

/** The encoding of a text from its first bytes: by its byte order mark, else by what they can be. */
export function detectEncoding(bytes: Uint8Array): Encoding {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const header = bytes.subarray(0, HEADER_BYTES)
  const even = zeroShare(header, 0)
  const odd = zeroShare(header, 1)
  if (even === 0 && odd > ZERO_SHARE) return 'utf-16le'
  if (odd === 0 && even > ZERO_SHARE) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
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

/** Signs that no text has: what holds them is a picture, an archive or something else under a wrong name. */
const UNTEXTUAL = /[\u0000-\u0008\u000e-\u0019\u001b-\u001f]/

export const isText = (text: string): boolean => !UNTEXTUAL.test(text)
