import { expect, test } from 'bun:test'
import { shortOrLong } from '#src/testing/attack.ts'

const SCRIPT = new URL('../testing/page-memory.ts', import.meta.url).pathname
const MOST = 100_000_000

/** What is collected when is the runtime's own choice: too much each time is the page's doing. */
const TRIES = 3

const PAGES: [name: string, ...args: string[]][] = [
  ['character references', '', '&amp;'],
  ['large character references', '', '&#x1F511;'],
  ['references without an end', '', '&lt'],
  ['line ends', '', '\r\n'],
  ['line ends in an attribute', '<p title="', '\r\n'],
  ['references in an attribute', '<p title=', '&amp;'],
  ['references in a title', '<title>', '&amp;'],
  ['the name of a tag', '<x', 'x'],
  ['the name of an attribute', '<p ', '@'],
  ['a document type', '<!DOCTYPE ', 'x'],
  ['angles', '', '<'],
  ['symbols', '', '🔑'],
  ['words', '', 'word '],
  ['list items', '', '<li>x '],
  ['paragraphs', '', '<p>'],
  ['headings in cells', '', '<td><h1>a'],
  ['regions', '', '<nav>a'],
  ['Chinese words', '', '字 '],
  ['Thai list items', '<html lang=th>', '<li>ก'],
  ['structured data', '', `<script type=application/ld+json>[${'1 ,'.repeat(10_000)}1]</script>`],
  ['attributes full of line ends', '<p', ` a#="${'\r'.repeat(20_000)}"`],
  ['metadata full of line ends', '', `<meta name="a#" content="${'\r'.repeat(20_000)}">`],
  ['attributes', '<p', ' a b'],
  ['words joined by hyphens', '<img alt="', 'a-'],
  ['words of a title', '<title>', 'Ā a '],
  ['katakana', '<p>', '\xb1', 'shift_jis'],
  ['Thai letters', '<p>', '\xa1', 'windows-874'],
  ['euro signs', '', '\x80 ', 'windows-1252'],
]

/** The normal run reads the three that once took the most. */
const TRIED = shortOrLong(
  PAGES.filter(([name]) =>
    ['character references', 'Thai list items', 'words joined by hyphens'].includes(name),
  ),
  PAGES,
)

test.each(TRIED)('five megabytes of nothing but %s take less than 100 MB to read', async (_name, ...args) => {
  let growth = MOST
  for (let left = TRIES; left > 0 && growth >= MOST; left -= 1) growth = await growthFor(args)
  expect(growth).toBeGreaterThan(1_000_000)
  expect(growth).toBeLessThan(MOST)
})

/** In bytes, of a process of its own. */
async function growthFor(args: string[]): Promise<number> {
  const child = Bun.spawn([process.execPath, SCRIPT, ...args], { stdout: 'pipe', stderr: 'pipe' })
  const [growth, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  expect(errors).toBe('')
  return Number(growth)
}
