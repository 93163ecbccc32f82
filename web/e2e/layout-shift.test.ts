import { afterAll, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { fixedPaths } from '#web/site-pages.ts'
import { callApi, startSetUp } from './administration.ts'
import { responds, type Server, share, startServer, visitor } from './harness.ts'
import { type Screen, TWO_SCREENS } from './screens.ts'
import { startSlowProxy } from './slow-proxy.ts'
import { adFile, fakeOtherOrigins } from './third-parties.ts'
import { untilSettled } from './until-settled.ts'

const AT_A_TIME = 2
/** The parser may pause before the text of a centered button, which then widens in place: a shift of about 0.002. */
const SHIFT_SUM_MIN = 0.005
/** New posts, one featured and one in the list; their dates become 'now'. */
const POSTS = ['older', 'newer']
const PATHS = [...fixedPaths, '/nowhere', ...POSTS.map((slug) => `/blog/${slug}`)]

const ad = adFile()
afterAll(() => ad[Symbol.dispose]())
const sharedPaid = share(() => startServer({ env: { AD_SLOT_HTML_FILE: ad.path } }), responds)
const sharedPlain = share(startWithPosts, responds)

async function startWithPosts() {
  const server = await startSetUp()
  for (const slug of POSTS) {
    const post = { title: slug, slug, content: 'Length comes first.', status: 'published' }
    const { status } = await callApi(server, 'POST', '/api/admin/blog/posts', post, server.login.token)
    expect(status).toBe(201)
  }
  return server
}

test.each([...TWO_SCREENS])(
  'no page shifts its layout while it arrives in chunks and its scripts after it, in $theme at $width × $height',
  async (screen) => {
    const plain = await sharedPlain()
    const left = PATHS.values()
    const visits = Array.from({ length: AT_A_TIME }, () => shiftsOf(plain, left, screen))
    const paid = shiftsOf(await sharedPaid(), ['/'].values(), screen)
    expect((await Promise.all([...visits, paid])).flat()).toEqual([])
  },
)

/** Layout shifts by path, each loaded without a cache. */
async function shiftsOf(
  server: Server,
  paths: Iterable<string>,
  { theme, ...viewport }: Screen,
): Promise<string[]> {
  await using network = startSlowProxy(server.url)
  await using visit = await visitor({ viewport, reducedMotion: 'no-preference' })
  const { page } = visit
  if (server === (await sharedPaid())) await fakeOtherOrigins(page, network.url)
  await page.addInitScript((name) => {
    localStorage.clear()
    sessionStorage.clear()
    localStorage.setItem('theme', name)
  }, theme)
  const moved: string[] = []
  for (const path of paths) {
    await page.goto(network.url + path)
    await untilSettled(page)
    for (const shift of await shiftsSoFar(page)) moved.push(`${path}: ${shift}`)
  }
  return moved
}

/** Layout shifts since the document started. */
function shiftsSoFar(page: Page): Promise<string[]> {
  return page.evaluate(async (least) => {
    const entries: PerformanceEntry[] = []
    const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    // A frame's shifts are recorded after its callbacks.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    entries.push(...observer.takeRecords())
    const sum = entries.reduce((total, entry) => total + ('value' in entry ? Number(entry.value) : 0), 0)
    return sum < least ? [] : entries.map((entry) => JSON.stringify(entry))
  }, SHIFT_SUM_MIN)
}
