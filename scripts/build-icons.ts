import { join } from 'node:path'
import { drawIcons, drawSocialImage } from '#src/site/icons/draw-icons.ts'
import { readPalettes } from '#src/site/palettes.ts'

/** Writes the pictures of a site that its operator did not make their own into `folder`. */
export async function buildIcons(folder: string): Promise<void> {
  const files = Object.entries(await drawOurIcons())
  await Promise.all(files.map(([name, content]) => Bun.write(join(folder, name), content)))
}

/** By file name. */
export async function drawOurIcons(): Promise<Record<string, string | Uint8Array>> {
  const brand = { palettes: readPalettes(), name: null, logo: null }
  return { ...(await drawIcons(brand)), 'social.png': await drawSocialImage(brand) }
}
