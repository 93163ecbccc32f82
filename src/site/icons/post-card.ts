import { colorsOf, drawCells } from '#src/site/cells/draw-cells.ts'
import { layOutCells } from '#src/site/cells/lay-out-cells.ts'
import type { Palette } from '#src/site/palettes.ts'
import { type Brand, brandLine, SOCIAL_SIZE } from './social-image.ts'

const TOP = 206
const FONT = 'JetBrains Mono'

/** The cells are nearly square. */
const GRIDS = [12, 15, 18, 24, 28].map((columns) => ({ columns, rows: Math.round(columns / 2.9) }))

export function postCard(colors: Palette, brand: Brand, title: string): string {
  const { width, height } = SOCIAL_SIZE
  const box = { x: 0, y: TOP, width, height: height - TOP }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
<rect width="100%" height="100%" fill="${colors.bg}"/>
${brandLine(colors, brand)}
<rect x="0" y="${TOP}" width="${width}" height="${box.height}" fill="${colors['accent-soft']}"/>
${drawCells(layOutCells(title, GRIDS), box, colorsOf(colors), FONT)}
</svg>`
}
