import type { Page } from 'playwright-core'

/** Opens a page with time standing still. */
export async function openStill(page: Page, url: string): Promise<void> {
  await page.clock.install({ time: 0 })
  await page.goto(url)
  await page.clock.pauseAt(60_000)
}
