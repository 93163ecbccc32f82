import type { Page } from 'playwright-core'
import { untilApp } from './home.ts'

/** Opens the home page with a stopped clock, and waits until it responds. */
export async function openWithStoppedClock(page: Page, url: string): Promise<void> {
  await page.clock.install({ time: 0 })
  await page.goto(url)
  await untilApp(page)
  await page.clock.pauseAt(60_000)
}
