import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { openRemote } from '#src/db/remote.ts'
import { notices, users } from '#src/db/schema.ts'
import { jobsOf } from '#src/jobs.ts'
import { setUpChannels } from '#src/notices/store.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { isSqldAvailable, sharedSqld } from '#src/testing/sqld.ts'
import { testApp } from '#src/testing/test-app.ts'

const DRAFT = { title: 'Later', content: 'It matters most.' }
const NINE = '2030-01-31T09:00:00.000Z'

async function scheduling() {
  const clock = { now: new Date('2030-01-31T08:00:00Z') }
  const app = await testApp({ clock })
  const { authorization } = await makeUser(app, 'admin')
  const send = async (method: string, path: string, json?: unknown) => {
    const response = await app.call(`/api/admin/blog/posts${path}`, {
      method,
      json,
      headers: { authorization },
    })
    return { status: response.status, answer: await response.json() }
  }
  const job = jobsOf(app).find(({ name }) => name === 'scheduled posts')
  const runAt = async (moment: string) => {
    clock.now = new Date(moment)
    await job?.run(new AbortController().signal)
  }
  const publicPosts = async (): Promise<{ title: string; publishedAt: string }[]> =>
    (await app.call('/api/blog/posts')).json()
  const actions = async () =>
    (await auditLog(app.db)).map(({ actor, source, action, detail }) =>
      [actor, source, action, detail].join(),
    )
  return { app, clock, send, job, runAt, publicPosts, actions }
}

test('a draft is published at its time, once, with the planned date, in lists, feed and sitemap', async () => {
  const { app, send, job, runAt, publicPosts, actions } = await scheduling()
  const { status, answer } = await send('POST', '', { ...DRAFT, publishAt: '2030-01-31T10:00:00+01:00' })
  expect({ status, at: answer.publishAt, state: answer.status }).toEqual({
    status: 201,
    at: NINE,
    state: 'draft',
  })
  expect((await send('GET', '')).answer).toMatchObject([{ status: 'draft', publishAt: NINE }])
  const pages = ['/blog', '/sitemap.xml', '/feed.xml']
  const shown = async () => {
    const texts = await Promise.all(pages.map(async (path) => (await app.call(path)).text()))
    return texts.map((text) => text.includes('/blog/later'))
  }
  expect(job?.atStart).toBe(true)

  await runAt('2030-01-31T08:59:59.999Z')
  expect(await publicPosts()).toEqual([])
  expect(await shown()).toEqual([false, false, false])

  await runAt('2030-01-31T12:00:00Z')
  await runAt('2030-01-31T12:00:20Z')
  expect(await publicPosts()).toMatchObject([{ title: 'Later', publishedAt: NINE }])
  expect(await shown()).toEqual([true, true, true])
  expect((await app.call('/blog/later')).status).toBe(200)
  expect((await send('GET', '/1')).answer).toMatchObject({
    status: 'published',
    publishAt: null,
    updatedBy: null,
  })
  expect(await actions()).toEqual([
    `admin,web,post_created,draft, scheduled for ${NINE}`,
    'daily schedule,schedule,post_published,draft → published',
  ])
})

test('a time can be moved, kept, and cleared; each change is logged, also one that an autosave brings', async () => {
  const { send, runAt, publicPosts, actions } = await scheduling()
  await send('POST', '', { ...DRAFT, publishAt: NINE })
  const moved = { ...DRAFT, publishAt: '2030-02-01T09:00:00Z', autosave: true }
  expect((await send('PUT', '/1', moved)).answer.publishAt).toBe('2030-02-01T09:00:00.000Z')
  expect((await send('PUT', '/1', { ...DRAFT, autosave: true })).answer.publishAt).toBe(
    '2030-02-01T09:00:00.000Z',
  )
  await runAt('2030-01-31T10:00:00Z')
  expect(await publicPosts()).toEqual([])
  expect((await send('PUT', '/1', { ...DRAFT, publishAt: null })).answer.publishAt).toBeNull()
  await runAt('2030-02-02T10:00:00Z')
  expect(await publicPosts()).toEqual([])
  expect(await actions()).toEqual([
    `admin,web,post_created,draft, scheduled for ${NINE}`,
    'admin,web,post_updated,draft, scheduled for 2030-02-01T09:00:00.000Z',
    'admin,web,post_updated,draft, no longer scheduled',
  ])
})

test.each([
  ["UPDATE users SET is_active = 0 WHERE username = 'moderator'"],
  ["DELETE FROM users WHERE username = 'moderator'"],
])('after %s, what they scheduled stays a draft, with a notice', async (ending) => {
  const { app, send, runAt, publicPosts, actions } = await scheduling()
  await setUpChannels(app.db, ['email'], app.clock.now)
  const { authorization } = await makeUser(app, 'moderator')
  const json = { ...DRAFT, title: 'Theirs', publishAt: NINE }
  const headers = { authorization }
  await app.call('/api/admin/blog/posts', { method: 'POST', json, headers })
  await send('POST', '', { ...DRAFT, title: 'Mine', publishAt: NINE })
  await send('PUT', '/1', { ...json, content: 'Edited by another, at the same time.' })
  await app.db.run(sql.raw(ending))
  await runAt('2030-01-31T09:00:00Z')
  await runAt('2030-01-31T09:01:00Z')
  expect((await publicPosts()).map(({ title }) => title)).toEqual(['Mine'])
  expect((await send('GET', '/1')).answer).toMatchObject({ status: 'draft', publishAt: null })
  expect((await app.db.select().from(notices)).map(({ kind }) => kind)).toEqual(['post_not_published'])
  expect(await actions()).toContain(
    'daily schedule,schedule,post_updated,draft, no longer scheduled: who scheduled it has lost their access',
  )
})

test('whoever moves the time of a post is the one who scheduled it', async () => {
  const { app, send, runAt, publicPosts } = await scheduling()
  const { authorization, user } = await makeUser(app, 'moderator')
  const json = { ...DRAFT, publishAt: NINE }
  await app.call('/api/admin/blog/posts', { method: 'POST', json, headers: { authorization } })
  await send('PUT', '/1', { ...DRAFT, publishAt: '2030-01-31T09:30:00Z' })
  await app.db.update(users).set({ isActive: false }).where(eq(users.id, user.id))
  await runAt('2030-01-31T09:30:00Z')
  expect(await publicPosts()).toHaveLength(1)
})

test('publishing at once, archiving and deleting end a schedule', async () => {
  const { send, runAt, publicPosts } = await scheduling()
  for (const title of ['Now', 'Archived', 'Deleted', 'Many'])
    await send('POST', '', { ...DRAFT, title, publishAt: NINE })
  expect((await send('POST', '/1/publish')).answer).toMatchObject({ status: 'published', publishAt: null })
  expect((await send('PUT', '/2', { ...DRAFT, status: 'archived' })).answer.publishAt).toBeNull()
  await send('DELETE', '/3')
  await send('POST', '/bulk-publish', { ids: [4] })
  await send('PUT', '/1', { ...DRAFT, title: 'Now', status: 'draft' })
  await runAt('2030-01-31T10:00:00Z')
  expect((await publicPosts()).map(({ title }) => title)).toEqual(['Many'])
})

test('refuses a time that has passed, or a schedule for a post that is no draft, and changes nothing', async () => {
  const { clock, send } = await scheduling()
  await send('POST', '', { ...DRAFT, publishAt: NINE })
  const past = 'Please choose a time in the future, or publish the post now'
  const unreadable = 'Please choose a date and time, such as 2030-01-31T09:00:00Z'
  for (const [change, message] of [
    [{ publishAt: '2030-01-31T08:00:00Z' }, past],
    [{ publishAt: '9999-12-31T23:59:59-10:00' }, past],
    [{ publishAt: NINE, status: 'published' }, 'Only drafts can be scheduled'],
    [{ publishAt: NINE, status: 'archived' }, 'Only drafts can be scheduled'],
    [{ publishAt: '2030-02-30T09:00:00Z' }, unreadable],
    [{ publishAt: '2030-02-20T09:00' }, unreadable],
    [{ publishAt: '' }, unreadable],
    [{ publishAt: 5 }, unreadable],
  ] as const) {
    const { status, answer } = await send('PUT', '/1', { ...DRAFT, title: 'Changed', ...change })
    expect({ status, message: answer.message, fields: answer.fields }).toEqual({
      status: 400,
      message,
      fields: { publishAt: message },
    })
  }
  expect((await send('GET', '/1')).answer).toMatchObject({ title: 'Later', publishAt: NINE })
  // The text can still be saved in the seconds until the schedule takes the draft.
  clock.now = new Date('2030-01-31T09:00:05Z')
  expect((await send('PUT', '/1', { ...DRAFT, publishAt: NINE })).status).toBe(200)
})

test.if(isSqldAvailable)('three instances publish each of many drafts once', async () => {
  const server = await sharedSqld()
  const name = await server.createDatabase()
  const clock = { now: new Date('2030-01-31T08:00:00Z') }
  const open = () => testApp({ clock, engine: openRemote(server.urlOf(name), undefined) })
  const instances = [await open(), await open(), await open()]
  const [first] = instances
  if (!first) throw new Error('no instance')
  const { authorization } = await makeUser(first, 'admin')
  for (let post = 0; post < 25; post++) {
    const json = { ...DRAFT, title: `Post ${post}`, publishAt: NINE }
    await first.call('/api/admin/blog/posts', { method: 'POST', json, headers: { authorization } })
  }
  clock.now = new Date(NINE)
  const { signal } = new AbortController()
  await Promise.all(
    instances.map((app) =>
      jobsOf(app)
        .find(({ name }) => name === 'scheduled posts')
        ?.run(signal),
    ),
  )
  const published = (await auditLog(first.db)).filter(({ action }) => action === 'post_published')
  expect(new Set(published.map(({ subject }) => subject)).size).toBe(25)
  expect(published).toHaveLength(25)
  for (const app of instances) expect(await (await app.call('/api/blog/posts')).json()).toHaveLength(25)
})
