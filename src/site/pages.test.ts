import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { encodeBody } from '#src/http/encoded-body.ts'
import { testApp } from '#src/testing/test-app.ts'
import { sitePages } from '#web/site-pages.ts'
import { ENTRY, type SiteBuild } from './build.ts'

const PATHS = sitePages.map(({ path }) => path)

/** Shared by tests that only read pages, so that each page is rendered once. */
const PLAIN = testApp()

/** As browsers receive them. */
async function inlineScripts(html: string): Promise<string[]> {
  const scripts: string[] = []
  let runs = false
  const rewriter = new HTMLRewriter().on('script:not([src])', {
    element: (script) => {
      const type = script.getAttribute('type')
      runs = type === null || type === 'module' || type === 'text/javascript'
      if (runs) scripts.push('')
    },
    text: (chunk) => {
      if (runs) scripts.push(`${scripts.pop()}${chunk.text}`)
    },
  })
  await rewriter.transform(new Response(html)).text()
  return scripts
}

const buildWith = (css: string): SiteBuild => ({
  files: new Map([['/assets/main.css', encodeBody(new TextEncoder().encode(css), 'text/css', 1)]]),
  manifest: { [ENTRY]: { file: 'assets/main.js', css: ['assets/main.css'] } },
})

const directive = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((part) => part.startsWith(`${name} `))
    ?.split(' ')
    .slice(1)

test.each([...PATHS, '/nowhere'])('%s is one complete document', async (path) => {
  const { call } = await PLAIN
  // All at once, they would exceed what one network may have rendered.
  const response = await call(path, { from: path === '/nowhere' ? '198.51.100.1' : undefined })
  const html = await response.text()
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(html).toStartWith('<!DOCTYPE html><html lang="en"')
  expect(html).toEndWith('</body></html>')
  expect(html.match(/<h1/g)?.length).toBe(1)
  expect(html.match(/<title>/g)?.length).toBe(1)
  expect(html).toContain('<link rel="stylesheet" href="/assets/main.css"')
  expect(html).toContain('<script type="module" src="/assets/main.js"')
  // No script must move content into place.
  expect(html).not.toMatch(/\$RC|<template|<!--\$\?-->/)
})

test('every page includes its styles', async () => {
  const { call } = await testApp({ build: buildWith('a > b { content: "&" }') })
  for (const path of [...PATHS, '/nowhere']) {
    const html = await (await call(path)).text()
    expect([path, html.includes('<style>a > b { content: "&" }</style>')]).toEqual([path, true])
    expect([path, html.includes('main.css')]).toEqual([path, false])
  }
})

test('links a stylesheet that could close its element', async () => {
  const { call } = await testApp({ build: buildWith('a::before { content: "</style>" }') })
  const html = await (await call('/')).text()
  expect(html).toContain('<link rel="stylesheet" href="/assets/main.css"')
  expect(html).not.toContain('a::before')
})

test.each([...PATHS, '/nowhere'])('the policy of %s allows only its inline script', async (path) => {
  const { call } = await PLAIN
  const response = await call(path, { headers: { 'accept-encoding': 'br' } })
  const html = brotliDecompressSync(await response.bytes()).toString()
  const scripts = await inlineScripts(html)
  expect(scripts.length).toBe(1)
  const hash = createHash('sha256')
    .update(scripts[0] ?? '')
    .digest('base64')

  const policy = response.headers.get('content-security-policy') ?? ''
  expect(directive(policy, 'script-src')).toEqual(["'self'", `'sha256-${hash}'`])
  expect(directive(policy, 'default-src')).toEqual(["'self'"])
  expect(directive(policy, 'connect-src')).toEqual(["'self'"])
  expect(directive(policy, 'frame-src')).toEqual(["'none'"])
  for (const name of ['object-src', 'base-uri', 'frame-ancestors'])
    expect([name, directive(policy, name)]).toEqual([name, ["'none'"]])
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/)
})

test.each([...PATHS, '/nowhere'])('%s loads nothing from other sites', async (path) => {
  const { call } = await PLAIN
  const html = await (await call(path)).text()
  const addresses: string[] = []
  const collect = (name: string) => ({
    element: (element: { getAttribute(name: string): string | null }) => {
      addresses.push(element.getAttribute(name) ?? '')
    },
  })
  await new HTMLRewriter()
    .on('script[src], img[src], iframe[src], video[src], audio[src], source[src]', collect('src'))
    .on(
      'link[rel~="stylesheet"], link[rel~="modulepreload"], link[rel~="preload"], link[rel~="icon"]',
      collect('href'),
    )
    .transform(new Response(html))
    .text()
  expect(addresses.length).toBeGreaterThan(2)
  for (const address of addresses) expect(address).toMatch(/^\/(?!\/)|^data:/)
})

test('escapes markup in the site name, operator and footer line', async () => {
  const siteName = `</title></script><script>alert("it's")</script><!--`
  const settings = { siteName, footerLine: siteName, operator: siteName, operatorContact: siteName }
  const { call } = await testApp({ settings })
  for (const path of [...PATHS, '/nowhere']) {
    const html = await (await call(path)).text()
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<!--<')
    expect((await inlineScripts(html)).length).toBe(1)
    expect(html).toContain('&lt;/title&gt;&lt;/script&gt;')
  }
})

test('with SITE_URL, links never use the requested host', async () => {
  const pinned = await testApp({ settings: { siteUrl: 'https://example.com' } })
  const html = await (await pinned.call('/', { headers: { host: 'evil.test' } })).text()
  expect(html).toContain('<link rel="canonical" href="https://example.com/"')
  expect(html).not.toContain('evil.test')
})

test('returns 404 with noindex for any unknown path', async () => {
  const { call } = await testApp()
  for (const path of ['/nowhere', '/%3Cscript%3Ealert(1)%3C/script%3E', '/a%00b', `/${'x'.repeat(3000)}`]) {
    const response = await call(path)
    const html = await response.text()
    expect([path, response.status, response.headers.get('x-robots-tag')]).toEqual([path, 404, 'noindex'])
    expect(html).toContain('404 Page Not Found')
    expect(html).not.toContain('alert(1)')
    expect(html).not.toContain('rel="canonical"')
  }
})

test('caches only files with a content hash in their name forever', async () => {
  const file = (text: string) => ({
    type: 'text/plain',
    etag: 'e1',
    bytes: { identity: new TextEncoder().encode(text) },
  })
  const files = new Map([
    ['/assets/main-abc123.js', file('script')],
    ['/favicon.svg', file('picture')],
  ])
  const manifest = { 'web/main.ts': { file: 'assets/main-abc123.js' } }
  const { call } = await testApp({ build: { files, manifest } })
  const cached = async (path: string) => (await call(path)).headers.get('cache-control')
  expect(await cached('/assets/main-abc123.js')).toBe('public, max-age=31536000, immutable')
  expect(await cached('/favicon.svg')).toBe('public, max-age=3600')
  expect((await call('/assets/main-abc124.js')).status).toBe(404)
  expect((await call('/assets/')).status).toBe(404)
  expect((await call('/assets/../../etc/passwd')).status).toBe(404)
})

test('redirects contain no host', async () => {
  const { call } = await testApp({ settings: { trustProxy: ['203.0.113.7'] } })
  for (const path of ['/admin', '/About/', '//faq']) {
    const headers = { 'x-forwarded-host': 'evil.test' }
    const response = await call(path, { headers, from: '203.0.113.7' })
    expect([301, 302]).toContain(response.status)
    expect(response.headers.get('location')).toMatch(/^\/[a-z]/)
  }
  const headers = { 'x-forwarded-host': '1.2.3.4.5' }
  expect((await call('/admin', { headers, from: '203.0.113.7' })).status).toBe(400)
})

test("shows the operator's line in every footer if set", async () => {
  const branded = await testApp({ settings: { footerLine: '© 2026 Example Ltd', operator: 'Example Ltd' } })
  const plain = await PLAIN
  for (const path of [...PATHS, '/nowhere']) {
    expect(await (await branded.call(path)).text()).toMatch(/<footer.*© 2026 Example Ltd<\/p>.*<\/footer>/s)
    expect(await (await plain.call(path)).text()).not.toContain('brand":')
  }
})
