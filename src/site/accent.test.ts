import { expect, test } from 'bun:test'
import Color from 'colorjs.io'
import fc from 'fast-check'
import { StartError } from '#src/errors.ts'
import { encodeBody } from '#src/http/encoded-body.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { testApp } from '#src/testing/test-app.ts'
import { type Accent, accentCss, chooseAccent } from './accent.ts'
import { ENTRY, type SiteBuild } from './build.ts'
import { readPalettes, type Theme } from './palettes.ts'

function errorFor(...colors: string[]): string {
  try {
    chooseAccent(colors)
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
  throw new Error('the color was accepted')
}

const contrast = (a = '', b = '') => new Color(a).contrast(b, 'WCAG21')

/** The lowest contrast of text in, on or next to the accent. */
function lowestContrast(accent: Accent, theme: Theme): number {
  const palette = { ...readPalettes()[theme], ...accent[theme] }
  const onAccent = contrast(palette.accent, palette['accent-ink'])
  const grounds = [palette.bg, palette.surface, palette['accent-soft']]
  const texts = [palette.accent, palette.symbol, palette.text]
  return Math.min(onAccent, ...texts.flatMap((text) => grounds.map((ground) => contrast(text, ground))))
}

test.each([
  [
    ['#f59e0b'],
    'The accent color #f59e0b has a contrast of 1.87:1 for digits in a password in the light theme, and needs 4.5:1. The nearest shade that passes is #9f5c00. To keep #f59e0b in the dark theme, set ACCENT_COLOR=#9f5c00,#f59e0b.',
  ],
  [
    ['#e11d48'],
    'The accent color #e11d48 has a contrast of 4.10:1 for digits in a password in the light theme, and needs 4.5:1. The nearest shade that passes is #d80841.',
  ],
  [
    ['#1d4ed8', '#1e3a8a'],
    'The accent color #1e3a8a has a contrast of 1.46:1 for digits in a password in the dark theme, and needs 4.5:1. The nearest shade that passes is #668be3.',
  ],
])('rejects %j and suggests the nearest readable shade', (colors, message) => {
  expect(errorFor(...colors)).toBe(message)
})

test('any accepted or suggested color is readable in both themes', () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(fc.oneof(hex, fc.constantFrom('#000000', '#ffffff', '#808080', '#ffff00')), (color) => {
      const accent = chooseOrFollowSuggestion(color)
      expect(lowestContrast(accent, 'light')).toBeGreaterThanOrEqual(4.5)
      expect(lowestContrast(accent, 'dark')).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: shortOrLong(10, 300) },
  )
})

function chooseOrFollowSuggestion(color: string): Accent {
  try {
    return chooseAccent([color])
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return chooseAccent([/passes is (#[\da-f]{6})\./.exec(error.message)?.[1] ?? ''])
  }
}

test('uses the given color, and a lighter shade in the dark theme', () => {
  const { light, dark } = chooseAccent(['#1d4ed8'])
  expect(light.accent).toBe('#1d4ed8')
  const [before, after] = [light.accent, dark.accent].map((color = '') => new Color(color).to('oklch'))
  expect(after?.l ?? 0).toBeGreaterThan(before?.l ?? 1)
  expect(Math.abs((after?.h ?? 0) - (before?.h ?? 360))).toBeLessThan(8)
})

test('changes the color of password symbols for a warm accent', () => {
  expect(chooseAccent(['#b91c1c']).light.symbol).toBeDefined()
  expect(chooseAccent(['#1d4ed8']).light.symbol).toBeUndefined()
})

const STYLES = ':root{--accent:red}'
const smallBuild = (): SiteBuild => ({
  files: new Map([['/assets/main.css', encodeBody(new TextEncoder().encode(STYLES), 'text/css', 1)]]),
  manifest: { [ENTRY]: { file: 'assets/main.js', css: ['assets/main.css'] } },
})

test('every page includes the color, including the admin area', async () => {
  const css = accentCss(chooseAccent(['#1d4ed8']))
  const { call } = await testApp({ build: smallBuild(), branding: { css } })
  for (const path of ['/', '/blog', '/nowhere', '/admin/login']) {
    const html = await (await call(path)).text()
    expect(html).toContain(css)
  }
  const plain = await testApp({ build: smallBuild() })
  expect(await (await plain.call('/')).text()).toContain(`<style>${STYLES}</style>`)
})
