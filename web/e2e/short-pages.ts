import type { Page } from 'playwright-core'

/** Not fewer: a list of fewer than 20 rows fetches the next page at once. */
export const SHORT_PAGE = 20

/** Shortens the pages of a list from 50 rows, as checking accessibility takes time per element. */
export async function shortenPages(page: Page, path: string): Promise<void> {
  await page.route(
    (url) => url.pathname === path && url.searchParams.get('limit') === '50',
    (route) => {
      const url = new URL(route.request().url())
      url.searchParams.set('limit', String(SHORT_PAGE))
      return route.continue({ url: url.href })
    },
  )
}
