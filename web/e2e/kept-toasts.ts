import type { Page } from 'playwright-core'

/** After these delays, toasts close: by default, and for errors of the AI provider. In ms. */
const TOAST_MS = [5_000, 10_000]

const prepared = new WeakSet<Page>()

/** For tests of how long toasts stay: `keepToasts`, which signing in calls, leaves this page alone. */
export const letToastsClose = (page: Page) => void prepared.add(page)

/** From the next document on, toasts stay until they are closed or replaced: a slow machine may look too late. */
export async function keepToasts(page: Page): Promise<void> {
  if (prepared.has(page)) return
  prepared.add(page)
  await page.addInitScript((toastMs) => {
    window.setTimeout = new Proxy(window.setTimeout, {
      apply: (set, self, args) => (toastMs.includes(args[1]) ? 0 : Reflect.apply(set, self, args)),
    })
  }, TOAST_MS)
}

export const forgetToasts = (page: Page) => void prepared.delete(page)
