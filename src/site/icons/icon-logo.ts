export type IconLogo = { width: number; height: number; render: RenderInto }

/** Returns an image that fits into a box, centered or left-aligned. */
export type RenderInto = (box: Box, at?: 'middle' | 'left') => string

type Box = { x: number; y: number; width: number; height: number }

/** Logos with other aspect ratios would be too small in an icon. */
const ASPECT_RATIO = { min: 2 / 3, max: 3 / 2 }

export const isNearlySquare = ({ width, height }: { width: number; height: number }): boolean =>
  width / height >= ASPECT_RATIO.min && width / height <= ASPECT_RATIO.max

export type LogoFile = { extension: 'svg' | 'png'; bytes: Uint8Array; width: number; height: number }

export const readIconLogo = ({ extension, bytes, width, height }: LogoFile): IconLogo => ({
  width,
  height,
  render: extension === 'png' ? pixelsInto(bytes) : svgInto(new TextDecoder().decode(bytes)),
})

export const pixelsInto =
  (png: Uint8Array): RenderInto =>
  (box, at) =>
    `<image ${placement(box, at)} href="data:image/png;base64,${Buffer.from(png).toString('base64')}"/>`

/** The sanitized SVG starts with width and height. */
const svgInto =
  (svg: string): RenderInto =>
  (box, at) =>
    svg.replace(/ width="[^"]*" height="[^"]*"/, ` ${placement(box, at)}`)

const placement = ({ x, y, width, height }: Box, at: 'middle' | 'left' = 'middle') =>
  `x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="${at === 'left' ? 'xMinYMid' : 'xMidYMid'}"`
