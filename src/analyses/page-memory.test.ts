import { expect, test } from 'bun:test'
import { shortOrLong } from '#src/testing/attack.ts'

const SCRIPT = new URL('../testing/page-memory.ts', import.meta.url).pathname
const GROWTH_MAX = 100_000_000

/** Garbage collection varies, so the test fails only if each attempt exceeds the limit. */
const ATTEMPTS = 3

const PAGES: [name: string, ...args: string[]][] = [
  ['character references', '', '&amp;'],
  ['large character references', '', '&#x1F511;'],
  ['unterminated references', '', '&lt'],
  ['line breaks', '', '\r\n'],
  ['line breaks in an attribute', '<p title="', '\r\n'],
  ['references in an attribute', '<p title=', '&amp;'],
  ['references in a title', '<title>', '&amp;'],
  ['a tag name', '<x', 'x'],
  ['an attribute name', '<p ', '@'],
  ['a document type', '<!DOCTYPE ', 'x'],
  ['angle brackets', '', '<'],
  ['symbols', '', '🔑'],
  ['words', '', 'word '],
  ['list items', '', '<li>x '],
  ['paragraphs', '', '<p>'],
  ['headings in cells', '', '<td><h1>a'],
  ['regions', '', '<nav>a'],
  ['Chinese words', '', '字 '],
  ['Thai list items', '<html lang=th>', '<li>ก'],
  ['structured data', '', `<script type=application/ld+json>[${'1 ,'.repeat(10_000)}1]</script>`],
  ['attributes full of line breaks', '<p', ` a#="${'\r'.repeat(20_000)}"`],
  ['metadata full of line breaks', '', `<meta name="a#" content="${'\r'.repeat(20_000)}">`],
  ['attributes', '<p', ' a b'],
  ['words joined by hyphens', '<img alt="', 'a-'],
  ['words of a title', '<title>', 'Ā a '],
  ['katakana', '<p>', '\xb1', 'shift_jis'],
  ['Thai letters', '<p>', '\xa1', 'windows-874'],
  ['euro signs', '', '\x80 ', 'windows-1252'],
]

/** The short run tests one of the three worst pages. */
const TESTED_PAGES = shortOrLong(
  PAGES.filter(([name]) => name === 'Thai list items'),
  PAGES,
)
const LENGTH = shortOrLong(1024 * 1024, 5 * 1024 * 1024)

test.each(TESTED_PAGES)('reading a large page of %s takes less than 100 MB', async (_name, ...args) => {
  let growth = GROWTH_MAX
  for (let attempts = ATTEMPTS; attempts > 0 && growth >= GROWTH_MAX; attempts -= 1)
    growth = await measureGrowth(args)
  expect(growth).toBeGreaterThan(1_000_000)
  expect(growth).toBeLessThan(GROWTH_MAX)
})

/** Measures bytes in a separate process. */
async function measureGrowth(args: string[]): Promise<number> {
  const child = Bun.spawn([process.execPath, SCRIPT, String(LENGTH), ...args], {
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [growth, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  expect(errors).toBe('')
  return Number(growth)
}
