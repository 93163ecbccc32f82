import { animated, joined, MOST_PARTS, type Reader, viewOf } from './parts.ts'

const HEADER_BYTES = 13
const BLOCK = { extension: 0x21, image: 0x2c, end: 0x3b }
/** Transparency; the other extensions are comments and data of programs, XMP among them. */
const GRAPHIC_CONTROL = 0xf9

/** Blocks by https://www.w3.org/Graphics/GIF/spec-gif89a.txt: one image between a header and the trailer. */
export const readGif: Reader = (file) => {
  const view = viewOf(file)
  let at = HEADER_BYTES + paletteBytes(view.getUint8(10))
  const kept = [file.subarray(0, at)]
  let images = 0
  let parts = 0
  for (;;) {
    const start = at
    if (++parts > MOST_PARTS) return null
    const kind = view.getUint8(at)
    if (kind === BLOCK.end) break
    if (kind === BLOCK.image) {
      if (++images > 1) throw animated()
      // A descriptor of 10 bytes, perhaps a palette, and the smallest code size.
      at = endOfData(file, at + 11 + paletteBytes(view.getUint8(at + 9)))
      kept.push(file.subarray(start, at))
    } else if (kind === BLOCK.extension) {
      at = endOfData(file, at + 2)
      if (view.getUint8(start + 1) === GRAPHIC_CONTROL) kept.push(file.subarray(start, at))
    } else return null
  }
  if (images === 0) return null
  kept.push(new Uint8Array([BLOCK.end]))
  // The size of the whole; an image that stands out of it is cut off.
  return { width: view.getUint16(6, true), height: view.getUint16(8, true), bytes: joined(kept) }
}

const paletteBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Sub-blocks state their length and end with an empty one. Throws RangeError for those that don't. */
function endOfData(file: Uint8Array, start: number): number {
  const view = viewOf(file)
  let at = start
  for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += 1 + length
  return at + 1
}
