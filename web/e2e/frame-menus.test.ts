import { afterAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { startServer, untilFocused, visitor } from './harness.ts'
import { openWithStoppedClock } from './stopped-clock.ts'

const server = await startServer()
afterAll(() => server[Symbol.asyncDispose]())

const PHONE = { viewport: { width: 390, height: 844 } }

const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

test('a menu opens after 100 ms of hovering, not for a passing pointer, and closes 300 ms after the pointer leaves', async () => {
  await using visit = await visitor()
  const { page, complaints } = visit
  await openWithStoppedClock(page, server.url)
  const checker = menuLink(page, 'Password Checker')
  const tools = page.getByRole('button', { name: 'Tools' })
  await tools.hover()
  await page.clock.runFor(90)
  await page.mouse.move(5, 800)
  await page.clock.runFor(1_000)
  expect(await tools.getAttribute('aria-expanded')).toBe('false')

  await tools.hover()
  await page.clock.runFor(99)
  expect(await checker.count()).toBe(0)
  await page.clock.runFor(1)
  await checker.waitFor()

  // Leaving briefly.
  await page.mouse.move(5, 800)
  await page.clock.runFor(200)
  await checker.hover()
  await page.clock.runFor(1_000)
  expect(await tools.getAttribute('aria-expanded')).toBe('true')

  await page.mouse.move(5, 800)
  await page.clock.runFor(299)
  expect(await checker.isVisible()).toBe(true)
  await page.clock.runFor(1)
  await checker.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

test('clicking while hovering opens a menu; another click closes it', async () => {
  await using visit = await visitor()
  const { page, complaints } = visit
  await openWithStoppedClock(page, server.url)
  const resources = page.getByRole('button', { name: 'Resources' })
  await resources.hover()
  await page.clock.runFor(120)
  await resources.click()
  expect(await resources.getAttribute('aria-expanded')).toBe('true')
  await page.clock.runFor(300)
  await resources.click()
  expect(await resources.getAttribute('aria-expanded')).toBe('false')
  await page.clock.runFor(1_000)
  expect(await resources.getAttribute('aria-expanded')).toBe('false')
  await resources.click()
  await menuLink(page, 'Blog').waitFor()
  expect(complaints).toEqual([])
})

test('the three menus have the specified links, and hovering the next one switches to it', async () => {
  await using visit = await visitor()
  const { page } = visit
  await openWithStoppedClock(page, server.url)
  const main = page.getByRole('navigation', { name: 'Main' })
  const opened = []
  for (const name of ['Tools', 'Resources', 'Support']) {
    await page.getByRole('button', { name }).hover()
    await page.clock.runFor(100)
    await main.getByRole('link').first().waitFor()
    const links = await main.getByRole('link').all()
    opened.push(await Promise.all(links.map((link) => link.getAttribute('href'))))
  }
  expect(opened).toEqual([
    ['/', '/password-checker'],
    ['/security-tips', '/blog'],
    ['/contact', '/sitemap'],
  ])
})

test('the menus work by keyboard: arrows, first letters, Escape, Tab and Enter', async () => {
  await using visit = await visitor()
  const { page, complaints } = visit
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
  await untilFocusedText(/^Password Generator/)
  await pressArrow('ArrowDown')
  await untilFocusedText(/^Password Checker/)
  await page.keyboard.press('Escape')
  await closed('Tools').waitFor()
  await untilFocusedText(/^Tools$/)

  await pressArrow('ArrowRight')
  await untilFocusedText(/^Resources$/)
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await untilFocusedText(/^Security Tips/)
  await page.keyboard.press('b')
  await untilFocusedText(/^Blog/)
  await page.clock.runFor(1_000)
  await page.keyboard.type('se')
  await untilFocusedText(/^Security Tips/)
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

test('on a phone, the menu slides in at three quarters of the width and returns focus when it closes', async () => {
  await using visit = await visitor(PHONE)
  const { page, complaints } = visit
  await page.goto(server.url)
  const opener = page.getByRole('button', { name: 'Open menu' })
  const sheet = page.getByRole('dialog', { name: 'Passwright' })
  for (const close of ['Escape', 'cross', 'outside']) {
    await opener.click()
    await sheet.waitFor()
    // The sheet listens once it has the focus.
    await sheet.and(page.locator(':focus-within')).waitFor()
    expect((await sheet.boundingBox())?.width).toBeCloseTo(390 * 0.75, 0)
    if (close === 'Escape') await page.keyboard.press('Escape')
    else if (close === 'cross') await page.getByRole('button', { name: 'Close menu' }).click()
    else await page.mouse.click(380, 500)
    await sheet.waitFor({ state: 'detached' })
    await untilFocused(opener)
  }
  expect(complaints).toEqual([])
})

test('the sheet opens in 500 ms and closes in 300 ms, or at once with reduced motion', async () => {
  await using visit = await visitor(PHONE)
  const { page } = visit
  await page.goto(server.url)
  const durations = async (reducedMotion: 'reduce' | 'no-preference') => {
    await page.emulateMedia({ reducedMotion })
    await page.getByRole('button', { name: 'Open menu' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.waitFor()
    const duration = () => sheet.evaluate((element) => getComputedStyle(element).animationDuration)
    const coming = await duration()
    const going = sheet.evaluate(
      (element) =>
        new Promise((resolve) => {
          // On a slow machine the sheet may open only now.
          element.addEventListener('animationstart', (event) => {
            const isGoing = event instanceof AnimationEvent && event.animationName === 'sheet-out'
            if (isGoing) resolve(getComputedStyle(element).animationDuration)
          })
        }),
    )
    await page.getByRole('button', { name: 'Close menu' }).click()
    const leaving = await going
    await sheet.waitFor({ state: 'detached' })
    return [coming, leaving]
  }
  expect(await durations('no-preference')).toEqual(['0.5s', '0.3s'])
  expect(await durations('reduce')).toEqual(['1e-05s', '1e-05s'])
})

test('the sheet stays narrow on a tablet and closes when a link is followed', async () => {
  await using visit = await visitor({ viewport: { width: 1000, height: 700 } })
  const { page, complaints } = visit
  await page.goto(server.url)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const sheet = page.getByRole('dialog', { name: 'Passwright' })
  await sheet.waitFor()
  expect((await sheet.boundingBox())?.width).toBeCloseTo(384, 3)
  await sheet.getByRole('link', { name: 'Password Checker' }).click()
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Password Strength Checker' }).waitFor()
  await page.locator('h1:focus', { hasText: 'Password Strength Checker' }).waitFor()
  expect(complaints).toEqual([])
})
