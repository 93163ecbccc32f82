import type { Page } from 'playwright-core'
import { untilApp } from './home.ts'

/** Later than the slowest machine needs to open the page, because a clock can't be stopped in the past. */
export const STOPPED_AT_MS = 24 * 60 * 60_000

/** Opens the home page with a stopped clock, and waits until it responds. */
export async function openWithStoppedClock(page: Page, url: string): Promise<void> {
  await page.clock.install({ time: 0 })
  await page.goto(url)
  await untilApp(page)
  await page.clock.pauseAt(STOPPED_AT_MS)
}

/** Advances a stopped clock, and waits until React has rendered: it renders in messages, which keep their order. */
export async function advance(page: Page, ms: number): Promise<void> {
  await page.clock.runFor(ms)
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve()
        port2.postMessage(null)
      }),
  )
}
