import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, inflateRawSync } from 'node:zlib'
import { PIECE_BYTES } from './stream.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * A large body of which only one form is kept: gzip, which nearly every client takes. It is unpacked for the others
 * while they read it. `etag` is its hash, without quotes.
 */
export type PackedBody = {
  type: string
  etag: string
  bytes: { gzip: Bytes; br?: undefined; identity?: undefined }
  /** Sizes of the parts of it, after its header, that can each be unpacked without the others. */
  parts: number[]
  isCheap?: undefined
  isPassing?: undefined
  isShared?: undefined
}

/** A body from this size on is packed. */
export const PACKED_FROM_BYTES = 512 * 1024

/** RFC 1952: no name and no date. */
const HEADER = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** RFC 1951: an empty block that says it is the last one. */
const LAST_BLOCK = new Uint8Array([3, 0])

const GZIP_CHEAP = 4
/** Ends a part at a whole byte; nothing after it refers to what is before it. */
const AS_PART = { level: GZIP_CHEAP, finishFlush: constants.Z_FULL_FLUSH }
/** With room for a whole piece: a larger one is made of several, and costs memory twice. */
const AS_UNPACKED = { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: PIECE_BYTES + 1 }
const deflateLater = promisify(deflateRaw)

/** Compresses on another thread, and asks for a piece when it is done with the one before. */
export async function packPieces(pieces: AsyncIterable<Bytes>, type: string): Promise<PackedBody> {
  const packed: Uint8Array[] = []
  let checksum = 0
  let size = 0
  for await (const piece of pieces) {
    packed.push(await deflateLater(piece, AS_PART))
    checksum = crc32(piece, checksum)
    size += piece.byteLength
  }
  const trailer = new DataView(new ArrayBuffer(8))
  trailer.setUint32(0, checksum, true)
  trailer.setUint32(4, size, true)
  const gzip = Buffer.concat([HEADER, ...packed, LAST_BLOCK, new Uint8Array(trailer.buffer)])
  return {
    type,
    etag: Bun.hash(gzip).toString(36),
    bytes: { gzip: new Uint8Array(gzip) },
    parts: packed.map(({ byteLength }) => byteLength),
  }
}

/** The body as it was, bit by bit. */
export async function* unpack({ bytes: { gzip }, parts }: PackedBody): AsyncGenerator<Bytes> {
  let at = HEADER.byteLength
  for (const size of parts) {
    const part = gzip.subarray(at, at + size)
    const { buffer, byteOffset, byteLength } = inflateRawSync(part, AS_UNPACKED)
    yield new Uint8Array(buffer, byteOffset, byteLength)
    at += size
  }
}
