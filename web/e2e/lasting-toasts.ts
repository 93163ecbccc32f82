import type { Page } from 'playwright-core'

const withLasting = new WeakSet<Page>()

/**
 * From the next document on, toasts stay until they are closed or replaced: a slow machine may need longer to find one
 * than it is shown.
 */
export async function keepToasts(page: Page): Promise<void> {
  if (withLasting.has(page)) return
  withLasting.add(page)
  await page.addInitScript(() => {
    /** Of toasts only: by default, and for errors of the AI provider. */
    const durations = [5_000, 10_000]
    window.setTimeout = new Proxy(window.setTimeout, {
      apply: (target, self, args) => (durations.includes(args[1]) ? 0 : Reflect.apply(target, self, args)),
    })
  })
}

/** `fresh` of `shareSession`, with toasts that stay. */
export const withLastingToasts =
  <Session extends { page: Page }>(fresh: () => Promise<Session>) =>
  async () => {
    const session = await fresh()
    await keepToasts(session.page)
    return session
  }
