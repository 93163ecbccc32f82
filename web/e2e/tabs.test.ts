import { expect, test } from 'bun:test'
import { shareServer, visitor } from './harness.ts'

const server = shareServer()

/** What a page could know of those before it. */
const traces = () =>
  Promise.all([
    indexedDB.databases(),
    caches.keys(),
    navigator.permissions.query({ name: 'geolocation' }),
  ]).then(([databases, cacheNames, geolocation]) => ({
    local: localStorage.length,
    session: sessionStorage.length,
    cookie: document.cookie,
    databases: databases.length,
    caches: cacheNames.length,
    geolocation: geolocation.state,
    online: navigator.onLine,
    entries: history.length,
    width: innerWidth,
    dark: matchMedia('(prefers-color-scheme: dark)').matches,
    moving: matchMedia('(prefers-reduced-motion: no-preference)').matches,
    print: matchMedia('print').matches,
    marked: 'mark' in window,
  }))

test('a released page is used again, without a trace of the test before', async () => {
  const { url } = await server()
  const first = await visitor({ locale: 'en-NZ' })
  const { page } = first
  await page.goto(`${url}/robots.txt`)
  const untouched = await page.evaluate(traces)

  await page.addInitScript(() => Object.assign(window, { mark: true }))
  await page.route('**/privacy', (route) => route.fulfill({ body: 'replaced' }))
  await page.context().grantPermissions(['geolocation'])
  await page.setViewportSize({ width: 400, height: 800 })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'no-preference', media: 'print' })
  await page.goto(`${url}/about`)
  await page.evaluate(async () => {
    localStorage.setItem('kept', 'x')
    sessionStorage.setItem('kept', 'x')
    // biome-ignore lint/suspicious/noDocumentCookie: cookieStore isn't available on http
    document.cookie = 'kept=x'
    await caches.open('kept')
    await new Promise((resolve) => {
      indexedDB.open('kept').onsuccess = resolve
    })
  })
  const popup = page.context().waitForEvent('page')
  await page.evaluate(() => void window.open('/faq'))
  await popup
  await page.context().setOffline(true)
  const traced = Object.entries(await page.evaluate(traces))
  expect(traced.filter(([name, value]) => Bun.deepEquals(value, Reflect.get(untouched, name)))).toEqual([])
  await first[Symbol.asyncDispose]()

  await using next = await visitor({ locale: 'en-NZ' })
  expect(next.page === page).toBe(true)
  expect(page.context().pages()).toEqual([page])
  await page.goto(`${url}/robots.txt`)
  expect(await page.evaluate(traces)).toEqual(untouched)
  await page.goto(`${url}/privacy`)
  expect(await page.getByText('replaced').count()).toBe(0)
  expect(next.complaints).toEqual([])
  expect(first.complaints).not.toBe(next.complaints)
})
