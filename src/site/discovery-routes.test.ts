import { expect, test } from 'bun:test'
import { parse } from 'node-html-parser'
import { testApp } from '#src/testing/test-app.ts'
import { fixedPaths } from '#web/site-pages.ts'
import { sitemapXml } from './sitemap.ts'

test('the sitemap lists the full URL of every public page, and no admin pages', async () => {
  const { call } = await testApp({ settings: { siteUrl: 'https://passwords.example' } })
  const response = await call('/sitemap.xml')
  const xml = await response.text()
  const addresses = parse(xml)
    .querySelectorAll('loc')
    .map((loc) => loc.text)
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(addresses).toEqual(fixedPaths.map((path) => `https://passwords.example${path}`))
  expect(xml).not.toContain('/admin')
})

test('escapes addresses in the sitemap and adds the last change if known', () => {
  const xml = sitemapXml('https://a.example', [
    { path: '/blog/salt-&-pepper', changedAt: new Date('2026-03-14T12:00:00Z') },
  ])
  expect(xml).toContain(
    '<url><loc>https://a.example/blog/salt-&amp;-pepper</loc><lastmod>2026-03-14T12:00:00.000Z</lastmod></url>',
  )
})

test('lists at most 50,000 pages in the sitemap, with their images', () => {
  const entries = Array.from({ length: 50_001 }, (_, index) => ({
    path: `/blog/${index}`,
    images: index === 0 ? ['/images/1&.png'] : [],
  }))
  const xml = sitemapXml('https://a.example', entries)
  expect(xml).toContain(
    '<url><loc>https://a.example/blog/0</loc><image:image><image:loc>https://a.example/images/1&amp;.png</image:loc></image:image></url>',
  )
  expect(xml.match(/<url>/g)).toHaveLength(50_000)
})

test('robots.txt disallows the admin area and the API, and links the sitemap', async () => {
  const { call } = await testApp()
  const response = await call('/robots.txt', { headers: { host: 'other.test' } })
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect((await response.text()).trim().split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /admin',
    'Disallow: /api/',
    '',
    'Sitemap: http://other.test/sitemap.xml',
  ])
})

test("the web manifest has the operator's site name", async () => {
  const { call } = await testApp({ settings: { siteName: 'Keys "R" Us' } })
  const response = await call('/manifest.webmanifest')
  expect(response.headers.get('content-type')).toBe('application/manifest+json')
  expect(await response.json()).toMatchObject({ name: 'Keys "R" Us', start_url: '/', display: 'standalone' })
})
