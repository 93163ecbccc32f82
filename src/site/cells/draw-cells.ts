import type { Palette } from '#src/site/palettes.ts'
import type { Cell } from './lay-out-cells.ts'

type Box = { x: number; y: number; width: number; height: number }

/** As in the generator: by kind of character. */
type Kind = 'text' | 'accent' | 'symbol'
const kindOf = (character: string): Kind =>
  /^\p{N}/u.test(character) ? 'accent' : /^[\p{L}\p{M}]/u.test(character) ? 'text' : 'symbol'

const KINDS: Kind[] = ['text', 'accent', 'symbol']
const TINTS: Kind[] = ['accent', 'symbol']
const FILLED = 0.4

export type Colors = Record<Kind | 'border', string>

export const colorsOf = ({ text = '', accent = '', symbol = '', border = '' }: Palette): Colors => ({
  text,
  accent,
  symbol,
  border,
})

/** SVG elements. Some of the empty cells are tinted; which ones depends on the content. */
export function drawCells(
  cells: Cell[][],
  { x, y, width, height }: Box,
  colors: Colors,
  font: string,
): string {
  const rows = cells.length
  const columns = cells[0]?.length ?? 1
  const [cell, row] = [width / columns, height / rows]
  const seed = Bun.hash.xxHash32(JSON.stringify(cells))
  const drawn: Record<Kind, string[]> = { text: [], accent: [], symbol: [] }
  const tinted: Record<Kind, string[]> = { text: [], accent: [], symbol: [] }
  for (const [down, line] of cells.entries()) {
    for (const [across, character] of line.entries()) {
      const [left, top] = [x + across * cell, y + down * row]
      if (character !== null) {
        const at = `x="${round(left + cell / 2)}" y="${round(top + row * 0.5 + fontSize(cell, row) * 0.36)}"`
        drawn[kindOf(character)].push(`<text ${at}>${Bun.escapeHTML(character)}</text>`)
        continue
      }
      const chance = Bun.hash.xxHash32(`${down},${across}`, seed) / 2 ** 32
      const tint = TINTS[Math.floor((chance / FILLED) * TINTS.length)]
      if (tint)
        tinted[tint].push(`M${round(left)} ${round(top)}h${round(cell)}v${round(row)}h-${round(cell)}z`)
    }
  }
  const lines = [
    ...Array.from({ length: columns + 1 }, (_, index) => `M${round(x + index * cell)} ${y}v${height}`),
    ...Array.from({ length: rows + 1 }, (_, index) => `M${x} ${round(y + index * row)}h${width}`),
  ]
  return [
    ...TINTS.map((kind) => `<path style="fill:${colors[kind]}" opacity=".18" d="${tinted[kind].join('')}"/>`),
    `<path style="fill:none;stroke:${colors.border}" d="${lines.join('')}"/>`,
    `<g font-family="${font}" font-size="${round(fontSize(cell, row))}" text-anchor="middle">`,
    ...KINDS.map((kind) => `<g style="fill:${colors[kind]}">${drawn[kind].join('')}</g>`),
    '</g>',
  ].join('')
}

const fontSize = (cell: number, row: number) => Math.min(cell, row) * 0.72

const round = (pixels: number) => Math.round(pixels * 10) / 10
