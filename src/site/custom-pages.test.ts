import { expect, test } from 'bun:test'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#src/errors.ts'
import { encodeBody } from '#src/http/encoded-body.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { readToday } from '#src/testing/read-today.ts'
import { testApp } from '#src/testing/test-app.ts'
import { ENTRY, type SiteBuild } from './build.ts'
import { readCustomPages } from './custom-pages.ts'

const SOURCE = 'web/site/custom-page/custom-page.tsx'

const IMPRINT = `---
title: Imprint
description: Who is responsible for this site.
order: 2
---
## Responsible
Example Ltd, [write to us](/contact) <script>alert(1)</script>
[odd](javascript:alert(1))
`

function folderOf(files: Record<string, string | Uint8Array>) {
  const folder = temporaryFolder()
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder.path, name), content)
  return folder
}

async function customPages(files: Record<string, string | Uint8Array>) {
  using folder = folderOf(files)
  return await readCustomPages(folder.path)
}

async function errorFor(files: Record<string, string | Uint8Array>): Promise<string> {
  const error = await customPages(files).catch((error: unknown) => error)
  if (!(error instanceof StartError)) throw new Error('the pages were accepted')
  return error.message
}

test('sorts pages by order, then by title', async () => {
  const pages = await customPages({
    'imprint.md': IMPRINT,
    'terms.md': '# Terms of use\n\nBe kind.\n',
    'accessibility.md': '---\ntitle: Accessibility\nnav: header\noffline: true\nnoindex: true\n---\nText',
    'notes.txt': 'no page',
    '.hidden.md': 'no page',
  })
  expect(pages).toEqual([
    {
      path: '/accessibility',
      title: 'Accessibility',
      about: 'Text',
      nav: 'header',
      content: 'Text',
      worksOffline: true,
      isUnlisted: true,
    },
    {
      path: '/terms',
      title: 'Terms of use',
      about: 'Be kind.',
      nav: 'footer',
      content: 'Be kind.',
      worksOffline: false,
      isUnlisted: false,
    },
    expect.objectContaining({ path: '/imprint', lead: 'Who is responsible for this site.' }),
  ])
})

const NAME = 'the name must consist of lowercase letters a–z, digits and single hyphens, and end in .md'

test.each<[string, string | Uint8Array, string]>([
  ['a.md', 'Text', 'it needs title: in its front matter, or # Title as its first line'],
  ['a.md', '---\ntitle: ""\n---\nText', 'title must not be empty'],
  ['a.md', '---\ntitle: 2026\n---\nText', 'title must be text'],
  ['a.md', `---\ntitle: ${'x'.repeat(101)}\n---\n`, 'title must be at most 100 characters'],
  [
    'a.md',
    '---\ntitle: "a\\u202eb"\n---\n',
    'title must not contain characters that change the direction of text',
  ],
  ['a.md', '---\ntitle: A\ndescription: [a]\n---\n', 'description must be text'],
  ['a.md', '---\ntitle: A\nnav: top\n---\n', 'nav must be header, footer or none'],
  ['a.md', '---\ntitle: A\norder: first\n---\n', 'order must be a number'],
  ['a.md', '---\ntitle: A\noffline: "yes"\n---\n', 'offline must be true or false'],
  ['a.md', '---\ntitle: A\ntittle: B\n---\n', 'it has an unknown entry: tittle'],
  ['a.md', '---\ntitle: A\n__proto__: B\n---\n', 'it has an unknown entry: __proto__'],
  ['a.md', '---\ntitle: [\n---\n', 'the front matter between the two lines of dashes is not valid YAML'],
  [
    'a.md',
    `---\n${'- '.repeat(45_000)}\n---\n`,
    'the front matter between the two lines of dashes is not valid YAML',
  ],
  ['a.md', '---\n- a\n---\n', 'the front matter between the two lines of dashes is not valid YAML'],
  ['a.md', '# A\n\u0000', 'it contains a control character'],
  ['a.md', new Uint8Array([35, 32, 65, 10, 0xff, 0xfe]), 'it is not UTF-8'],
  ['a.md', `# A\n${'x'.repeat(102_400)}`, 'it is larger than 100 KB'],
  ['Imprint.md', '# A\n', NAME],
  ['a.MD', '# A\n', NAME],
  ['a b.md', '# A\n', NAME],
  ['a--b.md', '# A\n', NAME],
  ['ä.md', '# A\n', NAME],
  ['%2e.md', '# A\n', NAME],
  [`${'a'.repeat(61)}.md`, '# A\n', NAME],
])('reports %s with %j as an error', async (name, content, reason) => {
  expect(await errorFor({ [name]: content })).toBe(`The page ${name} can't be used: ${reason}.`)
})

test('reports a folder that is missing or has too many pages', async () => {
  await expect(readCustomPages('/nowhere/pages')).rejects.toThrow(
    new StartError("The pages folder /nowhere/pages can't be read as a folder."),
  )
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`page-${index}.md`, '# A\n']))
  expect(await errorFor(many)).toEndWith('has more than 50 pages.')
})

test('follows symbolic links within the folder only', async () => {
  using folder = folderOf({ 'terms.md': '# Terms\n' })
  using outside = folderOf({ 'secret.md': '# Secret\n' })
  symlinkSync('terms.md', join(folder.path, 'agb.md'))
  expect((await readCustomPages(folder.path)).map(({ path }) => path)).toEqual(['/agb', '/terms'])

  symlinkSync(join(outside.path, 'secret.md'), join(folder.path, 'secret.md'))
  const error = await readCustomPages(folder.path).catch((error: unknown) => error)
  expect(error).toEqual(
    new StartError("The page secret.md can't be used: it is a symbolic link to a file outside the folder."),
  )
})

test('reports folders and broken links named like a page', async () => {
  using folder = temporaryFolder()
  mkdirSync(join(folder.path, 'terms.md'))
  await expect(readCustomPages(folder.path)).rejects.toThrow(
    new StartError("The page terms.md can't be used: it is not a file."),
  )
  using other = temporaryFolder()
  symlinkSync('nowhere.md', join(other.path, 'terms.md'))
  await expect(readCustomPages(other.path)).rejects.toThrow(
    new StartError("The page terms.md can't be used: it can't be read."),
  )
})

test.each([
  'about',
  'blog',
  'api',
  'admin',
  'offline',
  'frames',
  'assets',
  '404',
  'index',
  'healthz',
  'sitemap',
])('rejects a page named %s.md, whose path is taken', async (name) => {
  const pages = await customPages({ [`${name}.md`]: '# Mine\n' })
  await expect(testApp({ customPages: pages })).rejects.toThrow(
    new StartError(`The page ${name}.md can't be used: /${name} is already taken; choose another name.`),
  )
})

async function siteWithPages() {
  return testApp({
    customPages: await customPages({
      'imprint.md': IMPRINT,
      'accessibility.md': '---\ntitle: Accessibility\nnav: header\noffline: true\nnoindex: true\n---\nText',
    }),
    build: smallBuild(),
  })
}

const smallBuild = (): SiteBuild => ({
  files: new Map([
    ['/sw.js', encodeBody(new TextEncoder().encode('start(self.kept)'), 'text/javascript', 1)],
  ]),
  manifest: {
    [ENTRY]: { file: 'assets/main.js', dynamicImports: [SOURCE] },
    [SOURCE]: { file: 'assets/own.js' },
  },
})

test('a page has headings, breadcrumbs, a canonical URL and cache headers', async () => {
  const { call } = await siteWithPages()
  const response = await call('/imprint')
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(response.headers.get('x-robots-tag')).toBeNull()
  expect(response.headers.get('content-security-policy')).toBe(
    (await call('/faq')).headers.get('content-security-policy'),
  )
  const html = await response.text()
  expect(html).toContain('<title>Imprint | Passwright</title>')
  expect(html).toContain('<meta name="description" content="Who is responsible for this site."/>')
  expect(html).toContain('<link rel="canonical" href="http://example.test/imprint"/>')
  expect(html).toContain('>Imprint</h1>')
  expect(html).toContain('<h2 id="responsible"><span id="s-responsible"></span>Responsible</h2>')
  expect(html).toContain('<span aria-current="page">Imprint</span>')
  expect(html).toContain('"later":["/assets/own.js"]')
  // Pasted HTML is text.
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).not.toMatch(/<script>alert|href="javascript/)

  for (const other of ['/imprint/', '/Imprint', '//imprint']) {
    const moved = await call(other)
    expect([other, moved.status, moved.headers.get('location')]).toEqual([other, 301, '/imprint'])
  }
  for (const other of ['/imprint.md', '/imprint/x', '/imprin']) expect((await call(other)).status).toBe(404)
})

test('every page links to the custom pages in the footer', async () => {
  const { call } = await siteWithPages()
  const plain = await (await (await testApp()).call('/faq')).text()
  expect(plain).not.toContain('imprint')
  for (const path of ['/', '/faq', '/imprint', '/nowhere']) {
    const html = await (await call(path)).text()
    const footer = /<footer.*<\/footer>/s.exec(html)?.[0] ?? ''
    expect(footer).toMatch(/<a[^>]* href="\/imprint"[^>]*>Imprint<\/a>/)
    expect(footer).toMatch(
      /<nav aria-label="Support">.*<a[^>]* href="\/accessibility"[^>]*>Accessibility<\/a>.*<\/nav>/,
    )
  }
})

test('search engines can index a page unless it has noindex', async () => {
  const { call } = await siteWithPages()
  const list = await (await call('/sitemap.xml')).text()
  expect(list).toContain('<loc>http://example.test/imprint</loc>')
  expect(list).not.toContain('accessibility')
  expect(await (await call('/sitemap')).text()).toContain('http://example.test/imprint')

  const unlisted = await call('/accessibility')
  expect(unlisted.headers.get('x-robots-tag')).toBe('noindex')
  const html = await unlisted.text()
  expect(html).toContain('<meta name="robots" content="noindex"/>')
  expect(html).not.toContain('rel="canonical"')
})

test('caches a page for offline use if its front matter says so', async () => {
  const { call } = await siteWithPages()
  const script = await (await call('/sw.js')).text()
  expect(script).toContain('"url":"/accessibility"')
  expect(script).toContain('"url":"/assets/own.js"')
  expect(script).not.toContain('/imprint')
})

test('a page at /accessibility replaces the statement everywhere; without one, the footer links to it', async () => {
  const linked = /<a[^>]* href="\/accessibility"[^>]*>([^<]*)<\/a>/g
  const footerLinks = (html: string) =>
    [...(/<footer.*<\/footer>/s.exec(html)?.[0] ?? '').matchAll(linked)].map(([, label]) => label)
  const built = await testApp()
  const statement = await (await built.call('/accessibility')).text()
  expect(statement).toContain('Web Content Accessibility Guidelines (WCAG) 2.2 at level AA')
  expect(footerLinks(statement)).toEqual(['Accessibility'])

  const pages = await customPages({ 'accessibility.md': '# Barrierefreiheit\n\nEigener Text.\n' })
  const { call } = await testApp({ customPages: pages })
  const html = await (await call('/accessibility')).text()
  expect(html).toContain('Eigener Text.')
  expect(html).not.toContain('WCAG')
  for (const path of ['/accessibility', '/', '/privacy'])
    expect(footerLinks(await (await call(path)).text())).toEqual(['Barrierefreiheit'])
  const list = await (await call('/sitemap.xml')).text()
  expect(list.split('<loc>http://example.test/accessibility</loc>')).toHaveLength(2)
})

test('counts views of a page', async () => {
  const { call, db, counter } = await siteWithPages()
  const headers = { 'user-agent': 'Mozilla/5.0 Firefox/142.0' }
  await call('/imprint', { headers })
  await call('/api/track/page-view', { headers, json: { path: '/imprint' } })
  await counter.flush()
  expect((await readToday(db, '2026-03-14')).pageViews).toBe(2)
})

test('lists chapters on a long page only', async () => {
  const chapters = ['One', 'Two', 'Three'].map((title) => `## ${title}\n${'Words. '.repeat(200)}\n`).join('')
  const { call } = await testApp({
    customPages: await customPages({ 'terms.md': `# Terms\n${chapters}`, 'imprint.md': IMPRINT }),
  })
  const html = await (await call('/terms')).text()
  expect(html).toMatch(/<nav aria-label="On this page".*<a href="#three"/s)
  expect(html).toContain('<h2 id="three"><span id="s-three"></span>')
  expect(await (await call('/imprint')).text()).not.toContain('On this page')
})
