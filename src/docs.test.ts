import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readConfig, SETTINGS } from './config.ts'
import { describeSettings } from './configuration/settings-in-force.ts'
import { setupCode } from './sessions/setup.ts'
import { testApp } from './testing/test-app.ts'

const ROOT = join(import.meta.dir, '..')

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-')

const anchorsOf = (file: string) =>
  Array.from(read(file).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading))

test('the documentation lists every setting as --help does', () => {
  const rows = Array.from(
    read('docs/settings.md').matchAll(/^\| (`--.*?) +\| (.*?) +\| (.*?) +\|$/gm),
    ([, ...cells]) => cells,
  )
  const settings = SETTINGS.map(({ flag, env, value, about }) => [
    `\`--${flag} ${value.replaceAll('|', '\\|')}\``,
    `\`${env}\``,
    about,
  ])
  expect(rows).toEqual(settings)
})

test('the documentation lists every secret that can be read from a file', () => {
  const listed = Array.from(read('docs/settings.md').matchAll(/^- `(\w+)_FILE`$/gm), ([, name]) => name)
  expect(listed).toEqual(SETTINGS.filter(({ isSecret }) => isSecret).map(({ env }) => env))
})

test('each setting stands in the page that the configuration names', () => {
  const missing = describeSettings(readConfig([], {})).filter(({ env, doc }) => !read(doc).includes(env))
  expect(missing).toEqual([])
})

test('every link in the documentation has a target', () => {
  const pages = ['*.md', 'docs/*.md'].flatMap((glob) => [...new Bun.Glob(glob).scanSync(ROOT)])
  expect(pages).toContain('README.md')
  const broken = pages.flatMap((page) =>
    Array.from(read(page).matchAll(/(?<!`)\]\(([^)\s]+)\)/g), ([, link = '']) => link)
      .filter((link) => !/^(?:https?|mailto|tel):|^\//.test(link))
      .filter((link) => {
        const [path, anchor] = link.split('#')
        const target = path ? join(dirname(page), path) : page
        return !existsSync(join(ROOT, target)) || (anchor && !anchorsOf(target).includes(anchor))
      })
      .map((link) => `${page}: ${link}`),
  )
  expect(broken).toEqual([])
})

test("the API's example works as written, and ignores unknown fields", async () => {
  const [, example = ''] = /## An example[^`]+```sh\n([^`]+)```/.exec(read('docs/api.md')) ?? []
  const app = await testApp()
  const code = (await setupCode(app.db)) ?? ''
  const results: Record<string, string> = {}
  const statuses: number[] = []
  const commands = example
    .replace(/0123456789abcdef0123/, code)
    .matchAll(
      /(?:(\w+)=\$\()?curl (?:-s )?\$site(\S+)(?: -H "Authorization: Bearer \$(\w+)")?(?:[\s\\]+--json '([^']+)')?/g,
    )
  for (const [, name, path = '', secret, json] of commands) {
    const headers: Record<string, string> = secret ? { authorization: `Bearer ${results[secret]}` } : {}
    const response = await app.call(path, {
      headers,
      ...(json ? { json: { ...JSON.parse(json), unknown: 1 } } : {}),
    })
    statuses.push(response.status)
    const body = await response.json()
    if (name) results[name] = body.token
    if (path.startsWith('/api/blog'))
      expect(body).toMatchObject({ title: 'Hello', slug: 'hello', tags: ['news'] })
  }
  expect(statuses).toEqual([201, 200, 200, 201, 201, 200])
})

test('the README has at most 250 lines and links every page of the documentation', () => {
  const readme = read('README.md')
  expect(readme.split('\n').length).toBeLessThanOrEqual(250)
  for (const page of new Bun.Glob('docs/*.md').scanSync(ROOT)) expect(readme).toContain(`(${page})`)
})
