import sniff from 'html-encoding-sniffer'
import { detectEncoding } from '#domain/text-encoding.ts'

/** Browsers prescan 1,024 bytes but also honor a later <meta>. */
const PRESCAN_BYTES = 8192
const UNDECLARED = ''

/** By byte order mark, header, <meta>, UTF-8 if valid, else guessed, as in browsers. Null if unsupported. */
export function decodePage(
  body: Uint8Array,
  contentType: string | null,
): { text: string; charset: string } | null {
  const label = /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? '')?.[1]
  const options = { transportLayerEncodingLabel: label, defaultEncoding: UNDECLARED }
  const declared = sniff(body, { ...options, maxPrescanBytes: PRESCAN_BYTES })
  if (declared !== UNDECLARED) return decodeAs(declared, body)
  const text = decodeUtf8(body)
  if (text !== null && !STARTS_JAPANESE.test(text)) return { text, charset: 'UTF-8' }
  const guess = text === null ? detectEncoding(body) : 'iso-2022-jp'
  // A few broken bytes don't make it another encoding.
  if (guess === 'utf-8') return decodeAs('UTF-8', body)
  const decoded = decodeAs(guess, body)
  return decoded && { ...decoded, charset: `${decoded.charset} (guessed)` }
}

/** The escape of ISO-2022-JP. */
const STARTS_JAPANESE = /\u001b\$[@B]/

function decodeUtf8(body: Uint8Array): string | null {
  try {
    return new TextDecoder('UTF-8', { fatal: true }).decode(body)
  } catch {
    // Not valid UTF-8, and nothing was declared.
    return null
  }
}

function decodeAs(charset: string, body: Uint8Array): { text: string; charset: string } | null {
  try {
    return { text: new TextDecoder(charset).decode(body), charset }
  } catch (error) {
    // The sniffer returns 'replacement' for encodings that can hide markup from filters, such as ISO-2022-KR.
    if (error instanceof RangeError) return null
    throw error
  }
}
