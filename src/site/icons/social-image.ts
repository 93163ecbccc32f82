import { colorsOf, drawCells } from '#src/site/cells/draw-cells.ts'
import type { Palette } from '#src/site/palettes.ts'
import { BRAND_PATH } from '#web/ui/brand-path.ts'
import { type IconLogo, isNearlySquare } from './icon-logo.ts'

/** All large networks show this size uncropped. */
export const SOCIAL_SIZE = { width: 1200, height: 630 }

const SAMPLE = 'k7#Vq2-mRz9!Tw4xLp'
const LEFT = 96
const BOX_WIDTH = SOCIAL_SIZE.width - 2 * LEFT

export type Brand = { name: string | null; logo: IconLogo | null }

export function socialImage(colors: Palette, brand: Brand): string {
  const { bg, text, muted, good } = colors
  const steps = Array.from({ length: 4 }, (_, step) => {
    const width = (BOX_WIDTH - 3 * 12) / 4
    return `<rect x="${LEFT + step * (width + 12)}" y="494" width="${width}" height="10" rx="5" fill="${good}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SOCIAL_SIZE.width} ${SOCIAL_SIZE.height}">
<rect width="100%" height="100%" fill="${bg}"/>
${brandLine(colors, brand)}
<text x="${LEFT - 4}" y="252" font-family="Inter" font-weight="600" font-size="76" letter-spacing="-2.6" fill="${text}">Strong passwords,</text>
<text x="${LEFT - 4}" y="336" font-family="Inter" font-weight="600" font-size="76" letter-spacing="-2.6" fill="${text}">made in your browser</text>
<rect x="${LEFT + 1}" y="385" width="${BOX_WIDTH - 2}" height="88" fill="${colors['accent-soft']}"/>
${drawCells([[...SAMPLE]], { x: LEFT + 1, y: 385, width: BOX_WIDTH - 2, height: 88 }, colorsOf(colors), 'JetBrains Mono')}
${steps.join('')}
<text x="${LEFT}" y="562" font-family="Inter" font-size="28" fill="${muted}">Free. No account needed. What you make or type never leaves your device.</text>
</svg>`
}

const MARK = { top: 70, height: 75 }
const LOGO_MAX_WIDTH = 480
const NAME_SIZE = 44
const LETTER_WIDTH = 0.6
const IN_FONT = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\d\p{P} ]+$/u

export function brandLine({ text, accent }: Palette, { name, logo }: Brand): string {
  const width = logo ? Math.min((MARK.height * logo.width) / logo.height, LOGO_MAX_WIDTH) : MARK.height
  const mark = logo
    ? logo.render({ x: LEFT, y: MARK.top, width, height: MARK.height }, 'left')
    : `<g transform="translate(${LEFT - 2.5} 68) scale(2.5)"><path fill="${accent}" fill-rule="evenodd" d="${BRAND_PATH}"/></g>`
  const isInLogo = logo !== null && !isNearlySquare(logo)
  if (name === null || isInLogo || !IN_FONT.test(name)) return mark
  const left = LEFT + width + 22
  const size = Math.min(NAME_SIZE, (SOCIAL_SIZE.width - LEFT - left) / (LETTER_WIDTH * name.length))
  return `${mark}<text x="${left}" y="${MARK.top + MARK.height / 2 + size * 0.36}" font-family="Inter" font-weight="600" font-size="${size}" letter-spacing="-0.8" fill="${text}">${Bun.escapeHTML(name)}</text>`
}
