import { type Palette, readPalettes } from '#src/site/palettes.ts'
import { BRAND_PATH, KEYHOLE_PATH } from '#web/ui/brand-path.ts'
import { icoOf } from './ico.ts'
import type { CardJob, IconBrand } from './icon-jobs.ts'
import { type IconLogo, isNearlySquare, pixelsInto, readIconLogo } from './icon-logo.ts'
import { postCard } from './post-card.ts'
import { createRasterize } from './rasterize.ts'
import { SOCIAL_SIZE, socialImage } from './social-image.ts'

const FAVICON_SIZES = [16, 32, 48]
/** Of a logo whose favicon is a picture of pixels. */
const FAVICON_LOGO_WIDTH = 96

/** The picture in link previews. */
export async function drawSocialImage({ palettes, name, logo }: IconBrand): Promise<Uint8Array> {
  const draw = await createRasterize()
  const brand = { name, logo: logo && readIconLogo(logo) }
  return draw(socialImage(palettes.light, brand), SOCIAL_SIZE.width)
}

/** The picture of a post in link previews. */
export async function drawPostCard({ brand, siteName, title }: CardJob): Promise<Uint8Array> {
  const draw = await createRasterize()
  const { palettes, name, logo } = brand ?? { palettes: readPalettes(), name: null, logo: null }
  const shown = { name: name ?? siteName, logo: logo && readIconLogo(logo) }
  return draw(postCard(palettes.light, shown, title), SOCIAL_SIZE.width)
}

/** The favicon and the icons of the installed app, by file name. */
export async function drawIcons({ palettes, logo }: IconBrand): Promise<Record<string, string | Uint8Array>> {
  const draw = await createRasterize()
  const { light, dark } = palettes
  const icon = logo && isNearlySquare(logo) ? readIconLogo(logo) : null
  const bare = icon ? svg(fitted(icon, 0)) : bareMark(light)
  const full = icon ? svg(`${ground(light.surface)}${fitted(icon, LOGO_MARGIN)}`) : fullBleedMark(light)
  const favicons = FAVICON_SIZES.map((size) => ({ size, png: draw(bare, size) }))
  return {
    'favicon.svg': icon ? svg(fitted(asPixels(bare, draw), 0)) : adaptiveMark(light, dark),
    'favicon.ico': icoOf(favicons),
    'icon-192.png': draw(bare, 192),
    'icon-512.png': draw(bare, 512),
    'icon-maskable-512.png': draw(full, 512),
    'apple-touch-icon.png': draw(full, 180),
  }
}

const asPixels = (picture: string, draw: (picture: string, width: number) => Uint8Array): IconLogo => ({
  draw: pixelsInto(draw(picture, FAVICON_LOGO_WIDTH)),
  width: 1,
  height: 1,
})

const SIDE = 32
/** Systems that cut icons to a shape of their own may cut off a tenth on each side, and the corners of what is left. */
const LOGO_MARGIN = 6

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${content}</svg>`

const ground = (fill = '') => `<rect width="${SIDE}" height="${SIDE}" fill="${fill}"/>`

const fitted = ({ draw }: IconLogo, margin: number) =>
  draw({ x: margin, y: margin, width: SIDE - 2 * margin, height: SIDE - 2 * margin })

const mark = (fill = '') => `<path fill="${fill}" fill-rule="evenodd" d="${BRAND_PATH}"/>`

const bareMark = ({ accent }: Palette) => svg(mark(accent))

/** The browser's own tabs may be dark whatever theme the page has. */
const adaptiveMark = (light: Palette, dark: Palette) =>
  svg(
    `<style>path{fill:${light.accent}}@media(prefers-color-scheme:dark){path{fill:${dark.accent}}}</style>${mark(light.accent)}`,
  )

/** For systems that cut icons to a shape of their own: the block reaches beyond every edge, only the keyhole is seen. */
const fullBleedMark = ({ accent, surface = '' }: Palette) =>
  svg(`${ground(accent)}<path fill="${surface}" d="${KEYHOLE_PATH}"/>`)
