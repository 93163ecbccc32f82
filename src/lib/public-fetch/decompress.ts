import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Failure, MALFORMED_RESPONSE, TOO_LARGE, UNKNOWN_ENCODING } from './failures.ts'

export const ENCODINGS = 'gzip, identity'

const unzip = promisify(gunzip)

export async function decompress(
  body: Uint8Array,
  encoding: string | null,
  mostBytes: number,
): Promise<Uint8Array | Failure> {
  const name = (encoding ?? '').trim().toLowerCase()
  if (name === '' || name === 'identity') return body.byteLength > mostBytes ? TOO_LARGE : body
  if (name !== 'gzip' && name !== 'x-gzip') return UNKNOWN_ENCODING
  if (body.byteLength === 0) return body
  try {
    return await unzip(body, { maxOutputLength: mostBytes })
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return isTooLarge ? TOO_LARGE : MALFORMED_RESPONSE
  }
}
