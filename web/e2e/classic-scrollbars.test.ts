import { expect, test } from 'bun:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { fixedPaths } from '#web/site-pages.ts'
import { openSignedIn, startSetUp } from './administration.ts'
import { SCROLLBARS } from './browsers/steps.ts'

/** Playwright hides scrollbars; people with a mouse have them beside the page. */
async function launch(): Promise<Browser & AsyncDisposable> {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  return chromium.launch({ executablePath, args: ['--no-sandbox'], ignoreDefaultArgs: ['--hide-scrollbars'] })
}

const scrollbarOf = (page: Page) => page.evaluate(() => innerWidth - document.documentElement.clientWidth)
const widthOf = async (page: Page) => (await page.locator('main').boundingBox())?.width

test('scrollbars take their own room: only the page has one, and opening a dialog shifts nothing', async () => {
  await using server = await startSetUp()
  await using browser = await launch()
  const page = await browser.newPage({ viewport: { width: 1440, height: 700 }, reducedMotion: 'reduce' })
  for (const path of fixedPaths) {
    await page.goto(server.url + path)
    const stray = await page.evaluate(`(() => { ${SCROLLBARS} })()`)
    expect([path, stray]).toEqual([path, []])
  }
  await page.goto(server.url)
  expect(await scrollbarOf(page)).toBe(15)
  for (const [width, opener] of [
    [1440, 'Generate Multiple'],
    [390, 'Open menu'],
  ] as const) {
    await page.setViewportSize({ width, height: 700 })
    const before = await widthOf(page)
    await page.getByRole('button', { name: opener }).click()
    await page.getByRole('dialog').waitFor()
    expect([opener, await widthOf(page)]).toEqual([opener, before])
    await page.keyboard.press('Escape')
  }
  await page.setViewportSize({ width: 1440, height: 500 })
  await openSignedIn(page, server)
  await page.getByText('Newest messages').waitFor()
  const before = await widthOf(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  expect(await widthOf(page)).toBe(before)
})
