import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Backup } from '#domain/backups.ts'
import type { Role } from '#domain/users.ts'
import { appendHistory } from '#src/backups/history.ts'
import { analyses, contacts, dailyCounts } from '#src/db/schema.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { makePost } from '#src/testing/make-post.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { type TestApp, testApp } from '#src/testing/test-app.ts'

async function readOverview(app: TestApp, role: Role = 'moderator') {
  const { authorization } = await makeUser(app, role)
  const answer = await app.call('/api/admin/dashboard/overview', { headers: { authorization } })
  expect(answer.status).toBe(200)
  return answer.json()
}

const message = (createdAt: string, subject = 'Hello', status = 'new') => ({
  name: 'Ada',
  email: 'ada@example.com',
  subject,
  message: 'x',
  status,
  createdAt,
})

const views = (day: string, count: number) => ({ day, name: 'page_view', detail: '/', count })

test('on the first day there are no figures', async () => {
  expect(await readOverview(await testApp())).toEqual({
    days: [],
    messages: [],
    drafts: { total: 0, newest: [] },
    analyses: { total: 0, newest: [] },
    backup: { isPossible: false, keep: 7, lastGood: null, failed: null, isOverdue: false },
  })
})

test('returns up to thirty days since the first count, ending today', async () => {
  const app = await testApp()
  await app.db.insert(dailyCounts).values([views('2026-03-12', 3), views('2026-03-14', 1)])
  const { days } = await readOverview(app)
  expect(days).toMatchObject([
    { day: '2026-03-12', pageViews: 3, uniqueVisitors: 0, contacts: 0 },
    { day: '2026-03-13', pageViews: 0 },
    { day: '2026-03-14', pageViews: 1 },
  ])
  await app.db.insert(dailyCounts).values([views('2025-01-01', 3)])
  const { days: all } = await readOverview(app, 'admin')
  expect([all.length, all[0].day, all.at(-1).day]).toEqual([30, '2026-02-13', '2026-03-14'])
})

test("messages count for the day in the site's time zone; held-back ones don't count", async () => {
  const clock = { now: new Date('2026-03-29T12:00:00Z') }
  const app = await testApp({ clock, settings: { timeZone: 'Europe/Berlin' } })
  await app.db.insert(dailyCounts).values([views('2026-03-28', 1)])
  await app.db
    .insert(contacts)
    .values([
      message('2026-03-27T22:59:59.999Z'),
      message('2026-03-27T23:00:00.000Z'),
      message('2026-03-28T22:59:59.999Z'),
      message('2026-03-28T23:00:00.000Z'),
      message('2026-03-29T11:59:59.999Z'),
      message('2026-03-29T11:00:00.000Z', 'Buy', 'held_back'),
    ])
  const { days } = await readOverview(app)
  expect(days).toMatchObject([
    { day: '2026-03-28', contacts: 2 },
    { day: '2026-03-29', contacts: 2 },
  ])
})

test('returns the five newest messages, without their text and without held-back ones', async () => {
  const app = await testApp()
  await app.db
    .insert(contacts)
    .values([
      ...[1, 2, 3, 4, 5, 6].map((day) => message(`2026-03-0${day}T12:00:00.000Z`, `No. ${day}`, 'read')),
      message('2026-03-09T12:00:00.000Z', 'Buy', 'held_back'),
    ])
  const { messages } = await readOverview(app)
  expect(messages.map(({ subject }: { subject: string }) => subject)).toEqual(
    [6, 5, 4, 3, 2].map((day) => `No. ${day}`),
  )
  expect(messages[0]).toEqual({
    id: 6,
    name: 'Ada',
    subject: 'No. 6',
    status: 'read',
    createdAt: '2026-03-06T12:00:00.000Z',
  })
})

test('lists and counts drafts and pending websites', async () => {
  const app = await testApp()
  for (const number of [1, 2, 3, 4, 5, 6]) {
    await makePost(app.db, { title: `Draft ${number}`, slug: `draft-${number}`, status: 'draft' })
  }
  await makePost(app.db, { title: 'Out', slug: 'out', status: 'published' })
  const website = { autoUpdate: false, createdAt: '2026-03-14T11:00:00.000Z' }
  await app.db.insert(analyses).values([
    { ...website, url: 'https://a.example/', domain: 'a.example', status: 'completed' },
    {
      ...website,
      url: 'https://b.example/',
      domain: 'b.example',
      status: 'pending',
      requestedAt: website.createdAt,
    },
    {
      ...website,
      url: 'https://c.example/',
      domain: 'c.example',
      status: 'pending',
      requestedAt: website.createdAt,
      claim: 'x',
      claimedUntil: '2026-03-14T13:00:00.000Z',
    },
  ])
  const overview = await readOverview(app)
  expect(overview.drafts.total).toBe(6)
  expect(overview.drafts.newest.map(({ title }: { title: string }) => title)).toEqual(
    [6, 5, 4, 3, 2].map((number) => `Draft ${number}`),
  )
  expect(overview.analyses).toEqual({
    total: 2,
    newest: [
      { id: 3, domain: 'c.example', isRunning: true },
      { id: 2, domain: 'b.example', isRunning: false },
    ],
  })
})

const backup = (startedAt: string, failure: string | null): Backup => ({
  name: failure === null ? 'elsewhere.db' : null,
  isHere: false,
  kind: 'daily',
  status: failure === null ? 'done' : 'failed',
  startedAt,
  milliseconds: 20,
  bytes: 4096,
  by: 'daily schedule',
  failure,
})

test('everyone sees a failed backup; only users with access to backups see the reason', async () => {
  using folder = temporaryFolder()
  const backups = join(folder.path, 'backups')
  mkdirSync(backups)
  appendHistory(backups, backup('2026-03-11T03:30:00.000Z', null))
  appendHistory(backups, backup('2026-03-14T03:30:00.000Z', 'The disk is full.'))
  const app = await testApp({ dataDir: folder.path })
  const { backup: shown } = await readOverview(app)
  expect(shown).toMatchObject({
    lastGood: { at: '2026-03-11T03:30:00.000Z', bytes: 4096 },
    failed: { at: '2026-03-14T03:30:00.000Z', reason: null },
    isOverdue: true,
  })
  const { backup: seen } = await readOverview(app, 'super_admin')
  expect(seen.failed).toEqual({ at: '2026-03-14T03:30:00.000Z', reason: 'The disk is full.' })
})
