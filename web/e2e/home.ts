import type { BrowserContextOptions, Locator, Page, Request } from 'playwright-core'
import { type Server, share, type Visit, visitor } from './harness.ts'

type HomeVisit = BrowserContextOptions & {
  before?: (page: Page) => Promise<unknown>
  waitUntil?: 'load' | 'commit'
}

const DESKTOP = { width: 1440, height: 900 }

/** Animations take a quarter of the processor time. */

/** Triggers loading of the app, and waits for it to take over. */
export async function untilApp(page: Page): Promise<void> {
  // Chromium may delay keys pressed before the first frame by five seconds.
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await page.keyboard.press('Shift')
  await page.locator('details fieldset:enabled').waitFor({ state: 'attached' })
}

/** Records that a text appears, because toasts disappear. */
export async function recordText(page: Page, text: string): Promise<void> {
  const record = (wanted: string) =>
    new MutationObserver(() => {
      const { dataset } = document.documentElement
      const seen = dataset.seen ?? ''
      if (!seen.includes(wanted) && document.body?.textContent.includes(wanted)) dataset.seen = seen + wanted
    }).observe(document, { subtree: true, childList: true, characterData: true })
  await page.addInitScript(record, text)
  await page.evaluate(record, text)
}

export const untilRecorded = (page: Page, text: string) =>
  page.locator(`html[data-seen*="${text}"]`).waitFor({ state: 'attached' })

/** Presses a copy button and waits for its 'Copied!'. It lasts two seconds, in which a slow browser may not be asked. */
export async function untilCopied(button: Locator, press: () => Promise<void>): Promise<void> {
  const record = await button.evaluateHandle((element) => {
    const confirmation = { wasShown: false }
    new MutationObserver(() => {
      // biome-ignore lint/performance/useDomNodeTextContent: hidden text doesn't count
      confirmation.wasShown ||= element instanceof HTMLElement && element.innerText.trim() === 'Copied!'
    }).observe(element, { attributes: true })
    return confirmation
  })
  await press()
  await button.page().waitForFunction(({ wasShown }) => wasShown, record)
}

/** Opens the home page of a server from `shareServer` in a new browser context, with reduced motion by default. */
export function visitsTo(shared: () => Promise<Server>) {
  return async ({ before, waitUntil = 'load', ...options }: HomeVisit = {}) => {
    const server = await shared()
    const visit = await homeVisitor(options)
    const { page } = visit
    await before?.(page)
    await page.goto(server.url, { waitUntil })
    if (waitUntil === 'load' && options.javaScriptEnabled !== false) await untilApp(page)
    return visit
  }
}

/** Opens the home page in the same tab for all tests of a file, with empty storage and reduced motion. */
export function shareHome(shared: () => Promise<Server>) {
  const sharedVisit = share(
    () => homeVisitor(),
    (visit) => visit.works(),
  )
  return async (viewport = DESKTOP) => {
    const server = await shared()
    const visit = await sharedVisit()
    const { page, complaints, forget } = visit
    await page.unrouteAll()
    await page.context().setOffline(false)
    await page.setViewportSize(viewport)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(`${server.url}/robots.txt`)
    await page.evaluate(() => {
      sessionStorage.clear()
      localStorage.clear()
    })
    forget()
    complaints.length = 0
    await page.goto(server.url)
    await untilApp(page)
    return visit
  }
}

/** `counted` collects counter requests until `forget`. */
async function homeVisitor(options: BrowserContextOptions = {}) {
  const permissions = ['clipboard-read', 'clipboard-write']
  const visit: Visit = await visitor({ permissions, ...options })
  const { page } = visit
  const counted: { path: string; body: unknown }[] = []
  const requested = new Set<Request>()
  page.on('request', (request) => requested.add(request))
  page.on('response', (response) => {
    const request = response.request()
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/track/') && requested.has(request))
      counted.push({ path: pathname, body: request.postDataJSON() })
  })
  const control = {
    password: page.getByRole('textbox', { name: 'Generated password' }),
    copy: page.getByRole('button', { name: 'Copy password', exact: true }),
    another: page.getByRole('button', { name: 'Generate New Password' }),
    multiple: page.getByRole('button', { name: 'Generate Multiple' }),
    slider: page.getByRole('slider', { name: 'Password length' }),
    number: page.getByRole('spinbutton', { name: 'Number of characters' }),
    dialog: page.getByRole('dialog'),
    switch: (name: string) => page.getByRole('switch', { name }),
  }
  return {
    ...visit,
    counted,
    control,
    untilCounted: async (times: number) => {
      while (counted.length < times) await page.waitForEvent('response')
      return counted
    },
    forget: () => {
      requested.clear()
      counted.length = 0
    },
    password: async () => (await control.password.textContent()) ?? '',
    clipboard: () => page.evaluate(() => navigator.clipboard.readText()),
    kept: () => page.evaluate(() => JSON.parse(localStorage.getItem('passwordOptions') ?? 'null')),
  }
}

export const NO_MESSAGES: string[] = []
