import type { Encoding } from './encoding.ts'

/** The bytes of a text in an encoding of one or two bytes a sign: every pair is decoded once, and looked up. For tests. */
export function encode(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder(encoding)
  const bytesOf = new Map<string, number[]>()
  for (let lead = 0x80; lead <= 0xff; lead++)
    for (let trail = 0x40; trail <= 0xff; trail++) {
      const sign = decoder.decode(Uint8Array.of(lead, trail))
      if ([...sign].length === 1 && !bytesOf.has(sign)) bytesOf.set(sign, [lead, trail])
    }
  for (let byte = 0; byte <= 0xff; byte++) bytesOf.set(decoder.decode(Uint8Array.of(byte)), [byte])
  return Uint8Array.from(
    [...text].flatMap((sign) => {
      const bytes = bytesOf.get(sign)
      if (bytes === undefined) throw new Error(`${encoding} has no ${sign}`)
      return bytes
    }),
  )
}
