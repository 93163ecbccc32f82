import type { Page } from 'playwright-core'
import { untilApp } from './home.ts'

/** Later than the slowest machine needs to open the page, because a clock can't be stopped in the past. */
const STOPPED_AFTER_MS = 24 * 60 * 60_000

const stops = new WeakMap<Page, number>()

/** Opens a page, waits until it is ready, and stops its clock. */
export async function openStopped(
  page: Page,
  url: string,
  untilReady: (page: Page) => Promise<void>,
): Promise<void> {
  const stop = (stops.get(page) ?? 0) + 1
  stops.set(page, stop)
  if (stop === 1) await page.clock.install({ time: 0 })
  // The app starts after a frame.
  else await page.clock.resume()
  await page.goto(url)
  await untilReady(page)
  await page.clock.pauseAt(stop * STOPPED_AFTER_MS)
}

/** Opens the home page with a stopped clock, and waits until it responds. */
export const openWithStoppedClock = (page: Page, url: string) => openStopped(page, url, untilApp)

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
