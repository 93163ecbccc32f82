import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** Where a database file has its user version, four bytes that SQLite leaves to whoever uses it. */
const OFFSET = 60
const NO_SUM = Buffer.alloc(4)
const CHUNK_BYTES = 1024 * 1024

/**
 * Writes into a copy what tells whether it still is as it was made: SQLite finds a broken structure, not a changed
 * word. Nobody may have the file open.
 */
export function sealCopy(path: string): void {
  const file = openSync(path, 'r+')
  try {
    writeSync(file, sumOf(file), 0, 4, OFFSET)
  } finally {
    closeSync(file)
  }
}

/** Whether a file is as it was sealed. One that never was, such as a server's own database, can't be told. */
export function isAsSealed(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const sum = Buffer.alloc(4)
    readSync(file, sum, 0, 4, OFFSET)
    return sum.equals(NO_SUM) || sum.equals(sumOf(file))
  } finally {
    closeSync(file)
  }
}

/** CRC-32 over the file with zeros in the place of the sum; never zero itself. */
function sumOf(file: number): Buffer {
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
