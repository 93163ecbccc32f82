import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const AD_HTML = `<p>Buy keys</p>
<img src="https://pictures.example/ad.png" alt="" width="10" height="10">
<iframe src="https://frames.example/ad" title="Advertisement" width="100" height="40"></iframe>
<script src="https://scripts.example/ad.js"></script>
<script>document.querySelector('p').textContent = 'Shown by its script'</script>`

/** Fakes all other origins; scripts get `script` as content. Returns the requested addresses. */
export async function fakeOtherOrigins(
  page: Page,
  own: string | Set<string>,
  script = '',
): Promise<Set<string>> {
  const ownOrigins = typeof own === 'string' ? new Set([own]) : own
  const requested = new Set<string>()
  await page.route(
    (url) => !ownOrigins.has(url.origin) && url.protocol.startsWith('http'),
    async (route) => {
      const { origin, pathname } = new URL(route.request().url())
      requested.add(origin + pathname)
      const isScript = route.request().resourceType() === 'script'
      await route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        contentType: isScript ? 'text/javascript' : 'text/html',
        body: isScript ? script : '<p>Ad</p>',
      })
    },
  )
  return requested
}

/** Deleted on disposal. */
export function adFile(html = AD_HTML) {
  const folder = mkdtempSync(join(tmpdir(), 'passwright-ad-'))
  writeFileSync(join(folder, 'ad.html'), html)
  return { path: join(folder, 'ad.html'), [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}
