import Color from 'colorjs.io'
import { StartError } from '#src/errors.ts'
import { type Palette, readPalettes, type Theme, toHex } from './palettes.ts'

/** What each theme's stylesheet gets for its own colors of these names. */
export type Accent = Record<Theme, Palette>

/** WCAG 2.2, 1.4.3, for text of any size. */
const LEAST_CONTRAST = 4.5
/** Of a shade that we choose for the dark theme: a color that only just passes looks dull there. */
const GOOD_CONTRAST = 6

const LIGHTNESS_STEP = 0.005

/**
 * Lightness and chroma in OKLCH of what goes with an accent: words on it, the ground of what is marked, and a password's
 * signs; then the way to more contrast.
 */
const THEMES = {
  light: { ink: [1, 0], soft: [0.955, 0.022], symbol: [0.5, 0.14], step: -LIGHTNESS_STEP },
  dark: { ink: [0.18, 0.03], soft: [0.27, 0.03], symbol: [0.79, 0.1], step: LIGHTNESS_STEP },
} as const

/** In degrees of OKLCH: an accent from red to yellow would look like the signs of a password, which are orange. */
const LIKE_SYMBOLS = { from: 15, to: 100 }
const OTHER_SYMBOLS = 255

/**
 * The accent that an operator chose, #rrggbb: one color, of which the dark theme gets a lighter shade, or one for each
 * theme. Throws StartError, with the nearest shade that would do, for a color in which text is hard to read.
 */
export function chooseAccent(colors: readonly string[]): Accent {
  const [light = '', dark] = colors
  const failing = weakestPair(light, 'light')
  if (failing) {
    const better = nearestShade(light, 'light')
    const isFineInTheDark = dark === undefined && !weakestPair(light, 'dark')
    const both = isFineInTheDark
      ? ` To keep ${light} in the dark theme, set ACCENT_COLOR=${better},${light}.`
      : ''
    throw refusal(light, 'light', failing, better, both)
  }
  if (dark === undefined) {
    const lighter = nearestShade(light, 'dark', GOOD_CONTRAST)
    return { light: colorsOf(light, 'light'), dark: colorsOf(lighter, 'dark') }
  }
  const failingInTheDark = weakestPair(dark, 'dark')
  if (failingInTheDark) throw refusal(dark, 'dark', failingInTheDark, nearestShade(dark, 'dark'))
  return { light: colorsOf(light, 'light'), dark: colorsOf(dark, 'dark') }
}

/** The style sheet that puts an accent in place of the site's own, wherever it stands in the document. */
export function accentCss({ light, dark }: Accent): string {
  const declarations = (palette: Palette) =>
    Object.entries(palette)
      .map(([name, value]) => `--${name}:${value}`)
      .join(';')
  return `html:root{${declarations(light)}}html[data-theme="dark"]{${declarations(dark)}}`
}

let known: Record<Theme, Palette> | undefined
const palettes = () => {
  known ??= readPalettes()
  return known
}

type Pair = { where: string; contrast: number }

/** The pair of colors with the least contrast, where that is too little; null where all is well. */
function weakestPair(accent: string, theme: Theme, least = LEAST_CONTRAST): Pair | null {
  const { bg = '', surface = '' } = palettes()[theme]
  const { 'accent-ink': ink = '', 'accent-soft': soft = '' } = colorsOf(accent, theme)
  const pairs = [
    { where: 'links on the page', contrast: contrastOf(accent, bg) },
    { where: 'links on a card', contrast: contrastOf(accent, surface) },
    { where: 'digits in a password', contrast: contrastOf(accent, soft) },
    { where: 'the words on a button', contrast: contrastOf(accent, ink) },
  ]
  const weakest = pairs.reduce((least, pair) => (pair.contrast < least.contrast ? pair : least))
  return weakest.contrast < least ? weakest : null
}

/** The same hue, only so much darker or lighter as it takes to be read. */
function nearestShade(color: string, theme: Theme, least = LEAST_CONTRAST): string {
  const start = lchOf(color)
  for (let lightness = start.lightness; lightness >= 0 && lightness <= 1; lightness += THEMES[theme].step) {
    const candidate = shade(lightness, start.chroma, start.hue)
    if (!weakestPair(candidate, theme, least)) return candidate
  }
  return theme === 'light' ? '#000000' : '#ffffff'
}

function colorsOf(accent: string, theme: Theme): Palette {
  const { hue, chroma } = lchOf(accent)
  const { ink, soft, symbol } = THEMES[theme]
  const isLikeSymbols = chroma > soft[1] && hue > LIKE_SYMBOLS.from && hue < LIKE_SYMBOLS.to
  return {
    accent,
    'accent-ink': shade(ink[0], Math.min(ink[1], chroma), hue),
    'accent-soft': shade(soft[0], Math.min(soft[1], chroma), hue),
    focus: accent,
    ...(isLikeSymbols ? { symbol: shade(symbol[0], symbol[1], OTHER_SYMBOLS) } : {}),
  }
}

const refusal = (color: string, theme: Theme, { where, contrast }: Pair, better: string, hint = '') =>
  new StartError(
    `The accent color ${color} has a contrast of ${roundedDown(contrast)}:1 for ${where} in the ${theme} theme, and needs ${LEAST_CONTRAST}:1. The nearest shade that passes is ${better}.${hint}`,
  )

/** Or 4.49 would seem to be enough. */
const roundedDown = (contrast: number) => (Math.floor(contrast * 100) / 100).toFixed(2)

const contrastOf = (one: string, other: string) => new Color(one).contrast(other, 'WCAG21')

/** Gray has no hue. */
function lchOf(color: string) {
  const [lightness, chroma, hue] = new Color(color).to('oklch').coords
  return { lightness: lightness ?? 0, chroma: chroma ?? 0, hue: hue ?? 0 }
}

const shade = (lightness: number, chroma: number, hue: number) =>
  toHex(new Color('oklch', [lightness, chroma, hue]))
