import type { Page } from 'playwright-core'
import type { PageData } from '#domain/site.ts'

/** Until the scripts of a public page have changed it for the last time, unless someone uses it. */
export async function untilSettled(page: Page): Promise<void> {
  const { startsOn, hasAd } = await page.evaluate(
    (): PageData => JSON.parse(document.querySelector('#page-data')?.textContent ?? ''),
  )
  if (startsOn === 'use')
    await page
      .getByRole('textbox', { name: 'Generated password' })
      .filter({ hasText: /^.{16}$/ })
      .waitFor()
  if (startsOn === 'load' || hasAd) await page.waitForFunction(isHydrated)
  if (hasAd) await page.locator('iframe').waitFor()
  const absoluteDate = page.locator('time[data-date-style=age]', { hasText: /\d{4}/ })
  await absoluteDate.first().waitFor({ state: 'detached' })
}

/** To the last link; the contact form's button is disabled before. */
const isHydrated = () =>
  document.querySelector('[type=submit]:disabled:not([hidden])') === null &&
  Object.keys([...document.links].at(-1) ?? {}).some((key) => key.startsWith('__react'))
