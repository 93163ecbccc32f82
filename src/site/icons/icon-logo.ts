/** A picture in place of the key-block. */
export type IconLogo = { width: number; height: number; draw: DrawInto }

/** The SVG that shows a picture as large as fits into a box: in its middle, or at its left edge. */
export type DrawInto = (box: Box, at?: 'middle' | 'left') => string

type Box = { x: number; y: number; width: number; height: number }

/** A logo further from a square is too small to be seen in an icon. */
const SQUARE = { narrowest: 2 / 3, widest: 3 / 2 }

export const isNearlySquare = ({ width, height }: { width: number; height: number }): boolean =>
  width / height >= SQUARE.narrowest && width / height <= SQUARE.widest

/** The file of a logo: a PNG or a clean SVG. */
export type LogoFile = { extension: 'svg' | 'png'; bytes: Uint8Array; width: number; height: number }

export const readIconLogo = ({ extension, bytes, width, height }: LogoFile): IconLogo => ({
  width,
  height,
  draw: extension === 'png' ? pixelsInto(bytes) : drawingInto(new TextDecoder().decode(bytes)),
})

/** For the bytes of a PNG. */
export const pixelsInto =
  (png: Uint8Array): DrawInto =>
  (box, at) =>
    `<image ${placed(box, at)} href="data:image/png;base64,${Buffer.from(png).toString('base64')}"/>`

/** For the text of a clean SVG, whose outermost element says its width and its height first. */
const drawingInto =
  (svg: string): DrawInto =>
  (box, at) =>
    svg.replace(/ width="[^"]*" height="[^"]*"/, ` ${placed(box, at)}`)

const placed = ({ x, y, width, height }: Box, at: 'middle' | 'left' = 'middle') =>
  `x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="${at === 'left' ? 'xMinYMid' : 'xMidYMid'}"`
