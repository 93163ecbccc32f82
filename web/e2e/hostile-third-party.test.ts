import { expect, test } from 'bun:test'
import type { Frame, Page } from 'playwright-core'
import { startServer, visitor } from './harness.ts'
import { ALL_HELD, HOSTILE_SCRIPT } from './hostile-script.ts'
import { adFile, standInForOthers } from './third-parties.ts'

const TOKEN = 'token-of-an-administrator'
const AD_HEIGHT_LIMIT_PX = 100

const AS_ADMINISTRATOR = { permissions: ['clipboard-read', 'clipboard-write'] }

/** An administrator at a page who came from two others and whose token is kept. */
async function comeTo(page: Page, url: string, path: string): Promise<void> {
  await page.goto(`${url}/about`)
  await page.goto(`${url}/faq`)
  await page.evaluate((token) => localStorage.setItem('adminToken', token), TOKEN)
  await page.goto(url + path)
}

/** The document that the hostile script runs in, once it has tried everything. */
async function hostileFrame(page: Page): Promise<Frame> {
  const count = Object.keys(ALL_HELD).length
  const isDone = (most: number) => Object.keys(Reflect.get(window, 'tries') ?? {}).length >= most
  return await Promise.any(
    page.frames().map(async (frame) => {
      await frame.waitForFunction(isDone, count)
      return frame
    }),
  )
}

const triesIn = (frame: Frame) => frame.evaluate('tries')
const keysIn = (frame: Frame) => frame.evaluate('keys')

test('a hostile ad gets nothing of the page, moves nothing and reaches nobody', async () => {
  using ad = adFile(`<p>Buy keys</p><script>${HOSTILE_SCRIPT}</script>`)
  await using server = await startServer({ env: { AD_SLOT_HTML_FILE: ad.path, ACCESS_LOG: 'on' } })
  await using visit = await visitor(AS_ADMINISTRATOR)
  const { page } = visit
  const dialogs: string[] = []
  page.on('dialog', (dialog) => dialogs.push(dialog.message()))
  const asked = await standInForOthers(page, server.url)
  await comeTo(page, server.url, '/')
  await page.locator('iframe').waitFor()
  const frame = await hostileFrame(page)
  expect(await triesIn(frame)).toEqual(ALL_HELD)

  const place = page.getByRole('complementary', { name: 'Advertisement' })
  const placeBox = await place.boundingBox()
  const frameBox = await place.locator('iframe').boundingBox()
  expect(frameBox?.height).toBeLessThanOrEqual(AD_HEIGHT_LIMIT_PX)
  expect(placeBox?.height).toBeLessThan(AD_HEIGHT_LIMIT_PX + 40)

  const password = page.getByRole('textbox', { name: 'Generated password' })
  const before = await password.textContent()
  await page.getByRole('button', { name: 'Generate New Password' }).click()
  expect(await password.textContent()).not.toBe(before)

  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-src'))
  await frame.evaluate("void (location.href = 'https://evil.example/inside')")
  await refused
  expect(page.url()).toBe(`${server.url}/`)
  const [, popup] = page.context().pages()
  expect(await popup?.evaluate(() => window.opener)).toBe(null)
  expect(dialogs).toEqual([])
  expect([...asked]).toEqual([])
  expect(server.output()).not.toMatch(/\/api\/(?:admin|track\/feedback)/)
})

test('an ad that floods the page with messages is removed, and the page works on', async () => {
  using ad = adFile(`<p>Buy keys</p><script>
    setInterval(() => {
      for (let time = 0; time < 2_000; time++) parent.postMessage({ adHeight: 1 + (time % 90) }, '*')
    }, 1)
  </script>`)
  await using server = await startServer({ env: { AD_SLOT_HTML_FILE: ad.path } })
  await using visit = await visitor()
  const { page } = visit
  await page.goto(server.url)
  await page.locator('iframe').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Generate New Password' }).click()
  expect(await page.getByRole('complementary', { name: 'Advertisement' }).isVisible()).toBe(true)
})

test('a hostile analytics tag gets no key that is typed into the checker', async () => {
  await using server = await startServer({ env: { ANALYTICS_ID: 'G-ABC1234567', ACCESS_LOG: 'on' } })
  await using visit = await visitor(AS_ADMINISTRATOR)
  const { page } = visit
  const asked = await standInForOthers(page, server.url, HOSTILE_SCRIPT)
  await comeTo(page, server.url, '/password-checker')
  await page.locator('iframe').waitFor({ state: 'attached' })
  expect(await triesIn(await hostileFrame(page))).toEqual({ ...ALL_HELD, cookies: 'got cookie: ' })

  const field = page.getByLabel('Password to check')
  await field.click()
  await page.keyboard.type('orbit kettle', { delay: 30 })
  expect(await field.inputValue()).toBe('orbit kettle')
  expect(page.frames()).toHaveLength(1)
  await page.waitForResponse('**/api/track/password-checked')

  await page.getByRole('heading', { level: 1 }).click()
  await page.locator('iframe').waitFor({ state: 'attached' })
  const frame = await hostileFrame(page)
  await frame.waitForFunction(() => JSON.stringify(Reflect.get(window, 'dataLayer')).includes('"checked"'))
  expect(await keysIn(frame)).toEqual([])
  expect(await frame.evaluate('JSON.stringify(dataLayer)')).not.toContain('forged')
  expect(page.url()).toBe(`${server.url}/password-checker`)
  expect([...asked]).toEqual(['https://www.googletagmanager.com/gtag/js'])
  expect(server.output()).not.toMatch(/\/api\/(?:admin|track\/feedback)/)
})

test('a frame that is opened as a page has nothing of this site either', async () => {
  using ad = adFile(
    '<script>try { token = localStorage.adminToken } catch (error) { token = error.name }</script>',
  )
  await using server = await startServer({ env: { AD_SLOT_HTML_FILE: ad.path } })
  await using visit = await visitor()
  const { page } = visit
  await comeTo(page, server.url, '/frames/ad')
  expect(await page.evaluate('token')).toBe('SecurityError')
  expect(await page.evaluate('origin')).toBe('null')
})
