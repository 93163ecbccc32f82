import { expect, test } from 'bun:test'
import type { Locator } from 'playwright-core'
import { fixedPaths } from '#web/site-pages.ts'
import { shareServer, visitor } from './harness.ts'
import { untilSettled } from './until-settled.ts'

const shared = shareServer()

/** Linked, but not built yet. */
const NOT_YET_BUILT = new Set(['/admin/login'])

const CONTENT_PAGES = [
  { path: '/about', heading: 'About Passwright', words: 400 },
  { path: '/faq', heading: 'Frequently asked questions', words: 300 },
  { path: '/privacy', heading: 'Privacy policy', words: 400 },
  { path: '/accessibility', heading: 'Accessibility statement', words: 200 },
  { path: '/security-tips', heading: 'Password security tips', words: 600 },
  { path: '/contact', heading: 'Contact and support', words: 100 },
  { path: '/sitemap', heading: 'Sitemap', words: 60 },
]

test('content pages show heading and breadcrumbs without console errors, and fit a small phone at 200% zoom', async () => {
  const server = await shared()
  await using visit = await visitor()
  const { page, complaints } = visit
  for (const { path, heading } of CONTENT_PAGES) {
    await page.goto(server.url + path)
    await untilSettled(page)
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([heading])
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')
    expect({ path, crumbs: await crumbs.count() }).toEqual({ path, crumbs: 2 })
    expect(await crumbs.last().locator('[aria-current=page]').count()).toBe(1)
    for (const width of [195, 320]) {
      await page.setViewportSize({ width, height: 422 })
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
      expect({ path, scrolled }).toEqual({ path, scrolled: width })
    }
    expect({ path, complaints }).toEqual({ path, complaints: [] })
  }
})

test('every content page is complete without JavaScript, with at least its expected length', async () => {
  const server = await shared()
  await using visit = await visitor({ javaScriptEnabled: false })
  const { page } = visit
  for (const { path, words } of CONTENT_PAGES) {
    await page.goto(server.url + path)
    expect(await wordsOf(page.getByRole('main'))).toBeGreaterThanOrEqual(words)
  }
})

test('the privacy policy shows its effective date, and its table of contents links to each section', async () => {
  const server = await shared()
  await using visit = await visitor()
  const { page } = visit
  await page.goto(`${server.url}/privacy`)
  expect(await page.getByText('Effective January 21, 2025').isVisible()).toBeTrue()
  const contents = page.getByRole('navigation', { name: 'On this page' })
  const titles = await page.getByRole('article').getByRole('heading', { level: 2 }).allTextContents()
  expect(await contents.getByRole('link').allTextContents()).toEqual(titles)
  await contents.getByRole('link', { name: 'Check it yourself' }).click()
  const heading = page.getByRole('heading', { name: 'Check it yourself' })
  await page.waitForFunction(
    (element) => element !== null && element.getBoundingClientRect().top < 200,
    await heading.elementHandle(),
  )
  expect(new URL(page.url()).hash).toBe('#check')
})

test('the sitemap lists six pages with their full URLs and links to the generator', async () => {
  const server = await shared()
  await using visit = await visitor()
  const { page } = visit
  await page.goto(`${server.url}/sitemap`)
  const entries = page.getByRole('main').getByRole('listitem').filter({ hasText: 'http' })
  const addresses = await entries.locator('a > :last-child').allTextContents()
  expect(addresses).toEqual(
    ['/', '/password-checker', '/security-tips', '/contact', '/blog', '/admin/login'].map(
      (path) => server.url + path,
    ),
  )
  await page.getByRole('main').getByRole('link', { name: 'Generate Password' }).click()
  await page.waitForURL(`${server.url}/`)
})

test('the support page has four cards, questions, quick links and a form', async () => {
  const server = await shared()
  await using visit = await visitor()
  const { page } = visit
  await page.goto(`${server.url}/contact`)
  const cards = page.getByRole('main').locator('ul').first().getByRole('link')
  expect(await cards.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/faq',
    '/about',
    '/privacy',
    '/about',
  ])
  const parts = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
  expect(parts).toEqual(['Common questions', 'Quick resources', 'Write to us'])
})

test('every internal link leads to an existing page and fragment', async () => {
  const server = await shared()
  const found = new Map<string, string>()
  const targets = new Set<string>()
  for (const path of fixedPaths) {
    const html = await (await fetch(server.url + path)).text()
    for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
      const url = new URL(href, server.url + path)
      if (url.origin === server.url) targets.add(url.pathname + url.hash)
    }
  }
  const broken: string[] = []
  for (const target of targets) {
    const url = new URL(target, server.url)
    if (NOT_YET_BUILT.has(url.pathname)) continue
    if (!found.has(url.pathname)) {
      const response = await fetch(server.url + url.pathname, { redirect: 'manual' })
      found.set(url.pathname, response.status === 200 ? await response.text() : '')
    }
    const html = found.get(url.pathname) ?? ''
    if (html === '' || (url.hash && !html.includes(` id="${url.hash.slice(1)}"`))) broken.push(target)
  }
  expect(targets.size).toBeGreaterThan(20)
  expect(broken).toEqual([])
})

/** Visible words only, without a collapsed table of contents. */
const wordsOf = async (part: Locator) => {
  // biome-ignore lint/performance/useDomNodeTextContent: that also holds what is not shown
  return (await part.innerText()).split(/\s+/).length
}
