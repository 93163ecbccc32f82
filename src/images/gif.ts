import { animatedImageError, concatBytes, PARTS_MAX, type Reader, viewOf } from './image-reader.ts'

const HEADER_BYTES = 13
const BLOCK = { extension: 0x21, image: 0x2c, end: 0x3b }
/** Transparency; the other extensions are comments and application data such as XMP. */
const GRAPHIC_CONTROL = 0xf9
const CONTROL_BYTES = 8

/** https://www.w3.org/Graphics/GIF/spec-gif89a.txt: one image between header and trailer. */
export const readGif: Reader = (file) => {
  const view = viewOf(file)
  let at = HEADER_BYTES + paletteBytes(view.getUint8(10))
  const kept = [file.subarray(0, at)]
  let images = 0
  let parts = 0
  for (;;) {
    const start = at
    if (++parts > PARTS_MAX) return null
    const kind = view.getUint8(at)
    if (kind === BLOCK.end) break
    if (kind === BLOCK.image) {
      if (++images > 1) throw animatedImageError()
      at = endOfData(file, at + 11 + paletteBytes(view.getUint8(at + 9)))
      kept.push(file.subarray(start, at))
    } else if (kind === BLOCK.extension) {
      at = endOfData(file, at + 2)
      const isControl = view.getUint8(start + 1) === GRAPHIC_CONTROL && at - start === CONTROL_BYTES
      if (isControl) kept.push(file.subarray(start, at))
    } else return null
  }
  if (images === 0) return null
  kept.push(new Uint8Array([BLOCK.end]))
  // Browsers crop to the canvas.
  return { width: view.getUint16(6, true), height: view.getUint16(8, true), bytes: concatBytes(kept) }
}

const paletteBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Returns the offset after a chain of sub-blocks. Throws RangeError if it doesn't end. */
function endOfData(file: Uint8Array, start: number): number {
  const view = viewOf(file)
  let at = start
  for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += 1 + length
  return at + 1
}
