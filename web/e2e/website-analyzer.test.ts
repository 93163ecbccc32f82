import { expect, test } from 'bun:test'
import { ANALYZER_PATH } from '#domain/analyses.ts'
import { GOOD_TEXT } from '#src/testing/chat-server.ts'
import { figure, KEY, openSignedIn, toast } from './administration.ts'
import { addAnalysis } from './analyses.ts'
import {
  analyze,
  chooseFor,
  databaseOf,
  goToAnalyzer,
  isList,
  keywords,
  untilAnalyzed,
  untilFigure,
  untilValue,
  website,
} from './analyzer.ts'
import { startChatRelay } from './chat-relay.ts'
import { untilFocused, visitor } from './harness.ts'
import { shareSession } from './shared-session.ts'

const relay = startChatRelay()

const fresh = shareSession({
  tables: ['analyses', 'rate_limits'],
  env: { ANALYZER_ALLOW_PRIVATE: '1', OPENAI_BASE_URL: relay.url, OPENAI_API_KEY: KEY },
})

const HTML = { headers: { 'content-type': 'text/html; charset=utf-8' } }

const page = (title: string, body: string) =>
  new Response(
    `<!doctype html><html lang="en"><head><title>${title}</title>
     <meta name="description" content="All about running on trails">
     <link rel="canonical" href="javascript:alert(4)"></head>
     <body><h1>Trail running shoes</h1>${body}</body></html>`,
    HTML,
  )

const HOSTILE = '&lt;img src=x onerror=alert(1)&gt;&lt;script&gt;alert(2)&lt;/script&gt;'

/** One page responds only after `release`. */
function startSite() {
  const released = Promise.withResolvers<void>()
  const words = Array.from({ length: 80 }, (_, index) => `grip${index} sole${index}`).join('. ')
  const site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/slow') await released.promise
      if (pathname === '/slow') return page('Trail running shoes', `<p>Shoes for trails. ${words}</p>`)
      if (pathname === '/hostile') return page(HOSTILE, `<p>${`${HOSTILE} `.repeat(9)}</p>`)
      return new Response('Not found', { status: 404 })
    },
  })
  return {
    url: site.url.origin,
    release: released.resolve,
    [Symbol.asyncDispose]: async () => {
      released.resolve()
      await site.stop(true)
    },
  }
}

test('a website can be analyzed, viewed, updated daily, analyzed by AI and deleted', async () => {
  await using site = startSite()
  site.release()
  await using provider = relay.startProvider('slow')
  const { server, page, complaints } = await fresh()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await goToAnalyzer(page, server)
  await page.getByText('No websites analyzed yet').waitFor()
  await untilFigure(page, 'Avg Keywords/Site', '0')
  await analyze(page, `${site.url}/slow`)
  await toast(page, 'Analysis Started').waitFor()
  const started = `Website analysis started for ${site.url}/slow. This may take a few minutes to complete.`
  await toast(page, started).waitFor()
  await untilValue(page.getByLabel('Website URL'), '')
  await untilAnalyzed(page, server)
  const shoes = website(page, 'Trail running shoes')
  await shoes.getByText('Completed').waitFor()
  await shoes.getByText('All about running on trails').waitFor()
  await shoes.getByText('1 heading · ').waitFor()
  await figure(page, 'Total Keywords').getByText('0', { exact: true }).waitFor({ state: 'detached' })
  const total = Number(await figure(page, 'Total Keywords').textContent())
  expect(total).toBeGreaterThan(50)
  await untilFigure(page, 'Avg Keywords/Site', String(total))

  await shoes.getByRole('button', { name: 'View Keywords' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`Showing top 50 keywords out of ${total} total`).waitFor()
  expect(await dialog.getByRole('row').count()).toBe(51)
  await dialog.getByRole('cell', { name: '10/10', exact: true }).waitFor()
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download All Keywords (CSV)' }).click()
  const csv = await Bun.file(await (await saved).path()).text()
  expect(csv.trimEnd().split('\r\n')).toHaveLength(total + 1)
  await dialog.getByRole('tab', { name: 'Changes' }).click()
  await dialog.getByText('Nothing to compare with yet').waitFor()
  await dialog.getByRole('tab', { name: 'History' }).click()
  await dialog.getByRole('cell', { name: 'Completed' }).waitFor()
  await page.keyboard.press('Escape')

  await chooseFor(shoes, 'Details')
  await dialog.getByText('UTF-8', { exact: true }).waitFor()
  await dialog.getByRole('region', { name: 'Headings' }).getByText('Trail running shoes').waitFor()
  await page.keyboard.press('Escape')

  const listed = page.waitForResponse(isList)
  await chooseFor(shoes, 'Analyze Again')
  await toast(page, started).waitFor()
  await (await listed).finished()
  await untilAnalyzed(page, server)
  await website(page, 'Trail running shoes').getByText('Completed').waitFor()
  await untilFigure(page, 'Total Analyses', '1')
  await shoes.getByRole('button', { name: 'View Keywords' }).click()
  await dialog.getByRole('tab', { name: 'Changes' }).click()
  await dialog.getByText('No changes').waitFor()
  await page.keyboard.press('Escape')

  const daily = shoes.getByRole('switch', { name: 'Auto-update daily' })
  await daily.check()
  await toast(page, 'Auto-Update Enabled').waitFor()
  await toast(page, 'This website will be analyzed daily automatically.').waitFor()
  await shoes.getByText('Next update:').waitFor()
  await daily.uncheck()
  await toast(page, 'Auto-Update Disabled').waitFor()
  await toast(page, 'Automatic daily analysis has been disabled.').waitFor()
  await shoes.getByText('Next update:').waitFor({ state: 'detached' })

  await chooseFor(shoes, 'AI Analysis')
  await dialog.getByText('Analyzing keywords and generating recommendations...').waitFor()
  provider.release()
  await dialog.getByText('Each character multiplies the work of guessing.').waitFor()
  expect(await dialog.getByRole('definition').allTextContents()).toEqual([
    '127.0.0.1',
    String(Math.min(total, 100)),
  ])
  await Promise.all([
    dialog.getByRole('button', { name: 'Copied!' }).waitFor(),
    dialog.getByRole('button', { name: 'Copy Analysis' }).click(),
  ])
  await toast(page, 'Copied to clipboard').waitFor()
  await toast(page, 'The AI analysis has been copied to your clipboard.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(GOOD_TEXT)
  await dialog.getByRole('button', { name: 'Copy Analysis' }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await chooseFor(shoes, 'Delete')
  const question =
    'This will permanently delete the website analysis and all extracted keywords for 127.0.0.1.'
  await page.getByRole('alertdialog').getByText(question).waitFor()
  await page.getByRole('alertdialog').getByText(`${site.url}/slow`).waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Analysis Deleted').waitFor()
  await toast(page, 'Website analysis and associated keywords have been deleted.').waitFor()
  await page.getByText('No websites analyzed yet').waitFor()
  await untilFigure(page, 'Total Analyses', '0')
  expect(complaints).toEqual([])
})

test('a website that is being analyzed can’t be viewed or analyzed again, and an invalid URL shows a message', async () => {
  const { server, page, complaints } = await fresh()
  using database = databaseOf(server)
  addAnalysis(database, { url: 'https://busy.example/', status: 'pending', isClaimed: true })
  await goToAnalyzer(page, server)
  const pending = website(page, 'busy.example')
  await pending.getByText('Analyzing...').waitFor()
  expect(await pending.getByRole('switch').count()).toBe(0)
  expect(await pending.getByRole('button', { name: 'View Keywords' }).isDisabled()).toBe(true)
  await untilFigure(page, 'Avg Keywords/Site', '0')
  await page.getByRole('button', { name: 'Analyze Website' }).click()
  await toast(page, 'URL Required').waitFor()
  await toast(page, 'Please enter a website URL to analyze.').waitFor()
  for (const url of ['example.com', 'javascript:alert(1)']) {
    await analyze(page, url)
    await toast(page, 'Invalid URL').waitFor()
    await toast(page, 'Please enter a valid website URL (include http:// or https://).').waitFor()
    await untilValue(page.getByLabel('Website URL'), url)
    await page.getByRole('button', { name: 'Close' }).click()
    await toast(page, 'Invalid URL').waitFor({ state: 'detached' })
  }
  await untilFigure(page, 'Total Analyses', '1')
  await analyze(page, 'https://busy.example/#top')
  await toast(page, 'Analysis Failed').waitFor()
  await toast(page, 'This website is already being analyzed').waitFor()
  expect(complaints.filter((line) => !line.includes('409'))).toEqual([])
})

test('a URL already in the list is pointed out and can be analyzed again, keeping its history', async () => {
  await using site = startSite()
  const { server, page, complaints } = await fresh()
  using database = databaseOf(server)
  addAnalysis(database, { url: `${site.url}/slow`, status: 'completed', title: 'Old', keywords: keywords(3) })
  addAnalysis(database, { url: 'https://busy.example/', status: 'pending', isClaimed: true })
  addAnalysis(database, { url: 'https://busy.example/', status: 'failed', errorMessage: 'No.' })
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await goToAnalyzer(page, server)
  const input = page.getByLabel('Website URL')
  const search = page.getByRole('searchbox', { name: 'Search websites' })
  await input.fill('https://busy.example')
  await page.getByText('This address is already being analyzed.').waitFor()
  await input.fill(`${site.url}/slow/`)
  await page.getByText('This address is already being analyzed.').waitFor({ state: 'detached' })
  await input.fill(` ${site.url.toUpperCase()}/slow#top`)
  await page
    .getByText('This address is already in the list. Analyze it again to keep its history.', { exact: true })
    .waitFor()
  await page.getByRole('button', { name: 'Analyze it again' }).click()
  await toast(page, 'Analysis Started').waitFor()
  await page.getByText('This address is').waitFor({ state: 'detached' })
  await untilValue(input, '')
  await untilFocused(input)
  await website(page, 'Old').getByText('Analyzing...').waitFor()
  await untilValue(search, `${site.url}/slow`)
  await website(page, '').nth(2).waitFor({ state: 'detached' })
  expect(await website(page, '').count()).toBe(2)
  await untilFigure(page, 'Total Analyses', '3')

  await analyze(page, `${site.url}/gone`)
  await website(page, '/gone').waitFor()
  await untilValue(search, '')
  await website(page, '').nth(4).waitFor()
  expect(await website(page, '').count()).toBe(5)
  await input.fill('https://me:secret@busy.example/')
  // Its timer fires after that of the pause in typing; requests are reported in order.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
  await page.evaluate(async () => void (await fetch('/favicon.svg')))
  expect(requested.filter((url) => url.includes('secret'))).toEqual([])
  expect(requested.filter((url) => url.includes('busy'))).toHaveLength(1)
  expect(complaints).toEqual([])
  // The next test may reuse the ids.
  site.release()
  await untilAnalyzed(page, server)
})

test('a website that can’t be read shows the reason and can be retried', async () => {
  await using site = startSite()
  const { server, page, complaints } = await fresh()
  await goToAnalyzer(page, server)
  await analyze(page, `${site.url}/gone`)
  await toast(page, 'Analysis Started').waitFor()
  await untilAnalyzed(page, server)
  const failed = website(page, '/gone').last()
  await failed.getByText('Failed').waitFor()
  await failed.getByText('The website responded with HTTP 404.').waitFor()
  expect(await failed.getByRole('switch').count()).toBe(0)
  await failed.getByRole('button', { name: 'More actions for ' }).click()
  await page.getByRole('menuitem', { name: 'AI Analysis No results yet' }).waitFor()
  await page.keyboard.press('Escape')
  const restarted = page.waitForResponse((response) => response.url().endsWith('/analysis/1/analyze'))
  await failed.getByRole('button', { name: 'Try Again' }).click()
  await restarted
  await untilAnalyzed(page, server)
  await failed.getByText('Failed').waitFor()
  await untilFigure(page, 'Total Analyses', '1')
  expect(complaints).toEqual([])
})

/** Records when the page requests the list, by the page's clock. */
function recordListedAt(path: string): void {
  const listedAt: number[] = []
  Object.assign(window, { listedAt })
  window.fetch = new Proxy(window.fetch, {
    apply: (target, self, args) => {
      if (String(args[0]).startsWith(path)) listedAt.push(Date.now())
      return Reflect.apply(target, self, args)
    },
  })
}

test('the list refreshes every ten seconds during an analysis, but not in a hidden tab', async () => {
  const { server } = await fresh()
  using database = databaseOf(server)
  addAnalysis(database, { url: 'https://example.com/', status: 'pending', isClaimed: true })
  await using visit = await visitor()
  const { page } = visit
  await page.clock.install()
  await page.addInitScript(recordListedAt, `${ANALYZER_PATH}/analyses`)
  let requested = 0
  page.on('request', (request) => {
    requested += isList(request) ? 1 : 0
  })
  /** Number of list requests so far: requests are reported in order. */
  const requestedSoFar = async () => {
    await page.evaluate(async () => void (await fetch('/favicon.svg')))
    return requested
  }
  const hide = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)

  await openSignedIn(page, server, '/admin/website-analyzer')
  await page.getByText('Analyzing...').waitFor()
  const refreshed = page.waitForResponse(isList)
  await page.clock.fastForward(10_000)
  await (await refreshed).finished()
  const [opened, next] = await page.evaluate<number[]>('listedAt')
  expect(Number(next) - Number(opened)).toBeGreaterThanOrEqual(10_000)
  await hide(true)
  const requestedBefore = await requestedSoFar()
  await page.clock.fastForward(60_000)
  expect(await requestedSoFar()).toBe(requestedBefore)
  // The stats arrive late and are older than the list.
  const [answered, isShown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(`**${ANALYZER_PATH}/stats`, async (route) => {
    const response = await route.fetch()
    answered.resolve()
    await isShown.promise
    await route.fulfill({ response })
  })
  const listed = page.waitForResponse(isList)
  await hide(false)
  await (await listed).finished()
  expect(await requestedSoFar()).toBeGreaterThan(requestedBefore)
  await answered.promise
  database.run(
    "UPDATE analyses SET status = 'completed', requested_at = NULL, title = 'Done', total_keywords = 7",
  )
  await page.clock.fastForward(10_000)
  await website(page, 'Done').getByText('Completed').waitFor()
  isShown.resolve()
  await figure(page, 'Total Keywords').getByText('7', { exact: true }).waitFor()
  const last = await requestedSoFar()
  await page.clock.fastForward(60_000)
  expect(await requestedSoFar()).toBe(last)
  expect(visit.complaints).toEqual([])
})
