import Color from 'colorjs.io'
import styles from '#web/styles.css' with { type: 'text' }

/** Theme colors by CSS name (`accent`, `bg` …). Hexadecimal, because SVG images need it. */
export type Palette = Readonly<Record<string, string>>

export type Theme = 'light' | 'dark'

export function readPalettes(css: string = styles): Record<Theme, Palette> {
  return { light: paletteOf(css, ':root {'), dark: paletteOf(css, '[data-theme="dark"] {') }
}

function paletteOf(css: string, opening: string): Palette {
  const start = css.indexOf(opening)
  if (start < 0) throw new Error(`the stylesheet has no block ${opening}`)
  const block = css.slice(start, css.indexOf('}', start))
  const found = [...block.matchAll(/(?<![a-z-])--([a-z-]+): (oklch\([^()]+\))/g)]
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, toHex(new Color(value))]))
}

export const toHex = (color: Color): string =>
  color.to('srgb').toGamut().toString({ format: 'hex', collapse: false })
