import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { share, shareServer, untilFocused, visitor } from './harness.ts'
import { advance, openWithStoppedClock } from './stopped-clock.ts'

const shared = shareServer()
const sharedVisit = share(
  () => visitor(),
  ({ works }) => works(),
)

const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

test('a tooltip opens after 700 ms of hovering; a menu after 100 ms, not for a passing pointer, and closes 300 ms after the pointer leaves', async () => {
  const server = await shared()
  const { page, complaints } = await sharedVisit()
  await openWithStoppedClock(page, server.url)
  await page.getByRole('button', { name: 'Switch to dark theme' }).hover()
  await advance(page, 699)
  expect(await page.getByRole('tooltip').count()).toBe(0)
  await page.clock.runFor(1)
  await page.getByRole('tooltip').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('tooltip').waitFor({ state: 'detached' })

  const checker = menuLink(page, 'Password Checker')
  const tools = page.getByRole('button', { name: 'Tools' })
  await tools.hover()
  await advance(page, 90)
  await page.mouse.move(5, 800)
  await advance(page, 1_000)
  expect(await tools.getAttribute('aria-expanded')).toBe('false')

  await tools.hover()
  await advance(page, 99)
  expect(await checker.count()).toBe(0)
  await page.clock.runFor(1)
  await checker.waitFor()

  // Leaving briefly.
  await page.mouse.move(5, 800)
  await advance(page, 200)
  await checker.hover()
  await advance(page, 1_000)
  expect(await tools.getAttribute('aria-expanded')).toBe('true')

  await page.mouse.move(5, 800)
  await advance(page, 299)
  expect(await checker.isVisible()).toBe(true)
  await page.clock.runFor(1)
  await checker.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

test('the three menus have the specified links, hovering the next one switches to it, and a click right after hovering keeps it open', async () => {
  const server = await shared()
  const { page, complaints } = await sharedVisit()
  await openWithStoppedClock(page, server.url)
  const main = page.getByRole('navigation', { name: 'Main' })
  const opened = []
  for (const name of ['Tools', 'Resources', 'Support']) {
    await page.getByRole('button', { name }).hover()
    await page.clock.runFor(100)
    await page.getByRole('button', { name, expanded: true }).waitFor()
    const links = await main.getByRole('link').all()
    opened.push(await Promise.all(links.map((link) => link.getAttribute('href'))))
  }
  expect(opened).toEqual([
    ['/', '/password-checker'],
    ['/security-tips', '/blog'],
    ['/contact', '/sitemap'],
  ])
  await page.mouse.move(5, 800)
  await page.clock.runFor(300)
  await main.getByRole('link').first().waitFor({ state: 'detached' })

  const resources = page.getByRole('button', { name: 'Resources' })
  await resources.hover()
  await advance(page, 120)
  await resources.click()
  expect(await resources.getAttribute('aria-expanded')).toBe('true')
  await advance(page, 300)
  await resources.click()
  expect(await resources.getAttribute('aria-expanded')).toBe('false')
  await advance(page, 1_000)
  expect(await resources.getAttribute('aria-expanded')).toBe('false')
  await resources.click()
  await menuLink(page, 'Blog').waitFor()
  expect(complaints).toEqual([])
})

test('the menus work by keyboard: arrows, first letters, Escape, Tab and Enter', async () => {
  const server = await shared()
  const { page, complaints } = await sharedVisit()
  await openWithStoppedClock(page, server.url)
  const tools = page.getByRole('button', { name: 'Tools' })
  const untilFocusedText = (text: RegExp) => page.locator(':focus', { hasText: text }).waitFor()
  const closed = (name: string) => page.getByRole('button', { name, expanded: false })
  const pressArrow = async (key: string) => {
    await page.keyboard.press(key)
    await page.clock.runFor(10)
  }
  await tools.focus()
  await page.keyboard.press('Enter')
  await pressArrow('ArrowDown')
  await untilFocusedText(/^Password generator/)
  await pressArrow('ArrowDown')
  await untilFocusedText(/^Password checker/)
  await page.keyboard.press('Escape')
  await closed('Tools').waitFor()
  await untilFocusedText(/^Tools$/)

  await pressArrow('ArrowRight')
  await untilFocusedText(/^Resources$/)
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await untilFocusedText(/^Security tips/)
  await page.keyboard.press('b')
  await untilFocusedText(/^Blog/)
  await page.clock.runFor(1_000)
  await page.keyboard.type('se')
  await untilFocusedText(/^Security tips/)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await closed('Resources').waitFor()

  await tools.focus()
  await page.keyboard.press('Enter')
  await pressArrow('ArrowDown')
  await page.keyboard.type('password c')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/password-checker`)
  await page.getByRole('heading', { level: 1, name: 'Password Strength Checker' }).waitFor()
  await closed('Tools').waitFor()
  await page.locator('h1:focus', { hasText: 'Password Strength Checker' }).waitFor()
  expect(complaints).toEqual([])
})

test('on small screens, the menu slides in within 500 ms and out in 300 ms, or at once with reduced motion; closing returns the focus, a link closes it', async () => {
  const server = await shared()
  await using visit = await visitor({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'no-preference',
  })
  const { page, complaints } = visit
  await page.goto(server.url)
  const opener = page.getByRole('button', { name: 'Open menu' })
  const sheet = page.getByRole('dialog', { name: 'Passwright' })
  /** Returns how long the sheet takes to open and to close. */
  const durations = async (way: 'Escape' | 'cross' | 'outside') => {
    await opener.click()
    // The sheet listens once it has the focus.
    await sheet.and(page.locator(':focus-within')).waitFor()
    expect((await sheet.boundingBox())?.width).toBeCloseTo(390 * 0.75, 0)
    const coming = await sheet.evaluate((element) => getComputedStyle(element).animationDuration)
    const going = await sheet.evaluateHandle((element) => {
      const durations: string[] = []
      // On a slow machine the sheet may open only now.
      element.addEventListener('animationstart', (event) => {
        const isGoing = event instanceof AnimationEvent && event.animationName === 'sheet-out'
        if (isGoing) durations.push(getComputedStyle(element).animationDuration)
      })
      return durations
    })
    if (way === 'Escape') await page.keyboard.press('Escape')
    else if (way === 'cross') await page.getByRole('button', { name: 'Close menu' }).click()
    else await page.mouse.click(380, 500)
    await sheet.waitFor({ state: 'detached' })
    await untilFocused(opener)
    return [coming, ...(await going.jsonValue())]
  }
  expect(await durations('cross')).toEqual(['0.5s', '0.3s'])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await durations('Escape')).toEqual(['1e-05s', '1e-05s'])
  expect(await durations('outside')).toEqual(['1e-05s', '1e-05s'])

  await page.setViewportSize({ width: 1000, height: 700 })
  await opener.click()
  await sheet.waitFor()
  expect((await sheet.boundingBox())?.width).toBeCloseTo(384, 3)
  await sheet.getByRole('link', { name: 'Password Checker' }).click()
  await sheet.waitFor({ state: 'detached' })
  await page.locator('h1:focus', { hasText: 'Password Strength Checker' }).waitFor()
  expect(complaints).toEqual([])
})
