import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { NAVIGATION, SETTINGS_SECTIONS } from '#web/admin/navigation.ts'

const ROOT = join(import.meta.dir, '..')

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
const STRAIGHT = /\p{L}'\p{L}/u
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*'
const OTHER_DATES = new RegExp(
  `\\b\\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH},? \\d{4}\\b|\\b\\d{1,2}[/.]\\d{1,2}[/.]\\d{4}\\b|${MONTH} \\d{1,2}(?:st|nd|rd|th)\\b`,
)

/** Specified as they are. */
const FIXED = [
  // Words of passwords.
  "п'ять",
  "you're looking for doesn't exist or has been removed",
  "Today's Views",
]

/** Lines of the interface and of the demo's posts, without comments. */
async function readLines(): Promise<string[]> {
  const all = await Array.fromAsync(new Bun.Glob('**/*.{ts,tsx,md,yaml}').scan({ cwd: ROOT }))
  const paths = all.filter(
    (path) =>
      path !== 'src/demo/messages.yaml' &&
      /^(?:web|src\/domain|src\/demo)\//.test(path) &&
      !/\.test\.tsx?$|^web\/e2e\//.test(path),
  )
  const texts = await Promise.all(
    paths.map(async (path) => {
      const text = (await Bun.file(join(ROOT, path)).text()).replace(COMMENTS, '')
      return text.split('\n').map((line) => `${path}: ${line.trim()}`)
    }),
  )
  return texts.flat()
}

test('apostrophes are curly', async () => {
  const straight = (await readLines()).filter((line) => STRAIGHT.test(line))
  expect(straight.filter((line) => !FIXED.some((text) => line.includes(text)))).toEqual([])
})

test('dates in texts look like Nov 3, 2026 or November 3, 2026', async () => {
  expect((await readLines()).filter((line) => OTHER_DATES.test(line))).toEqual([])
})

const TITLE = /\b(?:title|label|aria-label|action)(?:=|: )["']([^"'{}]+)["']|<h[1-6][^>]*>\s*([^<{\n]+)/g
const CAPITAL_AFTER_SPACE = /^\S+(?: .*)? \p{Lu}\p{Ll}/u
/** Names of pages and of sections in Settings, and what the specification, or a format, spells like this. */
const NAMES = new Set([
  ...NAVIGATION.flatMap(({ items }) => items.map(({ label }) => label)),
  ...SETTINGS_SECTIONS.map(({ label }) => label),
  ...['404 Page Not Found', 'Admin Setup', 'Admin Sign In', 'Edit Post', 'New Post', 'View Website'],
  ...['AI Analysis', 'AI Generate', 'AI Prompt Template', 'Copy Analysis', 'View Keywords', 'Mark as Read'],
  ...['Avg Keywords/Site', 'Avg Position', 'CSV Uploads', 'Recent Keywords', 'Search Volume', 'Top Keywords'],
  ...['Total Analyses', 'Total Keywords', 'Auto-Update Disabled', 'Auto-Update Enabled', 'Setup Complete'],
  ...['Confirm Password', 'Current Password', 'New Password', 'Reset Password', 'Login Successful'],
  ...['Blog Post Title', 'System Prompt', 'Template Name', 'User Prompt Template', 'Open Graph'],
])

test('headings and labels of the admin area have one capital, except names', async () => {
  const paths = await Array.fromAsync(new Bun.Glob('web/admin/**/*.tsx').scan({ cwd: ROOT }))
  const sources = await Promise.all(paths.map((path) => Bun.file(join(ROOT, path)).text()))
  const titles = sources.flatMap((source) =>
    [...source.matchAll(TITLE)].map(([, attribute, heading = '']) => (attribute ?? heading).trim()),
  )
  expect(titles).toContain('Uploaded files')
  expect(titles.filter((title) => CAPITAL_AFTER_SPACE.test(title) && !NAMES.has(title))).toEqual([])
})
