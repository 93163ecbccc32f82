import type { Encoding } from '#domain/text-encoding.ts'

/** Encodes text in a one- or two-byte encoding, by decoding every byte pair once. */
export function encode(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder(encoding)
  const bytesOf = new Map<string, number[]>()
  for (let lead = 0x80; lead <= 0xff; lead++)
    for (let trail = 0x40; trail <= 0xff; trail++) {
      const character = decoder.decode(Uint8Array.of(lead, trail))
      if ([...character].length === 1 && !bytesOf.has(character)) bytesOf.set(character, [lead, trail])
    }
  for (let byte = 0; byte <= 0xff; byte++) bytesOf.set(decoder.decode(Uint8Array.of(byte)), [byte])
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const bytes = bytesOf.get(character)
      if (bytes === undefined) throw new Error(`${encoding} has no ${character}`)
      return bytes
    }),
  )
}
