import { expect, test } from 'bun:test'
import type { Frame, Page } from 'playwright-core'
import { until } from '#src/testing/time-limits.ts'
import { startServer, visitor, WITH_WORKER } from './harness.ts'
import { ALL_BLOCKED, HOSTILE_SCRIPT } from './hostile-script.ts'
import { adFile, fakeOtherOrigins } from './third-parties.ts'

const TOKEN = 'token-of-an-administrator'
const AD_HEIGHT_LIMIT_PX = 100

const WITH_CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }

/** Signs in and navigates through two pages, with a stored token. */
async function navigateWithToken(page: Page, url: string, path: string): Promise<void> {
  await page.goto(`${url}/about`)
  await page.goto(`${url}/faq`)
  await page.evaluate((token) => localStorage.setItem('adminToken', token), TOKEN)
  await page.goto(url + path)
}

/** By time, because a hidden frame draws no frames to poll at. */
const POLLING = { polling: 20 }

/** The frame of the hostile script, once it has tried everything. */
async function hostileFrame(page: Page): Promise<Frame> {
  const count = Object.keys(ALL_BLOCKED).length
  const isDone = (most: number) => Object.keys(Reflect.get(window, 'tries') ?? {}).length >= most
  const element = await page.waitForSelector('iframe', { state: 'attached' })
  const frame = await element.contentFrame()
  if (!frame) throw new Error('the frame is gone')
  await frame.waitForFunction(isDone, count, POLLING)
  return frame
}

const triesIn = (frame: Frame) => frame.evaluate('tries')
const keysIn = (frame: Frame) => frame.evaluate('keys')

test('a hostile ad can’t read the page, shift its layout or send requests to other servers', async () => {
  using ad = adFile(`<p>Buy keys</p><script>${HOSTILE_SCRIPT}</script>`)
  await using server = await startServer({ env: { AD_SLOT_HTML_FILE: ad.path, ACCESS_LOG: 'on' } })
  await using visit = await visitor({ ...WITH_CLIPBOARD, ...WITH_WORKER })
  const { page } = visit
  const dialogs: string[] = []
  page.on('dialog', (dialog) => dialogs.push(dialog.message()))
  const requested = await fakeOtherOrigins(page, server.url)
  await navigateWithToken(page, server.url, '/')
  await page.locator('iframe').waitFor()
  const frame = await hostileFrame(page)
  expect(await triesIn(frame)).toEqual(ALL_BLOCKED)

  const place = page.getByRole('complementary', { name: 'Advertisement' })
  const placeBox = await place.boundingBox()
  const frameBox = await place.locator('iframe').boundingBox()
  expect(frameBox?.height).toBeLessThanOrEqual(AD_HEIGHT_LIMIT_PX)
  expect(placeBox?.height).toBeLessThan(AD_HEIGHT_LIMIT_PX + 40)

  const password = page.getByRole('textbox', { name: 'Generated password' })
  const before = await password.textContent()
  await page.getByRole('button', { name: 'Generate New Password' }).click()
  await password.filter({ hasNotText: before ?? '' }).waitFor()

  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-src'))
  await frame.evaluate("void (location.href = 'https://evil.example/inside')")
  await refused
  expect(page.url()).toBe(`${server.url}/`)
  const popup = page.context().pages()[1] ?? (await page.context().waitForEvent('page'))
  expect(await popup.evaluate(() => window.opener)).toBe(null)
  expect(dialogs).toEqual([])
  expect([...requested]).toEqual([])
  expect(server.output()).not.toMatch(/\/api\/(?:admin|track\/feedback)/)
})

test('an ad that floods the page with messages is removed; opened as a page, it is isolated from this site, too', async () => {
  using ad = adFile(`<p>Buy keys</p><script>
    try { token = localStorage.adminToken } catch (error) { token = error.name }
    setInterval(() => {
      for (let round = 0; round < 2_000; round++) parent.postMessage({ adHeight: 1 + (round % 90) }, '*')
    }, 1)
  </script>`)
  await using server = await startServer({ env: { AD_SLOT_HTML_FILE: ad.path } })
  await using visit = await visitor(WITH_WORKER)
  const { page } = visit
  const shown = page.waitForResponse('**/frames/ad')
  await page.goto(server.url)
  await shown
  await page.locator('iframe').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Generate New Password' }).click()
  expect(await page.getByRole('complementary', { name: 'Advertisement' }).isVisible()).toBe(true)

  await navigateWithToken(page, server.url, '/frames/ad')
  expect(await page.evaluate('token')).toBe('SecurityError')
  expect(await page.evaluate('origin')).toBe('null')
})

test('a hostile analytics tag receives no keys typed into the checker', async () => {
  await using server = await startServer({ env: { ANALYTICS_ID: 'G-ABC1234567', ACCESS_LOG: 'on' } })
  await using visit = await visitor({ ...WITH_CLIPBOARD, ...WITH_WORKER })
  const { page } = visit
  const requested = await fakeOtherOrigins(page, server.url, HOSTILE_SCRIPT)
  await navigateWithToken(page, server.url, '/password-checker')
  await page.locator('iframe').waitFor({ state: 'attached' })
  expect(await triesIn(await hostileFrame(page))).toEqual({ ...ALL_BLOCKED, cookies: 'got cookie: ' })

  const field = page.getByLabel('Password to check')
  await field.click()
  await until('the frame is removed', () => page.frames().length === 1)
  const counted = page.waitForResponse('**/api/track/password-checked')
  await page.keyboard.type('orbit kettle', { delay: 30 })
  expect(await field.inputValue()).toBe('orbit kettle')
  await counted
  expect(page.frames()).toHaveLength(1)

  await page.getByRole('heading', { level: 1 }).click()
  await page.locator('iframe').waitFor({ state: 'attached' })
  const frame = await hostileFrame(page)
  const isReported = () => JSON.stringify(Reflect.get(window, 'dataLayer')).includes('"checked"')
  await frame.waitForFunction(isReported, undefined, POLLING)
  expect(await keysIn(frame)).toEqual([])
  expect(await frame.evaluate('JSON.stringify(dataLayer)')).not.toContain('forged')
  expect(page.url()).toBe(`${server.url}/password-checker`)
  expect([...requested]).toEqual(['https://www.googletagmanager.com/gtag/js'])
  expect(server.output()).not.toMatch(/\/api\/(?:admin|track\/feedback)/)
})
