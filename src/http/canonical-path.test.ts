import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { createPreview } from '#src/posts/previews.ts'
import { actor } from '#src/testing/actor.ts'
import { makePost } from '#src/testing/make-post.ts'
import { testApp } from '#src/testing/test-app.ts'
import { open } from '#src/testing/test-front.ts'
import { canonicalPath } from './canonical-path.ts'
import { createTable } from './table.ts'

const REDIRECTS: [asked: string, canonical: string][] = [
  ['/password-checker/', '/password-checker'],
  ['/password-checker//', '/password-checker'],
  ['/Password-Checker', '/password-checker'],
  ['/PASSWORD-CHECKER/', '/password-checker'],
  ['/password-checker/?from=a&b=%20', '/password-checker?from=a&b=%20'],
  ['//password-checker', '/password-checker'],
  ['///Password-Checker//?x', '/password-checker?x'],
  ['/index.html', '/'],
  ['/Index.HTML?x=1', '/?x=1'],
  ['//', '/'],
  ['/Robots.txt', '/robots.txt'],
]

for (const [asked, canonical] of REDIRECTS) {
  test(`${asked} has moved to ${canonical} for good`, async () => {
    const { call } = await testApp()
    const response = await call(asked)
    expect([response.status, response.headers.get('location')]).toEqual([301, canonical])
    const head = await call(asked, { method: 'HEAD' })
    expect([head.status, head.headers.get('location')]).toEqual([301, canonical])
  })
}

for (const path of [
  '//evil.example/',
  '//evil.example',
  '/\\evil.example/',
  '/%2F%2Fevil.example/',
  '//evil.example/x/%2e%2e',
  '/https://evil.example/',
  '/nowhere/',
  '/NOWHERE',
  '/password-checker/deeper/',
]) {
  test(`${path} leads nowhere`, async () => {
    const { call } = await testApp()
    const response = await call(path)
    expect([response.status, response.headers.get('location')]).toEqual([404, null])
  })
}

test('a page answers at its own address', async () => {
  const { call } = await testApp()
  for (const path of ['/', '/?x=1', '/password-checker', '/password-checker?X=Y']) {
    expect((await call(path)).status).toBe(200)
  }
})

test('what is not a page is not moved: the API takes exact paths only', async () => {
  const { call } = await testApp()
  for (const path of ['/api/admin/users/', '/API/admin/users', '/api/Admin/users']) {
    const response = await call(path)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.headers.has('location')).toBe(false)
  }
})

test('something sent to another writing of an address is not sent on', async () => {
  const { call } = await testApp()
  expect((await call('/Password-Checker/', { method: 'POST' })).status).toBe(404)
})

test('a link to a draft still leads there with a slash to spare or in capitals, and no cache keeps it', async () => {
  const app = await testApp()
  const { id } = await makePost(app.db, { title: 'Not yet' })
  const { path } = await createPreview(app.db, actor, id, app.clock.now)
  const token = path.slice('/blog/preview/'.length)
  expect(token).toMatch(/[A-Z]/)
  for (const asked of [`${path}/`, `//blog/preview//${token}`, `/Blog/PREVIEW/${token}`]) {
    const moved = await app.call(asked)
    expect([moved.status, moved.headers.get('location')]).toEqual([301, path])
    expect(moved.headers.get('cache-control')).toBe('no-store')
  }
  expect((await app.call(path)).status).toBe(200)
  expect((await app.call('/About/')).headers.get('cache-control')).toBe('public, max-age=86400')
})

test('no path is ever moved to another host', () => {
  const routes = ['/', '/about', '/blog/:slug'].map((path) => open('GET', path, () => ''))
  const { find } = createTable(routes, { path: '/api/admin', entrances: [] })
  const patternOf = (path: string) => find('GET', path)?.route.path
  const piece = fc.constantFrom(
    '/',
    '\\',
    'about',
    'Blog',
    'evil.example',
    ':',
    '@',
    '..',
    '%2f',
    'index.html',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const { pathname } = new URL(`http://here.example/${pieces.join('')}`)
      const canonical = canonicalPath(patternOf, pathname)
      if (canonical === null) return
      expect(new URL(canonical.path, 'http://here.example').origin).toBe('http://here.example')
      expect(canonicalPath(patternOf, canonical.path)).toBe(null)
    }),
  )
})
