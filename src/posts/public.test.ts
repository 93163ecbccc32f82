import { expect, test } from 'bun:test'
import { openEmbedded } from '#src/db/embedded.ts'
import type { Statement } from '#src/db/engine.ts'
import { databaseDown } from '#src/db/outage.ts'
import { actor } from '#src/testing/actor.ts'
import { makePost, makePublished, postInput } from '#src/testing/make-post.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import { updatePost } from './store.ts'

/** Slugs and the total. */
async function listed({ call }: TestApp, query = '') {
  const response = await call(`/api/blog/posts${query}`)
  const posts: { slug: string }[] = await response.json()
  return { slugs: posts.map(({ slug }) => slug), total: Number(response.headers.get('x-total-count')) }
}

const minutes = (count: number) => new Date(NOON.getTime() + count * 60_000)

test('lists complete published posts only, newest first', async () => {
  const app = await testApp()
  await makePublished(app.db, { slug: 'older', tags: ['Keys'], metaTitle: 'SEO' }, minutes(1))
  await makePublished(app.db, { slug: 'newer' }, minutes(2))
  await makePost(app.db, { slug: 'draft' })
  await makePost(app.db, { slug: 'archived', status: 'archived' })
  const response = await app.call('/api/blog/posts')
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await response.json()).toMatchObject([
    { slug: 'newer' },
    {
      id: 1,
      slug: 'older',
      title: 'On passwords',
      excerpt: '',
      content: 'Length comes first.',
      tags: ['Keys'],
      metaTitle: 'SEO',
      metaDescription: '',
      canonicalUrl: '',
      publishedAt: minutes(1).toISOString(),
      createdAt: minutes(1).toISOString(),
    },
  ])
})

test('returns slices of the list and its total', async () => {
  const app = await testApp()
  for (let index = 1; index <= 45; index++) {
    await makePublished(app.db, { slug: `p${index}`, tags: index <= 3 ? ['Few'] : [] }, minutes(index))
  }
  expect((await listed(app)).slugs.length).toBe(45)
  expect(await listed(app, '?limit=2&offset=20')).toEqual({ slugs: ['p25', 'p24'], total: 45 })
  expect(await listed(app, '?limit=20&offset=40')).toEqual({
    slugs: ['p5', 'p4', 'p3', 'p2', 'p1'],
    total: 45,
  })
  expect(await listed(app, '?offset=45')).toEqual({ slugs: [], total: 45 })
  expect(await listed(app, '?tag=FEW&limit=2')).toEqual({ slugs: ['p3', 'p2'], total: 3 })
  expect(await listed(app, '?tag=none')).toEqual({ slugs: [], total: 0 })
})

test('compresses and caches pages of common sizes, and streams other slices', async () => {
  const app = await testApp()
  for (let index = 1; index <= 45; index++) await makePublished(app.db, { slug: `p${index}` }, minutes(index))
  const headers = { 'accept-encoding': 'br' }
  const ask = (query: string) => app.call(`/api/blog/posts${query}`, { headers })
  for (const query of ['', '?limit=20', '?limit=20&offset=40', '?limit=45', '?view=summary&limit=10']) {
    const response = await ask(query)
    expect([query, response.headers.get('content-encoding')]).toEqual([query, 'br'])
    expect(response.headers.has('etag')).toBeTrue()
  }
  for (const query of ['?limit=44', '?limit=20&offset=1', '?limit=7&offset=7', '?view=summary&limit=30']) {
    const response = await ask(query)
    expect([query, response.headers.get('content-encoding')]).toEqual([query, null])
    expect(response.headers.get('x-total-count')).toBe('45')
    expect(response.headers.has('etag')).toBeFalse()
    await response.text()
  }
  expect((await ask('')).headers.get('etag')).toBe((await ask('?limit=45')).headers.get('etag'))
  expect(await (await ask('?limit=7&offset=40')).json()).toEqual(
    (await (await app.call('/api/blog/posts')).json()).slice(40),
  )
})

test('a list ends after 4 MB of contents; the offset returns the rest', async () => {
  const app = await testApp()
  for (let index = 1; index <= 10; index++)
    await makePublished(app.db, { slug: `p${index}`, content: 'x'.repeat(500_000) }, minutes(index))
  expect(await listed(app)).toMatchObject({ slugs: { length: 8 }, total: 10 })
  expect((await listed(app, '?offset=8')).slugs).toEqual(['p2', 'p1'])
  expect(await listed(app, '?limit=9&offset=1')).toMatchObject({ slugs: { length: 8 }, total: 10 })
  expect((await listed(app, '?view=summary')).slugs.length).toBe(10)
})

test('caches large pages in one encoding, with the same posts for everyone', async () => {
  const app = await testApp()
  for (let index = 1; index <= 20; index++)
    await makePublished(app.db, { slug: `p${index}`, content: `é${index} `.repeat(20_000) }, minutes(index))
  const ask = (headers: Record<string, string>, method = 'GET') =>
    app.call('/api/blog/posts?limit=10&offset=10', { headers, method })
  const plain = await ask({})
  const packed = await ask({ 'accept-encoding': 'br, gzip' })
  expect([plain, packed].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip'])
  const text = await plain.text()
  expect(new TextDecoder().decode(Bun.gunzipSync(await packed.bytes()))).toBe(text)
  const posts: { slug: string; content: string }[] = JSON.parse(text)
  expect(posts.map(({ slug }) => slug)).toEqual(Array.from({ length: 10 }, (_, index) => `p${10 - index}`))
  expect(posts[9]?.content).toBe('é1 '.repeat(20_000))

  const tags = [plain, packed].map(({ headers }) => headers.get('etag') ?? '')
  expect(new Set(tags).size).toBe(2)
  for (const [index, encoding] of ['', 'gzip'].entries()) {
    const about = { 'accept-encoding': encoding, 'if-none-match': tags[index] ?? '' }
    expect((await ask(about)).status).toBe(304)
  }
  const head = await ask({}, 'HEAD')
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, tags[0] ?? '', ''])
})

test('clients that disconnect from a large page release their slots', async () => {
  const app = await testApp()
  for (let index = 1; index <= 10; index++)
    await makePublished(app.db, { slug: `p${index}`, content: 'x'.repeat(400_000) }, minutes(index))
  for (let count = 0; count < 50; count++) {
    const response = await app.call('/api/blog/posts', { from: '198.51.100.1' })
    expect(response.status).toBe(200)
    const reader = response.body?.getReader()
    expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0)
    await reader?.cancel()
  }
})

test('a network may stream four slices at once, and more after reading or canceling them', async () => {
  const app = await testApp()
  for (let index = 1; index <= 3; index++) await makePublished(app.db, { slug: `p${index}` }, minutes(index))
  const ask = (from = '198.51.100.1', method = 'GET') => app.call('/api/blog/posts?limit=2', { from, method })
  const [first, second] = [await ask(), await ask()]
  for (let count = 0; count < 2; count++) expect((await ask()).status).toBe(200)
  const refused = await ask()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await refused.json()).message).toBe('The server is busy. Please try again in 5 seconds.')
  expect((await ask('198.51.100.2')).status).toBe(200)
  expect((await app.call('/api/blog/posts?limit=20', { from: '198.51.100.1' })).status).toBe(200)
  expect((await first.json()).length).toBe(2)
  await second.body?.cancel()
  expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([200, 200, 503])
})

test('a HEAD request for a streamed slice takes no slot', async () => {
  const app = await testApp()
  await makePublished(app.db, {}, minutes(1))
  await makePublished(app.db, {}, minutes(2))
  for (let count = 0; count < 10; count++) {
    const response = await app.call('/api/blog/posts?limit=1', { method: 'HEAD', from: '198.51.100.1' })
    expect([response.status, response.headers.get('x-total-count')]).toEqual([200, '2'])
  }
})

test('refuses an invalid query', async () => {
  const { call } = await testApp()
  for (const query of ['limit=0', 'limit=1001', 'limit=x', 'offset=-1', 'view=all']) {
    const response = await call(`/api/blog/posts?${query}`)
    expect([query, response.status, (await response.json()).code]).toEqual([query, 400, 'invalid'])
  }
})

test('a summary omits the content and fills in the excerpt', async () => {
  const app = await testApp()
  await makePublished(app.db, { slug: 'long', content: 'word '.repeat(450).trim() })
  const [summary] = await (await app.call('/api/blog/posts?view=summary')).json()
  expect(summary).toEqual({
    id: 1,
    slug: 'long',
    title: 'On passwords',
    excerpt: `${'word '.repeat(32)}…`,
    tags: [],
    readingMinutes: 3,
    publishedAt: NOON.toISOString(),
    createdAt: NOON.toISOString(),
  })
})

test('finds a post by its slug or a former one', async () => {
  const app = await testApp()
  await makePublished(app.db, { slug: 'before' })
  await updatePost(app.db, actor, 1, postInput({ slug: 'after', status: 'published' }), NOON)
  for (const slug of ['before', 'after']) {
    const response = await app.call(`/api/blog/posts/${slug}`)
    expect([response.status, (await response.json()).slug]).toEqual([200, 'after'])
  }
})

test('returns a post as rendered on its page', async () => {
  const app = await testApp()
  await makePublished(app.db, { slug: 'a-post', content: '## Part\n\nOne **two**\n<b>' })
  const post = await (await app.call('/api/blog/posts/a-post?view=page')).json()
  expect(post).toMatchObject({
    slug: 'a-post',
    html: '<h2 id="part"><span id="s-part"></span>Part</h2>\n<p>One <strong>two</strong></p>\n<p>&lt;b&gt;</p>\n',
    parts: [{ id: 'part', title: 'Part', level: 2 }],
    summary: 'Part\nOne two\n<b>',
    words: 5,
    readingMinutes: 1,
  })
  expect(Object.keys(post)).not.toContain('content')
  expect((await app.call('/api/blog/posts/a-post?view=all')).status).toBe(400)
})

test('finds no draft, archived or unknown post', async () => {
  const app = await testApp()
  await makePost(app.db, { slug: 'draft' })
  await makePost(app.db, { slug: 'archived', status: 'archived' })
  for (const slug of ['draft', 'archived', 'never-was', 'After', '%00', '..%2f..%2fetc', "'%20OR%201=1--"]) {
    const response = await app.call(`/api/blog/posts/${slug}`)
    expect([slug, response.status]).toEqual([slug, 404])
    expect(await response.json()).toEqual({ message: 'Blog post not found', code: 'not_found' })
  }
})

test('returns 304 for a cached list until it changes', async () => {
  const app = await testApp()
  await makePublished(app.db, { slug: 'one' })
  const first = await app.call('/api/blog/posts')
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  expect((await app.call('/api/blog/posts', { headers })).status).toBe(304)
  await makePublished(app.db, { slug: 'two' })
  app.clock.now = new Date(NOON.getTime() + 1000)
  expect((await app.call('/api/blog/posts', { headers })).status).toBe(200)
})

test('each of two instances shows changes by the other within a second', async () => {
  const engine = openEmbedded(':memory:')
  const clock = { now: NOON }
  const [here, there] = [await testApp({ engine, clock }), await testApp({ engine, clock })]
  const { authorization } = await makeUser(here, 'admin')
  expect((await listed(there)).slugs).toEqual([])
  const json = { title: 'News', content: 'It is here.', status: 'published' }
  await here.call('/api/admin/blog/posts', { json, headers: { authorization } })
  expect((await listed(here)).slugs).toEqual(['news'])
  expect((await there.call('/blog/news')).status).toBe(404)
  clock.now = new Date(NOON.getTime() + 1000)
  expect((await listed(there)).slugs).toEqual(['news'])
  expect((await there.call('/blog/news')).status).toBe(200)
})

test('polls for changes by other instances once a second', async () => {
  let reads = 0
  const app = await testApp({
    wrap: (engine) => ({
      ...engine,
      run: (statement) => {
        if (statement.sql.includes('content_version')) reads += 1
        return engine.run(statement)
      },
    }),
  })
  expect((await listed(app)).slugs).toEqual([])
  await makePublished(app.db, { slug: 'from-elsewhere' })
  for (let count = 0; count < 50; count++) expect((await listed(app)).slugs).toEqual([])
  expect(reads).toBe(1)
  app.clock.now = new Date(NOON.getTime() + 1000)
  expect((await listed(app)).slugs).toEqual(['from-elsewhere'])
  expect(reads).toBe(2)
})

test('serves the last known posts while the database is down', async () => {
  const state = { isDown: false }
  const app = await testApp({
    expectsErrors: true,
    wrap: (engine) => ({
      ...engine,
      run: (statement) => (state.isDown ? Promise.reject(new Error('gone')) : engine.run(statement)),
    }),
  })
  await makePublished(app.db, { slug: 'kept' })
  expect((await listed(app)).slugs).toEqual(['kept'])
  state.isDown = true
  app.clock.now = new Date(NOON.getTime() + 5000)
  expect((await listed(app)).slugs).toEqual(['kept'])
  expect(app.lines.some((line) => line.includes('failed to read posts'))).toBeTrue()
  state.isDown = false
  app.clock.now = new Date(NOON.getTime() + 6000)
  await makePublished(app.db, { slug: 'new' })
  expect((await listed(app)).slugs).toContain('new')
})

/** The database is down after the first deletion. */
async function appThatGoesDown() {
  let isDown = false
  const attempt = <Result>(work: () => Promise<Result>) =>
    isDown ? Promise.reject(databaseDown(new Error('gone'))) : work()
  const app = await testApp({
    expectsErrors: true,
    wrap: (engine) => ({
      ...engine,
      run: (statement) => attempt(() => engine.run(statement)),
      transaction: (work) =>
        attempt(async () => {
          let isDeletion = false
          const result = await engine.transaction(({ query, write }) => {
            const watched = (statement: Statement) => {
              isDeletion ||= statement.sql.startsWith('delete from "posts"')
              return query(statement)
            }
            return work({ query: watched, write })
          })
          isDown = isDeletion
          return result
        }),
    }),
  })
  return {
    ...app,
    goDown: () => {
      isDown = true
    },
    statuses: (...paths: string[]) => Promise.all(paths.map(async (path) => (await app.call(path)).status)),
    recover: () => {
      isDown = false
      app.clock.now = minutes(1)
    },
  }
}

test('a deleted post is not served while the database is down', async () => {
  const app = await appThatGoesDown()
  const { authorization } = await makeUser(app, 'admin')
  const { id } = await makePublished(app.db, { slug: 'deleted' })
  const paths = ['/api/blog/posts/deleted', '/blog/deleted', '/api/blog/posts', '/blog']
  expect(await app.statuses(...paths)).toEqual([200, 200, 200, 200])
  const path = `/api/admin/blog/posts/${id}`
  expect((await app.call(path, { method: 'DELETE', headers: { authorization } })).status).toBe(200)
  expect(await app.statuses(...paths)).toEqual([503, 503, 503, 503])
  expect(await app.statuses(...paths)).toEqual([503, 503, 503, 503])
  app.recover()
  expect(await app.statuses(...paths)).toEqual([404, 404, 200, 200])
})

test('posts deleted before a bulk deletion failed are not served while the database is down', async () => {
  const app = await appThatGoesDown()
  const { authorization } = await makeUser(app, 'admin')
  const content = 'word '.repeat(20_000)
  const posts = [
    await makePublished(app.db, { slug: 'one', content }),
    await makePublished(app.db, { slug: 'two', content }),
  ]
  expect(await app.statuses('/blog/one', '/blog/two')).toEqual([200, 200])
  const json = { ids: posts.map(({ id }) => id) }
  const failed = await app.call('/api/admin/blog/posts/bulk-delete', { json, headers: { authorization } })
  expect(failed.status).toBe(503)
  expect(await app.statuses('/blog/one')).toEqual([503])
  app.recover()
  expect(await app.statuses('/blog/one', '/blog/two')).toEqual([404, 200])
})

test('posts are served while the database is down if changes to them were refused', async () => {
  const app = await appThatGoesDown()
  const { authorization } = await makeUser(app, 'admin')
  await makePublished(app.db, { slug: 'kept' })
  expect(await app.statuses('/blog/kept', '/blog')).toEqual([200, 200])
  const post = { title: 'Mine', content: 'x', slug: 'kept' }
  const refused: [string, string, unknown?][] = [
    ['POST', '', post],
    ['PUT', '/1', { ...post, basedOn: 'the past' }],
    ['POST', '/1/publish'],
    ['DELETE', '/7'],
  ]
  for (const [method, path, json] of refused) {
    const url = `/api/admin/blog/posts${path}`
    const { status } = await app.call(url, { method, json, headers: { authorization } })
    expect([method, path, Math.floor(status / 100)]).toEqual([method, path, 4])
  }
  app.goDown()
  expect(await app.statuses('/blog/kept', '/blog')).toEqual([200, 200])
})
