import type { Palette } from '#src/site/palettes.ts'

/** What link previews of every large network show uncut. */
export const SOCIAL_SIZE = { width: 1200, height: 630 }

const SAMPLE = 'k7#Vq2-mRz9!Tw4xLp'
const LEFT = 96
const BOX_WIDTH = SOCIAL_SIZE.width - 2 * LEFT

/** The picture in link previews, as SVG. It shows the mark but no name: the operator chooses that. */
export function socialImage(colours: Palette, brandPath: string): string {
  const { bg, surface, border, text, muted, accent, good } = colours
  const steps = Array.from({ length: 4 }, (_, step) => {
    const width = (BOX_WIDTH - 3 * 12) / 4
    return `<rect x="${LEFT + step * (width + 12)}" y="494" width="${width}" height="10" rx="5" fill="${good}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SOCIAL_SIZE.width} ${SOCIAL_SIZE.height}">
<rect width="100%" height="100%" fill="${bg}"/>
<g transform="translate(${LEFT - 2.5} 68) scale(2.5)"><path fill="${accent}" fill-rule="evenodd" d="${brandPath}"/></g>
<text x="${LEFT - 4}" y="252" font-family="Inter" font-weight="600" font-size="76" letter-spacing="-2.6" fill="${text}">Strong passwords,</text>
<text x="${LEFT - 4}" y="336" font-family="Inter" font-weight="600" font-size="76" letter-spacing="-2.6" fill="${text}">made in your browser</text>
<rect x="${LEFT + 1}" y="385" width="${BOX_WIDTH - 2}" height="88" rx="14" fill="${surface}" stroke="${border}" stroke-width="2"/>
<text x="${LEFT + 30}" y="445" font-family="JetBrains Mono" font-weight="500" font-size="46" letter-spacing="3">${[...SAMPLE].map((character) => coloured(character, colours)).join('')}</text>
${steps.join('')}
<text x="${LEFT}" y="562" font-family="Inter" font-size="28" fill="${muted}">Free, without an account. What you make or type never leaves your device.</text>
</svg>`
}

/** As the generator shows it: digits in the accent, signs in a warm second hue. */
function coloured(character: string, { text, accent, symbol }: Palette): string {
  const fill = /\d/.test(character) ? accent : /[a-z]/i.test(character) ? text : symbol
  return `<tspan fill="${fill}">${Bun.escapeHTML(character)}</tspan>`
}
