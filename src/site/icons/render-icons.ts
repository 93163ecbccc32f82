import { type Palette, readPalettes } from '#src/site/palettes.ts'
import { BRAND_PATH, KEYHOLE_PATH } from '#web/ui/brand-path.ts'
import { icoOf } from './ico.ts'
import type { CardJob, IconBrand } from './icon-jobs.ts'
import { type IconLogo, imageInto, isNearlySquare, readIconLogo } from './icon-logo.ts'
import { postCard } from './post-card.ts'
import { createRasterize } from './rasterize.ts'
import { SOCIAL_SIZE, socialImage } from './social-image.ts'

const FAVICON_SIZES = [16, 32, 48]
const FAVICON_LOGO_WIDTH = 96

export async function renderSocialImage({ palettes, name, logo }: IconBrand): Promise<Uint8Array> {
  const render = await createRasterize()
  const brand = { name, logo: logo && readIconLogo(logo) }
  return render(socialImage(palettes.light, brand), SOCIAL_SIZE.width)
}

export async function renderPostCard({ brand, siteName, title }: CardJob): Promise<Uint8Array> {
  const render = await createRasterize()
  const { palettes, name, logo } = brand ?? { palettes: readPalettes(), name: null, logo: null }
  const shown = { name: name ?? siteName, logo: logo && readIconLogo(logo) }
  return render(postCard(palettes.light, shown, title), SOCIAL_SIZE.width)
}

export async function renderIcons({
  palettes,
  logo,
}: IconBrand): Promise<Record<string, string | Uint8Array>> {
  const render = await createRasterize()
  const { light, dark } = palettes
  const icon = logo && isNearlySquare(logo) ? readIconLogo(logo) : null
  const bare = icon ? svg(fitted(icon, 0)) : bareMark(light)
  const maskable = icon ? svg(`${ground(light.surface)}${fitted(icon, LOGO_MARGIN)}`) : fullBleedMark(light)
  const favicons = FAVICON_SIZES.map((size) => ({ size, png: render(bare, size) }))
  return {
    'favicon.svg': icon ? svg(fitted(asPixels(bare, render), 0)) : adaptiveMark(light, dark),
    'favicon.ico': icoOf(favicons),
    'icon-192.png': render(bare, 192),
    'icon-512.png': render(bare, 512),
    'icon-maskable-512.png': render(maskable, 512),
    'apple-touch-icon.png': render(maskable, 180),
  }
}

const asPixels = (picture: string, render: (picture: string, width: number) => Uint8Array): IconLogo => ({
  render: imageInto(render(picture, FAVICON_LOGO_WIDTH)),
  width: 1,
  height: 1,
})

const SIDE = 32
/** Platforms may crop maskable icons by a tenth on each side, and at the corners. */
const LOGO_MARGIN = 6

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">${content}</svg>`

const ground = (fill = '') => `<rect width="${SIDE}" height="${SIDE}" fill="${fill}"/>`

const fitted = ({ render }: IconLogo, margin: number) =>
  render({ x: margin, y: margin, width: SIDE - 2 * margin, height: SIDE - 2 * margin })

const mark = (fill = '') => `<path fill="${fill}" fill-rule="evenodd" d="${BRAND_PATH}"/>`

const bareMark = ({ accent }: Palette) => svg(mark(accent))

/** Browser tabs may be dark regardless of the page's theme. */
const adaptiveMark = (light: Palette, dark: Palette) =>
  svg(
    `<style>path{fill:${light.accent}}@media(prefers-color-scheme:dark){path{fill:${dark.accent}}}</style>${mark(light.accent)}`,
  )

/** For maskable icons: the accent color fills the square around the keyhole. */
const fullBleedMark = ({ accent, surface = '' }: Palette) =>
  svg(`${ground(accent)}<path fill="${surface}" d="${KEYHOLE_PATH}"/>`)
