import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const AD_HTML = `<p id="ad">Nothing bought yet</p>
<img src="https://pictures.example/ad.png" alt="" width="10" height="10">
<iframe src="https://frames.example/ad" title="Advertisement" width="100" height="40"></iframe>
<script src="https://scripts.example/ad.js"></script>
<script>
  document.getElementById('ad').textContent = 'Shown ' + (window.shownAds = (window.shownAds ?? 0) + 1)
</script>`

/** Answers for every other origin, in place of the network; answers the addresses that were asked for. */
export async function standInForOthers(page: Page, ownUrl: string): Promise<Set<string>> {
  const asked = new Set<string>()
  await page.route(
    (url) => url.origin !== ownUrl && url.protocol.startsWith('http'),
    async (route) => {
      const { origin, pathname } = new URL(route.request().url())
      asked.add(origin + pathname)
      const isScript = route.request().resourceType() === 'script'
      await route.fulfill({
        headers: { 'access-control-allow-origin': '*' },
        contentType: isScript ? 'text/javascript' : 'text/html',
        body: isScript ? 'window.standIn?.()' : '<p>Ad</p>',
      })
    },
  )
  return asked
}

/** An operator's ad, written to a file; it goes when disposed. */
export function adFile() {
  const folder = mkdtempSync(join(tmpdir(), 'passwright-ad-'))
  writeFileSync(join(folder, 'ad.html'), AD_HTML)
  return { path: join(folder, 'ad.html'), [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}
