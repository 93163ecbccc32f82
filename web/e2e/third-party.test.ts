import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { fixedPaths } from '#web/router.tsx'
import { startServer, visitor } from './harness.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }

const AD_HTML = `<p id="ad">Nothing bought yet</p>
<img src="https://pictures.example/ad.png" alt="" width="10" height="10">
<iframe src="https://frames.example/ad" title="Advertisement" width="100" height="40"></iframe>
<script src="https://scripts.example/ad.js"></script>
<script>
  document.getElementById('ad').textContent = 'Shown ' + (window.shownAds = (window.shownAds ?? 0) + 1)
</script>`

/** Answers for every other origin, in place of the network; answers the addresses that were asked for. */
async function standInForOthers(page: Page, ownUrl: string): Promise<Set<string>> {
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

function adFile() {
  const folder = mkdtempSync(join(tmpdir(), 'passwright-ad-'))
  writeFileSync(join(folder, 'ad.html'), AD_HTML)
  return { path: join(folder, 'ad.html'), [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

test('no page asks any other site for anything', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page, complaints } = visit
  const asked = await standInForOthers(page, server.url)
  for (const path of [...fixedPaths, '/nowhere', '/offline']) await page.goto(server.url + path)
  expect([...asked]).toEqual([])
  expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
})

test('an analytics tag is loaded and told what happens, and nothing else may be asked', async () => {
  await using server = await startServer({ env: { ANALYTICS_ID: 'G-ABC1234567' } })
  await using visit = await visitor()
  const { page, complaints } = visit
  const asked = await standInForOthers(page, server.url)
  // The real tag, too, sends something on when it comes.
  await page.addInitScript(
    "standIn = () => fetch('https://region1.google-analytics.com/g/collect', { method: 'POST' })",
  )
  const collected = page.waitForRequest('https://region1.google-analytics.com/**')
  await page.goto(server.url)
  await collected
  await page.getByRole('button', { name: 'Generate New Password' }).click()
  const told: string[] = await page.evaluate("dataLayer.map((told) => [...told].slice(0, 2).join(' '))")
  expect(told.slice(1)).toEqual(['config G-ABC1234567', 'event generated', 'event generated'])
  expect([...asked]).toEqual([
    'https://www.googletagmanager.com/gtag/js',
    'https://region1.google-analytics.com/g/collect',
  ])
  expect(complaints).toEqual([])

  await expect(page.evaluate(() => fetch('https://elsewhere.example/'))).rejects.toThrow('Failed to fetch')
  expect(asked.has('https://elsewhere.example/')).toBe(false)
  expect(complaints.join()).toContain('Content Security Policy')
})

test('an ad is shown with all that it names, in the first document and after moves inside the site', async () => {
  using ad = adFile()
  await using server = await startServer({ env: { AD_SLOT_HTML_FILE: ad.path } })
  await using visit = await visitor()
  const { page, complaints } = visit
  const asked = await standInForOthers(page, server.url)
  const place = page.getByRole('complementary', { name: 'Advertisement' })

  await page.goto(server.url)
  await place.getByText('Shown 1', { exact: true }).waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Password Checker' }).click()
  await page.getByLabel('Password to check').waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Password Generator' }).click()
  await place.getByText('Shown 2', { exact: true }).waitFor()

  await page.goto(`${server.url}/faq`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Password Generator' }).click()
  await place.getByText('Shown 1', { exact: true }).waitFor()
  expect([...asked].toSorted()).toEqual([
    'https://frames.example/ad',
    'https://pictures.example/ad.png',
    'https://scripts.example/ad.js',
  ])
  expect(complaints).toEqual([])
})

test('neither ad nor tag gets near the admin area', async () => {
  using ad = adFile()
  const env = { AD_SLOT_HTML_FILE: ad.path, ANALYTICS_ID: 'G-ABC1234567' }
  await using server = await startServer({ env })
  for (const path of ['/admin/login', '/admin/dashboard', '/admin/nowhere']) {
    const response = await fetch(server.url + path)
    expect(response.headers.get('content-security-policy')).not.toMatch(/example|google/)
    expect(await response.text()).not.toMatch(/G-ABC1234567|scripts\.example/)
  }
})

test.each(['light', 'dark'].flatMap((theme) => [PHONE, DESKTOP].map((viewport) => ({ theme, ...viewport }))))(
  'nothing on any page moves while it loads, $theme, at $width × $height',
  async ({ theme, ...viewport }) => {
    using ad = adFile()
    await using plain = await startServer()
    await using paid = await startServer({ env: { AD_SLOT_HTML_FILE: ad.path } })
    const moved: string[] = []
    for (const address of [...fixedPaths, '/nowhere'].map((path) => plain.url + path).concat(paid.url)) {
      await using visit = await visitor({ viewport })
      const { page } = visit
      await standInForOthers(page, new URL(address).origin)
      await page.addInitScript((name) => localStorage.setItem('theme', name), theme)
      await page.goto(address)
      for (const shift of await shiftsSoFar(page)) moved.push(`${address}: ${shift}`)
    }
    expect(moved).toEqual([])
  },
)

/** Each layout shift since the document began, and what moved; waits until the page has had time to settle. */
function shiftsSoFar(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const settled = new Promise((resolve) => requestIdleCallback(resolve))
    const shifts: string[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(JSON.stringify(entry))
    }).observe({ type: 'layout-shift', buffered: true })
    await settled
    await new Promise((resolve) => setTimeout(resolve, 300))
    return shifts
  })
}
