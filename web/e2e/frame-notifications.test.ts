import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { share, shareServer, untilFocused, visitor } from './harness.ts'
import { advance, openWithStoppedClock } from './stopped-clock.ts'

const shared = shareServer()
const sharedVisit = share(
  () => visitor(),
  ({ works }) => works(),
)

/** The clipboard is blocked, so each press of `copy` shows a toast. */
async function openWithoutClipboard(page: Page) {
  const server = await shared()
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.execCommand = () => false
  })
  await openWithStoppedClock(page, server.url)
  const region = page.getByRole('region', { name: 'Notifications (F8)' })
  return {
    copy: page.getByRole('button', { name: 'Copy password', exact: true }),
    region,
    toasts: region.getByRole('listitem'),
  }
}

test('a notification disappears after five seconds, a new one replaces it, and swiping right by 50 pixels dismisses it', async () => {
  const { page, complaints } = await sharedVisit()
  const { copy, toasts } = await openWithoutClipboard(page)
  await copy.click()
  await toasts.getByText('Copy failed').waitFor()
  await toasts.getByText('Please copy the password manually.').waitFor()
  expect((await toasts.boundingBox())?.width).toBeLessThanOrEqual(420)
  await advance(page, 4_000)
  const first = await toasts.elementHandle()
  await copy.click()
  await page.waitForFunction((shown) => !shown?.isConnected, first)
  await advance(page, 4_999)
  expect(await toasts.count()).toBe(1)
  await page.clock.runFor(1)
  await toasts.waitFor({ state: 'detached' })

  await copy.click()
  await toasts.waitFor()
  const box = await toasts.boundingBox()
  const swipe = async (pixels: number) => {
    // The center stays within the toast even while it slides back.
    const x = (box?.x ?? 0) + (box?.width ?? 0) / 2
    const y = (box?.y ?? 0) + 20
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + pixels / 2, y)
    await page.mouse.move(x + pixels, y)
    await page.mouse.up()
    await advance(page, 0)
  }
  await swipe(-80)
  await swipe(45)
  expect(await toasts.count()).toBe(1)
  await swipe(60)
  await toasts.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

test('F8 moves focus to the notifications, and one over a dialog can be dismissed without closing the dialog', async () => {
  const { page, complaints } = await sharedVisit()
  const { copy, region, toasts } = await openWithoutClipboard(page)
  await copy.click()
  await toasts.waitFor()
  await page.keyboard.press('F8')
  await region.locator(':focus').first().waitFor({ state: 'attached' })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await untilFocused(toasts.getByRole('button', { name: 'Close' }))
  await page.keyboard.press('Enter')
  await toasts.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Generate Multiple' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Copy/ }).first().click()
  await page.getByText('Copy failed').first().waitFor()
  await page.locator('[aria-label="Notifications (F8)"] [aria-label="Close"]').click()
  await toasts.waitFor({ state: 'detached' })
  expect(await dialog.isVisible()).toBe(true)
  expect(complaints).toEqual([])
})
