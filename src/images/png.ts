import { crc32 } from 'node:zlib'
import { animated, joined, MOST_PARTS, type Reader, textAt, viewOf } from './parts.ts'

const SIGNATURE_BYTES = 8

/** Color, transparency and pixels; texts, times and Exif are not among them. */
const KEPT = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'cICP',
  'bKGD',
])

/** Each chunk is a length, a name, its data and a checksum: https://www.w3.org/TR/png-3/#5Chunk-layout. */
export const readPng: Reader = (file) => {
  const view = viewOf(file)
  const kept = [file.subarray(0, SIGNATURE_BYTES)]
  const names = new Set<string>()
  let parts = 0
  for (let at = SIGNATURE_BYTES; ; ) {
    if (++parts > MOST_PARTS) return null
    const end = at + 12 + view.getUint32(at)
    const name = textAt(file, at + 4, 4)
    const isFirst = names.size === 0
    if (end > file.byteLength || (name === 'IHDR') !== isFirst || !/^[A-Za-z]{4}$/.test(name)) return null
    if (crc32(file.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) return null
    if (name === 'acTL') throw animated()
    // A capital says that an image can't be shown without the chunk.
    if (!KEPT.has(name) && /^[A-Z]/.test(name)) return null
    if (KEPT.has(name)) kept.push(file.subarray(at, end))
    names.add(name)
    at = end
    if (name === 'IEND') break
  }
  const header = SIGNATURE_BYTES + 8
  if (view.getUint32(SIGNATURE_BYTES) !== 13 || !names.has('IDAT')) return null
  return { width: view.getUint32(header), height: view.getUint32(header + 4), bytes: joined(kept) }
}
