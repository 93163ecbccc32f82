import { expect, test } from 'bun:test'
import { AppError } from '#src/errors.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { readSvg } from './read-svg.ts'

const BOX = 'viewBox="0 0 40 20"'
const svg = (content: string, attributes = BOX) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`
const DOT = '<circle cx="1" cy="1" r="1"/>'

function errorFor(source: string): string {
  try {
    readSvg(source)
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
  throw new Error('the image was accepted')
}

test('keeps a drawing as it was written, without what precedes it', () => {
  const drawing = svg(
    '<linearGradient id="a"><stop stop-color="#fff"/></linearGradient><style>.b{fill:url(#a)}</style><path class="b"/>',
  )
  const prolog = '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "x" "y">\n<!-- <svg> by hand -->'
  expect(readSvg(prolog + drawing)).toEqual({ text: drawing, width: 40, height: 20 })
})

test('adds what an image needs: a viewBox, and the namespace', () => {
  const { text } = readSvg(`<svg width="40px" height="20px">${DOT}</svg>`)
  expect(text).toBe(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="40px" height="20px">${DOT}</svg>`,
  )
})

const nested = (depth: number) => `${'<g>'.repeat(depth)}${DOT}${'</g>'.repeat(depth)}`
test.each([
  ['plain text', 'it is not well-formed XML'],
  [svg('<g>'), 'it is not well-formed XML'],
  [svg('<path d="a" d="b"/>'), 'it is not well-formed XML'],
  [`${svg(DOT)}${svg(DOT)}`, 'it is not well-formed XML'],
  ['<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>', 'it is not an SVG document'],
  [`<svg xmlns="http://www.w3.org/1999/xhtml" ${BOX}>${DOT}</svg>`, 'it is not an SVG document'],
  [`<!DOCTYPE svg [<!ENTITY a "b">]>${svg(DOT)}`, 'it declares entities'],
  [`<!doctype svg [<!ENTITY % a SYSTEM "file:///etc/passwd">%a;]>${svg(DOT)}`, 'it declares entities'],
  [svg(DOT, ''), 'it has no size: give it a viewBox'],
  [svg(DOT, 'viewBox="0 0 0 10"'), 'it has no size: give it a viewBox'],
  [svg(DOT, 'viewBox="0 0 1e9 1e9"'), 'it has no size: give it a viewBox'],
  [svg(DOT, 'viewBox="0 0 NaN 10"'), 'it has no size: give it a viewBox'],
  [svg(''), 'it contains nothing that can be drawn'],
  [svg(nested(500)), 'it is nested too deeply'],
])('rejects %p', (source, reason) => {
  expect(errorFor(source)).toBe(reason)
})

test('reads large hostile images in bounded time', () => {
  const size = shortOrLong(50_000, 500_000)
  for (const content of [
    `<style>${'.a{'.repeat(size / 3)}</style>`,
    `<path fill="${'url(#'.repeat(size / 5)}"/>`,
    `<style>${'.a{fill:url(#b)}'.repeat(size / 16)}</style><g id="b" class="a"/>`,
    `<g class="${'a '.repeat(size / 2)}"/>`,
    `<text>${'&amp;'.repeat(size / 5)}</text>`,
  ]) {
    expect(readSvg(svg(content)).text).toBe(svg(content))
  }
})
