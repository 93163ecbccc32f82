import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { startServer, visitor } from './harness.ts'

const PHONE = { viewport: { width: 390, height: 844 } }

/** Opens a page with time standing still. */
async function openStill(page: Page, url: string): Promise<void> {
  await page.clock.install({ time: 0 })
  await page.goto(url)
  await page.clock.pauseAt(60_000)
}

const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

test('a menu opens once the pointer has rested on it for 100 ms, and closes 300 ms after it left', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page, complaints } = visit
  await openStill(page, server.url)
  const checker = menuLink(page, 'Password Checker')
  await page.getByRole('button', { name: 'Tools' }).hover()
  await page.clock.runFor(99)
  expect(await checker.count()).toBe(0)
  await page.clock.runFor(1)
  await checker.waitFor()

  await page.mouse.move(5, 800)
  await page.clock.runFor(299)
  expect(await checker.isVisible()).toBe(true)
  await page.clock.runFor(1)
  await checker.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

test('a pointer passing by opens no menu, and a slip off the edge closes none', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page } = visit
  await openStill(page, server.url)
  const tools = page.getByRole('button', { name: 'Tools' })
  await tools.hover()
  await page.clock.runFor(90)
  await page.mouse.move(5, 800)
  await page.clock.runFor(1_000)
  expect(await tools.getAttribute('aria-expanded')).toBe('false')

  await tools.hover()
  await page.clock.runFor(100)
  await page.mouse.move(5, 800)
  await page.clock.runFor(200)
  await menuLink(page, 'Password Checker').hover()
  await page.clock.runFor(1_000)
  expect(await tools.getAttribute('aria-expanded')).toBe('true')
})

test('hovering and clicking at once opens a menu; another click closes it', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page, complaints } = visit
  await openStill(page, server.url)
  const resources = page.getByRole('button', { name: 'Resources' })
  await resources.hover()
  await page.clock.runFor(120)
  await resources.click()
  expect(await resources.getAttribute('aria-expanded')).toBe('true')
  await page.clock.runFor(300)
  await resources.click()
  expect(await resources.getAttribute('aria-expanded')).toBe('false')
  await page.clock.runFor(1_000)
  expect(await resources.getAttribute('aria-expanded')).toBe('false')
  await resources.click()
  await menuLink(page, 'Blog').waitFor()
  expect(complaints).toEqual([])
})

test('the three menus hold what they should, and moving on swaps one for the next', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page } = visit
  await openStill(page, server.url)
  const main = page.getByRole('navigation', { name: 'Main' })
  const opened = []
  for (const name of ['Tools', 'Resources', 'Support']) {
    await page.getByRole('button', { name }).hover()
    await page.clock.runFor(100)
    await main.getByRole('link').first().waitFor()
    const links = await main.getByRole('link').all()
    opened.push(await Promise.all(links.map((link) => link.getAttribute('href'))))
  }
  expect(opened).toEqual([
    ['/', '/password-checker'],
    ['/security-tips', '/blog'],
    ['/contact', '/sitemap'],
  ])
})

test('the menus work by keyboard: open, arrows, first letters, Escape, Tab out, Enter follows', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page, complaints } = visit
  await openStill(page, server.url)
  const tools = page.getByRole('button', { name: 'Tools' })
  const focusedText = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  const closed = (name: string) => page.getByRole('button', { name, expanded: false })
  const pressArrow = async (key: string) => {
    await page.keyboard.press(key)
    await page.clock.runFor(10)
  }
  await tools.focus()
  await page.keyboard.press('Enter')
  await pressArrow('ArrowDown')
  expect(await focusedText()).toStartWith('Password Generator')
  await pressArrow('ArrowDown')
  expect(await focusedText()).toStartWith('Password Checker')
  await page.keyboard.press('Escape')
  await closed('Tools').waitFor()
  expect(await focusedText()).toBe('Tools')

  await pressArrow('ArrowRight')
  expect(await focusedText()).toBe('Resources')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  expect(await focusedText()).toStartWith('Security Tips')
  await page.keyboard.press('b')
  expect(await focusedText()).toStartWith('Blog')
  await page.clock.runFor(1_000)
  await page.keyboard.type('se')
  expect(await focusedText()).toStartWith('Security Tips')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await closed('Resources').waitFor()

  await tools.focus()
  await page.keyboard.press('Enter')
  await pressArrow('ArrowDown')
  await page.keyboard.type('password c')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/password-checker`)
  await page.getByRole('heading', { level: 1, name: 'Password Strength Checker' }).waitFor()
  await closed('Tools').waitFor()
  await page.locator('h1:focus', { hasText: 'Password Strength Checker' }).waitFor()
  expect(complaints).toEqual([])
})

test('on a phone the menu slides in, three quarters wide, and gives the focus back when it closes', async () => {
  await using server = await startServer()
  await using visit = await visitor(PHONE)
  const { page, complaints } = visit
  await page.goto(server.url)
  const opener = page.getByRole('button', { name: 'Open menu' })
  const sheet = page.getByRole('dialog', { name: 'Passwright' })
  for (const close of ['Escape', 'cross', 'outside']) {
    await opener.click()
    await sheet.waitFor()
    expect((await sheet.boundingBox())?.width).toBeCloseTo(390 * 0.75, 0)
    if (close === 'Escape') await page.keyboard.press('Escape')
    else if (close === 'cross') await page.getByRole('button', { name: 'Close menu' }).click()
    else await page.mouse.click(380, 500)
    await sheet.waitFor({ state: 'detached' })
    await opener.and(page.locator(':focus')).waitFor()
  }
  expect(complaints).toEqual([])
})

test('the sheet takes 500 ms to come and 300 ms to go, and no time for those who want no motion', async () => {
  await using server = await startServer()
  const durations = async (reducedMotion: 'reduce' | 'no-preference') => {
    await using visit = await visitor({ ...PHONE, reducedMotion })
    const { page } = visit
    await page.goto(server.url)
    await page.getByRole('button', { name: 'Open menu' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.waitFor()
    const duration = () => sheet.evaluate((element) => getComputedStyle(element).animationDuration)
    const coming = await duration()
    const going = sheet.evaluate(
      (element) =>
        new Promise((resolve) => {
          // On a slow machine the sheet may only now begin to come.
          element.addEventListener('animationstart', (event) => {
            const isGoing = event instanceof AnimationEvent && event.animationName === 'sheet-out'
            if (isGoing) resolve(getComputedStyle(element).animationDuration)
          })
        }),
    )
    await page.getByRole('button', { name: 'Close menu' }).click()
    return [coming, await going]
  }
  expect(await durations('no-preference')).toEqual(['0.5s', '0.3s'])
  expect(await durations('reduce')).toEqual(['1e-05s', '1e-05s'])
})

test('the sheet stays narrow on a tablet, and closes when a link in it is followed', async () => {
  await using server = await startServer()
  await using visit = await visitor({ viewport: { width: 1000, height: 700 } })
  const { page, complaints } = visit
  await page.goto(server.url)
  await page.getByRole('button', { name: 'Open menu' }).click()
  const sheet = page.getByRole('dialog', { name: 'Passwright' })
  await sheet.waitFor()
  expect((await sheet.boundingBox())?.width).toBe(384)
  await sheet.getByRole('link', { name: 'Password Checker' }).click()
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Password Strength Checker' }).waitFor()
  await page.locator('h1:focus', { hasText: 'Password Strength Checker' }).waitFor()
  expect(complaints).toEqual([])
})

test('the theme is light at first, changes at once, is kept, and other tabs follow', async () => {
  await using server = await startServer()
  await using visit = await visitor({ colorScheme: 'dark' })
  const { page, complaints } = visit
  const other = await page.context().newPage()
  const background = (tab: Page) => tab.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const kept = () => page.evaluate(() => localStorage.getItem('theme'))
  await page.goto(server.url)
  await other.goto(`${server.url}/password-checker`)
  const light = await background(page)
  expect(await kept()).toBeNull()

  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  const dark = await background(page)
  expect(dark).not.toBe(light)
  expect(await kept()).toBe('dark')
  await other.getByRole('button', { name: 'Switch to light theme' }).waitFor()
  expect(await background(other)).toBe(dark)

  await other.getByRole('button', { name: 'Switch to light theme' }).click()
  expect(await kept()).toBe('light')
  await page.getByRole('button', { name: 'Switch to dark theme' }).waitFor()
  expect(await background(page)).toBe(light)

  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await page.reload()
  expect(await background(page)).toBe(dark)
  await page.getByRole('button', { name: 'Switch to light theme' }).waitFor()
  await page.evaluate(() => {
    localStorage.setItem('theme', 'light')
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  expect(await background(page)).toBe(light)

  await page.evaluate(() => localStorage.setItem('theme', 'purple'))
  await page.reload()
  expect(await background(page)).toBe(light)
  expect(complaints).toEqual([])
})

test('a stored dark theme shows from the first paint', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page } = visit
  await page.addInitScript("localStorage.setItem('theme', 'dark')")
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(server.url)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
  expect(await page.locator('.lucide-sun').isVisible()).toBe(true)
  expect(await page.locator('.lucide-moon').isVisible()).toBe(false)
})

test.each(['light', 'dark'])(
  'the browser takes over the very %s page that the server wrote',
  async (theme) => {
    await using server = await startServer()
    await using visit = await visitor()
    const { page, complaints } = visit
    const chunk = Promise.withResolvers<void>()
    await page.addInitScript(`localStorage.getItem('theme') ?? localStorage.setItem('theme', '${theme}')`)
    await page.route('**/assets/checker-page-*.js', async (route) => {
      await chunk.promise
      await route.continue()
    })
    await page.goto(`${server.url}/password-checker`, { waitUntil: 'commit' })
    const field = await page.getByLabel('Password to check').elementHandle()
    await page.waitForFunction((before) => {
      const isAsBefore = () => localStorage.getItem('theme') === before
      if (isAsBefore()) document.querySelector<HTMLElement>('[aria-label^="Switch to"]')?.click()
      return !isAsBefore()
    }, theme)
    chunk.resolve()
    await page.getByRole('button', { name: `Switch to ${theme} theme` }).waitFor()
    await field?.fill('abc')
    await page.getByRole('list', { name: 'Criteria' }).waitFor()
    expect(await field?.evaluate((element) => element.isConnected)).toBe(true)
    expect(complaints).toEqual([])
  },
)

test('the theme still toggles where storage is forbidden', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page, complaints } = visit
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('forbidden', 'SecurityError')
      },
    })
  })
  await page.goto(server.url)
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await page.getByRole('button', { name: 'Switch to light theme' }).waitFor()
  expect(complaints).toEqual([])
})

test('a tooltip opens after 700 ms of hovering', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page } = visit
  await openStill(page, server.url)
  const toggle = page.getByRole('button', { name: 'Switch to dark theme' })
  await toggle.hover()
  await page.clock.runFor(699)
  expect(await page.getByRole('tooltip').count()).toBe(0)
  await page.clock.runFor(1)
  await page.getByRole('tooltip').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
})

/** The home page where nothing may be copied: each press of `copy` brings a notification. */
async function openWithoutClipboard(page: Page, url: string) {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    document.execCommand = () => false
  })
  await openStill(page, url)
  const region = page.getByRole('region', { name: 'Notifications (F8)' })
  return {
    copy: page.getByRole('button', { name: 'Copy password', exact: true }),
    region,
    toasts: region.getByRole('listitem'),
  }
}

test('a notification stays for five seconds, and a new one takes the place of the old', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page, complaints } = visit
  const { copy, toasts } = await openWithoutClipboard(page, server.url)
  await copy.click()
  await toasts.getByText('Copy failed').waitFor()
  await toasts.getByText('Please copy the password manually.').waitFor()
  expect((await toasts.boundingBox())?.width).toBeLessThanOrEqual(420)
  await page.clock.runFor(4_000)
  await copy.click()
  await page.clock.runFor(4_999)
  expect(await toasts.count()).toBe(1)
  await page.clock.runFor(1)
  await toasts.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

test('a notification can be swiped away to the right, by 50 pixels and no less', async () => {
  await using server = await startServer()
  await using visit = await visitor({ reducedMotion: 'reduce' })
  const { page } = visit
  const { copy, toasts } = await openWithoutClipboard(page, server.url)
  await copy.click()
  await toasts.waitFor()
  const box = await toasts.boundingBox()
  const swipe = async (pixels: number) => {
    // Its middle is on it even while it slides back from the swipe before.
    const x = (box?.x ?? 0) + (box?.width ?? 0) / 2
    const y = (box?.y ?? 0) + 20
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + pixels / 2, y)
    await page.mouse.move(x + pixels, y)
    await page.mouse.up()
  }
  await swipe(-80)
  await swipe(45)
  expect(await toasts.count()).toBe(1)
  await swipe(60)
  await toasts.waitFor({ state: 'detached' })
})

test('F8 moves the focus to the notifications, where the next Tab finds the way to close them', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page, complaints } = visit
  const { copy, region, toasts } = await openWithoutClipboard(page, server.url)
  await copy.click()
  await toasts.waitFor()
  await page.keyboard.press('F8')
  expect(await region.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await toasts.waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

test('a notification over a dialog can be closed without closing the dialog', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page, complaints } = visit
  const { toasts } = await openWithoutClipboard(page, server.url)
  await page.getByRole('button', { name: 'Generate Multiple' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Copy/ }).first().click()
  await page.getByText('Copy failed').first().waitFor()
  await page.locator('[aria-label="Notifications (F8)"] [aria-label="Close"]').click()
  await toasts.waitFor({ state: 'detached' })
  expect(await dialog.isVisible()).toBe(true)
  expect(complaints).toEqual([])
})

test('the first Tab offers to skip to the content, and the next one goes on from there', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page } = visit
  await page.goto(`${server.url}/password-checker`)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true)
  expect((await skip.boundingBox())?.height).toBeGreaterThanOrEqual(40)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(
    await page.getByLabel('Password to check').evaluate((field) => field === document.activeElement),
  ).toBe(true)
})

/** What a page tells search engines, in the order of its head, whoever wrote it: the server or the browser. */
const describedBy = (page: Page) =>
  page.evaluate(() => ({
    title: document.title,
    metas: [...document.querySelectorAll('meta[name], meta[property]')]
      .filter((meta) => meta.getAttribute('name') !== 'viewport')
      .map((meta) => [
        meta.getAttribute('name') ?? meta.getAttribute('property'),
        meta.getAttribute('content'),
      ])
      .sort(),
    canonicals: [...document.querySelectorAll('link[rel=canonical]')].map((link) =>
      link.getAttribute('href'),
    ),
    structuredData: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
      ({ textContent }) => textContent,
    ),
  }))

test('moving inside the site keeps one document, which tells of itself what the server would', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page, complaints } = visit
  const served = async (path: string) => {
    await page.goto(`${server.url}${path}`)
    return describedBy(page)
  }
  const home = await served('/')
  const checker = await served('/password-checker')
  expect(checker.canonicals).toEqual([`${server.url}/password-checker`])
  expect(checker.structuredData).toHaveLength(2)

  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
  await page.evaluate(() => window.scrollTo(0, 300))
  await page.getByRole('banner').getByRole('link', { name: 'Passwright' }).click()
  await page.getByLabel('Password to check').waitFor({ state: 'detached' })
  await page.locator('h1:focus').waitFor()
  expect(await describedBy(page)).toEqual(home)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)

  await page.getByRole('contentinfo').getByRole('link', { name: 'Password Checker' }).click()
  await page.getByLabel('Password to check').waitFor()
  expect(await describedBy(page)).toEqual(checker)
  await page.locator('h1:focus', { hasText: 'Password Strength Checker' }).waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)

  await page.goBack()
  await page.getByLabel('Password to check').waitFor({ state: 'detached' })
  expect(await describedBy(page)).toEqual(home)
  expect(documents).toEqual([])
  expect(complaints).toEqual([])
})

test('the page before stays in sight until the next one is there', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page, complaints } = visit
  await page.goto(server.url)
  const chunk = Promise.withResolvers<void>()
  await page.route('**/assets/checker-page-*.js', async (route) => {
    await chunk.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/assets/checker-page-*.js')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Password Checker' }).click()
  await asked
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
  chunk.resolve()
  await page.getByLabel('Password to check').waitFor()
  expect(complaints).toEqual([])
})

test('an unknown address answers 404 in words and status, and asks not to be found', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page } = visit
  const response = await page.goto(`${server.url}/no-such-page`)
  expect(response?.status()).toBe(404)
  expect(response?.headers()['x-robots-tag']).toBe('noindex')
  await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).waitFor()
  expect(await page.title()).toBe('404 Page Not Found | Passwright')
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  expect(await page.locator('link[rel=canonical]').count()).toBe(0)
  await page.getByRole('link', { name: 'Generate Password' }).click()
  await page.locator('meta[name=robots]').waitFor({ state: 'detached' })
})

test.each([320, 390, 1023, 1440])(
  'at a width of %d pixels nothing is cut off or scrolls sideways',
  async (width) => {
    await using server = await startServer()
    await using visit = await visitor({ viewport: { width, height: 700 } })
    const { page } = visit
    for (const path of ['/', '/password-checker', '/no-such-page']) {
      await page.goto(`${server.url}${path}`)
      const overflowing = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflowing).toBeLessThanOrEqual(0)
    }
  },
)
