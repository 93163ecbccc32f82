import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path/posix'
import { parseSync, Visitor } from 'vite'

type Import = { from: string; to: string; isType: boolean; isReexport: boolean }

/** Bottom up: a file may import from earlier rows, and from its own entry in its row. */
const SERVER_LAYERS = [
  ['src/domain/'],
  ['src/errors.ts'],
  ['src/lib/'],
  ['src/config.ts', 'src/log.ts', 'src/version.ts'],
  ['src/db/', 'src/http/'],
  ['src/deps.ts'],
  ['src/*/'],
  ['src/site/'],
  ['src/app.ts', 'src/given-files.ts', 'src/jobs.ts', 'src/services.ts'],
  ['src/run.ts'],
  ['src/commands/'],
  ['src/main.ts'],
]
const BROWSER_LAYERS = [
  ['src/domain/'],
  ['web/lib/'],
  ['web/ui/'],
  ['web/site/', 'web/admin/'],
  ['web/router.tsx', 'web/document.tsx'],
  ['web/'],
]

/** Not specific to a noun. */
const DOMAIN_FILES_FOR_HTTP = [
  'disarm-formulas',
  'errors',
  'permissions',
  'row-id',
  'format-bytes',
  'rate-limits',
].map((name) => `src/domain/${name}.ts`)

/** Schemas, and lists of words without code. */
const DOMAIN_PACKAGES =
  /^(?:zod\/mini|chardet|@noble\/hashes\/(?:legacy|sha2|utils)\.js|@scure\/bip39\/wordlists\/[\w-]+\.js|@zxcvbn-ts\/language-common\/src\/diceware\.json)$/

const isTest = (path: string) => /\.test\.tsx?$|^src\/testing\/|^web\/e2e\//.test(path)
const isWeb = (path: string) => path.startsWith('web/')
const isFeature = (path: string) =>
  /^src\/[^/]+\//.test(path) && !SERVER_LAYERS.flat().some((place) => path.startsWith(place))

function layerOf(path: string, rows: string[][]): { row: number; entry: string } | undefined {
  const row = rows.findIndex((entries) =>
    entries.some((entry) => (entry === 'src/*/' ? isFeature(path) : path.startsWith(entry))),
  )
  const entry = isFeature(path)
    ? `${path.split('/', 2).join('/')}/`
    : rows[row]?.find((it) => path.startsWith(it))
  return entry === undefined ? undefined : { row, entry }
}

const COMPUTED = '?'

/** Null if the import is allowed. */
function violation({ from, to, isType, isReexport }: Import): string | null {
  if (isReexport) return 're-exports from another file: import it from its source'
  if (!/^(?:src|web)\//.test(to)) return packageViolation(from, to)
  if (to.includes('/../') || to.startsWith('../')) return 'leaves its folder: use #domain, #src or #web'
  if (!/\.(?:tsx?|css|json|txt|bin(?:\?url)?)$/.test(to)) return 'has no extension'
  if (isTest(from)) return null
  if (isTest(to)) return 'is for tests only'
  // The type of all routes, for the types of calls.
  if (from === 'web/lib/routes.ts' && to === 'src/app.ts' && isType) return null
  if (isWeb(from))
    return isWeb(to) || to.startsWith('src/domain/')
      ? layerViolation(from, to, BROWSER_LAYERS)
      : 'belongs to the server'
  if (isWeb(to))
    return from.startsWith('src/site/') ? null : 'belongs to the browser: only src/site renders pages'
  if (from.startsWith('src/http/') && to.startsWith('src/domain/') && !DOMAIN_FILES_FOR_HTTP.includes(to))
    return 'belongs to a feature: src/http is independent of features'
  // Types only: deps may name the parts they are made of.
  if (['src/deps.ts'].includes(from) && isType) return null
  if (isFeature(to) && basename(to) === 'routes.ts' && dirname(from) !== dirname(to) && from !== 'src/app.ts')
    return 'are the routes of another feature'
  return layerViolation(from, to, SERVER_LAYERS)
}

function layerViolation(from: string, to: string, rows: string[][]): string | null {
  const low = layerOf(to, rows)
  const high = layerOf(from, rows)
  if (!low || !high) return 'belongs to no layer'
  if (low.row < high.row || low.entry === high.entry) return null
  return low.row === high.row && isFeature(from) ? null : 'is in a higher layer'
}

function packageViolation(from: string, name: string): string | null {
  if (isTest(from)) return null
  if (name === COMPUTED) return 'is computed at run time'
  if (from.startsWith('src/domain/') && !DOMAIN_PACKAGES.test(name)) return 'is not allowed in the domain'
  if (isWeb(from) && /^(?:bun|node:|bun:|elysia|drizzle-orm|@libsql)/.test(name))
    return 'does not run in a browser'
  return null
}

function importsOf(from: string, source: string): Import[] {
  const parsed = parseSync(from, source)
  const { module, errors } = parsed
  if (errors.length > 0) throw new Error(`${from}: ${errors[0]?.message}`)
  const found: Import[] = []
  const note = (text: string, isType = false, isReexport = false) =>
    found.push({ from, to: resolve(from, text), isType, isReexport })
  for (const { moduleRequest, entries } of module.staticImports)
    note(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType))
  for (const { entries } of module.staticExports)
    for (const { moduleRequest } of entries) if (moduleRequest) note(moduleRequest.value, false, true)
  // Reading the whole program takes most of the time.
  if (!/\bimport\s*\(/.test(source)) return found
  new Visitor({
    ImportExpression: ({ source }) => note(source.type === 'Literal' ? String(source.value) : COMPUTED),
    TSImportType: ({ source }) => note(source.value, true),
  }).visit(parsed.program)
  return found
}

function resolve(from: string, text: string): string {
  if (text.startsWith('.'))
    return text.startsWith('./') ? join(dirname(from), text) : `${dirname(from)}/${text}`
  const [, root, rest] = /^#(domain|src|web)\/(.*)$/.exec(text) ?? []
  if (root === undefined) return text
  return root === 'domain' ? `src/domain/${rest}` : `${root}/${rest}`
}

const violationsIn = (from: string, source: string) => violationsOf(importsOf(from, source))

const violationsOf = (imports: Import[]) =>
  imports.flatMap((one) => {
    const words = violation(one)
    return words === null ? [] : [`${one.from} imports ${one.to}, which ${words}`]
  })

function findCycle(arrows: Map<string, string[]>): string | null {
  const way: string[] = []
  const done = new Set<string>()
  const walk = (file: string): string | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file].join(' > ')
    if (done.has(file)) return null
    way.push(file)
    for (const next of arrows.get(file) ?? []) {
      const circle = walk(next)
      if (circle !== null) return circle
    }
    way.pop()
    done.add(file)
    return null
  }
  for (const file of arrows.keys()) {
    const circle = walk(file)
    if (circle !== null) return circle
  }
  return null
}

const ROOT = join(import.meta.dir, '..')
const FILES = [...new Bun.Glob('{src,web}/**/*.{ts,tsx}').scanSync(ROOT)]

const IMPORTS = new Map(
  FILES.map((file): [string, Import[]] => [file, importsOf(file, readFileSync(join(ROOT, file), 'utf8'))]),
)

test('every import follows the layers', () => {
  expect(IMPORTS.size).toBeGreaterThan(100)
  const found = [...IMPORTS.values()].flatMap(violationsOf)
  // Allowed: package.json, and the stylesheet that both parts of web share.
  expect(found.filter((words) => !/\.\.\/package\.json,|web\/styles\.css,/.test(words))).toEqual([])
})

test('there are no import cycles', () => {
  const own = [...IMPORTS].filter(([file]) => !isTest(file))
  const arrows = new Map(own.map(([file, imports]) => [file, imports.map(({ to }) => to)]))
  expect(findCycle(arrows)).toBe(null)
})

test('a cycle of three files is detected', () => {
  const arrows = new Map([
    ['a.ts', ['b.ts', 'd.ts']],
    ['b.ts', ['c.ts', 'd.ts']],
    ['c.ts', ['a.ts']],
    ['d.ts', []],
  ])
  expect(findCycle(arrows)).toBe('a.ts > b.ts > c.ts > a.ts')
})

test('every file belongs to a layer', () => {
  const withoutLayer = FILES.filter(
    (file) => !isTest(file) && !layerOf(file, isWeb(file) ? BROWSER_LAYERS : SERVER_LAYERS),
  )
  expect(withoutLayer).toEqual([])
})

test('there are no index files', () => {
  expect(FILES.filter((file) => /(?:^|\/)index\.tsx?$/.test(file))).toEqual([])
})

test.each([
  ['src/domain/posts.ts', "import { a } from './errors.ts'"],
  ['src/domain/posts.ts', "import * as z from 'zod/mini'"],
  ['src/db/open.ts', "import { StartError } from '#src/errors.ts'"],
  ['src/posts/routes.ts', "import { createPost } from './store.ts'"],
  ['src/posts/routes.ts', "import { findUser } from '#src/users/store.ts'"],
  ['src/posts/routes.ts', "import { webActor } from '#src/sessions/guard.ts'"],
  ['src/http/body.ts', "import type { ErrorResponse } from '#domain/errors.ts'"],
  ['src/site/pages.ts', "import { siteRoutes } from '#web/router.tsx'"],
  ['src/app.ts', "import { postRoutes } from '#src/posts/routes.ts'"],
  ['src/deps.ts', "import type { SiteBuild } from './site/build.ts'"],
  ['web/site/blog/blog-page.tsx', "import { Post } from '#domain/posts.ts'"],
  ['web/site/blog/blog-page.tsx', "import { Button } from '#web/ui/button.tsx'"],
  ['web/lib/routes.ts', "import type { Api } from '#src/app.ts'"],
  ['src/posts/posts.test.ts', "import { testApp } from '#src/testing/test-app.ts'"],
  ['src/posts/store.ts', "// import { a } from '#src/main.ts'\nconst b = `import { a } from '#src/main.ts'`"],
])('%s may contain: %s', (file, source) => {
  expect(violationsIn(file, source)).toEqual([])
})

test.each([
  ['src/domain/posts.ts', "import { AppError } from '#src/errors.ts'"],
  ['src/domain/posts.ts', "import * as z from 'zod'"],
  ['src/domain/posts.ts', "import { readFileSync } from 'node:fs'"],
  ['src/errors.ts', "import { readFlags } from './lib/flags.ts'"],
  ['src/lib/scheduler.ts', "import type { Config } from '#src/config.ts'"],
  ['src/db/open.ts', "import { jsonResponse } from '#src/http/responses.ts'"],
  ['src/http/requests.ts', "import type { Database } from '#src/db/database.ts'"],
  ['src/http/requests.ts', "type T = import('#src/posts/store.ts').Post"],
  ['src/http/body.ts', "import { UPLOAD_MAX_BYTES } from '#domain/keywords.ts'"],
  ['src/http/requests.ts', "const a = await import('#src/posts/store.ts')"],
  ['src/http/requests.ts', 'const a = await import(name)'],
  ['src/posts/routes.ts', "import { userRoutes } from '#src/users/routes.ts'"],
  ['src/posts/store.ts', "import { createPages } from '#src/site/pages.ts'"],
  ['src/posts/store.ts', "import { Button } from '#web/ui/button.tsx'"],
  ['src/app.ts', "import { SiteApp } from '#web/site-app.tsx'"],
  ['src/app.ts', "import { run } from './run.ts'"],
  ['src/deps.ts', "import { filesFor } from './site/build.ts'"],
  ['src/run.ts', "import { serveCommand } from '#src/commands/serve.ts'"],
  ['src/commands/serve.ts', "import '#src/main.ts'"],
  ['src/posts/store.ts', "import { testApp } from '#src/testing/test-app.ts'"],
  ['src/posts/store.ts', "import { a } from '../users/store.ts'"],
  ['src/posts/store.ts', "import { a } from './words'"],
  ['src/posts/store.ts', "export { a } from './words.ts'"],
  ['src/posts/all.ts', "export * from './store.ts'"],
  ['web/ui/button.tsx', "import { HomePage } from '#web/site/home/home-page.tsx'"],
  ['web/lib/storage.ts', "import { Button } from '#web/ui/button.tsx'"],
  ['web/site/blog/blog-page.tsx', "import { AppError } from '#src/errors.ts'"],
  ['web/site/blog/blog-page.tsx', "import type { Config } from '#src/config.ts'"],
  ['web/site/blog/blog-page.tsx', "import type { Api } from '#src/app.ts'"],
  ['web/lib/routes.ts', "import { createApp } from '#src/app.ts'"],
  ['web/lib/routes.ts', "import type { Config } from '#src/config.ts'"],
  ['web/site/blog/blog-page.tsx', "import { Users } from '#web/admin/users/users-page.tsx'"],
  ['web/site/blog/blog-page.tsx', "import { readFileSync } from 'node:fs'"],
  ['web/site/blog/blog-page.tsx', "import { Elysia } from 'elysia'"],
  ['web/site/blog/blog-page.tsx', "import { SiteApp } from '#web/site-app.tsx'"],
])('%s may not contain: %s', (file, source) => {
  expect(violationsIn(file, source).length).toBe(1)
})
