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
/** The parser may pause in a line, too, which then moves: a shift of less than 0.001. */
const SHIFT_SUM_MIN = 0.005
/** New posts, one featured and one in the list; their dates become 'now'. */
const POSTS = ['older', 'newer']
const PATHS = [...fixedPaths, '/nowhere', `/blog/${POSTS[0]}`]
/** One of each layout. */
const WIDE_PATHS = ['/', '/password-checker', '/security-tips', '/contact', '/blog', `/blog/${POSTS[0]}`]

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
    const left = (screen.width < 1_000 ? PATHS : WIDE_PATHS).values()
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

type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
type Shift = PerformanceEntry & { value: number; sources: Source[] }

/** Layout shifts since the document started, except of buttons that the parser paused in, before their text. */
function shiftsSoFar(page: Page): Promise<string[]> {
  return page.evaluate(async (least) => {
    const shifts: Shift[] = []
    const isShift = (entry: PerformanceEntry): entry is Shift => 'sources' in entry
    const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries().filter(isShift)))
    observer.observe({ type: 'layout-shift', buffered: true })
    // A frame's shifts are recorded after its callbacks.
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    shifts.push(...observer.takeRecords().filter(isShift))

    const [navigation] = performance.getEntriesByType('navigation')
    const parsed = navigation && 'domInteractive' in navigation ? Number(navigation.domInteractive) : 0
    const isWiderButton = ({ node, previousRect, currentRect }: Source) =>
      previousRect.width < currentRect.width &&
      (node instanceof Element ? node : node?.parentElement)?.closest('button, a') instanceof Element
    const counted = shifts.filter(
      ({ startTime, sources }) => startTime > parsed || !sources.some(isWiderButton),
    )
    const sum = counted.reduce((total, { value }) => total + value, 0)
    return sum < least ? [] : counted.map((shift) => JSON.stringify(shift))
  }, SHIFT_SUM_MIN)
}
