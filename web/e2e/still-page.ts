import type { Page } from 'playwright-core'
import { untilApp } from './home.ts'

/** Opens the home page with time standing still, and waits until it answers to presses. */
export async function openStill(page: Page, url: string): Promise<void> {
  await page.clock.install({ time: 0 })
  await page.goto(url)
  await untilApp(page)
  await page.clock.pauseAt(60_000)
}
