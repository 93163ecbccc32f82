import type { Palette, Theme } from '#src/site/palettes.ts'
import type { LogoFile } from './icon-logo.ts'

export type IconBrand = {
  palettes: Record<Theme, Palette>
  name: string | null
  logo: LogoFile | null
}

export type IconJob = {
  kind: 'icons'
  brand: IconBrand
  hasIcons: boolean
}

export type CardJob = { kind: 'card'; brand: IconBrand | null; siteName: string; title: string }

export type RenderedIcons = { pictures: Record<string, string | Uint8Array> } | { reason: string }
