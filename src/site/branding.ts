import type { Brand, CustomPage, LogoImage } from '#domain/site.ts'
import { type Config, DEFAULT_SITE_NAME } from '#src/config.ts'
import { type EncodedBody, encodeBody, plainBytes } from '#src/http/encoded-body.ts'
import type { SiteBuild } from './build.ts'
import type { IconBrand } from './icons/icon-jobs.ts'
import { renderIconsInThread } from './icons/icon-thread.ts'
import type { Logo } from './logo/read-logo.ts'

type File = EncodedBody

export type Branding = {
  /** Appended to the stylesheet. Empty for the default colors. */
  css: string
  logo: Brand['logo']
  brand: IconBrand | null
  files: ReadonlyMap<string, File>
}

export const DEFAULT_BRANDING: Branding = {
  css: '',
  logo: undefined,
  brand: null,
  files: new Map(),
}

/** Logos at least this wide probably include the name. */
const WIDE_RATIO = 2

/** Reads the operator's branding and renders icons. Throws StartError for unreadable colors and invalid logos. */
export async function readBranding(config: Config): Promise<Branding> {
  const { accentColor, logoFile, siteName } = config
  const name = siteName === DEFAULT_SITE_NAME ? null : siteName
  if (accentColor === undefined && logoFile === undefined && name === null) return DEFAULT_BRANDING

  // Loaded lazily, because color and image code is slow to load and most sites use the default.
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
  const pictures = await renderIconsInThread({ brand, hasIcons: accent !== undefined || logos !== undefined })

  const files = new Map<string, File>()
  for (const [name, content] of Object.entries(pictures))
    files.set(`/${name}`, fileOf(content, Bun.file(name).type))
  return {
    css: accent ? accentCss(accent) : '',
    brand,
    logo: logos && {
      light: addLogo(files, logos.light),
      ...(logos.dark ? { dark: addLogo(files, logos.dark) } : {}),
      isWide: logos.light.width / logos.light.height >= WIDE_RATIO,
    },
    files,
  }
}

export const addBrandingFiles = (build: SiteBuild, { files }: Branding): SiteBuild => ({
  ...build,
  files: new Map([...build.files, ...files]),
})

/** Returns undefined without settings, to keep pages small. */
export function brandOf(
  { footerLine, operator, operatorContact }: Config,
  { logo }: Branding,
  customPages: readonly CustomPage[],
): Brand | undefined {
  const brand: Brand = {
    ...(logo && { logo }),
    ...(operator !== undefined && { operator: { name: operator, contact: operatorContact } }),
    ...(footerLine !== undefined && { footerLine }),
    ...(customPages.length > 0 && {
      pages: customPages.map(({ content, lead, worksOffline, ...link }) => link),
    }),
  }
  return Object.keys(brand).length > 0 ? brand : undefined
}

export const logoPaths = ({ logo }: Branding): string[] =>
  [logo?.light, logo?.dark].flatMap((image) => (image ? [image.src] : []))

type Logos = { light: Logo; dark: Logo | undefined }

async function readLogos({ logoFile, logoDarkFile }: Config): Promise<Logos | undefined> {
  if (logoFile === undefined) return undefined
  const { readLogo } = await import('./logo/read-logo.ts')
  return {
    light: await readLogo(logoFile),
    dark: logoDarkFile === undefined ? undefined : await readLogo(logoDarkFile),
  }
}

const typeOf = ({ extension }: Logo) => (extension === 'svg' ? 'image/svg+xml' : 'image/png')

function addLogo(files: Map<string, File>, logo: Logo): LogoImage {
  const src = `/assets/logo-${Bun.hash(logo.bytes).toString(36)}.${logo.extension}`
  files.set(src, fileOf(logo.bytes, typeOf(logo)))
  return { src, width: logo.width, height: logo.height }
}

function fileOf(content: string | Uint8Array, type: string): File {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  return type.startsWith('image/svg')
    ? encodeBody(bytes, type)
    : plainBytes(bytes, type, Bun.hash(bytes).toString(36))
}
