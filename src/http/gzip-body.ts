import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, inflateRawSync } from 'node:zlib'
import { PIECE_BYTES } from './stream.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Decompressed in parts for clients that don't accept it: a stream of zlib would take almost a megabyte each. */
export type GzipBody = {
  type: string
  etag: string
  bytes: { gzip: Bytes; br?: undefined; identity?: undefined }
  parts: number[]
  uses?: undefined
  isShared?: boolean
  isUncached?: boolean
}

/** RFC 1952: no name, no date. */
const HEADER = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** RFC 1951: an empty final block. */
const LAST_BLOCK = new Uint8Array([3, 0])

const GZIP_CHEAP = 4
/** Ends each part at a byte boundary without references to earlier parts. */
const PART_OPTIONS = { level: GZIP_CHEAP, finishFlush: constants.Z_FULL_FLUSH }
const INFLATE_OPTIONS = { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: PIECE_BYTES + 1 }
const deflateAsync = promisify(deflateRaw)

export async function gzipPieces(pieces: AsyncIterable<Bytes>, type: string): Promise<GzipBody> {
  const packed: Uint8Array[] = []
  let checksum = 0
  let size = 0
  for await (const piece of pieces) {
    packed.push(await deflateAsync(piece, PART_OPTIONS))
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

export async function* gunzipParts({ bytes: { gzip }, parts }: GzipBody): AsyncGenerator<Bytes> {
  let at = HEADER.byteLength
  for (const size of parts) {
    const part = gzip.subarray(at, at + size)
    const { buffer, byteOffset, byteLength } = inflateRawSync(part, INFLATE_OPTIONS)
    yield new Uint8Array(buffer, byteOffset, byteLength)
    at += size
  }
}
