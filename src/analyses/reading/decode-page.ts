import sniff from 'html-encoding-sniffer'

/** Browsers prescan 1,024 bytes but also honor a later <meta>. */
const PRESCAN_BYTES = 8192
const UNDECLARED = ''

/** By byte order mark, header, <meta>, UTF-8 if valid, else windows-1252, as in browsers. Null if unsupported. */
export function decodePage(
  body: Uint8Array,
  contentType: string | null,
): { text: string; charset: string } | null {
  const label = /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? '')?.[1]
  const options = { transportLayerEncodingLabel: label, defaultEncoding: UNDECLARED }
  const declared = sniff(body, { ...options, maxPrescanBytes: PRESCAN_BYTES })
  if (declared !== UNDECLARED) return decodeAs(declared, body)
  try {
    return { text: new TextDecoder('UTF-8', { fatal: true }).decode(body), charset: 'UTF-8' }
  } catch {
    // Not valid UTF-8, and nothing was declared.
    return decodeAs('windows-1252', body)
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
