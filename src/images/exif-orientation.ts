import { concatBytes, jpegSegment, textAt, viewOf } from './image-reader.ts'

const PREFIX = 'Exif\0\0'
const ORIENTATION = 0x0112
const SHORT = 3
const ENTRY_BYTES = 12

/** Returns 1 (upright) to 8. */
export function orientationIn(segment: Uint8Array): number {
  if (textAt(segment, 0, PREFIX.length) !== PREFIX) return 1
  const tiff = segment.subarray(PREFIX.length)
  const view = viewOf(tiff)
  if (tiff.byteLength < 8) return 1
  const isLittle = textAt(tiff, 0, 2) === 'II'
  const first = view.getUint32(4, isLittle)
  const inside = (at: number, bytes: number) => at + bytes <= tiff.byteLength
  if (!inside(first, 2)) return 1
  const count = view.getUint16(first, isLittle)
  for (let index = 0; index < count; index++) {
    const entry = first + 2 + index * ENTRY_BYTES
    if (!inside(entry, ENTRY_BYTES)) return 1
    if (view.getUint16(entry, isLittle) !== ORIENTATION) continue
    const value = view.getUint16(entry + 8, isLittle)
    return view.getUint16(entry + 2, isLittle) === SHORT && value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

export function orientationSegment(orientation: number): Uint8Array {
  const tiff = new Uint8Array(26)
  const view = viewOf(tiff)
  tiff.set(Buffer.from('MM\0*'))
  view.setUint32(4, 8)
  view.setUint16(8, 1)
  view.setUint16(10, ORIENTATION)
  view.setUint16(12, SHORT)
  view.setUint32(14, 1)
  view.setUint16(18, orientation)
  return jpegSegment(0xe1, concatBytes([Buffer.from(PREFIX), tiff]))
}
