import type { Brand, LogoImage } from '#domain/site.ts'
import { type Config, DEFAULT_SITE_NAME } from '#src/config.ts'
import { type EncodedBody, encodeBody } from '#src/http/encoded.ts'
import type { SiteBuild } from './build.ts'
import type { IconBrand } from './icons/icon-jobs.ts'
import { drawInThread } from './icons/icon-thread.ts'
import type { Logo } from './logo/logo.ts'

type File = EncodedBody

/** How the operator's site looks, beside what the program brings. */
export type Look = {
  /** Styles that follow those of the program; empty where it keeps its colors. */
  css: string
  logo: Brand['logo']
  /** What its pictures are drawn from; null for ours. */
  brand: IconBrand | null
  /** Pictures of the operator's, and those in place of the program's, by address. */
  files: ReadonlyMap<string, File>
  /** Parts of a logo that are not in it any more. */
  leftOut: string[]
}

export const OUR_LOOK: Look = { css: '', logo: undefined, brand: null, files: new Map(), leftOut: [] }

/** From this shape on, a logo is taken to be the name of the site. */
const WIDE = 2
const BROTLI_QUALITY = 9

/**
 * Reads what makes the site its operator's own, and draws its icons. Throws StartError for a color in which text is hard
 * to read, and for a logo that can't be one.
 */
export async function readLook(config: Config): Promise<Look> {
  const { accentColor, logoFile, siteName } = config
  const name = siteName === DEFAULT_SITE_NAME ? null : siteName
  if (accentColor === undefined && logoFile === undefined && name === null) return OUR_LOOK

  // Only now: what works with colors and pictures takes a while to load, and most sites keep ours.
  const { accentCss, chooseAccent } = await import('./accent.ts')
  const { readPalettes } = await import('./palettes.ts')

  const accent = accentColor && chooseAccent(accentColor)
  const palettes = readPalettes()
  const logos = await readLogos(config)
  const brand = {
    palettes: {
      light: { ...palettes.light, ...accent?.light },
      dark: { ...palettes.dark, ...accent?.dark },
    },
    name,
    logo: logos?.light ?? null,
  }
  const pictures = await drawInThread({ brand, hasIcons: accent !== undefined || logos !== undefined })

  const files = new Map<string, File>()
  for (const [name, content] of Object.entries(pictures))
    files.set(`/${name}`, fileOf(content, Bun.file(name).type))
  return {
    css: accent ? accentCss(accent) : '',
    brand,
    logo: logos && {
      light: addLogo(files, logos.light),
      ...(logos.dark ? { dark: addLogo(files, logos.dark) } : {}),
      isWide: logos.light.width / logos.light.height >= WIDE,
    },
    files,
    leftOut: [...(logos?.light.leftOut ?? []), ...(logos?.dark?.leftOut ?? [])],
  }
}

/** The build with the operator's pictures in it. */
export const dressBuild = (build: SiteBuild, { files }: Look): SiteBuild => ({
  ...build,
  files: new Map([...build.files, ...files]),
})

/** The addresses of the pictures that every page shows. */
export const logoPaths = ({ logo }: Look): string[] =>
  [logo?.light, logo?.dark].flatMap((image) => (image ? [image.src] : []))

type Logos = { light: Logo; dark: Logo | undefined }

async function readLogos({ logoFile, logoDarkFile }: Config): Promise<Logos | undefined> {
  if (logoFile === undefined) return undefined
  const { readLogo } = await import('./logo/logo.ts')
  return {
    light: await readLogo(logoFile),
    dark: logoDarkFile === undefined ? undefined : await readLogo(logoDarkFile),
  }
}

const typeOf = ({ extension }: Logo) => (extension === 'svg' ? 'image/svg+xml' : 'image/png')

/** Its address names its content, as with every file that never changes. */
function addLogo(files: Map<string, File>, logo: Logo): LogoImage {
  const src = `/assets/logo-${Bun.hash(logo.bytes).toString(36)}.${logo.extension}`
  files.set(src, fileOf(logo.bytes, typeOf(logo)))
  return { src, width: logo.width, height: logo.height }
}

function fileOf(content: string | Uint8Array, type: string): File {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  if (type.startsWith('image/svg')) return encodeBody(bytes, type, BROTLI_QUALITY)
  return { type, etag: Bun.hash(bytes).toString(36), bytes: { identity: bytes } }
}
