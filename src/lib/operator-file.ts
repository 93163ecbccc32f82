import { readFile, stat } from 'node:fs/promises'
import type { StartError } from '#src/errors.ts'
import { errorCode } from './error-code.ts'

/** Makes the error from a reason, such as 'it is not a file'. */
export type Refuse = (reason: string, cause?: unknown) => StartError

export async function readSmallFile(
  path: string,
  kilobytesMax: number,
  refuse: Refuse,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    // Checked before reading, because the path could be an endless device or a pipe.
    const found = await stat(path)
    if (!found.isFile()) throw refuse('it is not a file')
    if (found.size > kilobytesMax * 1024) throw refuse(`it is larger than ${kilobytesMax} KB`)
    return await readFile(path)
  } catch (error) {
    if (errorCode(error) === '') throw error
    throw refuse("it can't be read", error)
  }
}

/** Without a byte order mark; null for invalid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
