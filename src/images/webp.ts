import { animatedImageError, concatBytes, PARTS_MAX, type Reader, textAt, viewOf } from './image-reader.ts'

const HEADER_BYTES = 12
const CHUNK_HEADER_BYTES = 8

/** VP8X flags, https://developers.google.com/speed/webp/docs/riff_container#extended_file_format. */
const FLAGS = { animation: 0x02, xmp: 0x04, exif: 0x08, alpha: 0x10, profile: 0x20 }

const PIXELS = new Set(['VP8 ', 'VP8L'])

type Chunk = { name: string; start: number; size: number; end: number }

export const readWebp: Reader = (file) => {
  const chunks = chunksOf(file)
  if (!chunks) return null
  if (chunks.some(({ name }) => name === 'ANIM' || name === 'ANMF')) throw animatedImageError()
  const pixels = chunks.filter(({ name }) => PIXELS.has(name))
  const [image] = pixels
  const canvas = chunks.find(({ name }) => name === 'VP8X')
  if (!image || pixels.length > 1 || chunks[0] !== (canvas ?? image)) return null
  const size = image.name === 'VP8 ' ? lossySize(file, image) : losslessSize(file, image)
  if (!size) return null
  const declaredFlags = canvas ? viewOf(file).getUint8(canvas.start) : 0
  const needed = new Set(['VP8X', image.name])
  if (declaredFlags & FLAGS.profile) needed.add('ICCP')
  if (declaredFlags & FLAGS.alpha && image.name === 'VP8 ') needed.add('ALPH')
  const first = new Map(chunks.toReversed().map((chunk) => [chunk.name, chunk]))
  const kept = chunks
    .filter((chunk) => needed.has(chunk.name) && first.get(chunk.name) === chunk)
    .map(({ start, end }) => file.slice(start - CHUNK_HEADER_BYTES, end))
  if (canvas) {
    const declared = canvasSize(file, canvas)
    if (declared?.width !== size.width || declared.height !== size.height) return null
    if (declaredFlags & FLAGS.animation) throw animatedImageError()
    kept[0]?.set([declaredFlags & ~(FLAGS.exif | FLAGS.xmp)], CHUNK_HEADER_BYTES)
  }
  const bytes = concatBytes([file.subarray(0, HEADER_BYTES), ...kept])
  viewOf(bytes).setUint32(4, bytes.byteLength - CHUNK_HEADER_BYTES, true)
  return { ...size, bytes }
}

function chunksOf(file: Uint8Array): Chunk[] | null {
  const view = viewOf(file)
  if (view.getUint32(4, true) + CHUNK_HEADER_BYTES !== file.byteLength) return null
  const chunks: Chunk[] = []
  for (let at = HEADER_BYTES; at < file.byteLength; ) {
    const size = view.getUint32(at + 4, true)
    const start = at + CHUNK_HEADER_BYTES
    const end = start + size + (size % 2)
    if (end > file.byteLength || chunks.length > PARTS_MAX) return null
    chunks.push({ name: textAt(file, at, 4), start, size, end })
    at = end
  }
  return chunks
}

/** RFC 6386, 9.1: key frame, start code, then twice 14 bits of size with 2 bits of scaling. */
function lossySize(file: Uint8Array, { start, size }: Chunk) {
  const view = viewOf(file)
  const isKeyFrame = (view.getUint8(start) & 1) === 0
  if (size < 10 || !isKeyFrame || textAt(file, start + 3, 3) !== '\x9d\x01\x2a') return null
  return {
    width: view.getUint16(start + 6, true) & 0x3fff,
    height: view.getUint16(start + 8, true) & 0x3fff,
  }
}

/** A signature byte, twice 14 bits of size minus one, and 3 bits of version (0). */
function losslessSize(file: Uint8Array, { start, size }: Chunk) {
  const view = viewOf(file)
  if (size < 5 || view.getUint8(start) !== 0x2f) return null
  const bits = view.getUint32(start + 1, true)
  if (bits >>> 29 !== 0) return null
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function canvasSize(file: Uint8Array, { start, size }: Chunk) {
  const view = viewOf(file)
  if (size !== 10) return null
  const side = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16) + 1
  return { width: side(start + 4), height: side(start + 7) }
}
