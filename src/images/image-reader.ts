import { invalid } from '#src/errors.ts'

export type Content = { width: number; height: number; bytes: Uint8Array }

export type Reader = (file: Uint8Array) => Content | null

/** Far more than encoders write; without a limit, a file of tiny parts would take half a second. */
export const PARTS_MAX = 4_000

export const animatedImageError = () =>
  invalid('Animated images aren’t accepted, because readers can’t stop them')

export const viewOf = (file: Uint8Array) => new DataView(file.buffer, file.byteOffset, file.byteLength)

export const textAt = (file: Uint8Array, at: number, length: number): string =>
  Buffer.from(file.subarray(at, at + length)).toString('latin1')

/** Copies, which frees the original buffer. */
export function concatBytes(pieces: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.byteLength, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  return bytes
}

/** `body` has fewer than 254 bytes. */
export const jpegSegment = (marker: number, body: Uint8Array): Uint8Array =>
  concatBytes([new Uint8Array([0xff, marker, 0, body.byteLength + 2]), body])
