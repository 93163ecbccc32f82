import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { ANALYZER_PATH } from '#domain/analyses.ts'
import { GOOD_TEXT, startChatServer } from '#src/testing/chat-server.ts'
import { addUser, setUp, signIn } from './administration.ts'
import { addAnalysis, type Keyword } from './analyses.ts'
import { faults } from './faults.ts'
import { type Server, startServer, visitor } from './harness.ts'

const KEY = 'sk-proj-abcDEF0123456789zyxWVU'

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first()

const row = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

const isList = (message: { url(): string }) => message.url().includes(`${ANALYZER_PATH}/analyses`)

const figure = (page: Page, label: string) =>
  page
    .locator('div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .last()
    .getByRole('definition')
    .first()

/** The database of a server that runs, which may be writing itself. */
function databaseOf(server: Server): Database {
  const database = new Database(join(server.folder, 'data', 'passwright.db'))
  database.run('PRAGMA busy_timeout = 10000')
  return database
}

async function openAnalyzer(page: Page, server: Server, username = 'ada') {
  await signIn(page, server, username)
  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: 'Website Analyzer' })
    .click()
  await page.getByRole('heading', { name: 'Website Analyzer' }).waitFor()
  await page.getByText('Loading…').waitFor({ state: 'detached' })
}

async function analyze(page: Page, url: string) {
  await page.getByLabel('Website URL').fill(url)
  await page.getByRole('button', { name: 'Analyze Website' }).click()
}

/** So many keywords from the most to the least relevant one. */
const keywords = (count: number): Keyword[] =>
  Array.from({ length: count }, (_, index) => ({
    keyword: `trail shoe ${index + 1}`,
    relevanceScore: Math.round(100 - (index * 90) / count) / 10,
    frequency: count - index,
  }))

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

/** A website on this machine; one of its pages waits until it is released. */
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

test('a website is analyzed, looked at, updated daily, judged by the AI and deleted', async () => {
  await using site = startSite()
  await using provider = startChatServer('slow')
  await using server = await startServer({
    env: { ANALYZER_ALLOW_PRIVATE: '1', OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: KEY },
  })
  await setUp(server)
  await using visit = await visitor({ permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = visit
  await openAnalyzer(page, server)
  await page.getByText('No websites analyzed yet').waitFor()
  await analyze(page, `${site.url}/slow`)
  await toast(page, 'Analysis Started').waitFor()
  const started = `Website analysis started for ${site.url}/slow. This may take a few minutes to complete.`
  await toast(page, started).waitFor()
  expect(await page.getByLabel('Website URL').inputValue()).toBe('')
  const pending = row(page, '127.0.0.1')
  await pending.getByText('Analyzing...').waitFor()
  expect(await pending.getByRole('switch').count()).toBe(0)
  expect(await pending.getByRole('button', { name: 'View Keywords' }).isDisabled()).toBe(true)
  expect(await figure(page, 'Avg Keywords/Site').textContent()).toBe('0')

  await analyze(page, `${site.url}/slow#top`)
  await toast(page, 'Analysis Failed').waitFor()
  await toast(page, 'This website is being analyzed already').waitFor()
  site.release()
  const shoes = row(page, 'Trail running shoes')
  await shoes.getByText('Completed').waitFor({ timeout: 15_000 })
  await shoes.getByText('All about running on trails').waitFor()
  await shoes.getByText('1 heading', { exact: true }).waitFor()
  await page.getByRole('definition').getByText('0', { exact: true }).first().waitFor({ state: 'detached' })
  const total = Number(await figure(page, 'Total Keywords').textContent())
  expect(total).toBeGreaterThan(50)
  expect(await figure(page, 'Avg Keywords/Site').textContent()).toBe(String(total))

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

  await shoes.getByRole('button', { name: 'Details' }).click()
  await dialog.getByText('UTF-8', { exact: true }).waitFor()
  await dialog.getByRole('region', { name: 'Headings' }).getByText('Trail running shoes').waitFor()
  await page.keyboard.press('Escape')

  const listed = page.waitForResponse(isList)
  await shoes.getByRole('button', { name: 'Analyze Again' }).click()
  await toast(page, started).waitFor()
  await (await listed).finished()
  await row(page, 'Trail running shoes').getByText('Completed').waitFor({ timeout: 15_000 })
  expect(await figure(page, 'Total Analyses').textContent()).toBe('1')
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

  await shoes.getByRole('button', { name: 'AI Analysis' }).click()
  await dialog.getByText('Analyzing keywords and generating recommendations...').waitFor()
  provider.release()
  await dialog.getByText('Each character multiplies the work of guessing.').waitFor()
  expect(await dialog.getByRole('definition').allTextContents()).toEqual([
    '127.0.0.1',
    String(Math.min(total, 100)),
  ])
  await dialog.getByRole('button', { name: 'Copy Analysis' }).click()
  await toast(page, 'Copied to clipboard').waitFor()
  await toast(page, 'The AI analysis has been copied to your clipboard.').waitFor()
  await dialog.getByRole('button', { name: 'Copied!' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(GOOD_TEXT)
  await dialog.getByRole('button', { name: 'Copy Analysis' }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await shoes.getByRole('button', { name: 'Delete' }).click()
  const question =
    'This will permanently delete the website analysis and all extracted keywords for 127.0.0.1.'
  await page.getByRole('alertdialog').getByText(question).waitFor()
  await page.getByRole('alertdialog').getByText(`${site.url}/slow`).waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Analysis Deleted').waitFor()
  await toast(page, 'Website analysis and associated keywords have been deleted.').waitFor()
  await page.getByText('No websites analyzed yet').waitFor()
  expect(await figure(page, 'Total Analyses').textContent()).toBe('0')
  expect(visit.complaints.filter((line) => !line.includes('409'))).toEqual([])
}, 60_000)

test('an address that is none is asked for again', async () => {
  await using server = await startServer()
  await setUp(server)
  await using visit = await visitor()
  const { page } = visit
  await openAnalyzer(page, server)
  await page.getByRole('button', { name: 'Analyze Website' }).click()
  await toast(page, 'URL Required').waitFor()
  await toast(page, 'Please enter a website URL to analyze.').waitFor()
  for (const url of ['example.com', 'ftp://example.com', 'javascript:alert(1)', 'https://']) {
    await analyze(page, url)
    await toast(page, 'Invalid URL').waitFor()
    await toast(page, 'Please enter a valid website URL (include http:// or https://).').waitFor()
    expect(await page.getByLabel('Website URL').inputValue()).toBe(url)
    await page.getByRole('button', { name: 'Close' }).click()
  }
  expect(await figure(page, 'Total Analyses').textContent()).toBe('0')
  expect(visit.complaints).toEqual([])
})

test('a website that can’t be read says why, and may be tried again', async () => {
  await using site = startSite()
  await using server = await startServer({ env: { ANALYZER_ALLOW_PRIVATE: '1' } })
  await setUp(server)
  await using visit = await visitor()
  const { page } = visit
  await openAnalyzer(page, server)
  await analyze(page, `${site.url}/gone`)
  const failed = row(page, '/gone').last()
  await failed.getByText('Failed').waitFor({ timeout: 15_000 })
  await failed.getByText('The website answered with HTTP 404.').waitFor()
  expect(await failed.getByRole('switch').count()).toBe(0)
  expect(await failed.getByRole('button', { name: 'AI Analysis' }).isDisabled()).toBe(true)
  await failed.getByRole('button', { name: 'Try Again' }).click()
  await toast(page, 'Analysis Started').waitFor()
  await failed.getByText('Failed').waitFor({ timeout: 15_000 })
  expect(await figure(page, 'Total Analyses').textContent()).toBe('1')
  expect(visit.complaints).toEqual([])
}, 30_000)

test('what a hostile page calls itself is shown as text', async () => {
  await using site = startSite()
  await using server = await startServer({ env: { ANALYZER_ALLOW_PRIVATE: '1' } })
  await setUp(server)
  await using visit = await visitor()
  const { page } = visit
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs++
    return dialog.dismiss()
  })
  await openAnalyzer(page, server)
  await analyze(page, `${site.url}/hostile`)
  const title = '<img src=x onerror=alert(1)><script>alert(2)</script>'
  await page.getByRole('heading', { name: title }).waitFor({ timeout: 15_000 })
  using database = databaseOf(server)
  addAnalysis(database, {
    url: 'https://example.com/',
    status: 'completed',
    title: 'Old',
    keywords: [{ keyword: title, context: `Page title: ${title}`, relevanceScore: 10 }],
    details: {
      finalUrl: 'data:text/html,<script>alert(3)</script>',
      canonical: 'javascript:alert(4)',
      openGraph: { 'og:title': title },
      headings: [{ level: 1, text: title }],
    },
    runs: [{ at: '2026-11-20T18:12:00.000Z', keywords: [{ keyword: `${title}!`, relevanceScore: 9 }] }],
  })
  await page.reload()
  const old = row(page, 'example.com')
  const dialog = page.getByRole('dialog')
  await old.getByRole('button', { name: 'View Keywords' }).click()
  await dialog.getByRole('cell', { name: title, exact: true }).waitFor()
  await dialog.getByRole('tab', { name: 'Changes' }).click()
  await dialog.getByRole('region', { name: 'Lost', exact: true }).getByText(`${title}!`).waitFor()
  await page.keyboard.press('Escape')
  await old.getByRole('button', { name: 'Details' }).click()
  await dialog.getByText('javascript:alert(4)', { exact: true }).waitFor()
  await dialog.getByRole('region', { name: 'Headings' }).getByText(title).waitFor()
  expect(await dialog.getByRole('link').count()).toBe(0)
  await page.keyboard.press('Escape')
  const link = old.getByRole('link', { name: 'https://example.com/' })
  expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
  expect(await link.getAttribute('target')).toBe('_blank')
  expect(dialogs).toBe(0)
  expect(visit.complaints).toEqual([])
}, 30_000)

test('the list is fetched anew every ten seconds while a website is analyzed, but not out of sight', async () => {
  await using server = await startServer()
  await setUp(server)
  using database = databaseOf(server)
  addAnalysis(database, { url: 'https://example.com/', status: 'pending', isClaimed: true })
  await using visit = await visitor()
  const { page } = visit
  await page.clock.install()
  let asked = 0
  page.on('request', (request) => {
    asked += isList(request) ? 1 : 0
  })
  /** How often the list was asked for until now: requests are told in the order in which they are sent. */
  const askedSoFar = async () => {
    await page.evaluate(async () => void (await fetch('/favicon.svg')))
    return asked
  }
  const hide = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)

  await openAnalyzer(page, server)
  await page.getByText('Analyzing...').waitFor()
  const first = await askedSoFar()
  await page.clock.fastForward(10_000)
  expect(await askedSoFar()).toBe(first + 1)
  await hide(true)
  await page.clock.fastForward(60_000)
  expect(await askedSoFar()).toBe(first + 1)
  // The figures come late, and tell of the moment before the list.
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
  expect(await askedSoFar()).toBe(first + 2)
  await answered.promise
  database.run(
    "UPDATE analyses SET status = 'completed', requested_at = NULL, title = 'Done', total_keywords = 7",
  )
  await page.clock.fastForward(10_000)
  await row(page, 'Done').getByText('Completed').waitFor()
  isShown.resolve()
  await figure(page, 'Total Keywords').getByText('7', { exact: true }).waitFor()
  const last = await askedSoFar()
  await page.clock.fastForward(60_000)
  expect(await askedSoFar()).toBe(last)
  expect(visit.complaints).toEqual([])
}, 30_000)

test('what was gained, lost and moved shows against any earlier run', async () => {
  await using server = await startServer()
  await setUp(server)
  using database = databaseOf(server)
  const scored = (scores: Record<string, number>): Keyword[] =>
    Object.entries(scores).map(([keyword, relevanceScore]) => ({ keyword, relevanceScore }))
  addAnalysis(database, {
    url: 'https://example.com/',
    status: 'completed',
    keywords: scored({ passkeys: 10, vault: 7, pricing: 2 }),
    runs: [
      { at: '2026-11-18T18:12:00.000Z', keywords: scored({ vault: 10 }) },
      { at: '2026-11-19T18:12:00.000Z', errorMessage: 'Could not connect to the website.' },
      { at: '2026-11-20T18:12:00.000Z', keywords: scored({ vault: 10, passkeys: 9.5, cookies: 1 }) },
    ],
  })
  await using visit = await visitor({ locale: 'en-US' })
  const { page } = visit
  await openAnalyzer(page, server)
  await page.getByRole('button', { name: 'View Keywords' }).click()
  await page.getByRole('tab', { name: 'Changes' }).click()
  const rowsOf = async (name: string) => {
    const [, ...rows] = await page.getByRole('table', { name }).getByRole('row').all()
    return Promise.all(rows.map((found) => found.getByRole('cell').allTextContents()))
  }
  const changes = async () => ({
    gained: await rowsOf('Gained keywords'),
    lost: await rowsOf('Lost keywords'),
    moved: await rowsOf('Moved keywords'),
  })
  await page.getByRole('table', { name: 'Lost keywords' }).waitFor()
  expect(await changes()).toEqual({
    gained: [['pricing', '3', '2/10']],
    lost: [['cookies', '3', '1/10']],
    moved: [
      ['passkeys', '2 → 1higher', '9.5 → 10'],
      ['vault', '1 → 2lower', '10 → 7'],
    ],
  })

  const choice = page.getByLabel('Compare with')
  expect(await choice.getByRole('option').count()).toBe(2)
  await choice.selectOption({ index: 1 })
  await page.getByText('No keyword is gone.').waitFor()
  expect(await rowsOf('Gained keywords')).toEqual([
    ['passkeys', '1', '10/10'],
    ['pricing', '3', '2/10'],
  ])

  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('table', { name: 'History' }).waitFor()
  expect(await rowsOf('History')).toHaveLength(4)
  await page.getByText('Could not connect to the website.').waitFor()
  expect(visit.complaints).toEqual([])
})

test('a daily update that failed, or was switched off for it, is told of beside the last result', async () => {
  await using server = await startServer()
  await setUp(server)
  using database = databaseOf(server)
  const failed = 'The last daily update failed: Could not connect to the website.'
  const off = 'The daily update was switched off, as it failed 7 times in a row.'
  const daily = { autoUpdate: true, nextUpdateScheduled: '2099-11-22T18:12:00.000Z' }
  const completed = { status: 'completed', keywords: keywords(3) } as const
  addAnalysis(database, { ...completed, url: 'https://one.example/', errorMessage: failed, ...daily })
  addAnalysis(database, { ...completed, url: 'https://two.example/', errorMessage: off, failuresInARow: 7 })
  await using visit = await visitor({ locale: 'en-US', timezoneId: 'UTC' })
  const { page } = visit
  await openAnalyzer(page, server)
  await row(page, 'one.example').getByText(failed).waitFor()
  await row(page, 'one.example').getByText('Next update: Nov 22, 2099, 6:12 PM').waitFor()
  await row(page, 'two.example').getByText(off).waitFor()
  expect(await row(page, 'two.example').getByRole('switch').isChecked()).toBe(false)
  expect(await row(page, 'two.example').getByText('3 keywords').count()).toBe(1)
  await row(page, 'two.example').getByRole('switch').check()
  await row(page, 'two.example').getByText(off).waitFor({ state: 'detached' })
  expect(visit.complaints).toEqual([])
})

test('a state that this page does not know is called so', async () => {
  await using server = await startServer()
  await setUp(server)
  const analysis = {
    id: 1,
    url: 'ftp://example.com/',
    domain: 'example.com',
    title: '  ',
    status: 'completed',
    totalKeywords: 1,
    totalHeadings: 1,
    wordCount: 1,
    autoUpdate: true,
    nextUpdateScheduled: null,
    errorMessage: null,
    metaDescription: null,
    createdAt: '2026-11-20T18:12:00.000Z',
    analyzedAt: '2026-11-21T18:12:00.000Z',
    failuresInARow: 0,
  }
  await using visit = await visitor({ locale: 'en-US', timezoneId: 'UTC' })
  const { page } = visit
  await page.route(`**${ANALYZER_PATH}/analyses?*`, (route) =>
    route.fulfill({ json: [analysis, { ...analysis, id: 2, domain: 'example.org', status: 'paused' }] }),
  )
  await openAnalyzer(page, server)
  const known = row(page, 'example.com').first()
  await known.getByText('Auto-update enabled - will update daily').waitFor()
  expect(await known.getByRole('listitem').allTextContents()).toEqual([
    '1 keyword',
    '1 heading',
    '1 word',
    expect.stringContaining('Analyzed Nov 21, 2026'),
    'Auto-update enabled - will update daily',
  ])
  await known.getByText('ftp://example.com/').waitFor()
  expect(await page.getByRole('main').getByRole('link').count()).toBe(0)
  await row(page, 'example.org').getByText('Unknown').waitFor()
  expect(await row(page, 'example.org').getByRole('switch').count()).toBe(0)
  expect(visit.complaints).toEqual([])
})

/** A server with one analyzed website whose provider behaves in that way, and a page that asked for the AI's advice. */
async function withProvider(behaviour: string, page: Page) {
  const provider = startChatServer(behaviour)
  const server = await startServer({ env: { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: KEY } })
  await setUp(server)
  using database = databaseOf(server)
  addAnalysis(database, { url: 'https://example.com/', status: 'completed', keywords: keywords(120) })
  await openAnalyzer(page, server)
  await page.getByRole('button', { name: 'AI Analysis' }).click()
  return {
    provider,
    server,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      await provider[Symbol.asyncDispose]()
    },
  }
}

test('closing the AI analysis ends the call to the provider, and nothing is complained of', async () => {
  await using visit = await visitor()
  const { page } = visit
  await using world = await withProvider('slow', page)
  await page.getByText('Analyzing keywords and generating recommendations...').waitFor()
  await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]') !== null)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await world.provider.abandoned
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await toast(page, 'Failed').count()).toBe(0)
  expect(visit.complaints).toEqual([])
})

test.each([
  {
    behaviour: 'quota insufficient_quota',
    told: 'The AI provider quota is exceeded. Credits must be added to the account there.',
    hint: 1,
  },
  {
    behaviour: 'a refused key',
    told: 'The AI provider refused the key. Please check OPENAI_API_KEY.',
    hint: 0,
  },
])('an AI analysis that fails says why: $behaviour', async ({ behaviour, told, hint }) => {
  await using visit = await visitor()
  const { page } = visit
  await page.clock.install()
  await using world = await withProvider(behaviour, page)
  await toast(page, 'AI Analysis Failed').waitFor()
  await toast(page, told).waitFor()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('AI Analysis Failed', { exact: true }).waitFor()
  const credits = dialog.getByText('Add credits to your account with the AI provider, then try again.')
  expect(await credits.count()).toBe(hint)
  const shown = page.locator('li').filter({ hasText: told })
  await page.clock.fastForward(8_000)
  expect(await shown.count()).toBe(1)
  await page.clock.fastForward(2_000)
  await shown.waitFor({ state: 'detached' })
  const asked = world.provider.asked.length
  await dialog.getByRole('button', { name: 'Try Again' }).click()
  await toast(page, told).waitFor()
  expect(world.provider.asked.length).toBeGreaterThan(asked)
  expect(await page.content()).not.toContain(KEY)
})

test('a moderator sees everything, and is told what is not theirs to do', async () => {
  await using server = await startServer({ env: { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' } })
  const token = await setUp(server)
  await addUser(server, token, 'moderator')
  using database = databaseOf(server)
  addAnalysis(database, { url: 'https://example.com/', status: 'completed', keywords: keywords(60) })
  await using visit = await visitor()
  const { page } = visit
  await openAnalyzer(page, server, 'moderator')
  const refusal = 'You do not have permission to perform this action'
  const isRefused = async (title: string) => {
    await toast(page, title).filter({ hasText: refusal }).waitFor()
    await page.getByRole('listitem').getByRole('button', { name: 'Close' }).click()
  }
  await analyze(page, 'https://example.org')
  await isRefused('Analysis Failed')
  await page.getByRole('switch').click()
  await isRefused('Update Failed')
  expect(await page.getByRole('switch').isChecked()).toBe(false)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await isRefused('Delete Failed')
  await page.getByRole('button', { name: 'AI Analysis' }).click()
  await page.getByRole('dialog').getByText(refusal).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'View Keywords' }).click()
  await page.getByText('Showing top 50 keywords out of 60 total').waitFor()
})

test('analyses are shown fifty at a time', async () => {
  await using server = await startServer()
  await setUp(server)
  using database = databaseOf(server)
  for (let number = 1; number <= 51; number++) {
    addAnalysis(database, { url: `https://site-${number}.example/`, status: 'failed', errorMessage: 'No.' })
  }
  await using visit = await visitor()
  const { page } = visit
  await openAnalyzer(page, server)
  await page.getByText('50 of 51').waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('51 of 51').waitFor()
  await row(page, 'site-1.example').waitFor()
  expect(visit.complaints).toEqual([])
})

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3)

test.each([
  { theme: 'light', width: 390 },
  { theme: 'light', width: 1440 },
  { theme: 'dark', width: 390 },
  { theme: 'dark', width: 1440 },
])(
  'the analyzer is free of faults in $theme at $width pixels',
  async ({ theme, width }) => {
    await using provider = startChatServer('slow')
    await using server = await startServer({ env: { OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: KEY } })
    await setUp(server)
    using database = databaseOf(server)
    addAnalysis(database, { url: 'https://failed.example/', status: 'failed', errorMessage: LONG })
    addAnalysis(database, { url: 'https://pending.example/', status: 'pending', isClaimed: true })
    addAnalysis(database, {
      url: `https://example.com/${'path/'.repeat(90)}?${LONG}`,
      status: 'completed',
      title: LONG,
      metaDescription: LONG,
      errorMessage: LONG,
      autoUpdate: true,
      nextUpdateScheduled: '2099-11-22T18:12:00.000Z',
      keywords: [{ keyword: LONG, context: LONG, relevanceScore: 10 }, ...keywords(60)],
      details: {
        canonical: `https://${LONG}.example/`,
        openGraph: { [`og:${LONG}`]: LONG },
        jsonLdTypes: [LONG],
      },
      runs: [{ at: '2026-11-20T18:12:00.000Z', keywords: [{ keyword: `${LONG}n`, relevanceScore: 9 }] }],
    })
    await using visit = await visitor({ viewport: { width, height: 900 }, reducedMotion: 'reduce' })
    const { page } = visit
    await page.addInitScript(`localStorage.setItem('theme', '${theme}')`)
    await signIn(page, server, 'ada')
    await page.goto(`${server.url}/admin/website-analyzer`, { waitUntil: 'networkidle' })
    await page.getByText('Analyzing...').waitFor()
    const isFaultless = async (state: string) => {
      expect({ state, faults: await faults(page) }).toEqual({ state, faults: [] })
      const wide = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('[role=dialog] > div')].filter(
          ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
        ),
      )
      expect({ state, wide }).toEqual({ state, wide: [] })
    }
    await isFaultless('list')
    const completed = row(page, 'example.com')
    await completed.getByRole('button', { name: 'View Keywords' }).click()
    await page.getByText('Showing top 50 keywords out of 61 total').waitFor()
    await isFaultless('keywords')
    await page.getByRole('tab', { name: 'Changes' }).click()
    await page.getByRole('table', { name: 'Gained keywords' }).waitFor()
    await isFaultless('changes')
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('table', { name: 'History' }).waitFor()
    await isFaultless('history')
    await page.keyboard.press('Escape')
    await completed.getByRole('button', { name: 'Details' }).click()
    await page.getByText('Structured data').waitFor()
    await isFaultless('details')
    await page.keyboard.press('Escape')
    await completed.getByRole('button', { name: 'AI Analysis' }).click()
    await page.getByText('Analyzing keywords and generating recommendations...').waitFor()
    await isFaultless('waiting for advice')
    provider.release()
    await page.getByRole('button', { name: 'Copy Analysis' }).waitFor()
    await isFaultless('advice')
    expect(visit.complaints).toEqual([])
  },
  60_000,
)
