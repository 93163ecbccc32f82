import { expect, test } from 'bun:test'
import { dailyCounts } from '#src/db/schema.ts'
import { csvText } from '#src/testing/csv-text.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { testApp } from '#src/testing/test-app.ts'
import { addCounts, NO_FIGURES } from './store.ts'

type Row = typeof dailyCounts.$inferInsert

const count = (day: string, name: string, count: number, detail = ''): Row => ({ day, name, detail, count })

/** An app at noon on March 14, 2026 with these counts; returns a moderator's request. */
async function signedInApp(rows: readonly Row[]) {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'moderator')
  if (rows.length > 0) await app.db.insert(dailyCounts).values([...rows])
  return (query: string) => app.call(`/api/admin/metrics${query}`, { headers: { authorization } })
}

test.each([
  { rows: [], firstDay: null },
  { rows: [count('2026-03-14', 'page_view', 5, '/')], firstDay: '2026-03-14' },
])('there are no figures until a full day has passed', async ({ rows, firstDay }) => {
  const read = await signedInApp(rows)
  expect(await (await read('')).json()).toEqual({
    available: false,
    today: '2026-03-14',
    firstDay,
    days: [],
    before: null,
    strengths: [],
    topPages: [],
    ...{ sourceGroups: [], topSources: [], campaigns: [], botSignals: [], activeVisitors: 0 },
  })
  expect(await csvText(await read('/csv'))).toBe(
    '"Day","Page views","Unique visitors","Passwords generated","Passwords checked","Bots","Helpful","Needs improvement"\r\n',
  )
})

test('sources are summed by group and name, beside campaigns and the kinds of bots', async () => {
  const read = await signedInApp([
    ...[12, 13].flatMap((day) => [
      count(`2026-03-${day}`, 'source', 4, 'search Google'),
      count(`2026-03-${day}`, 'source', 1, 'site example.org'),
    ]),
    count('2026-03-13', 'source', 3, 'ai ChatGPT'),
    count('2026-03-13', 'source', 5, 'direct '),
    count('2026-03-14', 'source', 2, 'search Bing'),
    count('2026-03-13', 'campaign', 2, 'spring'),
    count('2026-03-13', 'bot', 7, 'ai_crawler'),
  ])
  expect(await (await read('')).json()).toMatchObject({
    sourceGroups: [
      { group: 'direct', views: 5 },
      { group: 'search', views: 10 },
      { group: 'ai', views: 3 },
      { group: 'social', views: 0 },
      { group: 'site', views: 2 },
    ],
    topSources: [
      { group: 'search', name: 'Google', views: 8 },
      { group: 'ai', name: 'ChatGPT', views: 3 },
      { group: 'search', name: 'Bing', views: 2 },
      { group: 'site', name: 'example.org', views: 2 },
    ],
    campaigns: [{ name: 'spring', views: 2 }],
    botSignals: expect.arrayContaining([{ signal: 'ai_crawler', count: 7 }]),
    activeVisitors: 0,
  })
})

const THREE_DAYS = [
  count('2026-03-12', 'page_view', 4, '/'),
  count('2026-03-12', 'page_view', 2, '/faq'),
  count('2026-03-12', 'unique_visitors', 3),
  count('2026-03-12', 'password_checked', 2, '90'),
  count('2026-03-12', 'bot', 6, 'agent'),
  count('2026-03-12', 'bot', 1, 'prefetch'),
  count('2026-03-14', 'page_view', 1, '/faq'),
  count('2026-03-14', 'password_generated', 10, 'multiple'),
  count('2026-03-14', 'password_checked', 1, '10'),
  count('2026-03-14', 'feedback_helpful', 1),
  count('2026-03-14', 'feedback_unhelpful', 2),
]

const day = (date: string, figures: object = {}) => ({ ...NO_FIGURES, day: date, ...figures })

test('returns figures by day since the first count, with strengths and top pages', async () => {
  const read = await signedInApp(THREE_DAYS)
  const metrics = await (await read('')).json()
  expect(metrics.available).toBe(true)
  expect(metrics.days).toEqual([
    day('2026-03-12', { pageViews: 6, uniqueVisitors: 3, passwordsChecked: 2, bots: 7 }),
    day('2026-03-13'),
    day('2026-03-14', {
      pageViews: 1,
      passwordsGenerated: 10,
      passwordsChecked: 1,
      helpful: 1,
      unhelpful: 2,
    }),
  ])
  expect(metrics.strengths).toHaveLength(10)
  expect(metrics.strengths.filter(({ count }: { count: number }) => count > 0)).toEqual([
    { from: 10, count: 1 },
    { from: 90, count: 2 },
  ])
  expect(metrics.topPages).toEqual([
    { path: '/', views: 4 },
    { path: '/faq', views: 3 },
  ])
})

test('a shorter period excludes earlier counts', async () => {
  const read = await signedInApp(THREE_DAYS)
  const metrics = await (await read('?days=2')).json()
  expect(metrics.days.map(({ day }: { day: string }) => day)).toEqual(['2026-03-13', '2026-03-14'])
  expect(metrics.topPages).toEqual([{ path: '/faq', views: 1 }])
})

test('rejects an invalid number of days', async () => {
  const read = await signedInApp(THREE_DAYS)
  for (const days of ['0', '367', '-1', '1.5', 'x', 'NaN', 'Infinity'] as const) {
    for (const path of [`?days=${days}`, `/csv?days=${days}`]) {
      const response = await read(path)
      expect([days, response.status]).toEqual([days, 400])
      expect((await response.json()).message).toBe('days must be a number from 1 to 366')
    }
  }
})

const days = async (response: Response): Promise<string[]> =>
  (await response.json()).days.map(({ day }: { day: string }) => day)

test('the period is from–to inclusive, or a number of days up to `to`', async () => {
  const read = await signedInApp(THREE_DAYS)
  expect(await days(await read('?from=2026-03-12&to=2026-03-13'))).toEqual(['2026-03-12', '2026-03-13'])
  expect(await days(await read('?from=2026-03-13'))).toEqual(['2026-03-13', '2026-03-14'])
  expect(await days(await read('?to=2026-03-13&days=1'))).toEqual(['2026-03-13'])
})

test('days before the first count are omitted', async () => {
  const read = await signedInApp(THREE_DAYS)
  expect(await days(await read('?from=2025-12-31&to=2026-03-12'))).toEqual(['2026-03-12'])
  expect(await days(await read('?from=2025-12-30&to=2025-12-31'))).toEqual([])
})

test('rejects an invalid period', async () => {
  const read = await signedInApp(THREE_DAYS)
  for (const [query, message] of [
    ['from=2026-03-32', 'from must be a date like 2026-01-31'],
    ['from=2026-02-29', 'from must be a date like 2026-01-31'],
    ['from=', 'from must be a date like 2026-01-31'],
    ["to='%20OR%201=1", 'to must be a date like 2026-01-31'],
    ['to=2026-03-15', 'to must not be after today, 2026-03-14'],
    ['from=2026-03-15', 'from must not be after 2026-03-14'],
    ['from=2026-03-13&to=2026-03-12', 'from must not be after 2026-03-12'],
    ['from=2025-03-13', 'from and to must span at most 366 days'],
    ['from=0000-01-01', 'from must be a date like 2026-01-31'],
    ['from=1970-01-01', 'from and to must span at most 366 days'],
    ['to=0000-01-01', 'to must be a date like 2026-01-31'],
    ['from=2026-03-13&days=2', 'Specify either days or from, not both'],
    ['from=2026-03-13&from=2026-03-12', 'from must be a date like 2026-01-31'],
  ] as const) {
    const answer = await read(`?${query}`)
    expect([query, answer.status, (await answer.json()).message]).toEqual([query, 400, message])
  }
})

test('compares full days with as many preceding days, if all of those were counted', async () => {
  const read = await signedInApp([
    count('2026-03-08', 'page_view', 1_000, '/'),
    count('2026-03-09', 'page_view', 10, '/'),
    count('2026-03-10', 'page_view', 20, '/'),
    count('2026-03-11', 'unique_visitors', 3),
    count('2026-03-12', 'page_view', 40, '/'),
    count('2026-03-14', 'page_view', 80, '/'),
  ])
  const before = async (query: string) => (await (await read(query)).json()).before
  // The 12th and 13th are full days, compared with the 10th and 11th.
  expect(await before('?days=3')).toMatchObject({ pageViews: 20, uniqueVisitors: 3 })
  expect(await before('?from=2026-03-11&to=2026-03-12')).toMatchObject({ pageViews: 30, uniqueVisitors: 0 })
  // Counting began on the 8th, so that day may be partial.
  expect(await before('?days=4')).toBeNull()
  expect(await before('?from=2026-03-08')).toBeNull()
  // Today isn't over.
  expect(await before('?days=1')).toBeNull()
})

test('later counts appear in the next response, on past days as well', async () => {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'moderator')
  const read = async () => (await app.call('/api/admin/metrics', { headers: { authorization } })).json()
  const views = (day: string, count: number) =>
    addCounts(app.db, [{ day, name: 'page_view', detail: '/faq', count }], [])
  await app.db.insert(dailyCounts).values([...THREE_DAYS])
  expect((await read()).topPages).toEqual([
    { path: '/', views: 4 },
    { path: '/faq', views: 3 },
  ])
  await views('2026-03-14', 10)
  expect((await read()).topPages[0]).toEqual({ path: '/faq', views: 13 })
  await views('2026-03-12', 100)
  expect((await read()).topPages[0]).toEqual({ path: '/faq', views: 113 })
})

test('lists the ten pages with the most views, past and present', async () => {
  const read = await signedInApp([
    ...Array.from({ length: 12 }, (_, page) => count('2026-03-12', 'page_view', page + 1, `/blog/${page}`)),
    count('2026-03-14', 'page_view', 20, '/blog/0'),
    count('2026-03-14', 'page_view', 3, '/blog/new'),
  ])
  const { topPages } = await (await read('')).json()
  expect(topPages.map(({ path }: { path: string }) => path)).toEqual([
    '/blog/0',
    ...[11, 10, 9, 8, 7, 6, 5, 4, 3].map((page) => `/blog/${page}`),
  ])
})

test.each([
  // The nights when the clocks go forward and back.
  ['Europe/Berlin', '2026-03-29T21:59:59Z', '2026-03-29'],
  ['Europe/Berlin', '2026-03-29T22:00:00Z', '2026-03-30'],
  ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25'],
  ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-26'],
])('in %s, today at %s is %s', async (timeZone, instant, today) => {
  const app = await testApp({ clock: { now: new Date(instant) }, settings: { timeZone } })
  const { authorization } = await makeUser(app, 'moderator')
  await app.db.insert(dailyCounts).values([count('2026-03-01', 'page_view', 1, '/')])
  await app.call('/', {
    headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/142.0' },
  })
  const metrics = await (await app.call('/api/admin/metrics?days=2', { headers: { authorization } })).json()
  expect(metrics).toMatchObject({ today, days: [{ pageViews: 0 }, { day: today, pageViews: 1 }] })
})

test('downloads the figures as CSV', async () => {
  const response = await (await signedInApp(THREE_DAYS))('/csv?days=3')
  expect(response.headers.get('content-type')).toStartWith('text/csv')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="metrics.csv"')
  expect((await response.text()).split('\r\n').slice(1)).toEqual([
    '"2026-03-12",6,3,0,2,7,0,0',
    '"2026-03-13",0,0,0,0,0,0,0',
    '"2026-03-14",1,0,10,1,0,1,2',
    '',
  ])
})
