import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { loadBuild } from '#build'
import type { OfflineFiles } from '#domain/site.ts'
import { COUNTERS } from '#domain/statistics.ts'
import { readConfig } from '#src/config.ts'
import { createLog } from '#src/log.ts'
import { run } from '#src/run.ts'
import type { SiteBuild } from '#src/site/build.ts'
import { until } from '#src/testing/time-limits.ts'
import { sitePages } from '#web/site-pages.ts'
import { openDatabase } from './administration.ts'
import { startServer, untilHydrated, visitor, WITH_WORKER } from './harness.ts'
import { untilApp } from './home.ts'

const NOTE = 'You seem to be offline'
const PHONE = { viewport: { width: 390, height: 844 } }
const UNCACHED_PATH = sitePages.find(({ worksOffline }) => !worksOffline)?.path ?? '/security-tips'

/** Opens the home page, and waits until the server's release is cached. */
async function visitHome(page: Page, url: string): Promise<void> {
  const counted = page.waitForResponse('**/api/track/password-generated')
  await page.goto(url)
  await counted
  await untilCached(page)
}

/** Until every file of the server's release is cached, and its worker controls the page. */
async function untilCached(page: Page): Promise<void> {
  const { release, files } = await page.evaluate(async (): Promise<OfflineFiles> => {
    const script = await (await fetch('/sw.js')).text()
    return JSON.parse(/^self\.kept=(.*);$/m.exec(script)?.[1] ?? '')
  })
  const isCached = async ({ name, count }: { name: string; count: number }) => {
    const registration = await navigator.serviceWorker.ready
    if (!(await caches.has(name)) || (await (await caches.open(name)).keys()).length < count) {
      // Browsers delay update checks, and repeat a failed installation later.
      if (!registration.installing) await registration.update()
      return false
    }
    // Read last: once its files are cached, this worker is in one of these states.
    const { installing, waiting, active } = registration
    const isSettled = !installing && !waiting && active?.state === 'activated'
    return isSettled && active === navigator.serviceWorker.controller
  }
  const expected = { name: `site-kept-${release}`, count: files.length }
  await until('the release is cached', () => page.evaluate(isCached, expected))
}

/** Keeps the worker from showing cached pages because the network is slow; the result ends that time. */
async function stopWorkerClock(page: Page): Promise<() => Promise<void>> {
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('the page has no service worker')
  const timers = await worker.evaluateHandle(() => {
    const held: (() => void)[] = []
    Object.assign(globalThis, { setTimeout: (fire: () => void) => held.push(fire) })
    return held
  })
  return () =>
    timers.evaluate((held) => {
      for (const fire of held.splice(0)) fire()
    })
}

const cachedAddresses = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    const requests = await Promise.all(stores.map((store) => store.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

async function loseNetwork(page: Page, server: { stop(): Promise<unknown> }): Promise<void> {
  await page.context().setOffline(true)
  await server.stop()
}

const portOf = (url: string) => ['--port', new URL(url).port]

test('offline after one visit, both tools work with all styles, words and estimates, other pages show a note, and Try again loads them', async () => {
  await using server = await startServer()
  await using visit = await visitor(WITH_WORKER)
  const { page, complaints } = visit
  await visitHome(page, server.url)
  await loseNetwork(page, server)

  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await page.goto(`${server.url}/?from=home-screen`)
  expect(await ground()).toBe('oklch(0.985 0.004 190)')
  const box = page.getByRole('textbox', { name: 'Generated password' })
  await untilApp(page)
  const first = (await box.textContent()) ?? ''
  expect(first).toHaveLength(16)
  await page.getByRole('button', { name: 'Generate New Password' }).click()
  await box
    .filter({ hasText: /^.{16}$/ })
    .filter({ hasNotText: first })
    .waitFor()
  await page.getByRole('button', { name: 'Generate Multiple' }).click()
  await page.getByRole('dialog').getByRole('code').nth(9).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await page.getByRole('button', { name: 'Switch to light theme' }).waitFor()

  await page.goto(`${server.url}/password-checker`)
  expect(await ground()).toBe('oklch(0.175 0.012 210)')
  await page.getByLabel('Password to check').fill('Orbit-kettle-77')
  await page.getByText('Excellent').first().waitFor()
  await page.getByText('How we know').waitFor()

  await page.getByRole('link', { name: 'Passwright' }).first().click()
  await box.waitFor()
  await page.getByRole('tab', { name: 'Passphrase' }).click()
  await page.getByRole('textbox', { name: 'Generated passphrase' }).waitFor()
  expect(complaints).toEqual([])

  await page.context().setOffline(false)
  const note = page.getByRole('heading', { level: 1, name: NOTE })
  await page.goto(server.url)
  for (const _ of ['first', 'second']) {
    await page.getByRole('contentinfo').getByRole('link', { name: 'Security Tips' }).click()
    await note.waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Generate Password' }).click()
    await page.waitForURL(`${server.url}/`)
  }

  await page.goto(server.url + UNCACHED_PATH)
  await note.waitFor()
  expect(new URL(page.url()).pathname).toBe(UNCACHED_PATH)

  await page.getByRole('main').getByRole('link', { name: 'Check a password' }).click()
  await page.waitForURL('**/password-checker')
  await note.waitFor({ state: 'detached' })
  await page.goBack()
  await note.waitFor()

  await using again = await startServer({ flags: portOf(server.url), folder: server.folder })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: NOTE }).waitFor()
  expect(page.url()).toBe(again.url + UNCACHED_PATH)
})

test('the worker counts no views, caches neither API nor admin area, and shows its pages if the server fails or is slow', async () => {
  await using server = await startServer()
  await using visit = await visitor({
    ...WITH_WORKER,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Firefox/142.0',
  })
  const { page, complaints } = visit
  await page.goto(`${server.url}/faq`)
  await untilCached(page)
  const endTime = await stopWorkerClock(page)
  await page.goto(`${server.url}/contact`)
  await page.goto(server.url)
  await page.reload()
  expect(complaints).toEqual([])
  await page.evaluate(() =>
    fetch('/api/track/password-generated', { method: 'POST', body: '{"type":"single"}' }),
  )
  await page.evaluate(() => fetch('/api/nothing'))
  const kept = await cachedAddresses(page)
  expect(kept.length).toBeGreaterThan(4)
  expect(kept.filter((path) => /^\/(?:api|admin)/.test(path))).toEqual([])

  await server.stop()
  using database = openDatabase(server)
  const views = 'SELECT detail, count FROM daily_counts WHERE name = ? ORDER BY detail'
  expect(database.query(views).values(COUNTERS.pageView)).toEqual([
    ['/', 2],
    ['/contact', 1],
    ['/faq', 1],
  ])

  const port = Number(new URL(server.url).port)
  const failing = Bun.serve({ port, fetch: () => new Response('Bad gateway', { status: 502 }) })
  expect((await page.goto(server.url))?.status()).toBe(200)
  expect((await page.goto(server.url + UNCACHED_PATH))?.status()).toBe(502)
  await failing.stop(true)

  const asked = Promise.withResolvers<void>()
  const silent = Bun.serve({
    port,
    fetch: () => {
      asked.resolve()
      return new Promise<Response>(() => undefined)
    },
  })
  const checker = page.goto(`${server.url}/password-checker`)
  await asked.promise
  await endTime()
  expect((await checker)?.status()).toBe(200)
  await silent.stop(true)

  for (const path of ['/api/nothing', '/admin', '/admin/login', '/admin/dashboard?x=1']) {
    await expect(page.goto(server.url + path)).rejects.toThrow('ERR_CONNECTION_REFUSED')
  }
})

test('a changed setting appears on the next visit and offline, and only the last two releases stay cached', async () => {
  await using visit = await visitor(WITH_WORKER)
  const { page, complaints } = visit
  await using first = await startServer()
  await visitHome(page, first.url)
  await stopWorkerClock(page)
  const releases = () => page.evaluate(() => caches.keys())
  const [oldest] = await releases()
  await first.stop()

  const changed = (...setting: string[]) => ({
    flags: [...portOf(first.url), ...setting],
    folder: first.folder,
  })
  await using second = await startServer(changed('--site-name', 'Keysmith'))
  await page.goto(second.url)
  expect(await page.title()).toEndWith('| Keysmith')
  await untilCached(page)
  expect(await releases()).toHaveLength(2)
  await loseNetwork(page, second)
  for (const path of ['/', '/password-checker']) {
    await page.goto(second.url + path)
    expect(await page.title()).toEndWith('| Keysmith')
  }

  await page.context().setOffline(false)
  await using third = await startServer(changed('--breach-check', 'on'))
  await page.goto(third.url)
  await untilCached(page)
  expect(await releases()).toHaveLength(2)
  expect(await releases()).not.toContain(oldest)
  expect(complaints).toEqual([])
})

test('after a new build, the next visit gets all of it, offline too, and an open page still gets its own files', async () => {
  const builds = { old: await loadBuild(), new: nextBuild(await loadBuild()) }
  await using before = await serve(builds.old)
  await using visit = await visitor({ ...PHONE, ...WITH_WORKER })
  const { page, complaints } = visit
  const open = await page.context().newPage()
  const openComplaints: string[] = []
  open.on('console', (message) => openComplaints.push(message.text()))
  open.on('pageerror', (error) => openComplaints.push(error.message))
  open.on('requestfailed', (request) => openComplaints.push(`failed: ${request.url()}`))
  await visitHome(open, before.url)
  await stopWorkerClock(page)
  await before.stop()

  await using after = await serve(builds.new, portOf(before.url))
  const requested = requestedFiles(page)
  await page.goto(after.url)
  await untilCached(page)
  const requestedByOpen = requestedFiles(open)
  await open.getByRole('button', { name: 'Open menu' }).click()
  await open.getByRole('navigation', { name: 'Menu' }).waitFor()
  expect(requestedByOpen.length).toBeGreaterThan(0)
  expect(requestedByOpen.filter((path) => !builds.old.files.has(path))).toEqual([])
  expect(openComplaints).toEqual([])
  await open.close()

  await loseNetwork(page, after)
  await page.goto(after.url)
  await page.goto(`${after.url}/password-checker`)
  await untilHydrated(page)
  expect(requested.length).toBeGreaterThan(0)
  expect(requested.filter((path) => !builds.new.files.has(path))).toEqual([])
  expect(complaints).toEqual([])
})

test('without a cache, a page of an old build reloads instead of failing', async () => {
  const builds = { old: await loadBuild(), new: nextBuild(await loadBuild()) }
  await using before = await serve(builds.old)
  await using visit = await visitor(PHONE)
  const { page } = visit
  await page.goto(`${before.url}/faq`)
  await before.stop()

  await using after = await serve(builds.new, portOf(before.url))
  const reloaded = page.waitForEvent('framenavigated')
  // A click would race the reload, which the pointer's arrival causes.
  await page.getByRole('button', { name: 'Open menu' }).hover()
  await reloaded
  // Before its scripts have run, a press would do nothing.
  await page.waitForLoadState('load')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('navigation', { name: 'Menu' }).waitFor()
  expect(after.url).toBe(before.url)
})

function requestedFiles(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/assets/')) paths.push(pathname)
  })
  return paths
}

/** Serves builds that aren't embedded in the executable. */
async function serve(build: SiteBuild, flags: string[] = ['--port', '0']) {
  const folder = mkdtempSync(join(tmpdir(), 'passwright-'))
  const log = createLog({ format: 'json', now: () => new Date(), write: () => undefined })
  const server = await run(readConfig([...flags, '--data', folder], { TZ: 'UTC' }), { log, build })
  let isRunning = true
  const stop = async () => {
    if (isRunning) await server.stop()
    isRunning = false
  }
  return {
    url: server.url,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A later build: every bundled file has another name. */
function nextBuild({ files, manifest }: SiteBuild): SiteBuild {
  const names = [...files.keys()].filter((path) => path.startsWith('/assets/')).map((path) => path.slice(8))
  const rename = (text: string) =>
    names.reduce((changed, name) => changed.replaceAll(name, name.replace(/\.(\w+)$/, '-next.$1')), text)
  const renamed = [...files].map(([path, { type, etag, bytes }]) => {
    if (!path.startsWith('/assets/')) return [path, { type, etag, bytes }] as const
    const identity = new TextEncoder().encode(rename(new TextDecoder().decode(bytes.identity)))
    return [rename(path), { type, etag: `${etag}-next`, bytes: { identity } }] as const
  })
  return { files: new Map(renamed), manifest: JSON.parse(rename(JSON.stringify(manifest))) }
}
