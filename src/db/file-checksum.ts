import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** The user version in the header, which SQLite leaves to applications. */
const OFFSET = 60
const NO_CHECKSUM = Buffer.alloc(4)
const CHUNK_BYTES = 1024 * 1024

/** SQLite detects a broken structure, but not changed content. The file must not be open elsewhere. */
export function writeChecksum(path: string): void {
  const file = openSync(path, 'r+')
  try {
    writeSync(file, checksumOf(file), 0, 4, OFFSET)
  } finally {
    closeSync(file)
  }
}

/** True for files without a checksum, such as a live database. */
export function matchesChecksum(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const sum = Buffer.alloc(4)
    readSync(file, sum, 0, 4, OFFSET)
    return sum.equals(NO_CHECKSUM) || sum.equals(checksumOf(file))
  } finally {
    closeSync(file)
  }
}

/** CRC-32 with zeros in place of the checksum; never zero itself. */
function checksumOf(file: number): Buffer {
  const chunk = Buffer.alloc(CHUNK_BYTES)
  let sum = 0
  for (let position = 0; ; ) {
    const count = readSync(file, chunk, 0, CHUNK_BYTES, position)
    if (count === 0) break
    if (position === 0) chunk.fill(0, OFFSET, OFFSET + 4)
    sum = crc32(chunk.subarray(0, count), sum)
    position += count
  }
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(sum === 0 ? 1 : sum)
  return bytes
}
