import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { shareServer, visitor } from './harness.ts'

const shared = shareServer()

/** Names of requested scripts; delays the app until `released`. */
async function holdApp(page: Page, released: Promise<void>): Promise<string[]> {
  const scripts: string[] = []
  page.on('request', (request) => {
    const name = /\/assets\/([\w-]+)-[\w-]{8}\.js$/.exec(request.url())?.[1]
    if (name !== undefined) scripts.push(name)
  })
  await page.route('**/assets/app-*.js', async (route) => {
    await released
    await route.continue()
  })
  return scripts
}

test('an article page loads the app on the first button press, and that press takes effect', async () => {
  const server = await shared()
  await using visit = await visitor({ viewport: { width: 390, height: 844 } })
  const { page, complaints } = visit
  const app = Promise.withResolvers<void>()
  const scripts = await holdApp(page, app.promise)
  await page.goto(`${server.url}/about`)
  await page.getByRole('button', { name: 'Switch to dark theme' }).dispatchEvent('click')
  await page.getByRole('button', { name: 'Switch to light theme' }).waitFor()
  expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('dark')
  // What the page requests by then comes before this.
  await page.evaluate(() => fetch('/robots.txt'))
  expect(scripts.toSorted()).toEqual(['first', 'main'])

  const opener = page.getByRole('button', { name: 'Open menu' })
  const requested = page.waitForRequest('**/assets/app-*.js')
  await opener.click()
  await requested
  expect(await opener.getAttribute('aria-expanded')).toBe('false')
  app.resolve()
  const sheet = page.getByRole('dialog', { name: 'Passwright' })
  // The sheet listens once it has the focus.
  await sheet.and(page.locator(':focus-within')).waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await page.getByRole('button', { name: 'Switch to dark theme' }).waitFor()
  expect(complaints).toEqual([])
})

test('a menu under a resting pointer opens once the app has loaded', async () => {
  const server = await shared()
  await using visit = await visitor()
  const { page, complaints } = visit
  const app = Promise.withResolvers<void>()
  await holdApp(page, app.promise)
  await page.goto(`${server.url}/about`)
  const requested = page.waitForRequest('**/assets/app-*.js')
  await page.getByRole('button', { name: 'Tools' }).hover()
  await requested
  app.resolve()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link').first().waitFor()

  const late = Promise.withResolvers<void>()
  await holdApp(page, late.promise)
  await page.goto(server.url)
  await page.getByRole('tab', { name: 'Passphrase' }).click()
  late.resolve()
  await page.getByRole('tab', { name: 'Passphrase', selected: true }).waitFor()

  await page.goto(`${server.url}/about`)
  await page.getByRole('button', { name: 'Resources' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.locator('a:focus', { hasText: 'Security Tips' }).waitFor()
  expect(complaints).toEqual([])
})
