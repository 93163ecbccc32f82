import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseFragment, serialize } from 'parse5'
import { parseHtml } from './parse-html.ts'

const tags =
  'p b a table tr td caption colgroup select option pre textarea title style svg math template li ul'
const markup = fc.constantFrom(
  ...tags.split(' ').flatMap((name) => [`<${name}>`, `</${name}>`]),
  ...[
    '<br>',
    '<!-- a -->',
    '<![CDATA[x y]]>',
    '<',
    '</',
    '<a href="x y">',
    '&amp;',
    '&lt',
    '&#x20;',
    '&',
    '&no t',
  ],
  ...[
    'word',
    'two words',
    ' ',
    '\n',
    '\r',
    '\r\n',
    '\t',
    '\f',
    '\0',
    '🔑',
    '\ud83d',
    'é',
    '\u00a0',
    'x'.repeat(21_000),
  ],
)

test('parses like the specification', () => {
  fc.assert(
    fc.property(fc.array(markup, { maxLength: 40 }), (parts) => {
      const html = parts.join('')
      const expected = parseFragment(html, { scriptingEnabled: false })
      const parent = parseHtml(html)[0]?.parentNode ?? parseFragment('')
      expect(serialize(parent)).toBe(serialize(expected))
    }),
    { numRuns: 700 },
  )
})

test('reads a long text as one', () => {
  const text = `${'words and spaces\n'.repeat(2_000)}end`
  expect(parseHtml(`<p>${text}`)[0]).toMatchObject({ childNodes: [{ nodeName: '#text', value: text }] })
})
