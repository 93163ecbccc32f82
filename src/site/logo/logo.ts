import { readFile, stat } from 'node:fs/promises'
import { AppError, invalid, StartError } from '#src/errors.ts'
import { readImageFile } from '#src/images/image-file.ts'
import { cleanSvg } from './svg.ts'

export type Logo = {
  extension: 'svg' | 'png'
  bytes: Uint8Array<ArrayBuffer>
  width: number
  height: number
  /** What is not in it any more, for the log. */
  leftOut: string[]
}

const MOST_BYTES = 512 * 1024
/** Ten times as many pixels as it is ever shown with. */
const MOST_PIXELS = 2_000
/** How many times as wide as high, and as high as wide, it may be: it stands in a line. */
const SHAPE = { widest: 8, highest: 2 }

const PNG = '\x89PNG'

/** Reads an operator's logo by its bytes, whatever it is called. Throws StartError for what is none. */
export async function readLogo(path: string): Promise<Logo> {
  try {
    const logo = logoOf(await readBytes(path))
    const shape = logo.width / logo.height
    if (shape > SHAPE.widest || shape < 1 / SHAPE.highest) {
      throw unusable(
        path,
        `it may be at most ${SHAPE.widest} times as wide as high, or ${SHAPE.highest} times as high as wide`,
      )
    }
    return logo
  } catch (error) {
    if (error instanceof AppError) throw unusable(path, sentence(error.message))
    throw error
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    // Before a byte is read: the path may be that of a device without end.
    const found = await stat(path)
    if (!found.isFile()) throw unusable(path, 'it is not a file')
    if (found.size > MOST_BYTES) throw unusable(path, `it has more than ${MOST_BYTES / 1024} KB`)
    return await readFile(path)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    throw unusable(path, "it can't be read", error)
  }
}

function logoOf(bytes: Uint8Array): Logo {
  if (Buffer.from(bytes.subarray(0, PNG.length)).toString('latin1') === PNG) {
    const { width, height, bytes: kept } = readImageFile(bytes)
    if (Math.max(width, height) > MOST_PIXELS) {
      throw invalid(`it has more than ${MOST_PIXELS} pixels on a side`)
    }
    return { extension: 'png', bytes: new Uint8Array(kept), width, height, leftOut: [] }
  }
  const text = textOf(bytes)
  if (text === null || !/^\s*</.test(text)) throw invalid('it is neither an SVG in UTF-8 nor a PNG')
  const { text: clean, ...about } = cleanSvg(text)
  return { extension: 'svg', bytes: new TextEncoder().encode(clean), ...about }
}

/** Null for what is not UTF-8. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

const sentence = (message: string) => message.charAt(0).toLowerCase() + message.slice(1)

const unusable = (path: string, reason: string, cause?: unknown) =>
  new StartError(`The logo ${path} can't be used: ${reason}.`, { cause })
