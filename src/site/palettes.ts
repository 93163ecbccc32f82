import Color from 'colorjs.io'
import styles from '#web/styles.css' with { type: 'text' }

/** The colors of a theme as the stylesheet names them (`accent`, `bg` …), in the hex form that pictures need. */
export type Palette = Readonly<Record<string, string>>

export type Theme = 'light' | 'dark'

/** The colors of both themes. Throws for a stylesheet without one of them. */
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

/** The nearest color that every screen has, as #rrggbb. */
export const toHex = (color: Color): string =>
  color.to('srgb').toGamut().toString({ format: 'hex', collapse: false })
