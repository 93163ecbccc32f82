export class DamagedDataError extends Error {
  override name = 'DamagedDataError'
}

const SIGNATURE = [0x50, 0x57, 0x53, 1]
const WORD_BYTES = 4

/** Layout, little-endian: signature, section count, section lengths, sections, CRC-32 of everything before. */
export function packSections(sections: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const head = SIGNATURE.length + WORD_BYTES * (1 + sections.length)
  const body = sections.reduce((sum, { length }) => sum + length, head)
  const bytes = new Uint8Array(body + WORD_BYTES)
  const view = new DataView(bytes.buffer)
  bytes.set(SIGNATURE)
  for (const [at, length] of [sections.length, ...sections.map((section) => section.length)].entries())
    view.setUint32(SIGNATURE.length + WORD_BYTES * at, length, true)
  let at = head
  for (const section of sections) {
    bytes.set(section, at)
    at += section.length
  }
  view.setUint32(body, crc32(bytes.subarray(0, body)), true)
  return bytes
}

/** Returns views, not copies. Throws DamagedDataError on any mismatch. */
export function unpackSections(bytes: Uint8Array, count: number): Uint8Array[] {
  const head = SIGNATURE.length + WORD_BYTES * (1 + count)
  const body = bytes.length - WORD_BYTES
  if (body < head || SIGNATURE.some((byte, at) => bytes[at] !== byte)) {
    throw new DamagedDataError('not a file of strength data')
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  if (view.getUint32(body, true) !== crc32(bytes.subarray(0, body))) {
    throw new DamagedDataError('the checksum of the strength data does not match')
  }
  const lengths = Array.from({ length: count + 1 }, (_, at) =>
    view.getUint32(SIGNATURE.length + WORD_BYTES * at, true),
  )
  if (lengths.shift() !== count || lengths.reduce((sum, length) => sum + length, head) !== body) {
    throw new DamagedDataError('the sections of the strength data have the wrong lengths')
  }
  let at = head
  return lengths.map((length) => {
    at += length
    return bytes.subarray(at - length, at)
  })
}

const POLYNOMIAL = 0xedb88320
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1
  return value
})

export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = (value >>> 8) ^ (TABLE[(value ^ byte) & 0xff] ?? 0)
  return (value ^ 0xffffffff) >>> 0
}
