import { expect, test } from 'bun:test'
import { updatePost } from '#src/posts/store.ts'
import { openPublicFolder } from '#src/site/public-folder.ts'
import { actor } from '#src/testing/actor.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { makePost, makePublished, postInput } from '#src/testing/make-post.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'

const PATH = '/api/admin/redirects'

async function signedInApp(options?: Parameters<typeof testApp>[0]) {
  const app = await testApp(options)
  const { authorization } = await makeUser(app, 'admin')
  const send = (method: string, path: string, json?: object) =>
    app.call(`${PATH}${path}`, { method, json, headers: { authorization } })
  const add = async (source: string, target: string) => {
    const response = await send('POST', '', { source, target })
    return { status: response.status, answer: await response.json() }
  }
  const follow = async (path: string) => {
    const { status, headers } = await app.call(path)
    return [status, headers.get('location')]
  }
  return { ...app, send, add, follow }
}

test('an administrator adds, finds, changes and deletes a redirect, each with an audit entry', async () => {
  const { db, send, add, follow } = await signedInApp()
  const redirect = { id: 1, source: '/old-page', target: '/about', createdAt: NOON.toISOString() }
  expect(await add('/Old-Page/', '/about')).toEqual({ status: 201, answer: redirect })
  expect((await add('/other', '/faq')).status).toBe(201)
  const found = await send('GET', '?search=OLD-')
  expect([found.headers.get('x-total-count'), await found.json()]).toEqual(['1', [redirect]])

  const changed = await send('PUT', '/1', { source: '/old-page', target: '/faq' })
  expect(await changed.json()).toEqual({ ...redirect, target: '/faq' })
  expect(await follow('/old-page')).toEqual([301, '/faq'])
  expect((await send('DELETE', '/1')).status).toBe(200)
  expect((await send('DELETE', '/1')).status).toBe(404)
  expect(await follow('/old-page')).toEqual([404, null])
  expect((await auditLog(db)).map(({ action, subject, detail }) => [action, subject, detail])).toEqual([
    ['redirect_created', '/old-page', '/about'],
    ['redirect_created', '/other', '/faq'],
    ['redirect_updated', '/old-page', '/old-page → /about, now /old-page → /faq'],
    ['redirect_deleted', '/old-page', '/faq'],
  ])
})

test.each([
  ['/2019/05/target/', '/2019/05/target', '/about'],
  ['/2019/05/TARGET', '/2019/05/target/', '/about'],
  ['/größe', '/gr%C3%B6%C3%9Fe/', '/about'],
  ['/gr%c3%b6%c3%9fe', '/größe', '/about'],
  ['/?p=12', '/?p=12', '/about'],
  ['/blog/?p=12', '/blog?p=12', '/about'],
  ['/index.php?id=7', '/index.php?id=7', '/about'],
  ['/old', '/old?utm_source=x', '/about?utm_source=x'],
  ['/blog/2019/05/target', '/blog/2019/05/target/', '/about'],
  ['/blog/gone', '/blog/gone', '/about'],
])('a redirect from %s applies to %s', async (source, requested, location) => {
  const { add, follow } = await signedInApp()
  expect((await add(source, '/about')).status).toBe(201)
  expect(await follow(requested)).toEqual([301, location])
})

test('a redirect to a post follows its slug, while it is published', async () => {
  const { db, add, follow, clock } = await signedInApp()
  await makePublished(db, { slug: 'first' })
  await makePost(db, { slug: 'draft' })
  expect((await add('/a', '/blog/first')).answer.target).toBe('/blog/first')
  await add('/b', '/blog/draft')
  clock.now = new Date(NOON.getTime() + 60_000)
  await updatePost(db, actor, 1, postInput({ slug: 'second', status: 'published' }), clock.now)
  expect([await follow('/a'), await follow('/b')]).toEqual([
    [301, '/blog/second'],
    [404, null],
  ])
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\evil',
  '/a\r\nset-cookie: b=c',
  'old-page',
  '',
  `/${'a'.repeat(500)}`,
])('neither source nor target can be %j', async (path) => {
  const { add } = await signedInApp()
  expect(await add(path, '/about')).toMatchObject({
    status: 400,
    answer: { fields: { source: expect.any(String) } },
  })
  expect(await add('/old', path)).toMatchObject({
    status: 400,
    answer: { fields: { target: expect.any(String) } },
  })
})

test('a path with a page, post or file of its own is never redirected', async () => {
  using folder = temporaryFolder()
  await Bun.write(`${folder.path}/here.txt`, 'here')
  const { db, add, follow, clock } = await signedInApp({
    publicFolder: await openPublicFolder(folder.path, async () => false),
  })
  await makePublished(db, { slug: 'first' })
  for (const source of [
    '/',
    '/About',
    '/blog',
    '/blog/first',
    '/feed.xml',
    '/here.txt',
    '/admin/x',
    '/api/x',
  ])
    expect([source, (await add(source, '/faq')).answer.fields]).toEqual([
      source,
      { source: expect.any(String) },
    ])
  expect((await add('/blog/later', '/faq')).status).toBe(201)
  await makePublished(db, { slug: 'later' })
  clock.now = new Date(NOON.getTime() + 60_000)
  expect((await follow('/blog/later'))[0]).toBe(200)
})

test('refuses a second redirect from a path, and loops', async () => {
  const { add, send, follow } = await signedInApp()
  await add('/a', '/b')
  await add('/b', '/c')
  expect((await add('/a/', '/about')).answer.fields).toEqual({ source: expect.stringContaining('already') })
  for (const [source, target] of [
    ['/c', '/a'],
    ['/c', '/A/?#x'],
    ['/d', '/D/'],
  ] as const)
    expect((await add(source, target)).answer.fields).toEqual({ target: expect.stringContaining('circle') })
  const looped = await send('PUT', '/2', { source: '/b', target: '/a' })
  expect([looped.status, await follow('/a')]).toEqual([409, [301, '/b']])
})

test.each(['/feed', '/feed/', '/rss', '/rss/', '/rss.xml', '/RSS'])(
  '%s redirects to the feed, unless a file or redirect is there',
  async (path) => {
    const { add, follow } = await signedInApp()
    expect(await follow(path)).toEqual([301, '/feed.xml'])
    expect(await follow('/feeds')).toEqual([404, null])
    await add(path, '/atom.xml')
    expect(await follow(path)).toEqual([301, '/atom.xml'])
    const publicFolder = { respond: async () => new Response('own') }
    expect(await (await testApp({ publicFolder })).call(path)).toHaveProperty('status', 200)
  },
)
