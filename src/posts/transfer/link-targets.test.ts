import { expect, test } from 'bun:test'
import { renderText } from '#src/posts/text/render.ts'
import { htmlToMarkdown } from './convert-html.ts'
import { readPostFile } from './post-file.ts'

const NOW = new Date('2026-03-14T12:00:00Z')
const fromMarkdown = (text: string) => readPostFile(`---\ntitle: A\n---\n${text}`, { path: 'a.md', now: NOW })

const expectTarget = (content: string, id: string) => {
  const { html, deadLinks } = renderText(content)
  expect([content, html, deadLinks]).toEqual([content, expect.stringContaining(` id="${id}"`), []])
}

test.each([
  ['## Two {#two}', '## Two'],
  ['## Second part {#two}', '## Second part {#two}'],
  ['## Second part {: #two}', '## Second part {#two}'],
  ['## Second part {#two .wide}', '## Second part {#two}'],
  ['Second part {#two}\n---', '## Second part {#two}'],
  ['<a id="two"></a>\n## Second part', '<a id="two"></a>\n\n## Second part'],
  ['<a name="two"></a>Second part', '<a id="two"></a>Second part'],
  ['<p id="two">Second part</p>', '<a id="two"></a>Second part'],
  ['Second part\n{: #two}', 'Second part <a id="two"></a>'],
])('a link reaches its target in Markdown: %j', (text, expected) => {
  const { content, notes } = fromMarkdown(`${text}\n\n[b](#two)`)
  expect([content, notes.filter((note) => !note.includes('.wide'))]).toEqual([`${expected}\n\n[b](#two)`, []])
  expectTarget(content, 'two')
})

test.each([
  ['<h2 id="kap-1">Kapitel eins</h2>', '## Kapitel eins {#kap-1}'],
  ['<h2><a id="kap-1"></a>Kapitel</h2>', '## Kapitel {#kap-1}'],
  ['<h2><span id="kap-1">Kapitel</span></h2>', '## Kapitel {#kap-1}'],
  ['<h2 id="kapitel">Kapitel</h2><p id="kap-1">x</p>', '## Kapitel\n\n<a id="kap-1"></a>x'],
  ['<ol><li id="kap-1">x</li></ol>', '1. <a id="kap-1"></a>x'],
  ['<ul id="kap-1"><li>x</li></ul>', '- <a id="kap-1"></a>x'],
  ['<table id="kap-1"><tr><td>x<td>y</table>', '|  |  |\n| --- | --- |\n| <a id="kap-1"></a>x | y |'],
  ['<p>a<sup id="kap-1">2</sup></p>', 'a<a id="kap-1"></a>²'],
  ['<p>a <b id="kap-1">c</b></p>', 'a <a id="kap-1"></a>**c**'],
  ['<pre id="kap-1">x</pre>', '<a id="kap-1"></a>\n\n```\nx\n```'],
])('a link reaches its target in HTML: %s', (html, expected) => {
  const content = htmlToMarkdown(`<p><a href="#kap-1">1</a></p>${html}`, new Set())
  expect(content).toBe(`[1](#kap-1)\n\n${expected}`)
  expectTarget(content, 'kap-1')
})

test('leaves out ids without a link, and escapes what only looks like a target', () => {
  expect(htmlToMarkdown('<p id="a">x</p><h2>y {#z}</h2>&lt;a id="b"&gt;&lt;/a&gt;', new Set())).toBe(
    'x\n\n## y \\{#z}\n\n\\<a id="b"></a>',
  )
})
