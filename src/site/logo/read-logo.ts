import { AppError, invalid, StartError } from '#src/errors.ts'
import { readImageFile } from '#src/images/image-file.ts'
import { decodeUtf8, type Refuse, readSmallFile } from '#src/lib/operator-file.ts'
import { readSvg } from './read-svg.ts'

export type Logo = {
  extension: 'svg' | 'png'
  bytes: Uint8Array<ArrayBuffer>
  width: number
  height: number
}

const KB_MAX = 512
/** Drawing it is limited by the time of a thread. */
const SVG_KB_MAX = 256
/** Ten times the largest size on the site. */
const PIXELS_MAX = 2_000
const ASPECT_RATIO = { widest: 8, highest: 2 }

const PNG = '\x89PNG'

/** Detects the format by content. Throws StartError with the reason. */
export async function readLogo(path: string): Promise<Logo> {
  const refuse: Refuse = (reason, cause) =>
    new StartError(`The logo ${path} can't be used: ${reason}.`, { cause })
  const bytes = await readSmallFile(path, KB_MAX, refuse)
  try {
    const logo = parseLogo(bytes)
    const shape = logo.width / logo.height
    if (shape > ASPECT_RATIO.widest || shape < 1 / ASPECT_RATIO.highest) {
      throw refuse(
        `it must be at most ${ASPECT_RATIO.widest} times as wide as high, or ${ASPECT_RATIO.highest} times as high as wide`,
      )
    }
    return logo
  } catch (error) {
    if (error instanceof AppError) throw refuse(lowercaseFirst(error.message))
    throw error
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
  if (bytes.byteLength > SVG_KB_MAX * 1024) throw invalid(`it is an SVG larger than ${SVG_KB_MAX} KB`)
  const text = decodeUtf8(bytes)
  if (text === null || !/^\s*</.test(text)) throw invalid('it is neither an SVG in UTF-8 nor a PNG')
  const { text: svg, ...size } = readSvg(text)
  return { extension: 'svg', bytes: new TextEncoder().encode(svg), ...size }
}

const lowercaseFirst = (message: string) => message.charAt(0).toLowerCase() + message.slice(1)
