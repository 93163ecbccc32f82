import sniff from 'html-encoding-sniffer'

/** Browsers look through 1,024 bytes for a <meta> and take up a later one after all; this is their late one. */
const PRESCAN_BYTES = 8192
const UNDECLARED = ''

/**
 * The text of a page and the encoding it is in, as a browser would tell it: by its mark of byte order, the header, or its
 * <meta>. One that tells nothing is UTF-8 where it can be, and Western European otherwise. Null for an encoding that no
 * browser reads either.
 */
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
    // Not an error but the answer: it isn't UTF-8.
    return decodeAs('windows-1252', body)
  }
}

function decodeAs(charset: string, body: Uint8Array): { text: string; charset: string } | null {
  try {
    return { text: new TextDecoder(charset).decode(body), charset }
  } catch (error) {
    // 'replacement' stands for encodings that hide markup from filters, such as ISO-2022-KR: nobody decodes them.
    if (error instanceof RangeError) return null
    throw error
  }
}
