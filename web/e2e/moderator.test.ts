import { expect, test } from 'bun:test'
import type { Page, Request, Response } from 'playwright-core'
import { shortOrLong } from '#src/testing/attack.ts'
import { until } from '#src/testing/time-limits.ts'
import { NAVIGATION } from '#web/admin/navigation.ts'
import { addUser, fillSignIn, signIn, startSetUp } from './administration.ts'
import { startServer, visitor } from './harness.ts'

const EDITOR = '/admin/blog?edit=1'
const ACCOUNT = '/admin/account'

/** Pages and their dialogs; in the long form also nested ones. Every role may do the same in its account. */
const depthOf = (address: string) => shortOrLong(address === ACCOUNT ? 1 : 2, 3)

type Layer = { layer: string; kinds: string[] }

/** One control of each kind in the topmost layer. Controls differ by the first word; all column headers sort. */
const findControls = (page: Page): Promise<Layer> =>
  page.evaluate(() => {
    const layers = document.querySelectorAll('[role="menu"], [role="dialog"], [role="alertdialog"]')
    const layer = [...layers].at(-1) ?? document.querySelector('main')
    const kinds = new Set<string>()
    for (const control of layer?.querySelectorAll('button, input[type="checkbox"], [role="menuitem"]') ??
      []) {
      const isDisabled = control.matches(':disabled, [aria-disabled="true"], [data-disabled]')
      if (isDisabled || !control.checkVisibility()) continue
      const name = control.closest('[role=columnheader], th') ? 'Sort' : control.ariaLabel
      const [kind = ''] = (name ?? control.textContent ?? '').trim().split(/[ :]/)
      control.setAttribute('data-kind', kind)
      kinds.add(kind)
    }
    return { layer: layer?.getAttribute('role') ?? 'page', kinds: [...kinds] }
  })

declare global {
  interface Window {
    calls: { pending: number; changedAt: number; idleAt: number }
  }
}

/** Time for a key to become a call, and for a response to become a page. */
const RENDER_MS = 100

/** Counts a document's calls in the document itself, so that the count ends with it; notes when it was last idle. */
function countCalls(): void {
  const calls = { pending: 0, changedAt: 0, idleAt: 0 }
  const noteIdle = () => {
    calls.idleAt = performance.now()
    void scheduler.postTask(noteIdle, { priority: 'background', delay: 25 })
  }
  noteIdle()
  const mark = () => (calls.changedAt = performance.now())
  window.calls = calls
  window.addEventListener('keydown', mark, { capture: true })
  window.fetch = new Proxy(window.fetch, {
    apply: async (call, self, args: Parameters<typeof fetch>) => {
      calls.pending += 1
      try {
        return await Reflect.apply(call, self, args)
      } finally {
        calls.pending -= 1
        mark()
      }
    },
  })
}

/** Waits until the page is rendered and no call is pending. */
const untilIdle = (page: Page) =>
  page.waitForFunction(
    (renderMs) =>
      window.calls.pending === 0 &&
      window.calls.idleAt - window.calls.changedAt > renderMs &&
      document.querySelector('main :is(h1, button)') &&
      !document.body.textContent.includes('Loading…'),
    RENDER_MS,
    { polling: 50 },
  )

/** Without a link, because some pages are linked to only by others. Reloading each page would take twice the time. */
const followLink = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
    window.calls.changedAt = performance.now()
  }, address)

test('every control that is enabled for a moderator works, on every page', async () => {
  await using server = await startServer({ flags: ['--demo'] })
  await using visit = await visitor()
  const { page } = visit
  page.on('dialog', (dialog) => dialog.accept())
  const refused: string[] = []
  const read: Promise<unknown>[] = []
  /** Ways to sign in ask everyone for their password first. */
  async function record(response: Response): Promise<void> {
    // 401 would end the session and the test.
    if (![401, 403].includes(response.status())) return
    if ((await response.json()).code === 'proof_required') return
    refused.push(`${response.status()} ${response.request().method()} ${response.url()}`)
  }
  page.on('response', (response) => read.push(record(response)))
  const scripts = new Set<Request>()
  page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request))
  page.on('requestfinished', (request) => scripts.delete(request))
  page.on('requestfailed', (request) => scripts.delete(request))
  /** Lazy code calls when it runs. */
  async function settle(): Promise<void> {
    do {
      await until('all code is loaded', () => scripts.size === 0)
      await untilIdle(page)
    } while (scripts.size > 0)
  }
  await page.addInitScript(countCalls)
  await page.goto(`${server.url}/admin/login`)
  const [, password = ''] = /The password for all of them is (\S+)/.exec(server.output()) ?? []
  await fillSignIn(page, 'mia', password)
  // The URL changes before the sign-in form disappears.
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()

  let presses = 0
  async function press(kind: string): Promise<void> {
    presses += 1
    // By key, because a forced click would press an element that covers the control.
    const control = page.locator(`[data-kind="${kind}"]`).first()
    await control.press((await control.getAttribute('type')) === 'checkbox' ? 'Space' : 'Enter')
    await settle()
  }
  const isHome = (address: string) => page.url() === server.url + address
  /** Restores the state at `path`, by keyboard or by reloading. */
  async function open(address: string, path: string[]): Promise<Layer> {
    await page.keyboard.press('Escape')
    const now = await findControls(page)
    const isThere =
      now.layer === 'page' && isHome(address) && (path[0] === undefined || now.kinds.includes(path[0]))
    if (!isThere) {
      await page.goto('about:blank')
      await page.goto(server.url + address)
      await settle()
      await findControls(page)
    }
    for (const kind of path) {
      // What was used up, such as a session that was ended, can't be reached again.
      if (!(await findControls(page)).kinds.includes(kind)) break
      await press(kind)
    }
    return await findControls(page)
  }
  async function walk(address: string, path: string[]): Promise<void> {
    const start = await open(address, path)
    if (path.length > 0 && start.layer === 'page') return
    for (const kind of start.kinds) {
      let before = await findControls(page)
      if (before.layer !== start.layer || !before.kinds.includes(kind)) before = await open(address, path)
      if (before.layer !== start.layer || !before.kinds.includes(kind)) continue
      await press(kind)
      const after = await findControls(page)
      const isDeeper = after.layer !== before.layer && after.layer !== 'page'
      if (isDeeper && path.length + 1 < depthOf(address)) await walk(address, [...path, kind])
      if (isDeeper) await page.keyboard.press('Escape')
    }
  }

  const addresses = NAVIGATION.flatMap(({ items }) => items.map(({ to }) => to))
  const further = shortOrLong([ACCOUNT], [ACCOUNT, EDITOR])
  for (const address of [...addresses, ...further]) {
    await page.keyboard.press('Escape')
    await followLink(page, address)
    await settle()
    await walk(address, [])
    await Promise.all(read)
    expect({ address, refused }).toEqual({ address, refused: [] })
  }
  expect(presses).toBeGreaterThan(20)
})

test('pages and actions that a moderator may not use are disabled with the reason', async () => {
  await using server = await startSetUp({
    env: { WEBHOOK_URL: 'http://127.0.0.1:9/hook', WEBHOOK_ALLOW_PRIVATE: '1' },
  })
  await addUser(server, server.login.token, 'moderator')
  await using visit = await visitor()
  const { page } = visit
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  await signIn(page, server, 'moderator', '/admin/dashboard?tab=backups')
  await page.getByRole('main').getByText('Super admins only').waitFor()
  expect(await page.getByRole('link', { name: 'Backups' }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: 'Back up now' }).count()).toBe(0)

  await page.goto(`${server.url}/admin/settings`)
  for (const [name, description] of [
    ['Send a test notice', 'Super admins only'],
    ['Choose a CSV file', 'Admins only'],
  ] as const) {
    await page.getByRole('button', { name, description, disabled: true }).waitFor()
  }
  expect(await page.locator('input[type=file]').count()).toBe(0)

  await page.goto(`${server.url}/admin/dashboard?tab=users`)
  for (const name of ['Edit ada', 'Add User']) {
    await page.getByRole('button', { name, description: 'Super admins only' }).click({ force: true })
  }
  await page.getByRole('button', { name: 'More actions for ada' }).click()
  for (const action of ['Reset Password', 'Deactivate', 'Delete']) {
    const item = page.getByRole('menuitem', { name: `${action} Super admins only`, disabled: true })
    await item.click({ force: true })
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More actions for moderator' }).click()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('menuitem', { name: 'Reset Password' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New Password').fill('another owl in the attic')
  expect(refused).toEqual([])
  await dialog.getByRole('button', { name: 'Reset Password' }).click()
  await page.waitForURL('**/admin/login')
  expect(refused.filter((response) => !response.startsWith('401'))).toEqual([])
})
