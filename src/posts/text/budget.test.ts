import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { shortOrLong } from '#src/testing/attack.ts'
import { excerptOf } from './excerpt.ts'
import { plainText, renderText } from './render.ts'

const IMAGE = `/images/${'0a'.repeat(16)}-640x480.webp`
const BASE = `https://${'host.'.repeat(10)}example/blog/${'slug-'.repeat(20)}`
const WIDE = `${'|a'.repeat(520)}\n${'|:-:'.repeat(520)}\n`

const bytesOf = (text: string) => Buffer.byteLength(text)

/** The promise of `budgetFor`. */
function expectBounded(content: string) {
  const max = 20 * bytesOf(content) + 64_000
  expect(bytesOf(renderText(content).html)).toBeLessThanOrEqual(max)
  expect(bytesOf(renderText(content, { base: BASE, joinsLines: true }).html)).toBeLessThanOrEqual(max)
  expect(bytesOf(renderText(content, { links: 'written-out' }).html)).toBeLessThanOrEqual(max)
  expect(bytesOf(plainText(content))).toBeLessThanOrEqual(max)
}

const repeated = (unit: string) => fc.integer({ min: 1, max: 600 }).map((count) => unit.repeat(count))

const words = fc.oneof(
  fc.constantFrom('a', 'word', 'é', '語', '"', '&', '<', '|', '\\', '  ', '\\|', '&nGt;', '[x] '),
  fc.constantFrom('"', '&', 'é', '|').chain(repeated),
)
const address = fc.oneof(
  fc.constantFrom('#', '?', 'b', '/b', '//b', 'http://b', 'mailto:a@b', 'tel:1', IMAGE),
  fc.constantFrom('&', 'é', '語', '/').chain(repeated),
)
const label = fc.constantFrom('a', 'b', 'c')

const { inline, block } = fc.letrec<{ inline: string; block: string }>((tie) => {
  const inner = tie('inline')
  const lines = tie('block')
  const inTurn = (texts: fc.Arbitrary<string>, separator: string) =>
    fc.array(texts, { minLength: 1, maxLength: 6 }).map((all) => all.join(separator))
  return {
    inline: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      words,
      inTurn(inner, ''),
      fc
        .tuple(fc.constantFrom('*', '**', '_', '~~', '`', '***'), inner)
        .map(([mark, text]) => mark + text + mark),
      fc
        .tuple(fc.constantFrom('[', '!['), inner, address)
        .map(([open, text, to]) => `${open}${text}](${to})`),
      fc.tuple(inner, address).map(([text, to]) => `[${text}](${to} "${text.slice(0, 50)}")`),
      fc.tuple(fc.constantFrom('[', '![', '[^', '[]['), label).map(([open, name]) => `${open}${name}]`),
      address.map((to) => `<http:${to}>`),
      fc.constantFrom('[^a]', '[a]', '![b]', '[](#)', '![](b)', '<a@b>', '*a*').chain(repeated),
      inner.map((text) => `${text}  \n${text}`),
    ),
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      inner,
      inTurn(lines, '\n'),
      inTurn(lines, '\n\n'),
      fc
        .tuple(fc.constantFrom('> ', '>', '- ', '+ ', '1. ', '2) ', '- [x] ', '    ', '[^a]: '), lines)
        .map(([mark, text]) => text.replaceAll(/^/gm, mark)),
      fc
        .tuple(fc.constantFrom('- ', '* ', '3. ', '[^b]: '), lines)
        .map(([mark, text]) => mark + text.replaceAll('\n', `\n${' '.repeat(4)}`)),
      fc.tuple(fc.constantFrom('# ', '## ', '###### '), inner).map(([mark, text]) => mark + text),
      inner.map((text) => `${text}\n===`),
      fc.tuple(fc.constantFrom('```', '~~~js'), lines).map(([fence, text]) => `${fence}\n${text}\n${fence}`),
      fc.tuple(label, address).map(([name, to]) => `\n[${name}]: ${to} "${to}"\n`),
      fc.tuple(label, lines).map(([name, text]) => `[^${name}]: ${text}`),
      fc
        .tuple(
          fc.integer({ min: 1, max: 600 }),
          fc.constantFrom('-', ':-:', '-:'),
          fc.integer({ min: 0, max: 300 }),
          fc.oneof(fc.constantFrom('|', '|a|b', '||||||||'), inner),
        )
        .map(
          ([columns, side, rows, row]) =>
            `\n${'|a'.repeat(columns)}\n${`|${side}`.repeat(columns)}\n${`${row}\n`.repeat(rows)}\n`,
        ),
      fc
        .constantFrom(
          '#\n',
          '-\n*\n',
          '1.\n2)\n',
          '***\n',
          '- ~~~\n',
          '- [x] \\\n',
          '>>>>>>>>\n\n',
          '|a\n|-\n\n',
        )
        .chain(repeated),
    ),
  }
})

test('HTML is at most 20 times as long as any Markdown, and 64 kB', () => {
  fc.assert(fc.property(fc.oneof(inline, block), expectBounded), { numRuns: shortOrLong(60, 1_000) })
})

/** Processor time of this thread, in microseconds. */
function timeOf(content: string): number {
  const before = process.threadCpuUsage()
  renderText(content)
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

const ORDINARY = 'Some *plain* words, and [a link](/x).\n\n'.repeat(1_000)
/** Padding takes as long as this much text. */
const ALLOWANCE = 64_000 / 20
/** Random texts take up to twice as long. */
const SLOWER_MAX = 10

test('any Markdown is rendered in linear time', () => {
  let time = 0
  let characters = 0
  const measure = (content: string) => {
    time += timeOf(content)
    characters += content.length + ALLOWANCE
  }
  fc.assert(fc.property(fc.oneof(inline, block), measure), { numRuns: shortOrLong(100, 1_000) })
  const ordinary = timeOf(ORDINARY) / ORDINARY.length
  expect(time / characters / ordinary).toBeLessThan(SLOWER_MAX)
})

const LENGTH = shortOrLong(20_000, 400_000)
const repeat = (text: string) => text.repeat(Math.ceil(LENGTH / text.length))

test.each([
  ['padded rows', WIDE + repeat('|\n')],
  ['padded rows, evened out by long ones', WIDE + repeat(`${'|\n'.repeat(3)}${'|'.repeat(1_500)}\n`)],
  ['many padded tables', repeat(`${WIDE}${'|\n'.repeat(126)}\n`)],
  ['padded rows in quotes and lists', repeat(`> - ${`${WIDE}|\n|\n`.replaceAll('\n', '\n>   ')}\n\n`)],
  ['padded rows in a footnote', `a[^a]\n\n[^a]: ${(WIDE + repeat('|\n')).replaceAll('\n', '\n    ')}`],
  ['aligned cells', `${repeat('|a')}\n${repeat('|:-:')}\n${`${repeat('|')}\n`.repeat(9)}`],
  ['tables of one cell', repeat('|a\n|-\n\n')],
  ['quotes in quotes', repeat(`${'>'.repeat(24)}\n\n`)],
  ['lists of one item', repeat('-\n*\n')],
  ['numbered lists of one item', repeat('2.\n3)\n')],
  ['tasks', repeat('- [x] \\\n')],
  ['empty headings', repeat('#\n')],
  ['relative links', repeat('[](#)')],
  ['relative images', repeat('![](b)')],
  ['references', `[a]: //${'&'.repeat(LENGTH / 20)} "${'"'.repeat(LENGTH / 20)}"\n\n${repeat('[a]![a]')}`],
  ['references to an image', `[a]: ${IMAGE}\n\n${repeat('![a]')}`],
  ['footnotes', `[^a]: b\n\n${repeat('[^a]')}`],
  ['addresses', repeat('<http://&&&&&&&&&&&&&&&&&&>')],
  ['quotation marks', repeat('"\n')],
])('bounds the HTML of %s', (_, content) => {
  expectBounded(content)
})

test('a table in a short text keeps its empty cells', () => {
  const { html, textFrom } = renderText(`${'|a'.repeat(12)}\n${'|-'.repeat(12)}\n${'|b\n'.repeat(100)}`)
  expect(html.match(/<td>/g)).toHaveLength(1_200)
  expect(textFrom).toBeNull()
})

test('rows beyond the limit are text, and their line is known', () => {
  const { html, textFrom } = renderText(`${WIDE}${'|\n'.repeat(400)}\n## Last`)
  const rows = html.match(/<tr>/g)?.length ?? 0
  expect(rows).toBeGreaterThan(5)
  expect(textFrom).toBe(rows + 2)
  expect(html).toEndWith(`</table></div>\n${'<p>|</p>\n'.repeat(401 - rows)}<p>## Last</p>\n`)
})

test.each([
  ['a reference', `[a]: /${'b'.repeat(50_000)}\n\n${'[a]\n'.repeat(2_000)}`, /<p>\[a\]<\/p>/],
  ['a footnote', `[^a]: b\n\n${'[^a]\n'.repeat(2_000)}`, /<p>\[\^a\]<\/p>/],
])('%s beyond the limit is text, and its line is known', (_, content, text) => {
  const { html, textFrom } = renderText(content)
  const lines = html.split('\n')
  expect(textFrom).toBe(lines.findIndex((line) => text.test(line)) + 3)
})

test('the excerpt of a table of empty cells is short', () => {
  const excerpt = excerptOf({ excerpt: '', content: `Words\n${WIDE}${'|\n'.repeat(900)}` })
  expect(excerpt).toStartWith('Words\na a a')
  expect([...excerpt].length).toBe(161)
})
