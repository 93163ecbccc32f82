import { expect, test } from 'bun:test'
import Color from 'colorjs.io'
import { readPalettes } from './palettes.ts'

const contrast = (a = '', b = '') => new Color(a).contrast(b, 'WCAG21')

/** `fair` and `info` only color dots, bars and borders. */
const CONTRAST_MIN = {
  text: 4.5,
  muted: 4.5,
  accent: 4.5,
  symbol: 4.5,
  weak: 4.5,
  good: 4.5,
  fair: 3,
  info: 3,
}

test.each(['light', 'dark'] as const)(
  'colors have enough contrast on pages and cards in the %s theme',
  (theme) => {
    const palette = readPalettes()[theme]
    const tooPale = Object.entries(CONTRAST_MIN).filter(([name, minimum]) =>
      [palette.bg, palette.surface].some((ground) => contrast(palette[name], ground) < minimum),
    )
    expect(tooPale).toEqual([])
  },
)
