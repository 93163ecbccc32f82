import { orientationIn, orientationSegment } from './exif-orientation.ts'
import { concatBytes, jpegSegment, PARTS_MAX, type Reader, textAt, viewOf } from './image-reader.ts'

const MARKER = { start: 0xd8, end: 0xd9, scan: 0xda, exif: 0xe1, profile: 0xe2, adobe: 0xee, jfif: 0xe0 }

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7

/** Huffman, arithmetic and quantization tables, lines, restart intervals and scans. */
const PIXEL_SEGMENTS = new Set([0xc4, 0xcc, 0xdb, 0xdc, 0xdd, MARKER.scan])

const JFIF_BYTES = 14
const ADOBE_BYTES = 12

/** What pixels and colors need of a segment: JFIF without its thumbnail, but no comments, reserved or other APP segments. */
function neededPart(segment: Uint8Array, marker: number): Uint8Array | null {
  const starts = (name: string) => textAt(segment, 4, name.length) === name
  const bytes = segment.byteLength - 4
  if (marker === MARKER.jfif && starts('JFIF\0') && bytes >= JFIF_BYTES) {
    return jpegSegment(marker, concatBytes([segment.subarray(4, 4 + JFIF_BYTES - 2), new Uint8Array(2)]))
  }
  if (marker === MARKER.adobe && starts('Adobe') && bytes >= ADOBE_BYTES) {
    return jpegSegment(marker, segment.subarray(4, 4 + ADOBE_BYTES))
  }
  const isProfile = marker === MARKER.profile && starts('ICC_PROFILE\0')
  return isProfile || isFrame(marker) || PIXEL_SEGMENTS.has(marker) ? segment : null
}

/** https://www.w3.org/Graphics/JPEG/itu-t81.pdf, annex B. Keeps the Exif orientation, which upright display needs. */
export const readJpeg: Reader = (file) => {
  const view = viewOf(file)
  const kept: Uint8Array[] = [file.subarray(0, 2)]
  let size: { width: number; height: number } | null = null
  let orientation = 1
  let hasPixels = false
  let parts = 0
  for (let at = 2; ; ) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff || marker === 0) return null
    // Markers may be preceded by fill bytes.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === MARKER.end) break
    if (++parts > PARTS_MAX) return null
    const length = view.getUint16(at + 2)
    const start = at + 4
    let end = at + 2 + length
    if (length < 2 || end > file.byteLength) return null
    if (isFrame(marker)) {
      if (size) return null
      size = { height: view.getUint16(start + 1), width: view.getUint16(start + 3) }
    }
    if (marker === MARKER.exif && orientation === 1) orientation = orientationIn(file.subarray(start, end))
    if (marker === MARKER.scan) {
      if (!size) return null
      hasPixels = true
      end = endOfScan(file, end)
    }
    const needed = neededPart(file.subarray(at, end), marker)
    if (needed) kept.push(needed)
    at = end
  }
  if (!size || !hasPixels) return null
  if (orientation > 1) kept.splice(1, 0, orientationSegment(orientation))
  kept.push(new Uint8Array([0xff, MARKER.end]))
  const shown = orientation > 4 ? { width: size.height, height: size.width } : size
  return { ...shown, bytes: concatBytes(kept) }
}

/** Returns the offset of the marker after the pixel data. Throws RangeError without one. */
function endOfScan(file: Uint8Array, start: number): number {
  for (let at = file.indexOf(0xff, start); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1]
    if (next === undefined) break
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at
  }
  throw new RangeError('the pixel data has no end')
}
