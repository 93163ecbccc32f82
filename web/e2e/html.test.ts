import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { parse } from 'node-html-parser'
import Parser from 'rss-parser'
import { isLong } from '#src/testing/attack.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { fixedPaths } from '#web/site-pages.ts'
import { startServer } from './harness.ts'
import { htmlErrors } from './valid-html.ts'

test('the HTML of every page is valid', async () => {
  await using server = await startServer()
  for (const path of [...fixedPaths, '/no-such-page']) {
    expect({ path, faults: await htmlErrors(server.url + path) }).toEqual({ path, faults: [] })
  }
})

type Visited = { status: number; type: string; text: string; links: URL[]; from: string }

const ADMIN_PAGES = ['/admin/dashboard', '/admin/blog', '/admin/login', '/admin/setup']

/** Follows every link of pages, feeds and the sitemap to the same server. Returns what it got, by path. */
async function walk(site: string): Promise<Map<string, Visited>> {
  const visited = new Map<string, Visited>()
  const waiting = ['/', '/sitemap.xml', ...ADMIN_PAGES].map((path) => ({ path, from: '' }))
  for (const { path, from } of waiting) {
    if (visited.has(path)) continue
    const response = await fetch(site + path)
    const type = response.headers.get('content-type') ?? ''
    const body = await response.text()
    const text = /html|xml/.test(type) ? body : ''
    const links = linksIn(type, text)
      .map((link) => new URL(link, site + path))
      .filter(({ origin }) => origin === site)
    visited.set(path, { status: response.status, type, text, links, from })
    for (const link of links) waiting.push({ path: link.pathname + link.search, from: path })
  }
  return visited
}

function linksIn(type: string, text: string): string[] {
  if (type.includes('xml')) return text.match(/https?:\/\/[^\s<>"&]+/g) ?? []
  return parse(text)
    .querySelectorAll('[href], [src], [srcset]')
    .flatMap((element) => [
      element.getAttribute('href') ?? [],
      element.getAttribute('src') ?? [],
      element.getAttribute('srcset')?.match(/\S+(?= )/g) ?? [],
    ])
    .flat()
}

/** Links to places that a page doesn't have. Scripts make those of the admin area. */
function lostPlaces(visited: Map<string, Visited>): string[] {
  return [...visited].flatMap(([from, { links }]) =>
    links.flatMap(({ pathname, search, hash }) => {
      const target = visited.get(pathname + search)
      if (hash === '' || !target?.type.includes('html') || pathname.startsWith('/admin')) return []
      const id = decodeURIComponent(hash.slice(1))
      return parse(target.text).getElementById(id) ? [] : [`${from}: ${pathname}${hash}`]
    }),
  )
}

/** The Nu HTML Checker, whose knowledge of CSS is some years old. */
const JAR = join(import.meta.dir, '../../node_modules/vnu-jar/build/dist/vnu.jar')
const NU = ['java', '-Xss2m', '-jar', JAR, '--errors-only', '--filterpattern', 'CSS: .*']

/** Pages, and the HTML in feeds. */
async function nuErrors(visited: Map<string, Visited>): Promise<string> {
  using folder = temporaryFolder()
  const write = (path: string, html: string) =>
    Bun.write(join(folder.path, `${encodeURIComponent(path)}.html`), html)
  for (const [path, { type, text }] of visited) {
    if (type.includes('text/html')) await write(path, text)
    if (!/rss|atom/.test(type)) continue
    for (const [at, { content }] of (await new Parser().parseString(text)).items.entries()) {
      await write(`${path} ${at}`, `<!doctype html><html lang="en"><title>Post</title><body>${content}`)
    }
  }
  const checker = Bun.spawn([...NU, folder.path], { stderr: 'pipe' })
  const errors = await new Response(checker.stderr).text()
  return `${await checker.exited} ${errors.replaceAll(folder.path, '')}`
}

test('every link of the demo leads to a page or file, and all its documents are valid', async () => {
  await using server = await startServer({ flags: ['--demo'] })
  const visited = await walk(server.url)
  const broken = [...visited]
    .filter(([, { status }]) => status >= 400)
    .map(([path, { from }]) => [from, path])
  expect(broken).toEqual([])
  expect(lostPlaces(visited)).toEqual([])
  const paths = [...visited.keys()]
  expect(paths).toEqual(expect.arrayContaining([...fixedPaths, '/feed.xml', '/atom.xml']))
  expect(paths.filter((path) => path.startsWith('/blog/')).length).toBeGreaterThan(15)
  if (isLong && Bun.which('java')) expect(await nuErrors(visited)).toBe('0 ')
})
