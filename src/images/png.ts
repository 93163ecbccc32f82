import { crc32 } from 'node:zlib'
import { animatedImageError, concatBytes, PARTS_MAX, type Reader, textAt, viewOf } from './image-reader.ts'

const SIGNATURE_BYTES = 8

/** Pixels, transparency and colors, in bytes. Longer chunks could hide text. */
const SIZES: Record<string, number> = { IHDR: 13, IEND: 0, cHRM: 32, cICP: 4, gAMA: 4, sRGB: 1 }
const SIZES_MAX: Record<string, number> = { PLTE: 768, tRNS: 256, iCCP: Infinity, IDAT: Infinity }

/** https://www.w3.org/TR/png-3/#5Chunk-layout: length, name, data and checksum. */
export const readPng: Reader = (file) => {
  const view = viewOf(file)
  const kept = [file.subarray(0, SIGNATURE_BYTES)]
  const names = new Set<string>()
  let parts = 0
  for (let at = SIGNATURE_BYTES; ; ) {
    if (++parts > PARTS_MAX) return null
    const end = at + 12 + view.getUint32(at)
    const name = textAt(file, at + 4, 4)
    const isFirst = names.size === 0
    if (end > file.byteLength || (name === 'IHDR') !== isFirst || !/^[A-Za-z]{4}$/.test(name)) return null
    if (crc32(file.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) return null
    if (name === 'acTL') throw animatedImageError()
    // Chunks whose names start with a capital are critical: the image can't be shown without them.
    const size = view.getUint32(at)
    const isNew = name === 'IDAT' || !names.has(name)
    const isKept = isNew && (SIZES[name] === size || size <= (SIZES_MAX[name] ?? -1))
    if (!isKept && /^[A-Z]/.test(name)) return null
    if (isKept) kept.push(file.subarray(at, end))
    names.add(name)
    at = end
    if (name === 'IEND') break
  }
  const header = SIGNATURE_BYTES + 8
  if (!names.has('IDAT')) return null
  return { width: view.getUint32(header), height: view.getUint32(header + 4), bytes: concatBytes(kept) }
}
