import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { startServer, visitor } from './harness.ts'
import { openStill } from './still-page.ts'

/** The home page where nothing may be copied: each press of `copy` brings a notification. */
async function openWithoutClipboard(page: Page, url: string) {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.execCommand = () => false
  })
  await openStill(page, url)
  const region = page.getByRole('region', { name: 'Notifications (F8)' })
  return {
    copy: page.getByRole('button', { name: 'Copy password', exact: true }),
    region,
    toasts: region.getByRole('listitem'),
  }
}

test('a notification stays for five seconds, and a new one takes the place of the old', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page, complaints } = visit
  const { copy, toasts } = await openWithoutClipboard(page, server.url)
  await copy.click()
  await toasts.getByText('Copy failed').waitFor()
  await toasts.getByText('Please copy the password manually.').waitFor()
  expect((await toasts.boundingBox())?.width).toBeLessThanOrEqual(420)
  await page.clock.runFor(4_000)
  await copy.click()
  await page.clock.runFor(4_999)
  expect(await toasts.count()).toBe(1)
  await page.clock.runFor(1)
  await toasts.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

test('a notification can be swiped away to the right, by 50 pixels and no less', async () => {
  await using server = await startServer()
  await using visit = await visitor({ reducedMotion: 'reduce' })
  const { page } = visit
  const { copy, toasts } = await openWithoutClipboard(page, server.url)
  await copy.click()
  await toasts.waitFor()
  const box = await toasts.boundingBox()
  const swipe = async (pixels: number) => {
    // Its middle is on it even while it slides back from the swipe before.
    const x = (box?.x ?? 0) + (box?.width ?? 0) / 2
    const y = (box?.y ?? 0) + 20
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + pixels / 2, y)
    await page.mouse.move(x + pixels, y)
    await page.mouse.up()
  }
  await swipe(-80)
  await swipe(45)
  expect(await toasts.count()).toBe(1)
  await swipe(60)
  await toasts.waitFor({ state: 'detached' })
})

test('F8 moves the focus to the notifications, where the next Tab finds the way to close them', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page, complaints } = visit
  const { copy, region, toasts } = await openWithoutClipboard(page, server.url)
  await copy.click()
  await toasts.waitFor()
  await page.keyboard.press('F8')
  expect(await region.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await toasts.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

test('a notification over a dialog can be closed without closing the dialog', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page, complaints } = visit
  const { toasts } = await openWithoutClipboard(page, server.url)
  await page.getByRole('button', { name: 'Generate Multiple' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Copy/ }).first().click()
  await page.getByText('Copy failed').first().waitFor()
  await page.locator('[aria-label="Notifications (F8)"] [aria-label="Close"]').click()
  await toasts.waitFor({ state: 'detached' })
  expect(await dialog.isVisible()).toBe(true)
  expect(complaints).toEqual([])
})
