import Color from 'colorjs.io'

export type Palette = Record<string, string>

/** The colours of both themes as the stylesheet names them (`accent`, `bg` …), in the hex form that pictures need. */
export function readPalettes(css: string): { light: Palette; dark: Palette } {
  return { light: paletteOf(css, ':root {'), dark: paletteOf(css, '[data-theme="dark"] {') }
}

function paletteOf(css: string, opening: string): Palette {
  const start = css.indexOf(opening)
  if (start < 0) throw new Error(`the stylesheet has no block ${opening}`)
  const block = css.slice(start, css.indexOf('}', start))
  const found = [...block.matchAll(/--([a-z-]+): (oklch\([^)]+\))/g)]
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, toHex(value)]))
}

const toHex = (value: string) =>
  new Color(value).to('srgb').toGamut().toString({ format: 'hex', collapse: false })
