import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { $ } from 'bun'
import { matchPath } from 'react-router'
import type { Entry } from '#src/testing/run-record.ts'
import { sitePages } from '#web/site-pages.ts'

/** Written after a green whole run: its commit, and the pages that each file of browser tests opened. */
const GREEN = '.tools/last-green.json'

type Green = { commit: string; pages: Record<string, string[]> }

/** The files that each module names, in imports or other strings. */
export type References = Map<string, Set<string>>

/** Without uncommitted changes only, because the run tested those, too. */
export async function keepGreenCommit(entries: Entry[]): Promise<void> {
  if ((await $`git status --porcelain`.text()) !== '') return
  const opened = entries.flatMap((entry) => (entry.kind === 'opened' ? entry : []))
  const byFile = Object.entries(Object.groupBy(opened, ({ file }) => file))
  const pages = Object.fromEntries(byFile.map(([file, found = []]) => [file, found.map(({ path }) => path)]))
  const commit = (await $`git rev-parse HEAD`.text()).trim()
  await Bun.write(GREEN, JSON.stringify({ commit, pages } satisfies Green))
}

/**
 * The test files that depend on files that differ from the last green commit: through imports, or, for browser tests,
 * through the pages they opened. Without such a commit, all.
 */
export async function changedTests(tests: string[], say: (line: string) => void): Promise<string[]> {
  if (!existsSync(GREEN)) {
    say('No whole run has been green yet: running all test files')
    return tests
  }
  const { commit, pages }: Green = await Bun.file(GREEN).json()
  const changed = await linesOf($`git diff --name-only ${commit}`)
  changed.push(...(await linesOf($`git ls-files --others --exclude-standard`)))
  const files = await linesOf($`git ls-files --cached --others --exclude-standard`)
  const present = files.filter((file) => existsSync(file))
  const references = referencesIn(present, (file) => readFileSync(file, 'utf8'))
  const selected = selectTests({ tests, changed, references, pages })
  say(`${changed.length} files changed since ${commit.slice(0, 7)}: running ${selected.length} test files`)
  return selected
}

const linesOf = async (output: { text(): Promise<string> }) =>
  (await output.text()).split('\n').filter((line) => line !== '')

type Selection = { tests: string[]; changed: string[]; references: References; pages: Green['pages'] }

const ENTRIES = ['web/main.ts', 'web/admin/main.tsx']

export function selectTests({ tests, changed, references, pages }: Selection): string[] {
  const differs = new Set(changed)
  // Pages show what the server code of the same noun returns.
  for (const file of changed) {
    const [, noun] = /^src\/([^/]+)\//.exec(file) ?? []
    if (noun) differs.add(`src/domain/${noun}.ts`)
  }
  const hasChanged = (from: string[], stops: string[] = []) =>
    [...reachable(references, from, stops)].some((file) => differs.has(file))
  const allPages = [...references.keys()].filter((file) => /^web\/.*-page\.tsx$/.test(file))
  const hasFrameChanged = hasChanged(ENTRIES, allPages)
  const hasServerChanged = hasChanged(['src/main.ts'])
  return tests.filter((test) => {
    if (hasChanged([test])) return true
    if (!test.startsWith('web/e2e/')) return false
    const opened = pages[test]
    if (opened === undefined) return hasServerChanged
    return hasFrameChanged || hasChanged(opened.flatMap((path) => pageAt(path) ?? []))
  })
}

function pageAt(path: string): string | null {
  const [, name] = /^\/(?:admin|api)\/([^/]+)/.exec(path) ?? []
  if (name !== undefined) return `web/admin/${name}/${name}-page.tsx`
  return sitePages.find((page) => matchPath(page.path, path))?.source ?? null
}

/** `from` and what it refers to, directly or not, without what lies behind `stops`. */
function reachable(references: References, from: string[], stops: string[]): Set<string> {
  const found = new Set<string>(from)
  for (const file of found)
    for (const next of references.get(file) ?? []) if (!stops.includes(next)) found.add(next)
  return found
}

/** Takes every quoted text that names one of `files`, or a folder of files that aren't modules, for a reference. */
export function referencesIn(files: string[], textOf: (file: string) => string): References {
  const folders = Map.groupBy(
    files.filter((file) => !IS_MODULE.test(file)),
    (file) => posix.dirname(file),
  )
  const known = new Set(files)
  const references: References = new Map()
  for (const file of files.filter((file) => IS_MODULE.test(file))) {
    const named = new Set<string>()
    for (const [, text = ''] of textOf(file).matchAll(/['"`]([^'"`\s]+)['"`]/g)) {
      const plain = text.replace(/^#(?=(?:src|web)\/)/, '').replace(/^#domain\//, 'src/domain/')
      for (const path of [posix.normalize(plain), posix.join(posix.dirname(file), plain)]) {
        if (known.has(path)) named.add(path)
        for (const inside of folders.get(path.replace(/\/$/, '')) ?? []) named.add(inside)
      }
    }
    references.set(file, named)
  }
  return references
}

const IS_MODULE = /\.tsx?$/
