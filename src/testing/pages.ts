import type { PageInput } from '#src/analyses/page-reading.ts'

export type PageName = 'shop' | 'blog' | 'docs' | 'spa' | 'german' | 'spanish' | 'japanese' | 'french'

export const pageSource = (name: PageName) =>
  Bun.file(new URL(`./pages/${name}.html`, import.meta.url)).text()

export function pageOf(html: string | Uint8Array, contentType = 'text/html'): PageInput {
  const body = typeof html === 'string' ? new TextEncoder().encode(html) : html
  return { url: 'https://www.site.example/guides/page-7.html', contentType, body }
}

/** Throws for characters missing in the encoding. */
export function encodeAs(encoding: string, text: string): Uint8Array {
  if (encoding.startsWith('utf-16')) return encodeUtf16(text, encoding === 'utf-16le')
  const bytes = bytesOf(encoding)
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const encoded = bytes.get(character)
      if (encoded === undefined) throw new Error(`${encoding} has no ${character}`)
      return encoded
    }),
  )
}

/** Inverts the decoder, because the platform has no encoders. */
function bytesOf(encoding: string): Map<string, number[]> {
  const decoder = new TextDecoder(encoding)
  const bytes = new Map<string, number[]>()
  const note = (...encoded: number[]) => {
    const character = decoder.decode(Uint8Array.from(encoded))
    if ([...character].length === 1 && character !== '\ufffd' && !bytes.has(character))
      bytes.set(character, encoded)
  }
  for (let byte = 0; byte < 256; byte++) note(byte)
  for (let lead = 0x81; lead < 256; lead++) for (let trail = 0x40; trail < 256; trail++) note(lead, trail)
  return bytes
}

function encodeUtf16(text: string, isLittleEndian: boolean): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(text.length * 2))
  for (let at = 0; at < text.length; at++) bytes.setUint16(at * 2, text.charCodeAt(at), isLittleEndian)
  return new Uint8Array(bytes.buffer)
}
