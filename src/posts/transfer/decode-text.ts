import { invalid } from '#src/errors.ts'

/** `note`: which bytes couldn't be read. */
export type DecodedText = { text: string; note: string | null }

/**
 * Reads UTF-8, UTF-16 and the encoding that an XML file declares. Few invalid bytes become U+FFFD. Throws AppError
 * invalid, with line and column, for many.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const [first, second] = bytes
  const declared = declaredEncoding(bytes)
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return decodeAs('utf-16le', bytes)
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return decodeAs('utf-16be', bytes)
  const isAscii = /^(?:iso-2022|hz-)/i.test(declared)
  // Many files declare an encoding that they had before they were converted.
  const text = isAscii ? null : strictly('utf-8', bytes)
  if (text !== null) return { text, note: null }
  return decodeAs(declared === '' ? 'utf-8' : declared, bytes)
}

function declaredEncoding(bytes: Uint8Array): string {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, 300))
  return /^\s{0,9}<\?xml\s[^>]{0,200}?\bencoding\s?=\s?["']([\w.:-]{1,40})["']/.exec(start)?.[1] ?? ''
}

function strictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    if (error instanceof RangeError)
      throw invalid(`The encoding ${encoding} isn't supported; convert the file to UTF-8`)
    throw error
  }
}

const PLACES_MAX = 10
/** More are a sign of another encoding. */
const BYTES_PER_PLACE = 500

function decodeAs(encoding: string, bytes: Uint8Array): DecodedText {
  const text = strictly(encoding, bytes)
  if (text !== null) return { text, note: null }
  const readable = new TextDecoder(encoding).decode(bytes)
  const places = invalidPlaces(readable)
  const name = encoding.replace(/^utf-16.e$/, 'UTF-16').toUpperCase()
  if (places.length > PLACES_MAX || bytes.length < places.length * BYTES_PER_PLACE) {
    throw invalid(`This is not text in ${name}: invalid bytes in ${places[0]}; convert the file to UTF-8`)
  }
  return { text: readable, note: `Invalid bytes were read as \uFFFD: ${places.join('; ')}` }
}

/** As 'line 3, column 14'; at most one more than are allowed. */
function invalidPlaces(text: string): string[] {
  const places: string[] = []
  let line = 1
  let lineStart = 0
  for (const { 0: found, index } of text.matchAll(/[\n\uFFFD]/g)) {
    if (found === '\n') {
      line += 1
      lineStart = index + 1
    } else if (places.push(`line ${line}, column ${index - lineStart + 1}`) > PLACES_MAX) break
  }
  return places
}
