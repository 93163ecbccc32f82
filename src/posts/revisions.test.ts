import { expect, test } from 'bun:test'
import { desc } from 'drizzle-orm'
import { type PostRevision, REVISION_LIMITS } from '#domain/posts.ts'
import { auditEntries, postRevisions } from '#src/db/schema.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'

const POSTS = '/api/admin/blog/posts'
const NIGHT_MS = 36_000_000

async function writing() {
  const clock = { now: NOON }
  const app = await testApp({ clock })
  const { authorization } = await makeUser(app, 'admin')
  const send = (method: string, path: string, json?: unknown) =>
    app.call(`${POSTS}${path}`, { method, json, headers: { authorization } })
  const save = async (content: string, autosave = false) => {
    clock.now = new Date(clock.now.getTime() + 1000)
    const answer = await send('PUT', '/1', { title: 'Length', content, autosave })
    expect(answer.status).toBe(200)
  }
  const list = async (query = ''): Promise<PostRevision[]> =>
    (await send('GET', `/1/revisions${query}`)).json()
  const contents = async () => {
    const kept = (await list('?limit=100')).map(async ({ id }) =>
      (await send('GET', `/1/revisions/${id}`)).json(),
    )
    return (await Promise.all(kept)).map(({ content }) => content)
  }
  /** A moderator, whose saves are a second apart. */
  const other = async () => {
    const { authorization } = await makeUser(app, 'moderator')
    return async (path: string, json: object = {}) => {
      clock.now = new Date(clock.now.getTime() + 1000)
      const method = path.endsWith('publish') ? 'POST' : 'PUT'
      const body = method === 'PUT' ? { title: 'Length', ...json } : undefined
      const answer = await app.call(`${POSTS}${path}`, { method, json: body, headers: { authorization } })
      expect(answer.status).toBe(200)
    }
  }
  await send('POST', '', { title: 'Length', content: 'one' })
  return { app, other, clock, send, save, list, contents }
}

test('a save keeps the former text once, with when and by whom it was saved', async () => {
  const { save, list, contents, send } = await writing()
  await save('two')
  await save('two')
  expect(await list()).toEqual([{ id: 1, savedAt: NOON.toISOString(), savedBy: 'admin' }])
  await save('one')
  await save('two')
  expect(await contents()).toEqual(['one', 'two', 'one'])
  expect(await (await send('GET', '/1/revisions/1')).json()).toEqual({
    title: 'Length',
    excerpt: '',
    content: 'one',
    tags: [],
    metaTitle: '',
    metaDescription: '',
    canonicalUrl: '',
  })
})

test('autosaves within an hour keep one text', async () => {
  const { clock, save, contents } = await writing()
  for (const content of ['a', 'ab', 'abc']) await save(content, true)
  expect(await contents()).toEqual([])
  clock.now = new Date(clock.now.getTime() + 2 * 60 * 60 * 1000)
  for (const content of ['b', 'bc', 'bcd']) await save(content, true)
  expect(await contents()).toEqual(['abc'])
})

test('a text that is already the newest kept one is not kept twice', async () => {
  const { save, contents } = await writing()
  await save('two')
  await save('one', true)
  await save('three')
  expect(await contents()).toEqual(['one'])
})

test('keeps the newest within a number and a size, and lists them in pages', async () => {
  const { save, list, contents } = await writing()
  for (let number = 0; number < REVISION_LIMITS.count + 5; number++) await save(`Text ${number}`)
  expect(await contents()).toHaveLength(REVISION_LIMITS.count)
  expect((await contents()).at(0)).toBe(`Text ${REVISION_LIMITS.count + 3}`)
  expect(await list('?limit=20&offset=40')).toHaveLength(10)
  const long = '漢'.repeat(499_000)
  for (const end of 'abcde') await save(long + end)
  expect((await contents()).map((content) => content.slice(-1))).toEqual(['d', 'c'])
})

test('one editor’s many or long saves delete no text of another editor', async () => {
  const { app, clock, save, contents, other } = await writing()
  await save('two')
  const moderate = await other()
  for (let number = 0; number < REVISION_LIMITS.count + 5; number++)
    await moderate('/1', { content: `Text ${number}` })
  expect((await contents()).slice(-2)).toEqual(['two', 'one'])
  expect(await contents()).toHaveLength(REVISION_LIMITS.count + 2)
  const long = '漢'.repeat(499_000)
  for (const end of 'abcde') {
    clock.now = new Date(clock.now.getTime() + 3_600_000)
    await moderate('/1', { content: long + end })
  }
  expect((await contents()).slice(-2)).toEqual(['two', 'one'])
  expect((await contents()).length).toBeLessThan(10)
  const [entry] = await app.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1)
  expect(entry?.detail).toMatch(/^draft, \d+ revisions? over the limit deleted$/)
})

test("saving or publishing another's text unchanged doesn't make it one's own", async () => {
  const { save, list, contents, other } = await writing()
  await save('two')
  const moderate = await other()
  await moderate('/1', { content: 'two' })
  await moderate('/1/publish')
  await moderate('/1', { content: 'three', status: 'published' })
  expect(await contents()).toEqual(['two', 'one'])
  expect((await list())[0]).toMatchObject({
    savedAt: new Date(NOON.getTime() + 1000).toISOString(),
    savedBy: 'admin',
  })
})

test("an autosave right after saving another's draft unchanged keeps its text", async () => {
  const { save, contents, other } = await writing()
  await save('two')
  const moderate = await other()
  await moderate('/1', { content: 'two', autosave: true })
  await moderate('/1', { content: 'x', autosave: true })
  expect(await contents()).toEqual(['two', 'one'])
})

test('what stood for long outlasts many saves of the same person', async () => {
  const { clock, save, contents } = await writing()
  await save('public overnight')
  clock.now = new Date(clock.now.getTime() + NIGHT_MS)
  for (let number = 0; number < REVISION_LIMITS.count + 5; number++) await save(`Text ${number}`)
  expect((await contents()).at(-1)).toBe('public overnight')
  expect((await contents()).at(0)).toBe(`Text ${REVISION_LIMITS.count + 3}`)
  expect(await contents()).toHaveLength(REVISION_LIMITS.count)
})

test('a single former text is deleted, by its post’s id only, with an audit entry', async () => {
  const { app, send, save, contents } = await writing()
  for (const content of ['two', 'three']) await save(content)
  await send('POST', '', { title: 'Other', content: 'x' })
  expect((await send('DELETE', '/2/revisions/1')).status).toBe(404)
  expect((await send('DELETE', '/1/revisions/1')).status).toBe(200)
  expect((await send('DELETE', '/1/revisions/1')).status).toBe(404)
  expect(await contents()).toEqual(['two'])
  const [entry] = await app.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1)
  expect(entry).toMatchObject({
    actor: 'admin',
    action: 'revision_deleted',
    subject: 'Length',
    detail: NOON.toISOString(),
  })
})

test('revisions end with their post, and others cannot read them by its id or in public', async () => {
  const { app, send, save } = await writing()
  await save('two')
  await send('POST', '', { title: 'Other', content: 'x' })
  expect((await send('GET', '/2/revisions/1')).status).toBe(404)
  expect((await app.call(`${POSTS}/1/revisions`)).status).toBe(401)
  expect((await send('DELETE', '/1')).status).toBe(200)
  expect(await app.db.$count(postRevisions)).toBe(0)
  expect((await send('GET', '/1/revisions')).status).toBe(404)
})
