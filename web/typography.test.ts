import { expect, test } from 'bun:test'
import { join } from 'node:path'

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
