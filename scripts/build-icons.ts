import { join } from 'node:path'
import { type ResvgRenderOptions, renderAsync } from '@resvg/resvg-js'
import { type Palette, readPalettes } from '#src/site/palettes.ts'
import { BRAND_PATH, KEYHOLE_PATH } from '#web/ui/brand.tsx'
import { icoOf } from './ico.ts'
import { SOCIAL_SIZE, socialImage } from './social-image.ts'

/** The fonts of the social image come with the project, so that it looks the same wherever it is built. */
const FONT_FILES = [
  '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf',
  '@expo-google-fonts/jetbrains-mono/500Medium/JetBrainsMono_500Medium.ttf',
].map((file) => Bun.resolveSync(file, import.meta.dir))

const FAVICON_SIZES = [16, 32, 48]

/** Writes the pictures of the site into `folder`. */
export async function buildIcons(folder: string): Promise<void> {
  const files = Object.entries(await drawIcons())
  await Promise.all(files.map(([name, content]) => Bun.write(join(folder, name), content)))
}

/** The favicon, the icons of the installed app and the social image, by file name, drawn from the one brand mark. */
export async function drawIcons(): Promise<Record<string, string | Uint8Array>> {
  const { light, dark } = readPalettes()
  const favicons = await Promise.all(
    FAVICON_SIZES.map(async (size) => ({ size, png: await draw(bareMark(light), size) })),
  )
  return {
    'favicon.svg': adaptiveMark(light, dark),
    'favicon.ico': icoOf(favicons),
    'icon-192.png': await draw(bareMark(light), 192),
    'icon-512.png': await draw(bareMark(light), 512),
    'icon-maskable-512.png': await draw(fullBleedMark(light), 512),
    'apple-touch-icon.png': await draw(fullBleedMark(light), 180),
    'social.png': await draw(socialImage(light, BRAND_PATH), SOCIAL_SIZE.width),
  }
}

const mark = (fill: string) => `<path fill="${fill}" fill-rule="evenodd" d="${BRAND_PATH}"/>`

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${content}</svg>`

const bareMark = ({ accent = '' }: Palette) => svg(mark(accent))

/** The browser's own tabs may be dark whatever theme the page has. */
const adaptiveMark = (light: Palette, dark: Palette) =>
  svg(
    `<style>path{fill:${light.accent}}@media(prefers-color-scheme:dark){path{fill:${dark.accent}}}</style>${mark(light.accent ?? '')}`,
  )

/** For systems that cut icons to a shape of their own: the block reaches beyond every edge, only the keyhole is seen. */
const fullBleedMark = ({ accent = '', surface = '' }: Palette) =>
  svg(`<rect width="32" height="32" fill="${accent}"/><path fill="${surface}" d="${KEYHOLE_PATH}"/>`)

async function draw(picture: string, width: number): Promise<Uint8Array> {
  const options: ResvgRenderOptions = {
    fitTo: { mode: 'width', value: width },
    font: { fontFiles: FONT_FILES, loadSystemFonts: false, defaultFontFamily: 'Inter' },
  }
  return (await renderAsync(picture, options)).asPng()
}
