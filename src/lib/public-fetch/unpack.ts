import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { BROKEN_ANSWER, type Failure, TOO_LARGE, UNKNOWN_ENCODING } from './failures.ts'

/** What we can undo, to be told to servers. */
export const ENCODINGS = 'gzip, identity'

const unzip = promisify(gunzip)

/** Undoes a body's content-encoding, beside the main thread, up to `mostBytes`. */
export async function unpack(
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
    return isTooLarge ? TOO_LARGE : BROKEN_ANSWER
  }
}
