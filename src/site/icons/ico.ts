type Picture = { size: number; png: Uint8Array }

const HEADER_BYTES = 6
const ENTRY_BYTES = 16
const ICON = 1
const COLOR_PLANES = 1
const BITS_PER_PIXEL = 32

/** For square PNGs up to 255 pixels. See https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10). */
export function icoOf(pictures: Picture[]): Uint8Array {
  const head = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES * pictures.length)
  head.writeUInt16LE(ICON, 2)
  head.writeUInt16LE(pictures.length, 4)
  let start = head.byteLength
  for (const [index, { size, png }] of pictures.entries()) {
    const at = HEADER_BYTES + ENTRY_BYTES * index
    head.writeUInt8(size, at)
    head.writeUInt8(size, at + 1)
    head.writeUInt16LE(COLOR_PLANES, at + 4)
    head.writeUInt16LE(BITS_PER_PIXEL, at + 6)
    head.writeUInt32LE(png.byteLength, at + 8)
    head.writeUInt32LE(start, at + 12)
    start += png.byteLength
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)])
}
