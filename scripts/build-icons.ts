import { join } from 'node:path'
import { renderIcons, renderSocialImage } from '#src/site/icons/render-icons.ts'
import { readPalettes } from '#src/site/palettes.ts'

/** Writes the default icons and images to `folder`. */
export async function buildIcons(folder: string): Promise<void> {
  const files = Object.entries(await renderOurIcons())
  await Promise.all(files.map(([name, content]) => Bun.write(join(folder, name), content)))
}

export async function renderOurIcons(): Promise<Record<string, string | Uint8Array>> {
  const brand = { palettes: readPalettes(), name: null, logo: null }
  return { ...(await renderIcons(brand)), 'social.png': await renderSocialImage(brand) }
}
