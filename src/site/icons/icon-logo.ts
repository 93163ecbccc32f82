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
  render: imageInto(bytes, extension === 'png' ? 'image/png' : 'image/svg+xml'),
})

export const imageInto =
  (bytes: Uint8Array, type = 'image/png'): RenderInto =>
  (box, at) =>
    `<image ${placement(box, at)} href="data:${type};base64,${Buffer.from(bytes).toString('base64')}"/>`

const placement = ({ x, y, width, height }: Box, at: 'middle' | 'left' = 'middle') =>
  `x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="${at === 'left' ? 'xMinYMid' : 'xMidYMid'}"`
