import type { Page } from 'playwright-core'

/** The delay after which a toast closes, in ms. */
const TOAST_MS = 5_000

/** Toasts of pages opened later stay until the next toast or page, because a slow machine may not look within 5 s. */
export const keepToasts = (page: Page) =>
  page.addInitScript((toastMs) => {
    window.setTimeout = new Proxy(window.setTimeout, {
      apply: (set, self, args: Parameters<typeof setTimeout>) =>
        args[1] === toastMs ? 0 : Reflect.apply(set, self, args),
    })
  }, TOAST_MS)
