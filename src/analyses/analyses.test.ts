import { expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  ANALYZER_PATH,
  type AnalysisDetails,
  type AnalysisKeyword,
  canonicalUrl,
  domainOf,
  URL_MESSAGES,
} from '#domain/analyses.ts'
import { analyses, analysisKeywords, analysisRuns } from '#src/db/schema.ts'
import { actor } from '#src/testing/actor.ts'
import { anyWebUrl } from '#src/testing/any-web-url.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { csvText } from '#src/testing/csv-text.ts'
import { ENGINES } from '#src/testing/engines.ts'
import { fakeWeb, keywordsOf, PAGE, type Site, slowSite } from '#src/testing/fake-web.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { createAnalyzer } from './analyzer.ts'
import { createAnalysis, deleteAnalysis, findAnalysis, listKeywords, readStats } from './store.ts'

const URL_A = 'https://www.example.com/'

type SiteAt = Parameters<typeof fakeWeb>[0]

/** `ask` takes a path below ANALYZER_PATH. */
async function signedInApp(siteAt: SiteAt = () => ({}), options: Parameters<typeof testApp>[0] = {}) {
  const { web, requests } = fakeWeb(siteAt)
  const app = await testApp({ web, ...options })
  const { authorization } = await makeUser(app, 'admin', 'ada')
  const ask = (method: string, path: string, json?: unknown) =>
    app.call(`${ANALYZER_PATH}${path}`, { method, json, headers: { authorization } })
  const analyze = (url: string) => ask('POST', '/analyze', { url })
  const read = async (path: string) => (await ask('GET', path)).json()
  return { app, requests, ask, analyze, read }
}

/** URL_A is already analyzed, with id 1. */
async function analyzed(site: Site = {}) {
  const signedIn = await signedInApp(() => site)
  await signedIn.analyze(URL_A)
  await signedIn.app.analyzer.idle()
  return signedIn
}

const PENDING = {
  id: 1,
  url: URL_A,
  domain: 'example.com',
  title: null,
  status: 'pending',
  totalKeywords: 0,
  totalHeadings: 0,
  wordCount: 0,
  autoUpdate: false,
  nextUpdateScheduled: null,
  errorMessage: null,
  metaDescription: null,
  createdAt: NOON.toISOString(),
  analyzedAt: null,
  failuresInARow: 0,
}

const COMPLETED = {
  ...PENDING,
  title: 'Strong passwords',
  status: 'completed',
  totalKeywords: 2,
  totalHeadings: 4,
  wordCount: 120,
  metaDescription: 'How to make them',
  analyzedAt: NOON.toISOString(),
}

test('a website is pending at first, then completed', async () => {
  const website = slowSite()
  const { app, requests, analyze, read } = await signedInApp((_, signal) => website.site(signal))
  const response = await analyze(' HTTPS://WWW.Example.com:443#top ')
  expect(response.status).toBe(201)
  expect(await response.json()).toEqual(PENDING)
  expect(await read('/analyses')).toEqual([PENDING])
  expect(await read('/keywords/1')).toEqual([])

  website.answer({})
  await app.analyzer.idle()
  expect(requests).toEqual([URL_A])
  expect(await read('/analyses')).toEqual([COMPLETED])
  expect(await read('/keywords/1')).toEqual([
    {
      id: 1,
      keyword: 'strong passwords',
      frequency: 2,
      context: 'Page title: strong passwords',
      relevanceScore: 10,
    },
    { id: 2, keyword: 'length', frequency: 1, context: 'Page title: length', relevanceScore: 9.9 },
  ])
})

test('stores the details of a page after reading it', async () => {
  const website = slowSite()
  const { app, ask, analyze, read } = await signedInApp((_, signal) => website.site(signal))
  await analyze(URL_A)
  const early = await ask('GET', '/analysis/1/details')
  expect(early.status).toBe(409)
  expect(await early.json()).toMatchObject({ message: 'This website has not been analyzed yet' })
  website.answer({})
  await app.analyzer.idle()
  const details: AnalysisDetails = await read('/analysis/1/details')
  const { text: _text, keywords: _keywords, ...shown } = PAGE
  expect(details).toEqual({
    analysisId: 1,
    analyzedAt: NOON.toISOString(),
    finalUrl: URL_A,
    status: 200,
    contentType: 'text/html; charset=utf-8',
    responseMilliseconds: 57,
    bytes: 1234,
    ...shown,
  })
})

test('reports why a website could not be read', async () => {
  const { read, ask } = await analyzed({ reason: 'The website did not respond in time.' })
  expect(await read('/analyses')).toEqual([
    { ...PENDING, status: 'failed', errorMessage: 'The website did not respond in time.' },
  ])
  expect(await read('/keywords/1')).toEqual([])
  expect(await read('/analysis/1/runs')).toEqual([
    {
      id: 1,
      at: NOON.toISOString(),
      status: 'failed',
      totalKeywords: 0,
      totalHeadings: 0,
      wordCount: 0,
      responseMilliseconds: null,
      errorMessage: 'The website did not respond in time.',
    },
  ])
  const update = await ask('PATCH', '/analysis/1/auto-update', { autoUpdate: true })
  expect(update.status).toBe(409)
  expect(await update.json()).toMatchObject({ message: 'Only completed analyses can be updated daily' })
})

test('logs an internal error and reports it without details', async () => {
  const broken = () => Promise.reject(new Error('ENOENT /srv/secret'))
  const { app, analyze, read } = await signedInApp(broken, { expectsErrors: true })
  await analyze(URL_A)
  await app.analyzer.idle()
  expect(await read('/analyses')).toMatchObject([
    { status: 'failed', errorMessage: 'The analysis failed because of an error on this server.' },
  ])
  expect(app.lines.join()).toContain('ENOENT')
})

test('aborts an analysis that takes too long', async () => {
  const website = slowSite()
  const deadline = new AbortController()
  const { app, analyze, read } = await signedInApp((_, signal) => website.site(signal), {
    analyzerTimeout: () => deadline.signal,
  })
  await analyze(URL_A)
  await website.requested
  deadline.abort()
  await website.disconnected
  await app.analyzer.idle()
  expect(await read('/analyses')).toMatchObject([
    { status: 'failed', errorMessage: 'The analysis took too long.' },
  ])
})

const INVALID: [unknown, string][] = [
  [{}, URL_MESSAGES.missing],
  [null, URL_MESSAGES.missing],
  [{ url: '  ' }, URL_MESSAGES.missing],
  [{ url: 7 }, URL_MESSAGES.missing],
  [{ url: 'example.com' }, URL_MESSAGES.invalid],
  [{ url: '/relative' }, URL_MESSAGES.invalid],
  [{ url: 'https://' }, URL_MESSAGES.invalid],
  [{ url: 'ftp://example.com/' }, URL_MESSAGES.invalid],
  [{ url: 'file:///etc/passwd' }, URL_MESSAGES.invalid],
  [{ url: 'javascript:alert(1)' }, URL_MESSAGES.invalid],
  [{ url: 'data:text/html,x' }, URL_MESSAGES.invalid],
]

test('rejects anything but a web address, without a request', async () => {
  const { ask, requests, read } = await signedInApp()
  for (const [json, message] of INVALID) {
    const response = await ask('POST', '/analyze', json)
    expect([json, response.status]).toEqual([json, 400])
    expect(await response.json()).toMatchObject({ message, code: 'invalid' })
  }
  expect(requests).toEqual([])
  expect(await read('/analyses')).toEqual([])
})

test('rejects an overlong URL', async () => {
  const { analyze } = await signedInApp()
  const response = await analyze(`https://example.com/${'x'.repeat(2048)}`)
  expect([response.status, await response.json()]).toMatchObject([400, { message: URL_MESSAGES.long }])
})

test.each([
  ['HTTP://Example.COM:80', 'http://example.com/', 'example.com'],
  ['https://www.example.com/a/../b?#c', 'https://www.example.com/b', 'example.com'],
  ['https://example.com./?q=1#x', 'https://example.com/?q=1', 'example.com'],
  ['https://www.com/', 'https://www.com/', 'www.com'],
  ['https://münchen.example/ü', 'https://xn--mnchen-3ya.example/%C3%BC', 'xn--mnchen-3ya.example'],
])('normalizes %s to %s of domain %s', (text, url, domain) => {
  expect(canonicalUrl(text)).toBe(url)
  expect(domainOf(url)).toBe(domain)
})

test('normalizes any valid input to a stable http(s) URL', () => {
  fc.assert(
    fc.property(fc.oneof(anyWebUrl, fc.string()), (text) => {
      const url = canonicalUrl(text)
      if (url === null) return
      expect(url).toMatch(/^https?:\/\//)
      expect(canonicalUrl(url)).toBe(url)
      expect(domainOf(url)).not.toBe('')
    }),
  )
})

test('analyzes a URL only once at a time, in any spelling', async () => {
  const website = slowSite()
  const { app, analyze, read } = await signedInApp((_, signal) => website.site(signal))
  const responses = await Promise.all([URL_A, 'https://WWW.example.com/#x', URL_A].map(analyze))
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const rejected = responses.find(({ status }) => status === 409)
  expect(await rejected?.json()).toEqual({
    message: 'This website is already being analyzed',
    code: 'conflict',
  })
  website.answer({})
  await app.analyzer.idle()
  expect((await analyze(URL_A)).status).toBe(201)
  await app.analyzer.idle()
  expect(await read('/analyses')).toMatchObject([{ id: 2 }, { id: 1 }])
})

test('filters the list by text in URL and title, and by URL in any spelling', async () => {
  const titles = new Map([
    ['https://shop.example/ökologisch?a=1', 'Straßenschuhe'],
    ['https://example.com/shop', '100% Wolle'],
  ])
  const { app, ask, analyze } = await signedInApp((address) => {
    const title = titles.get(decodeURI(address))
    return title === undefined ? {} : { title }
  })
  for (const address of [URL_A, ...titles.keys(), `${URL_A}a`]) await analyze(address)
  await app.analyzer.idle()
  await analyze(URL_A)
  await app.analyzer.idle()
  const idsOf = async (query: Record<string, string>) => {
    const response = await ask('GET', `/analyses?${new URLSearchParams(query)}`)
    const list: { id: number }[] = await response.json()
    return { ids: list.map(({ id }) => id), total: Number(response.headers.get('x-total-count')) }
  }
  expect(await idsOf({ search: 'SHOP' })).toEqual({ ids: [3, 2], total: 2 })
  expect(await idsOf({ search: 'example.com/', limit: '1' })).toEqual({ ids: [5], total: 4 })
  expect(await idsOf({ search: 'straßen' })).toEqual({ ids: [2], total: 1 })
  expect(await idsOf({ search: '0% w' })).toEqual({ ids: [3], total: 1 })
  expect(await idsOf({ search: '' })).toMatchObject({ total: 5 })
  expect(await idsOf({ url: 'HTTPS://www.EXAMPLE.com#top' })).toEqual({ ids: [5, 1], total: 2 })
  expect(await idsOf({ url: 'https://shop.example/%C3%B6kologisch?a=1' })).toEqual({ ids: [2], total: 1 })
  expect(await idsOf({ url: 'https://shop.example/%C3%B6kologisch' })).toEqual({ ids: [], total: 0 })
  expect((await ask('GET', '/analyses?url=example')).status).toBe(400)
  const twice = await ask('GET', '/analyses?search=a&search=b')
  expect(await twice.json()).toMatchObject({ message: 'search can be given only once' })
})

test('analyzes two websites in parallel and queues the others', async () => {
  const sites = new Map([1, 2, 3, 4].map((number) => [`https://${number}.example/`, slowSite()]))
  const { app, requests, analyze, read } = await signedInApp(
    (address, signal) => sites.get(address)?.site(signal) ?? {},
  )
  for (const address of sites.keys()) expect((await analyze(address)).status).toBe(201)
  const [first, second, third, fourth] = [...sites.values()]
  await first?.requested
  await second?.requested
  expect(requests).toEqual(['https://1.example/', 'https://2.example/'])
  second?.answer({})
  await third?.requested
  expect(requests).toHaveLength(3)
  for (const site of [first, third, fourth]) site?.answer({})
  await app.analyzer.idle()
  expect(await read('/stats')).toEqual({ totalAnalyses: 4, totalKeywords: 8, averageKeywords: 2 })
})

test('queues at most 50 websites and rejects more', async () => {
  const { app, ask, analyze } = await signedInApp(() => ({ reason: 'Never requested.' }))
  await app.analyzer.close()
  const queued = Array.from({ length: 51 }, (_, index) => ({
    url: `https://${index}.example/`,
    domain: `${index}.example`,
    status: 'pending' as const,
    autoUpdate: false,
    createdAt: NOON.toISOString(),
    requestedAt: NOON.toISOString(),
  }))
  await app.db.insert(analyses).values(queued)
  expect((await analyze('https://52.example/')).status).toBe(201)
  const rejected = await analyze('https://53.example/')
  expect(rejected.status).toBe(503)
  expect(rejected.headers.get('retry-after')).toBe('30')
  expect(await rejected.json()).toMatchObject({
    message: '50 websites are already waiting to be analyzed. Please try again later.',
  })
  await app.db.insert(analyses).values({
    url: URL_A,
    domain: 'example.com',
    status: 'completed',
    autoUpdate: false,
    createdAt: NOON.toISOString(),
  })
  expect((await ask('POST', '/analysis/53/analyze')).status).toBe(503)
  const list = await ask('GET', '/analyses?limit=10')
  expect(list.headers.get('x-total-count')).toBe('53')
  expect(await list.json()).toHaveLength(10)
})

test('rate-limits the eleventh website within a minute', async () => {
  const { analyze, ask } = await signedInApp()
  for (let count = 0; count < 10; count++) {
    expect((await analyze(`https://${count}.example/`)).status).toBe(201)
  }
  expect((await ask('POST', '/analysis/1/analyze')).status).toBe(429)
  const rejected = await analyze('https://11.example/')
  expect(rejected.status).toBe(429)
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('deleting an analysis cancels it and deletes its results', async () => {
  const website = slowSite()
  const { app, ask, analyze, read } = await signedInApp((_, signal) => website.site(signal))
  await analyze(URL_A)
  await website.requested
  const deleted = await ask('DELETE', '/analysis/1')
  expect([deleted.status, await deleted.json()]).toEqual([200, { success: true }])
  await website.disconnected
  await app.analyzer.idle()
  website.answer({})
  expect(await read('/analyses')).toEqual([])

  await analyze(URL_A)
  await app.analyzer.idle()
  expect(await read('/analyses')).toMatchObject([{ id: 2, status: 'completed' }])
  await ask('DELETE', '/analysis/2')
  const counts = await Promise.all(
    [analyses, analysisKeywords, analysisRuns].map((table) => app.db.$count(table)),
  )
  expect(counts).toEqual([0, 0, 0])
  expect(await read('/stats')).toEqual({ totalAnalyses: 0, totalKeywords: 0, averageKeywords: 0 })
})

test('every route returns 404 for a missing analysis', async () => {
  const { ask } = await signedInApp()
  for (const [method, path, json] of [
    ['GET', '/keywords/7', undefined],
    ['GET', '/keywords/x', undefined],
    ['GET', '/keywords/7/csv', undefined],
    ['DELETE', '/analysis/7', undefined],
    ['PATCH', '/analysis/7/auto-update', { autoUpdate: true }],
    ['POST', '/analysis/7/analyze', undefined],
    ['GET', '/analysis/7/details', undefined],
    ['GET', '/analysis/7/runs', undefined],
    ['GET', '/analysis/7/changes', undefined],
    ['POST', '/ai-analysis', { analysisId: 7 }],
  ] as const) {
    const response = await ask(method, path, json)
    expect([method, path, response.status]).toEqual([method, path, 404])
    expect(await response.json()).toEqual({ message: 'Analysis not found', code: 'not_found' })
  }
})

test('averages completed websites only, rounded', async () => {
  const keywords = new Map([
    ['https://a.example/', keywordsOf('a')],
    ['https://b.example/', keywordsOf('a', 'b')],
  ])
  const { app, analyze, read } = await signedInApp((address) => {
    const found = keywords.get(address)
    return found ? { keywords: found } : { reason: 'The website did not respond.' }
  })
  for (const name of ['a', 'b', 'c']) await analyze(`https://${name}.example/`)
  await app.analyzer.idle()
  expect(await read('/stats')).toEqual({ totalAnalyses: 3, totalKeywords: 3, averageKeywords: 2 })
})

const HOSTILE = [
  '<script>alert(1)</script>',
  '"; DROP TABLE analyses; --',
  '=HYPERLINK("http://evil.example","x")',
  '{{title}} #{7*7} %s',
  'a\u202eb\u0000c\u001b[31m',
  '𝕻𝖆𝖘𝖘 😀 漢字',
  'O\'Neil \\ "quoted", `ticks`',
]

test('returns hostile titles and keywords unchanged', async () => {
  const title = HOSTILE.join(' ')
  const headings = HOSTILE.map((text) => ({ level: 2 as const, text }))
  const { read } = await analyzed({
    title,
    metaDescription: title,
    headings,
    keywords: keywordsOf(...HOSTILE),
  })
  expect(await read('/analyses')).toMatchObject([{ title, metaDescription: title }])
  const keywords: AnalysisKeyword[] = await read('/keywords/1')
  expect(keywords.map(({ keyword }) => keyword)).toEqual(HOSTILE)
  expect(keywords.map(({ context }) => context)).toEqual(HOSTILE.map((text) => `Page title: ${text}`))
  expect(await read('/analysis/1/details')).toMatchObject({ headings })
})

test('escapes formulas in exported keywords', async () => {
  const keywords = [
    { keyword: '=1+1', frequency: 3, context: '@SUM(A1)', relevanceScore: 10 },
    { keyword: 'a "quoted", one', frequency: 1, context: 'Text: x', relevanceScore: 0.1 },
  ]
  const { ask } = await analyzed({ keywords })
  const response = await ask('GET', '/keywords/1/csv')
  expect(response.headers.get('content-type')).toStartWith('text/csv')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="keywords-example.com.csv"')
  expect(await csvText(response)).toBe(
    [
      '"Keyword","Frequency","Context","Relevance"',
      `"'=1+1",3,"'@SUM(A1)",10`,
      '"a ""quoted"", one",1,"Text: x",0.1',
      '',
    ].join('\r\n'),
  )
})

test.each([
  ['https://www.example.com/', 'keywords-example.com.csv'],
  ['https://example.com/Pricing/plans%20for/teams?x=1', 'keywords-example.com-Pricing-plans-20for-teams.csv'],
  [`https://example.com/${'a'.repeat(500)}`, `keywords-example.com-${'a'.repeat(68)}.csv`],
])('exports %s as %s', async (url, name) => {
  const { app, ask, analyze } = await signedInApp()
  await analyze(url)
  await app.analyzer.idle()
  const response = await ask('GET', '/keywords/1/csv')
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`)
})

test('records analyzing, updating and deleting in the audit log', async () => {
  const { app, ask } = await analyzed()
  await ask('PATCH', '/analysis/1/auto-update', { autoUpdate: true })
  await ask('PATCH', '/analysis/1/auto-update', { autoUpdate: false })
  await ask('POST', '/analysis/1/analyze')
  await ask('DELETE', '/analysis/1')
  const entries = await auditLog(app.db)
  expect(new Set(entries.map(({ detail }) => detail))).toEqual(new Set([URL_A]))
  expect(entries.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
    ['ada', 'analysis_started', 'example.com'],
    ['ada', 'auto_update_enabled', 'example.com'],
    ['ada', 'auto_update_disabled', 'example.com'],
    ['ada', 'analysis_started', 'example.com'],
    ['ada', 'analysis_deleted', 'example.com'],
  ])
})

test.each(ENGINES)('stores, lists and deletes 500 keywords with %s', async (_, open) => {
  await using database = await open()
  const db = await database.migrated()
  const names = Array.from({ length: 500 }, (_, index) => `keyword ${index}`)
  const { web } = fakeWeb(() => ({ keywords: keywordsOf(...names) }))
  const log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (...words: unknown[]) => void errors.push(words),
  }
  const errors: unknown[] = []
  const analyzer = createAnalyzer({ db, now: () => NOON, log, ...web })
  await createAnalysis(db, actor, URL_A, NOON)
  analyzer.claimWork()
  await analyzer.idle()
  expect(errors).toEqual([])
  expect((await listKeywords(db, 1)).map(({ keyword }) => keyword)).toEqual(names)
  expect(await readStats(db)).toEqual({ totalAnalyses: 1, totalKeywords: 500, averageKeywords: 500 })
  expect(await db.$count(analyses)).toBe(1)
  expect(await findAnalysis(db, 1)).toMatchObject({ status: 'completed' })
  await deleteAnalysis(db, actor, 1, NOON)
  expect([await db.$count(analysisKeywords), await db.$count(analysisRuns)]).toEqual([0, 0])
})
