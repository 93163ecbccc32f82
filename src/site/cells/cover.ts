import type { Palette, Theme } from '#src/site/palettes.ts'
import { type Colors, drawCells } from './draw-cells.ts'
import { layOutCells } from './lay-out-cells.ts'

const SIZE = { width: 640, height: 320 }

const GRIDS = [4, 5, 6, 8, 10].map((rows) => ({ columns: 2 * rows, rows }))

const COLORS: Colors = { text: 'var(--t)', accent: 'var(--a)', symbol: 'var(--s)', border: 'var(--b)' }
const FONT = 'ui-monospace,SFMono-Regular,Menlo,Consolas,monospace'

/** An SVG image of a title in cells, in the theme of the page that shows it. */
export function coverOf(title: string, { light, dark }: Record<Theme, Palette>): string {
  const cells = drawCells(layOutCells(title, GRIDS), { x: 0, y: 0, ...SIZE }, COLORS, FONT)
  const variables = ({ text, accent, symbol, border, 'accent-soft': soft }: Palette) =>
    `svg{--t:${text};--a:${accent};--s:${symbol};--b:${border};background:${soft}}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE.width} ${SIZE.height}"><style>${variables(light)}@media(prefers-color-scheme:dark){${variables(dark)}}</style>${cells}</svg>`
}
