import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { encodeBody } from '#src/http/encoded-body.ts'
import { readToday } from '#src/testing/read-today.ts'
import { testApp } from '#src/testing/test-app.ts'
import { ENTRY, filesToKeep, type SiteBuild } from './build.ts'

const HOME = 'web/site/home/home-page.tsx'

/** Has a lazily loaded part of the home page, and a page that isn't cached. */
function smallBuild(): SiteBuild {
  const bodyOf = (text: string) => encodeBody(new TextEncoder().encode(text), 'text/javascript', 1)
  return {
    files: new Map([['/sw.js', bodyOf('start(self.kept)')]]),
    manifest: {
      [ENTRY]: {
        file: 'assets/main-1.js',
        css: ['assets/main-2.css'],
        imports: ['_shared.js'],
        dynamicImports: [HOME, 'web/site/other/other-page.tsx', 'web/site/side-menu.tsx'],
      },
      '_shared.js': { file: 'assets/shared-3.js' },
      [HOME]: { file: 'assets/home-4.js', dynamicImports: ['web/site/home/dialog.tsx'] },
      'web/site/home/dialog.tsx': { file: 'assets/dialog-5.js', imports: ['_shared.js', HOME] },
      'web/site/side-menu.tsx': { file: 'assets/menu-6.js' },
      'web/site/other/other-page.tsx': { file: 'assets/other-7.js', imports: ['_prose.js'] },
      '_prose.js': { file: 'assets/prose-8.js' },
      'web/admin/main.tsx': { file: 'assets/admin-9.js' },
    },
  }
}

const KeptSchema = z.object({
  release: z.string(),
  files: z.array(
    z.object({ url: z.string(), revision: z.nullable(z.string()), integrity: z.optional(z.string()) }),
  ),
})

async function readKeptFiles({ call }: Awaited<ReturnType<typeof testApp>>, host = 'example.test') {
  const text = await (await call('/sw.js', { headers: { host } })).text()
  const [, list = ''] = /^self\.kept=(.*);\nstart\(self\.kept\)$/.exec(text) ?? []
  return KeptSchema.parse(JSON.parse(list))
}

test('caches both tools and the offline note exactly as served', async () => {
  const app = await testApp({ build: smallBuild() })
  const { files } = await readKeptFiles(app)
  const documents = files.filter(({ integrity }) => integrity)
  expect(documents.map(({ url }) => url)).toEqual(['/', '/password-checker', '/offline'])
  for (const { url, integrity } of documents) {
    const bytes = await (await app.call(url)).bytes()
    expect(integrity).toBe(`sha256-${createHash('sha256').update(bytes).digest('base64')}`)
  }
})

test("doesn't cache inlined styles separately", async () => {
  const { files: some, manifest } = smallBuild()
  const css = encodeBody(new TextEncoder().encode('b { color: red }'), 'text/css', 1)
  const { files } = await readKeptFiles(
    await testApp({ build: { manifest, files: new Map([...some, ['/assets/main-2.css', css]]) } }),
  )
  expect(files.map(({ url }) => url)).not.toContain('/assets/main-2.css')
})

test('caches files that cached pages load later, but not files of other pages', async () => {
  const { files } = await readKeptFiles(await testApp({ build: smallBuild() }))
  const assets = files.filter(({ revision }) => revision === null).map(({ url }) => url)
  expect(assets).toEqual([
    '/assets/dialog-5.js',
    '/assets/home-4.js',
    '/assets/main-1.js',
    '/assets/main-2.css',
    '/assets/menu-6.js',
    '/assets/other-7.js',
    '/assets/prose-8.js',
    '/assets/shared-3.js',
  ])
  const kept = filesToKeep(smallBuild(), ENTRY, {
    sources: [HOME],
    otherPages: ['web/site/other/other-page.tsx'],
  })
  expect(assets.filter((url) => !kept.includes(url))).toEqual(['/assets/other-7.js', '/assets/prose-8.js'])
})

test('leaves the words of other languages to those who choose them', async () => {
  const build = smallBuild()
  const name = 'node_modules/@scure/bip39/wordlists/czech.js'
  const home = build.manifest[HOME] ?? { file: '' }
  const manifest = {
    ...build.manifest,
    [HOME]: { ...home, dynamicImports: [...(home.dynamicImports ?? []), name] },
    [name]: { file: 'assets/czech-9.js' },
  }
  const { files } = await readKeptFiles(await testApp({ build: { ...build, manifest } }))
  expect(files.map(({ url }) => url)).toContain('/assets/home-4.js')
  expect(files.map(({ url }) => url)).not.toContain('/assets/czech-9.js')
})

test('never caches the API or the admin area', async () => {
  const { files } = await readKeptFiles(await testApp({ build: smallBuild() }))
  expect(files.filter(({ url }) => /^\/(?:api|admin)|admin-/.test(url))).toEqual([])
})

test('the release changes only with content and settings', async () => {
  const release = async (settings: object, host?: string) =>
    (await readKeptFiles(await testApp({ build: smallBuild(), settings }), host)).release
  const first = await release({})
  expect(await release({})).toBe(first)
  expect(await release({ siteName: 'Other' })).not.toBe(first)
  expect(await release({ analyticsId: 'G-ABC1234567' })).not.toBe(first)
  expect(await release({}, 'other.test')).not.toBe(first)
})

test('the script must be revalidated and may only fetch from this site', async () => {
  const { call } = await testApp({ build: smallBuild() })
  const { headers } = await call('/sw.js')
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(headers.get('content-security-policy')).toBe(
    "connect-src 'self'; worker-src 'self'; script-src 'self'; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  const etag = headers.get('etag') ?? ''
  expect((await call('/sw.js', { headers: { 'if-none-match': etag } })).status).toBe(304)
})

test("doesn't count fetches for the cache as views", async () => {
  const { call, db, counter } = await testApp()
  const views = async () => {
    await counter.flush()
    return (await readToday(db, '2026-03-14')).pageViews
  }
  await call('/', { headers: { 'sec-fetch-dest': 'empty', 'user-agent': 'Mozilla/5.0 Firefox/142.0' } })
  expect(await views()).toBe(0)
  await call('/', { headers: { 'sec-fetch-dest': 'document', 'user-agent': 'Mozilla/5.0 Firefox/142.0' } })
  expect(await views()).toBe(1)
  const throughWorker = { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'navigate' }
  await call('/', { headers: { ...throughWorker, 'user-agent': 'Mozilla/5.0 Firefox/142.0' } })
  expect(await views()).toBe(2)
  const framed = { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' }
  await call('/', { headers: { ...framed, 'user-agent': 'Mozilla/5.0 Firefox/142.0' } })
  expect(await views()).toBe(2)
})

test("search engines don't index the offline note", async () => {
  const { call } = await testApp()
  const response = await call('/offline')
  expect(response.status).toBe(200)
  expect(response.headers.get('x-robots-tag')).toBe('noindex')
  expect(await (await call('/sitemap.xml')).text()).not.toContain('/offline')
})
