import { expect, test } from 'bun:test'
import type { Page, ViewportSize } from 'playwright-core'
import { fixedPaths } from '#web/site-pages.ts'
import { callApi, setUp } from './administration.ts'
import { type Server, startServer, visitor } from './harness.ts'
import { startSlowProxy } from './slow-proxy.ts'
import { adFile, fakeOtherOrigins } from './third-parties.ts'

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1440, height: 900 }
const AT_A_TIME = 2
/** The parser may pause before the text of a centered button, which then widens in place: a shift of about 0.002. */
const SHIFT_SUM_MIN = 0.005
const PATHS = [...fixedPaths, '/nowhere']
/** New posts, one featured and one in the list; their dates become 'now'. */
const POSTS = ['older', 'newer']

test.each([
  { theme: 'light', ...PHONE },
  { theme: 'dark', ...DESKTOP },
])(
  'no page shifts its layout while loading, in $theme at $width × $height',
  async ({ theme, ...viewport }) => {
    using ad = adFile()
    await using plain = await startServer()
    await using paid = await startServer({ env: { AD_SLOT_HTML_FILE: ad.path } })
    await publishPosts(plain)
    const paths = [...PATHS, ...POSTS.map((slug) => `/blog/${slug}`)]
    const addresses = [...paths.map((path) => plain.url + path), paid.url]
    expect(await shiftsOf(addresses, viewport, theme)).toEqual([])
  },
)

test.each([PHONE, DESKTOP])(
  'no page shifts its layout while arriving in chunks, at $width × $height',
  async (viewport) => {
    await using server = await startServer()
    await using network = startSlowProxy(server.url)
    const addresses = PATHS.map((path) => network.url + path)
    expect(await shiftsOf(addresses, viewport, 'light')).toEqual([])
  },
)

async function publishPosts(server: Server): Promise<void> {
  const token = await setUp(server)
  for (const slug of POSTS) {
    const post = { title: slug, slug, content: 'Length comes first.', status: 'published' }
    const { status } = await callApi(server, 'POST', '/api/admin/blog/posts', post, token)
    expect(status).toBe(201)
  }
}

/** Layout shifts by address, each loaded without a cache: Playwright disables it with `route`. */
async function shiftsOf(addresses: string[], viewport: ViewportSize, theme: string): Promise<string[]> {
  const left = addresses.values()
  const origins = new Set(addresses.map((address) => new URL(address).origin))
  const moved: string[] = []
  const visitSome = async () => {
    await using visit = await visitor({ viewport })
    const { page } = visit
    await fakeOtherOrigins(page, origins)
    await page.addInitScript((name) => {
      localStorage.clear()
      sessionStorage.clear()
      localStorage.setItem('theme', name)
    }, theme)
    for (const address of left) {
      await page.goto(address)
      for (const shift of await shiftsSoFar(page)) moved.push(`${address}: ${shift}`)
    }
  }
  await Promise.all(Array.from({ length: AT_A_TIME }, visitSome))
  return moved
}

/** Layout shifts since the document started, once the page has settled. */
function shiftsSoFar(page: Page): Promise<string[]> {
  return page.evaluate(async (least) => {
    // With a timeout: headless Chromium sometimes never reports idle.
    const settled = new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5_000 }))
    const shifts: string[] = []
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry) sum += Number(entry.value)
        shifts.push(JSON.stringify(entry))
      }
    }).observe({ type: 'layout-shift', buffered: true })
    await settled
    await new Promise((resolve) => setTimeout(resolve, 300))
    return sum < least ? [] : shifts
  }, SHIFT_SUM_MIN)
}
