import { expect, test } from 'bun:test'
import { AppError } from '#src/errors.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { cleanSvg } from './clean-svg.ts'

const BOX = 'viewBox="0 0 40 20"'
const svg = (content: string, attributes = BOX) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`
const DOT = '<circle cx="1" cy="1" r="1"/>'
const CLEAN_DOT = '<circle cx="1" cy="1" r="1"></circle>'

/** Returns the cleaned content of the outermost element. */
const cleanedContent = (content: string) =>
  /^<svg [^>]*>(.*)<\/svg>\n$/s.exec(cleanSvg(svg(content + DOT)).text)?.[1]?.replace(CLEAN_DOT, '')

function errorFor(source: string): string {
  try {
    cleanSvg(source)
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
  throw new Error('the image was accepted')
}

test('keeps a harmless drawing unchanged', () => {
  const drawing = svg(
    '<defs><linearGradient id="a" x1="0" x2="1"><stop offset="0" stop-color="#fff"/></linearGradient></defs>' +
      '<style>/* Illustrator */ .b, .c { fill: url(#a); stroke: rgb(1, 2, 3) }</style>' +
      '<g transform="translate(1 2) rotate(45)" style="opacity:.5;fill:url(\'#a\')"><path class="b x" d="M0 0h1z"/></g>' +
      '<use xlink:href="#a"/><text x="1" font-family="\'Open Sans\', serif">A &amp; B &lt;</text>',
    'width="40" height="20"',
  )
  expect(
    cleanSvg(`<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "x" "y">\n<!-- made by hand -->${drawing}`),
  ).toEqual({
    text:
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="40" height="20">' +
      '<style>.b,.c{fill:url(#a);stroke:rgb(1, 2, 3)}</style>' +
      '<defs><linearGradient id="a" x1="0" x2="1"><stop offset="0" stop-color="#fff"></stop></linearGradient></defs>' +
      '<g transform="translate(1 2) rotate(45)" style="opacity:.5;fill:url(#a)"><path class="b" d="M0 0h1z"></path></g>' +
      '<use href="#a"></use><text x="1" font-family="Open Sans, serif">A &amp; B &lt;</text></svg>\n',
    width: 40,
    height: 20,
    removed: [],
  })
})

test.each([
  ['<script>alert(1)</script>', ''],
  ['<script href="https://evil.example/x.js"/>', ''],
  ['<SCRIPT>alert(1)</SCRIPT>', ''],
  ['<g onload="alert(1)" onclick="alert(1)"/>', '<g></g>'],
  ['<g ONLOAD="alert(1)"/>', '<g></g>'],
  ['<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><script/></body></foreignObject>', ''],
  ['<g xmlns="http://www.w3.org/1999/xhtml"><iframe src="//evil.example"/></g>', '<g></g>'],
  ['<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>', ''],
  ['<a href="javascript:alert(1)"><path d="M0 0"/></a>', ''],
  ['<a xlink:href="https://evil.example"/>', ''],
  ['<image href="https://evil.example/x.png"/>', ''],
  ['<image href="data:image/svg+xml,%3Csvg onload=alert(1)%3E"/>', ''],
  ['<feImage href="https://evil.example/x.svg"/>', ''],
  ['<use href="https://evil.example/x.svg#a"/>', '<use></use>'],
  ['<use xlink:href="data:image/svg+xml;base64,PHN2Zz4=#a"/>', '<use></use>'],
  ['<use href="other.svg#a"/>', '<use></use>'],
  ['<set attributeName="href" to="javascript:alert(1)"/>', ''],
  ['<animate attributeName="href" values="javascript:alert(1)"/>', ''],
  ['<handler type="text/javascript">alert(1)</handler>', ''],
  ['<iframe src="https://evil.example"/>', ''],
  ['<style>@import url(https://evil.example/x.css);</style>', ''],
  ['<style>@import "https://evil.example/x.css"; .a{fill:red}</style>', ''],
  ['<style>@font-face{font-family:a;src:url(https://evil.example/f)}</style>', ''],
  ['<style>.a{fill:url(https://evil.example/x#a)}</style>', ''],
  ['<style>.a{background:url(https://evil.example/x)}</style>', ''],
  ['<style>.a{fill:u\\72l(https://evil.example/x)}</style>', ''],
  ['<style>.a{fill:url(#b) url(https://evil.example/x)}</style>', ''],
  ['<style>.a{fill:ur/**/l(https://evil.example/x)}</style>', ''],
  ['<style>*{fill:red} svg{fill:red} .a > .b{fill:red} [x]{fill:red}</style>', ''],
  ['<style>.a{fill:red}&lt;/style>&lt;script>alert(1)&lt;/script></style>', '<style>.a{fill:red}</style>'],
  ['<style><![CDATA[.a{fill:red}]]></style>', '<style>.a{fill:red}</style>'],
  ['<path fill="url(https://evil.example/x#a)"/>', '<path></path>'],
  ['<path fill="URL(//evil.example/x)"/>', '<path></path>'],
  ['<path fill="u\\72l(//evil.example/x)"/>', '<path></path>'],
  ['<path fill="image-set(\'//evil.example/x\' 1x)"/>', '<path></path>'],
  ['<path fill="src(//evil.example/x)"/>', '<path></path>'],
  ['<path fill="url/**/(//evil.example/x)"/>', '<path></path>'],
  [
    '<path style="fill:red;background:url(//evil.example/x);behavior:url(x)"/>',
    '<path style="fill:red"></path>',
  ],
  ['<path style="fill:expression(alert(1));-moz-binding:url(x#y)"/>', '<path></path>'],
  ['<path style="fill:red}*{fill:url(//evil.example/x)"/>', '<path></path>'],
  ['<path filter="url(#f)" cursor="url(//evil.example/x)"/>', '<path></path>'],
  ['<path d="M0 0&quot;&gt;&lt;script&gt;"/>', '<path d="M0 0&quot;&gt;&lt;script&gt;"></path>'],
  ['<path id="a&quot; onload=&quot;alert(1)"/>', '<path></path>'],
  ['<path fill="&#x75;rl(//evil.example/x)"/>', '<path></path>'],
  [
    '<text>&lt;script&gt;alert(1)&lt;/script&gt;</text>',
    '<text>&lt;script&gt;alert(1)&lt;/script&gt;</text>',
  ],
  [
    '<text><![CDATA[<script>alert(1)</script>]]></text>',
    '<text>&lt;script&gt;alert(1)&lt;/script&gt;</text>',
  ],
  ['<switch><foreignObject/></switch>', ''],
  ['<metadata><rdf:RDF/></metadata><sodipodi:namedview/>', ''],
  ['<?xml-stylesheet href="https://evil.example/x.css"?>', ''],
])('cleans %s to %s', (content, left) => {
  expect(cleanedContent(content)).toBe(left)
})

test('reports removed parts that may affect the appearance', () => {
  const { removed } = cleanSvg(
    svg(`<filter/><path filter="url(#f)" data-x="1" inkscape:x="2"/><title>Logo</title>`),
  )
  expect(removed).toEqual(['filter', 'path filter'])
})

const nested = (depth: number) => `${'<g>'.repeat(depth)}${DOT}${'</g>'.repeat(depth)}`
const doubling = (levels: number) =>
  Array.from({ length: levels }, (_, level) => {
    const inner = level === 0 ? DOT : `<use href="#l${level - 1}"/>`.repeat(10)
    return `<g id="l${level}">${inner}</g>`
  }).join('')

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
  [svg('<script/>'), 'it contains nothing that can be drawn'],
  [svg(nested(500)), 'it is nested too deeply'],
  [svg(DOT.repeat(5_001)), 'it has more than 5,000 elements'],
  [
    svg(`<style>${'.a{fill:red}'.repeat(1_000)}</style>${DOT.repeat(500)}`),
    'its style sheet is too long for so many elements',
  ],
  [svg(doubling(8)), 'its references expand to too many elements'],
  [svg('<use id="a" href="#a"/>'), 'its parts refer to each other in a cycle'],
  [
    svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'),
    'its parts refer to each other in a cycle',
  ],
  [svg('<pattern id="p"><path fill="url(#p)"/></pattern>'), 'its parts refer to each other in a cycle'],
  [
    svg('<style>.a{fill:url(#p)}</style><pattern id="p"><path class="a"/></pattern>'),
    'its parts refer to each other in a cycle',
  ],
])('rejects %p', (source, reason) => {
  expect(errorFor(source)).toBe(reason)
})

test('cleans large hostile images in bounded time', () => {
  const size = shortOrLong(50_000, 500_000)
  for (const content of [
    `<style>${'.a{'.repeat(size / 3)}</style>`,
    `<style>${'/*'.repeat(size / 2)}</style>`,
    `<path style="${'fill:url('.repeat(size / 9)}"/>`,
    `<path fill="${'url('.repeat(size / 4)}"/>`,
    `<path fill="${'('.repeat(size)}"/>`,
    `<path d="${' '.repeat(size)}x"/>`,
    `<g class="${'a '.repeat(size / 2)}"/>`,
    `<text>${'&amp;'.repeat(size / 5)}</text>`,
    `<style>${'.a{fill:red}'.repeat(size / 12)}</style>`,
    `<style>${'.a,'.repeat(size / 4)}.a{fill:red}</style><g class="${'a '.repeat(size / 8)}"/>`,
    `<style>${'.a{fill:url(#b)}'.repeat(size / 16)}</style>`,
    `<style>${'.a,'.repeat(size / 9)}.a{${'fill:url(#b);'.repeat(size / 20)}}</style>`,
  ]) {
    expect(cleanedContent(content)?.length).toBeLessThanOrEqual(content.length + 10)
  }
})

test('rejects a large style sheet whose references expand too much', () => {
  const size = shortOrLong(50_000, 500_000)
  const long = 'fill:url(#b);'.repeat(size / 26)
  for (const [style, uses] of [
    [`.a{${long}}`, '<g class="a"/>'.repeat(4_900)],
    [`.a{${long}}`, `<g class="${'a '.repeat(size / 8)}"/>`.repeat(16)],
    ['.a{fill:url(#b)}'.repeat(size / 20), '<g class="a"/>'.repeat(4_900)],
    [`${'.a,'.repeat(size / 6)}.a{${long}}`, '<g class="a"/>'.repeat(4_900)],
  ] as const) {
    expect(errorFor(svg(`<style>${style}</style>${uses}${DOT}`))).toBe(
      'its references expand to too many elements',
    )
  }
})
