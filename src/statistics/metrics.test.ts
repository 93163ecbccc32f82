import { expect, test } from 'bun:test'
import { dailyCounts } from '#src/db/schema.ts'
import { csvText } from '#src/testing/csv-text.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { testApp } from '#src/testing/test-app.ts'

type Row = typeof dailyCounts.$inferInsert

const count = (day: string, name: string, count: number, detail = ''): Row => ({ day, name, detail, count })

/** An app at noon of 14 March 2026 that has counted this, and what its moderator reads there. */
async function officeWith(rows: readonly Row[]) {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'moderator')
  if (rows.length > 0) await app.db.insert(dailyCounts).values([...rows])
  return (query: string) => app.call(`/api/admin/metrics${query}`, { headers: { authorization } })
}

const NOTHING = { available: false, days: [], strengths: [], topPages: [] }

test.each([{ rows: [] }, { rows: [count('2026-03-14', 'page_view', 5, '/')] }])(
  'until one whole day has passed there are no figures',
  async ({ rows }) => {
    const read = await officeWith(rows)
    expect(await (await read('')).json()).toEqual(NOTHING)
    expect(await csvText(await read('/csv'))).toBe(
      '"Day","Page views","Unique visitors","Passwords generated","Passwords checked","Bots","Helpful","Needs improvement"\r\n',
    )
  },
)

const THREE_DAYS = [
  count('2026-03-12', 'page_view', 4, '/'),
  count('2026-03-12', 'page_view', 2, '/faq'),
  count('2026-03-12', 'unique_visitors', 3),
  count('2026-03-12', 'password_checked', 2, '90'),
  count('2026-03-12', 'bot', 7, 'agent'),
  count('2026-03-14', 'page_view', 1, '/faq'),
  count('2026-03-14', 'password_generated', 10, 'multiple'),
  count('2026-03-14', 'password_checked', 1, '10'),
  count('2026-03-14', 'feedback_helpful', 1),
  count('2026-03-14', 'feedback_unhelpful', 2),
]

const day = (date: string, figures: object = {}) => ({
  day: date,
  pageViews: 0,
  uniqueVisitors: 0,
  passwordsGenerated: 0,
  passwordsChecked: 0,
  bots: 0,
  helpful: 0,
  unhelpful: 0,
  ...figures,
})

test('the figures come day by day since the first one, with strengths and pages of all of them', async () => {
  const read = await officeWith(THREE_DAYS)
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

test('a shorter time leaves out what was before it', async () => {
  const read = await officeWith(THREE_DAYS)
  const metrics = await (await read('?days=2')).json()
  expect(metrics.days.map(({ day }: { day: string }) => day)).toEqual(['2026-03-13', '2026-03-14'])
  expect(metrics.topPages).toEqual([{ path: '/faq', views: 1 }])
})

test.each(['0', '367', '-1', '1.5', 'x', 'NaN', 'Infinity'])('%s days are refused', async (days) => {
  const read = await officeWith(THREE_DAYS)
  for (const path of [`?days=${days}`, `/csv?days=${days}`]) {
    const response = await read(path)
    expect(response.status).toBe(400)
    expect((await response.json()).message).toBe('days must be a number from 1 to 366')
  }
})

test('the figures come as a table to download', async () => {
  const response = await (await officeWith(THREE_DAYS))('/csv?days=3')
  expect(response.headers.get('content-type')).toStartWith('text/csv')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="metrics.csv"')
  expect((await response.text()).split('\r\n').slice(1)).toEqual([
    '"2026-03-12",6,3,0,2,7,0,0',
    '"2026-03-13",0,0,0,0,0,0,0',
    '"2026-03-14",1,0,10,1,0,1,2',
    '',
  ])
})
