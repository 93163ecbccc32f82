import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { shortOrLong } from '#src/testing/attack.ts'
import { PLACE_GROUPS } from '#web/admin/places.ts'
import { fillSignIn } from './administration.ts'
import { startServer, visitor } from './harness.ts'

const EDITOR = '/admin/blog?edit=1'
const ONE_OPERATION = '/api/docs#getApiAdminUsers'

/** What would end the walk: the moderator's own session, and a browser's own dialog. */
const LEFT_OUT = /^(Logout|Download|openapi\.json|Export|CSV)/

/** Pages and what opens over them; in the long form also what opens over that. */
const DEPTH = shortOrLong(2, 3)

type Layer = { layer: string; kinds: string[] }

/**
 * The kinds of controls of the topmost layer that can be pressed. Rows of a list have the same ones, by the first word
 * of each name, so that one of a kind is enough.
 */
const findControls = (page: Page): Promise<Layer> =>
  page.evaluate(() => {
    const layers = document.querySelectorAll('[role="menu"], [role="dialog"], [role="alertdialog"]')
    const layer = [...layers].at(-1) ?? document.querySelector('main')
    const kinds = new Set<string>()
    for (const control of layer?.querySelectorAll('button, input[type="checkbox"], [role="menuitem"]') ??
      []) {
      const isDisabled = control.matches(':disabled, [aria-disabled="true"], [data-disabled]')
      if (isDisabled || !control.checkVisibility() || control.closest('thead')) continue
      const [kind = ''] = (control.ariaLabel ?? control.textContent ?? '').trim().split(/[ :]/)
      control.setAttribute('data-kind', kind)
      kinds.add(kind)
    }
    return { layer: layer?.getAttribute('role') ?? 'page', kinds: [...kinds] }
  })

/** Requests that are under way: a press is over once there are none. */
function watchCalls(page: Page) {
  const running = new Set<unknown>()
  const refused: string[] = []
  let idle: (() => void) | null = null
  const end = (request: unknown) => {
    running.delete(request)
    if (running.size === 0) idle?.()
  }
  page.on('request', (request) => running.add(request))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(`${response.request().method()} ${response.url()}`)
  })
  const settle = async () => {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    if (running.size > 0) await new Promise<void>((done) => (idle = done))
  }
  return { refused, settle }
}

test('a moderator is refused nothing by pressing what is enabled, on any page', async () => {
  await using server = await startServer({ flags: ['--demo'] })
  await using visit = await visitor({ reducedMotion: 'reduce' })
  const { page } = visit
  page.on('dialog', (dialog) => dialog.accept())
  const { refused, settle } = watchCalls(page)
  await page.goto(`${server.url}/admin/login`)
  const [, password = ''] = /The password of all of them is (\S+)/.exec(server.output()) ?? []
  await fillSignIn(page, 'mia', password)
  await page.waitForURL(/\/admin\/dashboard/)

  let presses = 0
  async function press(kind: string): Promise<void> {
    presses += 1
    await page.locator(`[data-kind="${kind}"]`).first().click({ force: true })
    await settle()
  }
  const isHome = (address: string) => page.url() === server.url + address
  /** Brings back what `path` leads to on a page: by the keys of a person, or else from its address. */
  async function open(address: string, path: string[]): Promise<Layer> {
    await page.keyboard.press('Escape')
    const now = await findControls(page)
    const isThere =
      now.layer === 'page' && isHome(address) && (path[0] === undefined || now.kinds.includes(path[0]))
    if (!isThere) {
      await page.goto('about:blank')
      await page.goto(server.url + address, { waitUntil: 'networkidle' })
      await findControls(page)
    }
    for (const kind of path) {
      await press(kind)
      await findControls(page)
    }
    return await findControls(page)
  }
  async function walk(address: string, path: string[]): Promise<void> {
    const start = await open(address, path)
    for (const kind of start.kinds.filter((name) => !LEFT_OUT.test(name))) {
      let before = await findControls(page)
      if (before.layer !== start.layer || !before.kinds.includes(kind)) before = await open(address, path)
      if (before.layer !== start.layer || !before.kinds.includes(kind)) continue
      await press(kind)
      const after = await findControls(page)
      const isDeeper = after.layer !== before.layer && after.layer !== 'page'
      if (isDeeper && path.length + 1 < DEPTH) await walk(address, [...path, kind])
      if (isDeeper) await page.keyboard.press('Escape')
    }
  }

  const addresses = PLACE_GROUPS.flatMap(({ places }) => places.map(({ to }) => to))
  const further = shortOrLong([ONE_OPERATION], [ONE_OPERATION, EDITOR])
  for (const address of [...addresses.filter((to) => to !== '/api/docs'), ...further]) {
    await walk(address, [])
    expect({ address, refused }).toEqual({ address, refused: [] })
  }
  expect(presses).toBeGreaterThan(20)
}, 120_000)
