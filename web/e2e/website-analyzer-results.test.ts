import { expect, test } from 'bun:test'
import { ANALYZER_PATH } from '#domain/analyses.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { startChatServer } from '#src/testing/chat-server.ts'
import { addUser, KEY, row, setUp, signIn, toast } from './administration.ts'
import { addAnalysis, type Keyword } from './analyses.ts'
import { analyze, databaseOf, keywords, openAnalyzer } from './analyzer.ts'
import { faults } from './faults.ts'
import { startServer, visitor } from './harness.ts'
import { ALL_SCREENS, TWO_SCREENS } from './screens.ts'

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
      { at: '2026-11-18T18:12:00.000Z', keywords: scored({ vault: 10 }), version: '0.0.1' },
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

  const upgraded = page.getByText('Passwright was upgraded since then')
  expect(await upgraded.count()).toBe(0)
  const choice = page.getByLabel('Compare with')
  expect(await choice.getByRole('option').count()).toBe(2)
  await choice.selectOption({ index: 1 })
  await page.getByText('No keyword is gone.').waitFor()
  await upgraded.waitFor()
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

test('analyses are shown fifty at a time, and searched', async () => {
  await using server = await startServer()
  await setUp(server)
  using database = databaseOf(server)
  const numbers = Array.from({ length: 51 }, (_, index) => index + 1)
  database.transaction(() => {
    for (const number of numbers) {
      addAnalysis(database, { url: `https://site-${number}.example/`, status: 'failed', errorMessage: 'No.' })
    }
  })()
  await using visit = await visitor()
  const { page } = visit
  await openAnalyzer(page, server)
  await page.getByText('50 of 51').waitFor()
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('51 of 51').waitFor()
  await row(page, 'site-1.example').waitFor()
  await page.getByRole('searchbox', { name: 'Search websites' }).fill('site-5')
  await page.getByText('3 of 3').waitFor()
  expect(await page.getByRole('article').getByRole('link').allTextContents()).toEqual([
    expect.stringContaining('site-51.example'),
    expect.stringContaining('site-50.example'),
    expect.stringContaining('site-5.example'),
  ])
  await page.getByRole('searchbox', { name: 'Search websites' }).fill('site-x')
  await page.getByText('No websites match').waitFor()
  await page.getByRole('searchbox', { name: 'Search websites' }).fill('')
  await page.getByText('51 of 51').waitFor()
  expect(visit.complaints).toEqual([])
})

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3)

test.each(shortOrLong(TWO_SCREENS, ALL_SCREENS))(
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
