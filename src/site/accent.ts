import Color from 'colorjs.io'
import { StartError } from '#src/errors.ts'
import { type Palette, readPalettes, type Theme, toHex } from './palettes.ts'

export type Accent = Record<Theme, Palette>

/** WCAG 2.2, success criterion 1.4.3, for text of any size. */
const CONTRAST_MIN = 4.5
/** For the shade that we choose in the dark theme, where colors that barely pass look dull. */
const DARK_CONTRAST = 6

const LIGHTNESS_STEP = 0.005

/** OKLCH lightness and chroma of text on the accent, its tint, and password symbols. `step` increases contrast. */
const THEMES = {
  light: { ink: [1, 0], soft: [0.955, 0.022], symbol: [0.5, 0.14], step: -LIGHTNESS_STEP },
  dark: { ink: [0.18, 0.03], soft: [0.27, 0.03], symbol: [0.79, 0.1], step: LIGHTNESS_STEP },
} as const

/** In degrees. Red to yellow accents would look like the orange password symbols. */
const SYMBOL_LIKE_HUES = { from: 15, to: 100 }
const ALTERNATIVE_SYMBOL_HUE = 255

/** Takes one #rrggbb color, lightened for the dark theme, or two. Throws StartError with the nearest readable shade. */
export function chooseAccent(colors: readonly string[]): Accent {
  const [light = '', dark] = colors
  const failing = weakestPair(light, 'light')
  if (failing) {
    const suggestion = nearestShade(light, 'light')
    const worksInDark = dark === undefined && !weakestPair(light, 'dark')
    const both = worksInDark
      ? ` To keep ${light} in the dark theme, set ACCENT_COLOR=${suggestion},${light}.`
      : ''
    throw contrastError(light, 'light', failing, suggestion, both)
  }
  if (dark === undefined) {
    const lighter = nearestShade(light, 'dark', DARK_CONTRAST)
    return { light: colorsOf(light, 'light'), dark: colorsOf(lighter, 'dark') }
  }
  const failingInDark = weakestPair(dark, 'dark')
  if (failingInDark) throw contrastError(dark, 'dark', failingInDark, nearestShade(dark, 'dark'))
  return { light: colorsOf(light, 'light'), dark: colorsOf(dark, 'dark') }
}

export function accentCss({ light, dark }: Accent): string {
  const declarations = (palette: Palette) =>
    Object.entries(palette)
      .map(([name, value]) => `--${name}:${value}`)
      .join(';')
  return `html:root{${declarations(light)}}html[data-theme="dark"]{${declarations(dark)}}`
}

let cached: Record<Theme, Palette> | undefined
const palettes = () => {
  cached ??= readPalettes()
  return cached
}

type Pair = { where: string; contrast: number }

function weakestPair(accent: string, theme: Theme, minimum = CONTRAST_MIN): Pair | null {
  const { bg = '', surface = '' } = palettes()[theme]
  const { 'accent-ink': ink = '', 'accent-soft': soft = '' } = colorsOf(accent, theme)
  const pairs = [
    { where: 'links on the page', contrast: contrastOf(accent, bg) },
    { where: 'links on a card', contrast: contrastOf(accent, surface) },
    { where: 'digits in a password', contrast: contrastOf(accent, soft) },
    { where: 'button text', contrast: contrastOf(accent, ink) },
  ]
  const weakest = pairs.reduce((minimum, pair) => (pair.contrast < minimum.contrast ? pair : minimum))
  return weakest.contrast < minimum ? weakest : null
}

function nearestShade(color: string, theme: Theme, minimum = CONTRAST_MIN): string {
  const start = lchOf(color)
  for (let lightness = start.lightness; lightness >= 0 && lightness <= 1; lightness += THEMES[theme].step) {
    const candidate = shade(lightness, start.chroma, start.hue)
    if (!weakestPair(candidate, theme, minimum)) return candidate
  }
  return theme === 'light' ? '#000000' : '#ffffff'
}

function colorsOf(accent: string, theme: Theme): Palette {
  const { hue, chroma } = lchOf(accent)
  const { ink, soft, symbol } = THEMES[theme]
  const isLikeSymbols = chroma > soft[1] && hue > SYMBOL_LIKE_HUES.from && hue < SYMBOL_LIKE_HUES.to
  return {
    accent,
    'accent-ink': shade(ink[0], Math.min(ink[1], chroma), hue),
    'accent-soft': shade(soft[0], Math.min(soft[1], chroma), hue),
    focus: accent,
    ...(isLikeSymbols ? { symbol: shade(symbol[0], symbol[1], ALTERNATIVE_SYMBOL_HUE) } : {}),
  }
}

const contrastError = (
  color: string,
  theme: Theme,
  { where, contrast }: Pair,
  suggestion: string,
  hint = '',
) =>
  new StartError(
    `The accent color ${color} has a contrast of ${roundDown(contrast)}:1 for ${where} in the ${theme} theme, and needs ${CONTRAST_MIN}:1. The nearest shade that passes is ${suggestion}.${hint}`,
  )

const roundDown = (contrast: number) => (Math.floor(contrast * 100) / 100).toFixed(2)

const contrastOf = (a: string, b: string) => new Color(a).contrast(b, 'WCAG21')

function lchOf(color: string) {
  const [lightness, chroma, hue] = new Color(color).to('oklch').coords
  return { lightness: lightness ?? 0, chroma: chroma ?? 0, hue: hue ?? 0 }
}

const shade = (lightness: number, chroma: number, hue: number) =>
  toHex(new Color('oklch', [lightness, chroma, hue]))
