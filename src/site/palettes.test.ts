import { expect, test } from 'bun:test'
import { THEME_COLORS } from '#web/lib/theme-colors.ts'
import { readPalettes } from './palettes.ts'

test("the browser's bars have the color of the page", () => {
  const { light, dark } = readPalettes()
  expect(THEME_COLORS).toEqual({ light: light.bg ?? '', dark: dark.bg ?? '' })
})

test('the colors that pictures are drawn in are the ones on the page', () => {
  const { light, dark } = readPalettes()
  expect(light).toMatchObject({ surface: '#ffffff', accent: expect.stringMatching(/^#[\da-f]{6}$/) })
  expect(Object.keys(dark).sort()).toEqual(Object.keys(light).sort())
})

test('a stylesheet that lost a theme stops the build', () => {
  expect(() => readPalettes(':root {\n --bg: oklch(1 0 0);\n}')).toThrow('[data-theme="dark"]')
})
