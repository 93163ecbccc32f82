import type { Palette } from '#src/site/palettes.ts'
import { type Brand, brandLine, SOCIAL_SIZE } from './social-image.ts'

const LEFT = 96
const WIDTH = SOCIAL_SIZE.width - 2 * LEFT
const MIDDLE = 330

const SIZES = [
  { size: 84, lines: 2 },
  { size: 72, lines: 3 },
  { size: 60, lines: 4 },
  { size: 48, lines: 5 },
]
const LINE_HEIGHT = 1.16

export function postCard(colors: Palette, brand: Brand, title: string): string {
  const { bg, text, good } = colors
  const { size, lines } = layOutTitle(title)
  const top = MIDDLE - ((lines.length - 1) * size * LINE_HEIGHT) / 2 + size * 0.35
  const spans = lines.map(
    (line, index) =>
      `<text x="${LEFT - 3}" y="${top + index * size * LINE_HEIGHT}" font-family="Inter" font-weight="600" font-size="${size}" letter-spacing="${-size / 34}" fill="${text}">${Bun.escapeHTML(line)}</text>`,
  )
  const steps = Array.from({ length: 4 }, (_, step) => {
    const width = (WIDTH - 3 * 12) / 4
    return `<rect x="${LEFT + step * (width + 12)}" y="546" width="${width}" height="10" rx="5" fill="${good}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SOCIAL_SIZE.width} ${SOCIAL_SIZE.height}">
<rect width="100%" height="100%" fill="${bg}"/>
${brandLine(colors, brand)}
${spans.join('\n')}
${steps.join('')}
</svg>`
}

function layOutTitle(title: string): { size: number; lines: string[] } {
  for (const { size, lines: linesMax } of SIZES) {
    const lines = wrap(title, WIDTH / size)
    if (lines.length <= linesMax) return { size, lines }
  }
  const { size, lines: linesMax } = SIZES.at(-1) ?? { size: 48, lines: 5 }
  const lines = wrap(title, WIDTH / size).slice(0, linesMax)
  return {
    size,
    lines: lines.map((line, index) => (index === linesMax - 1 ? `${line.slice(0, -1)}…` : line)),
  }
}

function wrap(text: string, ems: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/).flatMap((word) => splitWord(word, ems))) {
    const line = lines.at(-1)
    if (line !== undefined && widthOf(`${line} ${word}`) <= ems) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

function splitWord(word: string, ems: number): string[] {
  const pieces = ['']
  for (const letter of word) {
    const piece = pieces.at(-1) ?? ''
    if (piece !== '' && widthOf(piece + letter) > ems) pieces.push(letter)
    else pieces[pieces.length - 1] = piece + letter
  }
  return pieces
}

/** In ems; slightly overestimated. */
const widthOf = (text: string) => [...text].reduce((sum, letter) => sum + letterWidth(letter), 0)

function letterWidth(letter: string): number {
  if (/[iljtfrI.,:;'’!|()[\] -]/.test(letter)) return 0.36
  if (/[mwMWЖШЩЮ@%—…]/.test(letter)) return 0.96
  return /[\p{Lu}&$€£#]/u.test(letter) ? 0.7 : 0.57
}
