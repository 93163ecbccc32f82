import { readFile, stat } from 'node:fs/promises'
import { AppError, invalid, StartError } from '#src/errors.ts'
import { readImageFile } from '#src/images/image-file.ts'
import { readSvg } from './read-svg.ts'

export type Logo = {
  extension: 'svg' | 'png'
  bytes: Uint8Array<ArrayBuffer>
  width: number
  height: number
}

const BYTES_MAX = 512 * 1024
/** Ten times the largest size on the site. */
const PIXELS_MAX = 2_000
const ASPECT_RATIO = { widest: 8, highest: 2 }

const PNG = '\x89PNG'

/** Detects the format by content. Throws StartError with the reason. */
export async function readLogo(path: string): Promise<Logo> {
  try {
    const logo = parseLogo(await readBytes(path))
    const shape = logo.width / logo.height
    if (shape > ASPECT_RATIO.widest || shape < 1 / ASPECT_RATIO.highest) {
      throw logoError(
        path,
        `it must be at most ${ASPECT_RATIO.widest} times as wide as high, or ${ASPECT_RATIO.highest} times as high as wide`,
      )
    }
    return logo
  } catch (error) {
    if (error instanceof AppError) throw logoError(path, lowercaseFirst(error.message))
    throw error
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    // Checked before reading, because the path could be an endless device.
    const found = await stat(path)
    if (!found.isFile()) throw logoError(path, 'it is not a file')
    if (found.size > BYTES_MAX) throw logoError(path, `it is larger than ${BYTES_MAX / 1024} KB`)
    return await readFile(path)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    throw logoError(path, "it can't be read", error)
  }
}

function parseLogo(bytes: Uint8Array): Logo {
  if (Buffer.from(bytes.subarray(0, PNG.length)).toString('latin1') === PNG) {
    const { width, height, bytes: kept } = readImageFile(bytes)
    if (Math.max(width, height) > PIXELS_MAX) {
      throw invalid(`it is wider or taller than ${PIXELS_MAX} pixels`)
    }
    return { extension: 'png', bytes: new Uint8Array(kept), width, height }
  }
  const text = decodeUtf8(bytes)
  if (text === null || !/^\s*</.test(text)) throw invalid('it is neither an SVG in UTF-8 nor a PNG')
  const { text: svg, ...size } = readSvg(text)
  return { extension: 'svg', bytes: new TextEncoder().encode(svg), ...size }
}

/** Returns null for invalid UTF-8. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

const lowercaseFirst = (message: string) => message.charAt(0).toLowerCase() + message.slice(1)

const logoError = (path: string, reason: string, cause?: unknown) =>
  new StartError(`The logo ${path} can't be used: ${reason}.`, { cause })
