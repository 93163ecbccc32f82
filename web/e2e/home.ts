import type { BrowserContextOptions, Page } from 'playwright-core'
import { type Server, visitor } from './harness.ts'

type HomeVisit = BrowserContextOptions & {
  before?: (page: Page) => Promise<unknown>
  waitUntil?: 'load' | 'commit'
}

/** Triggers loading of the app, and waits for it to take over. */
export async function untilApp(page: Page): Promise<void> {
  // Chromium may delay keys pressed before the first frame by five seconds.
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await page.keyboard.press('Shift')
  await page.locator('details fieldset:enabled').waitFor({ state: 'attached' })
}

/** Opens the home page; `counted` collects counter requests. */
export function visitsTo(server: Server) {
  return async ({ before, waitUntil = 'load', ...options }: HomeVisit = {}) => {
    const visit = await visitor({ permissions: ['clipboard-read', 'clipboard-write'], ...options })
    const { page } = visit
    const counted: { path: string; body: unknown }[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.startsWith('/api/track/'))
        counted.push({ path: pathname, body: response.request().postDataJSON() })
    })
    await before?.(page)
    await page.goto(server.url, { waitUntil })
    if (waitUntil === 'load' && options.javaScriptEnabled !== false) await untilApp(page)
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
    const password = async () => (await control.password.textContent()) ?? ''
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('passwordOptions') ?? 'null'))
    const untilCounted = async (times: number) => {
      while (counted.length < times) await page.waitForEvent('response')
      return counted
    }
    return { ...visit, counted, untilCounted, control, password, clipboard, kept }
  }
}

export const NO_MESSAGES: string[] = []
