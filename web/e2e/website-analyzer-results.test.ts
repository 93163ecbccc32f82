import { expect, test } from 'bun:test'
import { ANALYZER_PATH } from '#domain/analyses.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { violations } from './accessibility-violations.ts'
import { callApi, KEY } from './administration.ts'
import { addAnalysis, type Keyword } from './analyses.ts'
import { chooseFor, databaseOf, keywords, website } from './analyzer.ts'
import { field, TEMPLATE } from './blog-management.ts'
import { startChatRelay } from './chat-relay.ts'
import { ALL_SCREENS, type Screen, TWO_SCREENS } from './screens.ts'
import { shareSession } from './shared-session.ts'

const relay = startChatRelay()

const fresh = shareSession({
  tables: ['analyses', 'prompts', 'posts'],
  env: { OPENAI_BASE_URL: relay.url, OPENAI_API_KEY: KEY },
})

test('a failed or disabled daily update is shown with the last result, and keywords gained, lost and moved can be compared with any earlier run', async () => {
  const { server, page, complaints } = await fresh()
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
  const failed = 'The last daily update failed: Could not connect to the website.'
  const off = 'The daily update was turned off after 7 failures in a row.'
  const tomorrow = new Date(Date.now() + 20 * 3_600_000).toISOString()
  const daily = { autoUpdate: true, nextUpdateScheduled: tomorrow }
  const completed = { status: 'completed', keywords: keywords(3) } as const
  addAnalysis(database, { ...completed, url: 'https://one.example/', errorMessage: failed, ...daily })
  addAnalysis(database, { ...completed, url: 'https://two.example/', errorMessage: off, failuresInARow: 7 })
  await page.goto(`${server.url}/admin/website-analyzer`)
  await website(page, 'one.example').getByText(failed).waitFor()
  await website(page, 'one.example')
    .getByText(/^Next update: /)
    .waitFor()
  await website(page, 'two.example').getByText(off).waitFor()
  expect(await website(page, 'two.example').getByRole('switch').isChecked()).toBe(false)
  expect(await website(page, 'two.example').getByText('3 keywords').count()).toBe(1)
  await website(page, 'two.example').getByRole('switch').check()
  await website(page, 'two.example').getByText(off).waitFor({ state: 'detached' })

  await website(page, 'example.com').getByRole('button', { name: 'View Keywords' }).click()
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

  const upgraded = page.getByText('Passwright has been upgraded since then')
  expect(await upgraded.count()).toBe(0)
  const choice = page.getByLabel('Compare with')
  expect(await choice.getByRole('option').count()).toBe(2)
  await choice.selectOption({ index: 1 })
  await page.getByText('No lost keywords.').waitFor()
  await upgraded.waitFor()
  expect(await rowsOf('Gained keywords')).toEqual([
    ['passkeys', '1', '10/10'],
    ['pricing', '3', '2/10'],
  ])

  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('table', { name: 'History' }).waitFor()
  expect(await rowsOf('History')).toHaveLength(4)
  await page.getByRole('dialog').getByText('Could not connect to the website.').waitFor()
  expect(complaints).toEqual([])
})

test("shows 'Unknown' for an unrecognized status", async () => {
  const { server, page, complaints } = await fresh()
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
  await page.route(`**${ANALYZER_PATH}/analyses?*`, (route) =>
    route.fulfill({ json: [analysis, { ...analysis, id: 2, domain: 'example.org', status: 'paused' }] }),
  )
  await page.goto(`${server.url}/admin/website-analyzer`)
  const known = website(page, 'example.com').first()
  await known.getByText('Auto-update enabled - will update daily').waitFor()
  expect(await known.getByRole('gridcell').allTextContents()).toEqual([
    '',
    'Completed',
    '1 keyword1 heading · 1 word',
    expect.stringMatching(/.Auto-update enabled - will update daily$/),
    'Auto-update daily',
    'View Keywords',
    '',
  ])
  await known.getByText('ftp://example.com/').waitFor()
  expect(await known.getByRole('link').count()).toBe(0)
  await website(page, 'example.org').getByText('Unknown').waitFor()
  expect(await website(page, 'example.org').getByRole('switch').count()).toBe(0)
  expect(complaints).toEqual([])
})

const LONG = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3)

test('the analyzer has no accessibility violations on any screen', async () => {
  await using provider = relay.startProvider('slow')
  const { server, page, complaints } = await fresh()
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
    keywords: [{ keyword: LONG, context: LONG, relevanceScore: 10 }, ...keywords(20)],
    details: {
      canonical: `https://${LONG}.example/`,
      openGraph: { [`og:${LONG}`]: LONG },
      jsonLdTypes: [LONG],
    },
    runs: [{ at: '2026-11-20T18:12:00.000Z', keywords: [{ keyword: `${LONG}n`, relevanceScore: 9 }] }],
  })
  await page.goto(`${server.url}/admin/website-analyzer`)
  await page.getByText('Analyzing...').waitFor()
  let states = 0
  const isFaultless = async (state: string) => {
    const some = TWO_SCREENS.filter((_, index) => index === states++ % TWO_SCREENS.length)
    for (const { theme, width, height } of shortOrLong<readonly Screen[]>(some, ALL_SCREENS)) {
      await page.setViewportSize({ width, height })
      await page.evaluate((chosen) => {
        document.documentElement.dataset.theme = chosen
      }, theme)
      const wide = await page.evaluate(
        () =>
          [document.documentElement, ...document.querySelectorAll('[role=dialog] > div')].filter(
            ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
          ).length,
      )
      const found = await violations(page)
      expect({ state, width, wide, found }).toEqual({ state, width, wide: 0, found: [] })
    }
  }
  await isFaultless('list')
  const completed = website(page, 'example.com')
  await completed.getByRole('button', { name: 'View Keywords' }).click()
  await page.getByRole('table', { name: 'Keywords' }).waitFor()
  await isFaultless('keywords')
  await page.getByRole('tab', { name: 'Changes' }).click()
  await page.getByRole('table', { name: 'Gained keywords' }).waitFor()
  await isFaultless('changes')
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('table', { name: 'History' }).waitFor()
  await isFaultless('history')
  await page.keyboard.press('Escape')
  await chooseFor(completed, 'Details')
  await page.getByText('Structured data').waitFor()
  await isFaultless('details')
  await page.keyboard.press('Escape')
  await chooseFor(completed, 'AI Analysis')
  await page.getByText('Analyzing keywords and generating recommendations...').waitFor()
  await isFaultless('waiting for advice')
  provider.release()
  await page.getByRole('button', { name: 'Copy Analysis' }).waitFor()
  await isFaultless('advice')
  expect(complaints).toEqual([])
})

test('one press makes an AI draft from keywords of competitors, with the template that takes keywords', async () => {
  await using provider = relay.startProvider('good')
  const { server, token, page, complaints } = await fresh()
  using database = databaseOf(server)
  addAnalysis(database, {
    url: 'https://example.com/',
    status: 'completed',
    keywords: [
      { keyword: 'zebra vaults', relevanceScore: 10 },
      { keyword: 'vault zebra', relevanceScore: 9 },
    ],
  })
  const template = { ...TEMPLATE, name: 'For keywords', userPromptTemplate: 'Words: {{keywords}}' }
  for (const prompt of [TEMPLATE, template, { ...template, name: 'Old', isActive: false }]) {
    await callApi(server, 'POST', '/api/admin/ai-prompts', prompt, token)
  }
  await page.goto(`${server.url}/admin/website-analyzer`)
  const ideas = page.getByRole('table', { name: 'Keywords and posts' })
  await ideas.getByText('zebra vaults, vault zebra').waitFor()
  await ideas.getByText('No post yet').waitFor()
  expect(await violations(page)).toEqual([])
  for (const width of [390, 820, 1100, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const box = await ideas.getByRole('button', { name: 'AI Draft about zebra vaults' }).boundingBox()
    expect([width, (box?.height ?? 99) <= 44]).toEqual([width, true])
  }
  await ideas.getByRole('button', { name: 'AI Draft about zebra vaults' }).click()
  await page.getByRole('button', { name: 'Edit Draft' }).click()
  await page.getByRole('heading', { name: 'Edit Post' }).waitFor()
  expect(await field(page, 'Title').inputValue()).toBe('Zebra vaults')
  const sent = provider.requests.map(({ body }) => JSON.stringify(body))
  expect(sent).toHaveLength(1)
  expect(sent[0]).toContain('Words: zebra vaults, vault zebra')
  expect(complaints).toEqual([])
})
