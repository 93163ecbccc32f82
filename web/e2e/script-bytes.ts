import type { Page } from 'playwright-core'

/** Returns a function for the bytes of scripts that the page has received since, compressed as they were sent. */
export function countScriptBytes(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (!/\/assets\/[^/]+\.js$/.test(response.url())) return
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    )
  })
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
