import type { Palette, Theme } from '#src/site/palettes.ts'
import type { LogoFile } from './icon-logo.ts'

/** What the pictures of a site are drawn from. */
export type IconBrand = {
  palettes: Record<Theme, Palette>
  /** Written on the social image; null leaves it without a name. */
  name: string | null
  /** In place of the key-block. */
  logo: LogoFile | null
}

export type IconJob = {
  kind: 'icons'
  brand: IconBrand
  /** Whether the icons are drawn, too, or the social image alone. */
  hasIcons: boolean
}

/** The card of a post; without `brand`, the site looks as the program does. */
export type CardJob = { kind: 'card'; brand: IconBrand | null; siteName: string; title: string }

/** What the thread answers: pictures by file name. */
export type IconsDrawn = { pictures: Record<string, string | Uint8Array> } | { reason: string }
