import { afterAll, expect, test } from 'bun:test'
import { parse } from 'node-html-parser'
import { violations } from './accessibility-violations.ts'
import { startServer, visitor } from './harness.ts'
import { NO_MESSAGES, visitsTo } from './home.ts'

const server = await startServer()
afterAll(() => server[Symbol.asyncDispose]())

const visitHome = visitsTo(server)

test('the stored dark theme applies at first paint, before any module runs', async () => {
  await using visit = await visitor()
  const { page } = visit
  const held = Promise.withResolvers<void>()
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(server.url, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(background).toStartWith('oklch(0.175 ')
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
  expect(await page.locator('.lucide-sun').isVisible()).toBe(true)
  expect(await page.locator('.lucide-moon').isVisible()).toBe(false)
  held.resolve()
  await page.getByRole('button', { name: 'Switch to light theme' }).waitFor()
})

test('the whole page works with the keyboard alone', async () => {
  await using home = await visitHome()
  const { page } = home
  await home.control.password.waitFor()
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement
      if (element instanceof HTMLInputElement && element.labels?.[0]) return element.labels[0].textContent
      return element?.getAttribute('aria-label') ?? element?.textContent ?? ''
    })
  const tabTo = async (name: string) => {
    for (let press = 0; press < 20; press++) {
      await page.keyboard.press('Tab')
      if ((await focused())?.startsWith(name)) return
    }
    throw new Error(`${name} is not reached with Tab`)
  }
  await tabTo('Skip to content')
  await page.keyboard.press('Enter')
  await tabTo('Generated password')
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(await home.password())

  await tabTo('Copy password')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Copied!' }).waitFor()
  expect(await home.clipboard()).toBe(await home.password())

  const first = await home.password()
  await tabTo('Generate New Password')
  await page.keyboard.press('Enter')
  expect(await home.password()).not.toBe(first)

  await tabTo('Generate Multiple')
  await page.keyboard.press('Enter')
  await home.control.dialog.waitFor()
  await tabTo('Copy password 1')
  await page.keyboard.press('Enter')
  await home.control.dialog.getByRole('button', { name: 'Copied!' }).waitFor()
  await page.keyboard.press('Escape')
  await home.control.dialog.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.textContent === 'Generate Multiple')

  await tabTo('Password length')
  await page.keyboard.press('ArrowRight')
  expect(await home.password()).toHaveLength(17)
  await tabTo('Number of characters')
  await page.keyboard.press('ArrowDown')
  expect(await home.password()).toHaveLength(16)
  for (const name of ['Uppercase', 'Lowercase', 'Numbers', 'Symbols', 'Avoid ambiguous']) {
    await tabTo(name)
    const isOn = await home.control.switch(name).isChecked()
    await page.keyboard.press('Space')
    expect(await home.control.switch(name).isChecked()).toBe(name === 'Symbols' ? isOn : !isOn)
  }
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('the whole generator is visible without scrolling, on a desktop and on a phone', async () => {
  await using home = await visitHome()
  await home.control.number.fill('64')
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await home.page.setViewportSize(viewport)
    const box = await home.page.getByRole('region', { name: 'Password generator' }).boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(64)
    expect((box?.y ?? 0) + (box?.height ?? viewport.height)).toBeLessThanOrEqual(viewport.height)
    expect(await home.page.evaluate(() => scrollY)).toBe(0)
  }
})

test('the box has the same height for 8 and 64 characters, and cuts nothing off on a narrow screen', async () => {
  await using home = await visitHome()
  for (const width of [320, 390, 720, 1440]) {
    await home.page.setViewportSize({ width, height: 640 })
    await home.control.number.fill('64')
    const high = await home.control.password.boundingBox()
    await home.control.number.fill('8')
    expect(await home.control.password.boundingBox()).toEqual(high)
    expect(await home.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
})

test('the feedback question is asked once per visit', async () => {
  await using home = await visitHome()
  await home.page.getByRole('button', { name: 'Needs improvement' }).click()
  await home.page.getByText('Thank you.').waitFor()
  expect((await home.untilCounted(2)).at(-1)).toEqual({
    path: '/api/track/feedback',
    body: { helpful: false },
  })
  await home.page.reload()
  await home.page.getByText('Thank you.').waitFor()
  expect(await home.page.getByRole('button', { name: 'Yes, helpful!' }).count()).toBe(0)
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('in-app navigation is counted and starts at the top; the server counts the first page', async () => {
  await using home = await visitHome()
  await home.untilCounted(1)
  const link = home.page.getByRole('contentinfo').getByRole('link', { name: 'Password Checker' })
  await link.click()
  await home.page.waitForURL('**/password-checker')
  await home.page.waitForFunction(() => document.getElementById('content')?.contains(document.activeElement))
  expect(await home.page.evaluate(() => scrollY)).toBe(0)
  expect((await home.untilCounted(2)).slice(1)).toEqual([
    { path: '/api/track/page-view', body: { path: '/password-checker' } },
  ])
  expect(home.complaints).toEqual(NO_MESSAGES)
})

test('page and dialog have no accessibility violations in either theme', async () => {
  await using home = await visitHome()
  const { page, control } = home
  for (const theme of ['light', 'dark']) {
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen
    }, theme)
    expect({ theme, violations: await violations(page) }).toEqual({ theme, violations: [] })
    await control.multiple.click()
    await control.dialog.waitFor()
    expect({ theme, violations: await violations(page) }).toEqual({ theme, violations: [] })
    await page.keyboard.press('Escape')
    await control.dialog.waitFor({ state: 'detached' })
  }
})

test('the structured data describe a free web application with its rating', async () => {
  const html = parse(await (await fetch(server.url)).text())
  const blocks = html.querySelectorAll('script[type="application/ld+json"]')
  const data = blocks.map(({ rawText }) => JSON.parse(rawText))
  const app = data.find((entry) => entry['@type'] === 'WebApplication')
  expect(app.offers).toMatchObject({ price: 0, priceCurrency: 'USD' })
  expect(app.aggregateRating).toMatchObject({ ratingValue: 4.9, ratingCount: 1247 })
  expect(html.querySelector('link[rel="canonical"]')?.getAttribute('href')).toBe(`${server.url}/`)
  expect(html.querySelector('title')?.text).toBe('Strong Password Generator | Passwright')
})
