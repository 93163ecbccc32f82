import { expect, test } from 'bun:test'
import { BULK_MAX } from '#domain/bulk.ts'
import { POST_SORTS } from '#domain/posts.ts'
import type { Role } from '#domain/users.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { makePost } from '#src/testing/make-post.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'

const TITLES = ['beta', 'Alpha', 'alpha', 'Gamma', 'émile']
const STATUSES = ['draft', 'published', 'archived'] as const

async function signedInApp(count: number, role: Role = 'admin') {
  const app = await testApp()
  const { authorization } = await makeUser(app, role)
  for (let index = 0; index < count; index++) {
    const post = {
      title: TITLES[index % TITLES.length] ?? '',
      content: 'word '.repeat(1 + 250 * (index % 4)),
      status: STATUSES[index % STATUSES.length] ?? 'draft',
    }
    await makePost(app.db, post, new Date(NOON.getTime() + Math.floor(index / 3)))
  }
  const call = (method: string, path: string, json?: unknown) =>
    app.call(`/api/admin/blog/posts${path}`, { method, json, headers: { authorization } })
  const read = async (query: string) => {
    const answer = await call('GET', `?${query}`)
    const rows: { id: number; title: string; status: string }[] = await answer.json()
    return { rows, ids: rows.map(({ id }) => id), next: answer.headers.get('x-next-cursor') }
  }
  return { app, call, read }
}

const ORDERS = POST_SORTS.flatMap((sort) => ['asc', 'desc'].map((order) => `sort=${sort}&order=${order}`))

test('in each sort order, the pages together are the whole list, with and without filter and search', async () => {
  const { read } = await signedInApp(40)
  for (const order of ORDERS) {
    for (const filter of ['', '&search=word&status=published']) {
      const { ids } = await read(`${order}${filter}`)
      const paged: number[] = []
      for (let after = ''; ; ) {
        const page = await read(`${order}${filter}&limit=7${after}`)
        paged.push(...page.ids)
        if (page.next === null) break
        after = `&after=${page.next}`
      }
      expect({ order, filter, paged }).toEqual({ order, filter, paged: ids })
      expect(new Set(ids).size).toBe(ids.length)
    }
  }
})

test('sorts by title ignoring case, and newest first by default', async () => {
  const { read } = await signedInApp(5)
  expect((await read('sort=title&order=asc')).ids).toEqual([2, 3, 1, 4, 5])
  expect((await read('')).ids).toEqual([5, 4, 3, 2, 1])
  expect((await read('sort=readingMinutes&order=desc')).ids[0]).toBe(4)
})

test('publishes many drafts in one request, with an audit entry each', async () => {
  const { app, call, read } = await signedInApp(4, 'moderator')
  const answer = await call('POST', '/bulk-publish', { ids: [1, 2, 4, 99] })
  expect(await answer.json()).toMatchObject([
    { id: 1, status: 'published', publishedAt: NOON.toISOString() },
    { id: 4, status: 'published' },
  ])
  expect((await read('status=draft')).ids).toEqual([])
  expect((await (await app.call('/api/blog/posts')).json()).length).toBe(3)
  const noted = (await auditLog(app.db)).filter(({ actor }) => actor === 'moderator')
  expect(noted.map(({ action, subject }) => [action, subject])).toEqual([
    ['post_published', 'beta'],
    ['post_published', 'Gamma'],
  ])
})

test('deletes many posts in one request, with an audit entry each', async () => {
  const { app, call, read } = await signedInApp(4)
  expect(await (await call('POST', '/bulk-delete', { ids: [3, 1, 99] })).json()).toEqual({ success: true })
  expect((await read('')).ids).toEqual([4, 2])
  const noted = (await auditLog(app.db)).filter(({ actor }) => actor === 'admin')
  expect(noted.map(({ action, subject }) => [action, subject])).toEqual([
    ['post_deleted', 'beta'],
    ['post_deleted', 'alpha'],
  ])
})

test('a request accepts at most 200 posts', async () => {
  const { call, read } = await signedInApp(1, 'moderator')
  const ids = Array.from({ length: BULK_MAX + 1 }, (_, index) => index + 2)
  expect((await call('POST', '/bulk-publish', { ids })).status).toBe(400)
  expect((await call('POST', '/bulk-publish', { ids: ids.slice(1) })).status).toBe(200)
  for (const json of [{}, { ids: [] }, { ids: ['1'] }, { ids: [1.5] }]) {
    expect((await call('POST', '/bulk-publish', json)).status).toBe(400)
  }
  expect((await read('status=draft')).ids).toEqual([1])
})
