import { expect, test } from 'bun:test'
import type { Role } from '#domain/users.ts'
import { previews } from '#src/db/schema.ts'
import { actor } from '#src/testing/actor.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { freezeDate } from '#src/testing/freeze-date.ts'
import { makePost } from '#src/testing/make-post.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { createPreview } from './previews.ts'

freezeDate()

const DRAFT = { title: 'Length first', content: 'It matters most.' }

async function signedInApp(role: Role = 'admin') {
  const app = await testApp()
  const { authorization } = await makeUser(app, role)
  const send = (method: string, path: string, json?: unknown) =>
    app.call(`/api/admin/blog/posts${path}`, { method, json, headers: { authorization } })
  const sent = async (method: string, path: string, json?: unknown) => {
    const response = await send(method, path, json)
    return { status: response.status, answer: await response.json() }
  }
  const publicSlugs = async () => {
    const posts: { slug: string }[] = await (await app.call('/api/blog/posts')).json()
    return posts.map(({ slug }) => slug)
  }
  const noted = async () =>
    (await auditLog(app.db)).map(({ actor, action, subject, detail }) => [actor, action, subject, detail])
  return { app, send, sent, authorization, publicSlugs, noted }
}

test('a new post is a draft with a slug from its title', async () => {
  const { sent, publicSlugs } = await signedInApp('moderator')
  const { status, answer } = await sent('POST', '', DRAFT)
  expect(status).toBe(201)
  expect(answer).toEqual({
    id: 1,
    slug: 'length-first',
    ...DRAFT,
    excerpt: '',
    status: 'draft',
    tags: [],
    metaTitle: '',
    metaDescription: '',
    canonicalUrl: '',
    publishedAt: null,
    publishAt: null,
    createdAt: NOON.toISOString(),
    updatedAt: NOON.toISOString(),
    updatedBy: 'moderator',
  })
  expect(await publicSlugs()).toEqual([])
})

test('lists omit the content of a post; the post itself has it', async () => {
  const { sent } = await signedInApp('moderator')
  const { answer: whole } = await sent('POST', '', { ...DRAFT, content: 'word '.repeat(450) })
  const { content, metaTitle, metaDescription, canonicalUrl, updatedBy, ...listed } = whole
  expect((await sent('GET', '')).answer).toEqual([
    { ...listed, excerpt: `${'word '.repeat(32)}…`, readingMinutes: 3 },
  ])
  expect(await sent('GET', '/1')).toEqual({ status: 200, answer: whole })
  expect((await sent('GET', '/2')).status).toBe(404)
})

test.each(['/first', 'example.com', 'ftp://example.com/', 'javascript:alert(1)', 'https://a:b@example.com/'])(
  'refuses the canonical URL %s',
  async (canonicalUrl) => {
    const { sent } = await signedInApp()
    const { status, answer } = await sent('POST', '', { ...DRAFT, canonicalUrl })
    expect([status, answer.fields]).toEqual([400, { canonicalUrl: expect.stringContaining('full address') }])
  },
)

test('keeps a canonical URL, also of a former text', async () => {
  const { sent } = await signedInApp()
  await sent('POST', '', { ...DRAFT, canonicalUrl: ' HTTPS://Example.com/ä ' })
  const { answer } = await sent('PUT', '/1', DRAFT)
  const revision = await sent('GET', '/1/revisions/1')
  expect([answer.canonicalUrl, revision.answer.canonicalUrl]).toEqual(['', 'https://example.com/%C3%A4'])
})

test.each(['tag', 'Preview', 'таг'])('refuses the reserved slug %s', async (slug) => {
  const { sent } = await signedInApp()
  expect(await sent('POST', '', { ...DRAFT, slug })).toMatchObject({
    status: 409,
    answer: { message: 'This URL slug is reserved for a page of the site. Choose a different one.' },
  })
  expect(await sent('POST', '', { ...DRAFT, title: slug })).toMatchObject({ status: 201 })
})

test('a stale edit overwrites nothing', async () => {
  const { app, sent } = await signedInApp()
  const { answer: opened } = await sent('POST', '', DRAFT)
  const grace = await makeUser(app, 'moderator', 'grace')
  const theirs = await app.call('/api/admin/blog/posts/1', {
    method: 'PUT',
    json: { ...DRAFT, title: 'Theirs', basedOn: opened.updatedAt },
    headers: { authorization: grace.authorization },
  })
  expect(await theirs.json()).toMatchObject({ title: 'Theirs', updatedBy: 'grace' })

  const ours = { ...DRAFT, title: 'Ours', slug: 'ours', status: 'published' }
  const message = 'grace changed this post after you opened it.'
  expect(await sent('PUT', '/1', { ...ours, basedOn: opened.updatedAt })).toEqual({
    status: 409,
    answer: { message, code: 'edit_conflict', fields: { basedOn: message } },
  })
  expect((await sent('GET', '')).answer).toMatchObject([{ title: 'Theirs' }])
  expect(await sent('PUT', '/1', ours)).toMatchObject({ status: 200, answer: { title: 'Ours' } })
  expect((await sent('PUT', '/1', opened)).status).toBe(200)
  expect((await sent('PUT', '/7', { ...ours, basedOn: opened.updatedAt })).status).toBe(404)
})

test('two saves get different times even within a millisecond or with the clock set back', async () => {
  const { app, sent } = await signedInApp()
  const times: string[] = [(await sent('POST', '', DRAFT)).answer.updatedAt]
  for (const minutes of [0, 0, 1, -60]) {
    app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000)
    times.push((await sent('PUT', '/1', { ...DRAFT, basedOn: times.at(-1) })).answer.updatedAt)
  }
  times.push((await sent('POST', '/1/publish')).answer.updatedAt)
  expect(times).toEqual([
    '2026-03-14T12:00:00.000Z',
    '2026-03-14T12:00:00.001Z',
    '2026-03-14T12:00:00.002Z',
    '2026-03-14T12:01:00.000Z',
    '2026-03-14T12:01:00.001Z',
    '2026-03-14T12:01:00.002Z',
  ])
  for (const basedOn of times.slice(0, -1)) {
    expect((await sent('PUT', '/1', { ...DRAFT, basedOn })).answer.code).toBe('edit_conflict')
  }
})

test('autosaves of one editing session share an audit entry until the title or status changes', async () => {
  const { app, sent, noted } = await signedInApp()
  const grace = await makeUser(app, 'moderator', 'grace')
  const save = (changes = {}) => sent('PUT', '/1', { ...DRAFT, content: 'More', autosave: true, ...changes })
  await sent('POST', '', DRAFT)
  await save()
  app.clock.now = new Date(NOON.getTime() + 59 * 60_000)
  await save()
  await save({ title: 'Renamed' })
  await save({ title: 'Renamed' })
  app.clock.now = new Date(app.clock.now.getTime() + 61 * 60_000)
  await save({ title: 'Renamed' })
  await app.call('/api/admin/blog/posts/1', {
    method: 'PUT',
    json: { ...DRAFT, title: 'Renamed', autosave: true },
    headers: { authorization: grace.authorization },
  })
  await sent('PUT', '/1', { ...DRAFT, title: 'Renamed' })
  await sent('PUT', '/1', { ...DRAFT, title: 'Renamed' })
  await save({ title: 'Renamed', status: 'published' })
  await save({ title: 'Renamed', status: 'published' })
  await save({ title: 'Renamed', basedOn: 'the past' })
  expect(await noted()).toEqual([
    ['admin', 'post_created', 'Length first', 'draft'],
    ['admin', 'post_updated', 'Renamed', 'draft, was Length first'],
    ['admin', 'post_updated', 'Renamed', 'draft'],
    ['grace', 'post_updated', 'Renamed', 'draft'],
    ['admin', 'post_updated', 'Renamed', 'draft'],
    ['admin', 'post_updated', 'Renamed', 'draft'],
    ['admin', 'post_published', 'Renamed', 'draft → published'],
    ['admin', 'post_updated', 'Renamed', 'published'],
  ])
})

test('publishing and unpublishing take effect immediately', async () => {
  const { sent, publicSlugs } = await signedInApp()
  await sent('POST', '', DRAFT)
  expect(await publicSlugs()).toEqual([])
  expect((await sent('POST', '/1/publish')).answer).toMatchObject({
    status: 'published',
    publishedAt: NOON.toISOString(),
  })
  expect(await publicSlugs()).toEqual(['length-first'])
  await sent('PUT', '/1', { ...DRAFT, slug: 'renamed', status: 'published' })
  expect(await publicSlugs()).toEqual(['renamed'])
  await sent('PUT', '/1', { ...DRAFT, slug: 'renamed', status: 'archived' })
  expect(await publicSlugs()).toEqual([])
  await sent('PUT', '/1', { ...DRAFT, slug: 'renamed', status: 'published' })
  expect((await sent('DELETE', '/1')).answer).toEqual({ success: true })
  expect(await publicSlugs()).toEqual([])
})

test('the audit log records who created, edited, published, unpublished and deleted a post', async () => {
  const { sent, noted } = await signedInApp()
  await sent('POST', '', DRAFT)
  await sent('POST', '/1/publish')
  await sent('PUT', '/1', { ...DRAFT, title: 'Still public', status: 'published' })
  await sent('PUT', '/1', { ...DRAFT, title: 'Hidden', status: 'archived' })
  await sent('PUT', '/1', { ...DRAFT, title: 'Back again', status: 'published' })
  for (const status of ['draft', 'archived', 'draft']) {
    await sent('PUT', '/1', { ...DRAFT, title: 'Back again', status })
  }
  await sent('POST', '', { ...DRAFT, title: 'At once', status: 'published' })
  await sent('POST', '/1/preview')
  await sent('POST', '/2/publish')
  await sent('PUT', '/7', { ...DRAFT, title: 'Missing' })
  await sent('PUT', '/1', { ...DRAFT, title: 'Too late', basedOn: '2026-01-01T00:00:00.000Z' })
  await sent('DELETE', '/1')
  expect(await noted()).toEqual([
    ['admin', 'post_created', 'Length first', 'draft'],
    ['admin', 'post_published', 'Length first', 'draft → published'],
    ['admin', 'post_updated', 'Still public', 'published, was Length first'],
    ['admin', 'post_archived', 'Hidden', 'published → archived, was Still public'],
    ['admin', 'post_published', 'Back again', 'archived → published, was Hidden'],
    ['admin', 'post_unpublished', 'Back again', 'published → draft'],
    ['admin', 'post_archived', 'Back again', 'draft → archived'],
    ['admin', 'post_updated', 'Back again', 'archived → draft'],
    ['admin', 'post_published', 'At once', 'published'],
    ['admin', 'preview_created', 'Back again', null],
    ['admin', 'post_deleted', 'Back again', 'draft'],
  ])
})

test('refuses an invalid post with a reason', async () => {
  const { sent } = await signedInApp()
  for (const [what, json, message, field] of [
    ['no title', { content: 'x' }, 'Title and content are required', 'title'],
    ['a blank title', { title: ' ', content: 'x' }, 'Title and content are required', 'title'],
    ['blank content', { title: 'x', content: '\n \n' }, 'Title and content are required', 'content'],
    ['another status', { ...DRAFT, status: 'deleted' }, 'Please choose a status', 'status'],
    [
      'a long title',
      { ...DRAFT, title: 'x'.repeat(201) },
      'The title can have at most 200 characters',
      'title',
    ],
    ['a title of two lines', { ...DRAFT, title: 'a\nb' }, 'The title must be one line', 'title'],
    ['eleven tags', { ...DRAFT, tags: [...'abcdefghijk'] }, 'A post can have at most 10 tags', 'tags'],
    ['a long tag', { ...DRAFT, tags: ['x'.repeat(41)] }, 'A tag can have at most 40 characters', 'tags'],
    ['tags in one text', { ...DRAFT, tags: 'a, b' }, 'Tags must be a list', 'tags'],
    ['a NUL', { ...DRAFT, content: 'a\u0000b' }, 'The content contains a control character', 'content'],
    ['half a character', { ...DRAFT, content: 'a\ud800b' }, 'This contains an invalid character', 'content'],
  ] as const) {
    const { status, answer } = await sent('POST', '', json)
    expect([what, status, answer.message]).toEqual([what, 400, message])
    expect(Object.keys(answer.fields).some((name) => name.startsWith(field))).toBeTrue()
  }
})

test('renders unsaved text like its page, for users who may write', async () => {
  const { app, authorization } = await signedInApp('moderator')
  const render = (content: unknown, headers: Record<string, string> = { authorization }) =>
    app.call('/api/admin/blog/render', { json: { content }, headers })
  expect(await (await render('## A\n\n<b> [b](javascript:c)')).json()).toEqual({
    html: '<h2 id="a"><span id="s-a"></span>A</h2>\n<p>&lt;b&gt; b</p>\n',
    textFrom: null,
    deadLinks: [],
  })
  expect(await (await render('')).json()).toEqual({ html: '', textFrom: null, deadLinks: [] })
  expect((await render('x', {})).status).toBe(401)
})

test('writes out links as text on request', async () => {
  const { app, authorization } = await signedInApp('moderator')
  const render = (links: unknown) => {
    const json = { content: '[a](https://example.com/)', links }
    return app.call('/api/admin/blog/render', { json, headers: { authorization } })
  }
  expect(await (await render('written-out')).json()).toEqual({
    html: '<p>a (<code>https://example.com/</code>)</p>\n',
    textFrom: null,
    deadLinks: [],
  })
  expect((await render('followed')).status).toBe(400)
  expect((await render(null)).status).toBe(400)
})

test('says from which line on a text is not rendered', async () => {
  const { app, authorization } = await signedInApp('moderator')
  const content = `Words\n\n${'|a'.repeat(520)}\n${'|-'.repeat(520)}\n${'|\n'.repeat(400)}`
  const answer = await app.call('/api/admin/blog/render', { json: { content }, headers: { authorization } })
  expect((await answer.json()).textFrom).toBeWithin(5, 30)
})

test('rendering has the limits of a post', async () => {
  const { app, authorization } = await signedInApp('moderator')
  const render = (content: unknown) =>
    app.call('/api/admin/blog/render', { json: { content }, headers: { authorization } })
  expect((await render('字'.repeat(500_000))).status).toBe(200)
  expect((await render('x'.repeat(500_001))).status).toBe(400)
  expect((await render('x\n'.repeat(10_000))).status).toBe(200)
  expect((await render('x\n'.repeat(10_001))).status).toBe(400)
})

test('limits concurrent previews per network', async () => {
  const { app, authorization } = await signedInApp('moderator')
  const render = async () => {
    const json = { content: '**a** '.repeat(5_000) }
    return (await app.call('/api/admin/blog/render', { json, headers: { authorization } })).status
  }
  const statuses = await Promise.all(Array.from({ length: 40 }, render))
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(8)
  expect(await render()).toBe(200)
})

test('refuses a body that is not an object', async () => {
  const { app, authorization } = await signedInApp()
  const headers = { authorization, 'content-type': 'application/json' }
  for (const body of ['[]', 'null', '"x"', '7']) {
    const response = await app.call('/api/admin/blog/posts', { method: 'POST', body, headers })
    expect([body, response.status]).toEqual([body, 400])
  }
})

test('trims tags and drops duplicates', async () => {
  const { sent } = await signedInApp()
  const { answer } = await sent('POST', '', { ...DRAFT, tags: [' Keys ', 'keys', '', 'Two  words'] })
  expect(answer.tags).toEqual(['Keys', 'Two words'])
})

test('ignores unknown fields', async () => {
  const { sent } = await signedInApp()
  const more = { id: 99, publishedAt: '2001-01-01', createdAt: '2001-01-01', updatedAt: 'x' }
  const { answer } = await sent('POST', '', { ...DRAFT, ...more })
  expect(answer).toMatchObject({ id: 1, publishedAt: null, createdAt: NOON.toISOString() })
})

test('refuses a slug that is taken', async () => {
  const { sent } = await signedInApp()
  await sent('POST', '', { ...DRAFT, slug: 'mine' })
  const { status, answer } = await sent('POST', '', { ...DRAFT, slug: 'mine' })
  const message = 'Slug already exists'
  expect([status, answer]).toEqual([409, { message, code: 'conflict', fields: { slug: message } }])
})

test('changes to a missing post return 404', async () => {
  const { sent } = await signedInApp()
  for (const [method, path] of [
    ['PUT', '/7'],
    ['DELETE', '/7'],
    ['POST', '/7/publish'],
    ['POST', '/7/preview'],
    ['DELETE', '/first'],
  ] as const) {
    const { status, answer } = await sent(method, path, method === 'PUT' ? DRAFT : undefined)
    expect([method, path, status, answer.message]).toEqual([method, path, 404, 'Blog post not found'])
  }
})

test('lists every post by default', async () => {
  const { app, send } = await signedInApp('moderator')
  for (let index = 0; index < 120; index++) {
    await makePost(app.db, { title: `Post ${index}`, slug: '', status: index < 100 ? 'draft' : 'published' })
  }
  const count = async (query: string) => {
    const response = await send('GET', query)
    const posts: unknown[] = await response.json()
    return [posts.length, Number(response.headers.get('x-total-count'))]
  }
  expect(await count('')).toEqual([120, 120])
  expect(await count('?limit=50')).toEqual([50, 120])
  expect(await count('?limit=50&offset=100&status=draft')).toEqual([0, 100])
  expect(await count('?search=post+11')).toEqual([11, 11])
  expect((await send('GET', '?status=lost')).status).toBe(400)
})

test('accepts 10,000 lines besides blank ones, and refuses one more', async () => {
  const { sent } = await signedInApp()
  const content = 'a line\r\n \n'.repeat(10_000)
  expect((await sent('POST', '', { title: 'Long', content })).status).toBe(201)
  const over = await sent('POST', '', { title: 'Longer', content: `${content}one more` })
  expect([over.status, over.answer.message]).toEqual([400, 'The content can have at most 10,000 lines'])
  const spaces = await sent('POST', '', { ...DRAFT, content: `a${'\n\u00a0'.repeat(10_000)}` })
  expect([spaces.status, spaces.answer.message]).toEqual([400, 'The content can have at most 10,000 lines'])
})

test('accepts half a million characters and refuses a larger body', async () => {
  const { sent, app } = await signedInApp()
  const { status } = await sent('POST', '', { title: 'Long', content: 'x'.repeat(500_000) })
  expect(status).toBe(201)
  const over = await sent('POST', '', { title: 'Longer', content: 'x'.repeat(500_001) })
  expect([over.status, over.answer.message]).toEqual([400, 'The content can have at most 500,000 characters'])
  expect((await sent('POST', '', { title: 'x', content: 'x'.repeat(4 * 1024 * 1024) })).status).toBe(413)
  expect(app.lines).toEqual([])
})

test('creates and updates half a million Chinese characters, escaped or not', async () => {
  const { app, sent, authorization } = await signedInApp()
  const content = '中'.repeat(500_000)
  const { status, answer } = await sent('POST', '', { title: '长文', content })
  expect(status).toBe(201)
  const escaped = JSON.stringify({ title: 'Long', content }).replaceAll('中', '\\u4e2d')
  const changed = await app.call(`/api/admin/blog/posts/${answer.id}`, {
    method: 'PUT',
    body: escaped,
    headers: { authorization, 'content-type': 'application/json', 'content-length': String(escaped.length) },
  })
  expect(changed.status).toBe(200)
  expect((await changed.json()).content).toBe(content)
})

test('a preview link shows a draft for a week', async () => {
  const { app, sent } = await signedInApp('moderator')
  await sent('POST', '', { ...DRAFT, title: 'Not yet <public>' })
  const { status, answer } = await sent('POST', '/1/preview')
  expect(status).toBe(201)
  expect(answer).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{64}$/),
    path: expect.stringMatching(/^\/blog\/preview\/[\w-]{43}$/),
    expiresAt: '2026-03-21T12:00:00.000Z',
  })
  const page = await app.call(answer.path)
  expect(page.status).toBe(200)
  expect(page.headers.get('x-robots-tag')).toBe('noindex')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  const html = await page.text()
  expect(html).toContain('Not yet &lt;public&gt;')
  expect(html).not.toContain('moderator')

  app.clock.now = new Date('2026-03-21T11:59:59Z')
  expect((await app.call(answer.path)).status).toBe(200)
  app.clock.now = new Date('2026-03-21T12:00:00Z')
  expect((await app.call(answer.path)).status).toBe(404)
})

test('a preview link redirects to a published post and returns 404 for a deleted one', async () => {
  const { app, sent } = await signedInApp()
  await sent('POST', '', DRAFT)
  const { answer } = await sent('POST', '/1/preview')
  await sent('POST', '/1/publish')
  const moved = await app.call(answer.path)
  expect([moved.status, moved.headers.get('location')]).toEqual([302, '/blog/length-first'])
  await sent('DELETE', '/1')
  expect((await app.call(answer.path)).status).toBe(404)
  expect(await app.db.select().from(previews)).toEqual([])
})

test('a preview link is random and stored as a hash', async () => {
  const { app, sent } = await signedInApp()
  await sent('POST', '', DRAFT)
  const { answer } = await sent('POST', '/1/preview')
  const [kept] = await app.db.select().from(previews)
  expect(answer.path).not.toContain(kept?.tokenHash ?? 'none')
  for (const token of ['x', kept?.tokenHash ?? '', `${answer.path.slice(14, -1)}`, '%00', "'--"]) {
    const response = await app.call(`/blog/preview/${token}`)
    expect(response.status).toBe(404)
  }
})

test('lists preview links without their paths; a revoked one returns 404', async () => {
  const { app, sent, noted } = await signedInApp('moderator')
  await sent('POST', '', DRAFT)
  const { answer: first } = await sent('POST', '/1/preview')
  const { answer: second } = await sent('POST', '/1/preview')
  const links = await sent('GET', '/1/previews')
  expect(links.status).toBe(200)
  expect(links.answer).toContainEqual({ id: first.id, madeBy: 'moderator', expiresAt: first.expiresAt })
  expect(JSON.stringify(links.answer)).not.toContain(first.path.slice('/blog/preview/'.length))

  expect(await sent('DELETE', `/1/previews/${first.id}`)).toEqual({ status: 200, answer: { success: true } })
  expect((await app.call(first.path)).status).toBe(404)
  expect((await app.call(second.path)).status).toBe(200)
  expect((await sent('GET', '/1/previews')).answer.length).toBe(1)
  expect((await sent('DELETE', `/1/previews/${first.id}`)).status).toBe(404)
  expect((await sent('DELETE', `/2/previews/${second.id}`)).status).toBe(404)
  expect((await noted()).filter(([, action]) => action === 'preview_revoked')).toEqual([
    ['moderator', 'preview_revoked', 'Length first', null],
  ])
  expect((await sent('GET', '/7/previews')).status).toBe(404)
})

test('a post has at most twenty preview links', async () => {
  const { sent } = await signedInApp()
  await sent('POST', '', DRAFT)
  for (let made = 0; made < 20; made++) expect((await sent('POST', '/1/preview')).status).toBe(201)
  const refused = await sent('POST', '/1/preview')
  expect([refused.status, refused.answer.message]).toEqual([
    409,
    'This post has 20 preview links. Please revoke one first.',
  ])
})

test("a preview link ends with its creator's account", async () => {
  const { app, sent } = await signedInApp('super_admin')
  await sent('POST', '', DRAFT)
  const makers = [await makeUser(app, 'moderator', 'eve'), await makeUser(app, 'admin', 'mallory')]
  const paths: string[] = []
  for (const { authorization } of makers) {
    const response = await app.call('/api/admin/blog/posts/1/preview', {
      method: 'POST',
      headers: { authorization },
    })
    paths.push((await response.json()).path)
  }
  const { answer: own } = await sent('POST', '/1/preview')
  const [eve, mallory] = makers
  const { authorization } = await makeUser(app, 'super_admin', 'root')
  const asRoot = { headers: { authorization } }
  await app.call(`/api/admin/users/${eve?.user.id}/toggle-status`, { method: 'POST', ...asRoot })
  await app.call(`/api/admin/users/${mallory?.user.id}`, { method: 'DELETE', ...asRoot })
  for (const path of paths) expect((await app.call(path)).status).toBe(404)
  expect((await app.call(own.path)).status).toBe(200)
})

test('renders a preview once for all its links, and again after the post changes', async () => {
  const { app, sent } = await signedInApp()
  await sent('POST', '', { ...DRAFT, title: 'Before' })
  const { answer: first } = await sent('POST', '/1/preview')
  const { answer: second } = await sent('POST', '/1/preview')
  const [one, other] = [await app.call(first.path), await app.call(second.path)]
  expect(one.headers.get('etag')).toBe(other.headers.get('etag') ?? 'none')
  expect(await one.text()).not.toContain(first.path.slice('/blog/preview/'.length))
  await sent('PUT', '/1', { ...DRAFT, title: 'After' })
  expect(await (await app.call(first.path)).text()).toContain('After')
})

test('limits preview requests per network', async () => {
  const { app, sent } = await signedInApp()
  await sent('POST', '', DRAFT)
  const { answer } = await sent('POST', '/1/preview')
  const ask = (from: string) => app.call(answer.path, { from })
  for (let count = 0; count < 60; count++) expect((await ask('198.51.100.1')).status).toBe(200)
  const refused = await ask('198.51.100.1')
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
  expect((await ask('198.51.100.2')).status).toBe(200)
})

test('deletes expired links when the next one is created', async () => {
  const { db } = await testApp()
  const { id } = await makePost(db)
  await createPreview(db, actor, id, new Date('2026-03-14T12:00:00Z'))
  await createPreview(db, actor, id, new Date('2026-03-16T12:00:00Z'))
  expect(await db.$count(previews)).toBe(2)
  await createPreview(db, actor, id, new Date('2026-03-22T12:00:00Z'))
  expect(await db.$count(previews)).toBe(2)
})
