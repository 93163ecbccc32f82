import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { until } from '#src/testing/time-limits.ts'
import { holdBack, shareServer, visitor } from './harness.ts'
import { untilApp } from './home.ts'

const shared = shareServer()

/** Animations cost processor time. */

test('the theme is light by default, changes immediately, is stored, and applies to other tabs', async () => {
  const server = await shared()
  await using visit = await visitor({ colorScheme: 'dark' })
  const { page, complaints } = visit
  const other = await page.context().newPage()
  const background = (tab: Page) => tab.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const kept = () => page.evaluate(() => localStorage.getItem('theme'))
  await page.goto(server.url)
  await other.goto(`${server.url}/password-checker`)
  const light = await background(page)
  expect(await kept()).toBeNull()

  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  const dark = await background(page)
  expect(dark).not.toBe(light)
  expect(await kept()).toBe('dark')
  await other.getByRole('button', { name: 'Switch to light theme' }).waitFor()
  expect(await background(other)).toBe(dark)

  await other.getByRole('button', { name: 'Switch to light theme' }).click()
  await page.getByRole('button', { name: 'Switch to dark theme' }).waitFor()
  expect(await kept()).toBe('light')
  expect(await background(page)).toBe(light)

  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.reload()
  expect(await background(page)).toBe(dark)
  await page.getByRole('button', { name: 'Switch to light theme' }).waitFor()
  await page.evaluate(() => {
    localStorage.setItem('theme', 'light')
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  expect(await background(page)).toBe(light)

  await page.evaluate(() => localStorage.setItem('theme', 'purple'))
  await page.reload()
  expect(await background(page)).toBe(light)
  expect(complaints).toEqual([])
})

test('the theme of another tab applies while the app starts', async () => {
  const server = await shared()
  await using visit = await visitor()
  const { page } = visit
  await page.addInitScript(() => {
    localStorage.setItem('theme', 'dark')
    const changeTheme = async () => {
      // After the app's effects, before its next render.
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      localStorage.setItem('theme', 'light')
      window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    }
    let followers = 0
    window.addEventListener = new Proxy(window.addEventListener, {
      apply(add, self, args) {
        Reflect.apply(add, self, args)
        if (args[0] === 'storage' && ++followers === 2) void changeTheme()
      },
    })
  })
  await page.goto(`${server.url}/password-checker`)
  await page.waitForFunction(() => localStorage.getItem('theme') === 'light')
  await page.getByRole('button', { name: 'Switch to dark theme' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBeUndefined()
})

test('hydration in light and dark keeps the server-rendered page', async () => {
  const server = await shared()
  await using visit = await visitor()
  const { page, complaints } = visit
  await page.addInitScript(() => localStorage.setItem('theme', localStorage.getItem('theme') ?? 'light'))
  // Each round ends in the other theme.
  for (const theme of ['light', 'dark']) {
    const release = await holdBack(page, 'checker-page')
    await page.goto(`${server.url}/password-checker`, { waitUntil: 'commit' })
    const field = await page.getByLabel('Password to check').elementHandle()
    await page.waitForFunction((before) => {
      const isAsBefore = () => localStorage.getItem('theme') === before
      if (isAsBefore()) document.querySelector<HTMLElement>('[aria-label^="Switch to"]')?.click()
      return !isAsBefore()
    }, theme)
    release()
    await page.getByRole('button', { name: `Switch to ${theme} theme` }).waitFor()
    await field?.fill('abc')
    await page.getByRole('list', { name: 'Criteria' }).waitFor()
    expect(await field?.evaluate((element) => element.isConnected)).toBe(true)
  }
  expect(complaints).toEqual([])
})

/** The metadata in document order, by server or browser. */
const describedBy = (page: Page) =>
  page.evaluate(() => ({
    title: document.title,
    metas: [...document.querySelectorAll('meta[name], meta[property]')]
      .filter((meta) => meta.getAttribute('name') !== 'viewport')
      .map((meta) => [
        meta.getAttribute('name') ?? meta.getAttribute('property'),
        meta.getAttribute('content'),
      ])
      .sort(),
    canonicals: [...document.querySelectorAll('link[rel=canonical]')].map((link) =>
      link.getAttribute('href'),
    ),
    structuredData: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
      ({ textContent }) => textContent,
    ),
  }))

test('in-app navigation keeps the document, updates its metadata like the server, starts at the top and is counted', async () => {
  const server = await shared()
  await using visit = await visitor()
  const { page, complaints } = visit
  const served = async (path: string) => {
    await page.goto(`${server.url}${path}`)
    return describedBy(page)
  }
  const home = await served('/')
  const checker = await served('/password-checker')
  expect(checker.canonicals).toEqual([`${server.url}/password-checker`])
  expect(checker.structuredData).toHaveLength(2)

  // Until the app has taken over, links load documents.
  await page.getByLabel('Password to check').fill('sunshine')
  await page.getByText('How we know').waitFor()
  const documents: string[] = []
  const counted: unknown[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(request.url())
    if (request.url().endsWith('/api/track/page-view')) counted.push(request.postDataJSON())
  })
  await page.evaluate(() => window.scrollTo(0, 300))
  await page.getByRole('banner').getByRole('link', { name: 'Passwright' }).click()
  await page.getByLabel('Password to check').waitFor({ state: 'detached' })
  await page.locator('h1:focus').waitFor()
  expect(await describedBy(page)).toEqual(home)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)

  await page.getByRole('contentinfo').getByRole('link', { name: 'Password Checker' }).click()
  await page.getByLabel('Password to check').waitFor()
  expect(await describedBy(page)).toEqual(checker)
  await page.locator('h1:focus', { hasText: 'Password Strength Checker' }).waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)

  await page.goBack()
  await page.getByLabel('Password to check').waitFor({ state: 'detached' })
  await page.locator('h1:focus').waitFor()
  expect(await describedBy(page)).toEqual(home)
  await until('all pages are counted', () => counted.length >= 3)
  expect(counted).toEqual([{ path: '/' }, { path: '/password-checker' }, { path: '/' }])
  expect(documents).toEqual([])
  expect(complaints).toEqual([])
})

test('links and history navigate in-app once the next page is ready, and a link to the current page adds no history entry', async () => {
  const server = await shared()
  await using visit = await visitor()
  const { page, complaints } = visit
  await page.goto(server.url)
  await untilApp(page)
  await page.evaluate(() => document.body.setAttribute('data-first', ''))
  const toChecker = page.getByRole('contentinfo').getByRole('link', { name: 'Password Checker' })
  const checker = page.getByLabel('Password to check')
  const entries = () => page.evaluate(() => history.length)
  const release = await holdBack(page, 'checker-page')
  const requested = page.waitForRequest('**/assets/checker-page-*.js')
  await toChecker.click()
  await requested
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  release()
  await checker.waitFor()
  const afterOne = await entries()
  await toChecker.click()
  expect(await entries()).toBe(afterOne)

  await page.evaluate(() => history.back())
  await page.getByRole('textbox', { name: 'Generated password' }).waitFor()
  await page.waitForURL(`${server.url}/`)
  await page.evaluate(() => history.forward())
  await checker.waitFor()
  expect(await page.locator('body[data-first]').count()).toBe(1)

  const other = page.context().waitForEvent('page')
  await toChecker.click({ modifiers: ['ControlOrMeta'] })
  await (await other).close()
  expect(complaints).toEqual([])
})

test('an unknown URL returns a 404 page with noindex; neither it nor a tool is cut off or scrolls sideways at any width or zoom', async () => {
  const server = await shared()
  await using visit = await visitor()
  const { page } = visit
  for (const path of ['/', '/password-checker', '/no-such-page']) {
    const response = await page.goto(`${server.url}${path}`)
    expect(response?.status()).toBe(path === '/no-such-page' ? 404 : 200)
    expect(response?.headers()['x-robots-tag']).toBe(path === '/no-such-page' ? 'noindex' : undefined)
    // Phones, some at 200%, a laptop at 200%, tablets and desktops.
    for (const width of [195, 320, 390, 720, 1023, 1440]) {
      await page.setViewportSize({ width, height: 450 })
      await page.waitForFunction((expected) => innerWidth === expected, width)
      const overflowing = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect({ path, width, overflowing }).toEqual({ path, width, overflowing: 0 })
    }
  }
  await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor()
  expect(await page.title()).toBe('404 Page Not Found | Passwright')
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  expect(await page.locator('link[rel=canonical]').count()).toBe(0)
  await page.getByRole('link', { name: 'Generate Password' }).click()
  await page.locator('meta[name=robots]').waitFor({ state: 'detached' })
})
