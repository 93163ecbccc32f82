import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { createPreview } from '#src/posts/previews.ts'
import { actor } from '#src/testing/actor.ts'
import { makePost } from '#src/testing/make-post.ts'
import { testApp } from '#src/testing/test-app.ts'
import { canonicalPath, createPaths } from './paths.ts'

const REDIRECTS: [requested: string, canonical: string][] = [
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

for (const [requested, canonical] of REDIRECTS) {
  test(`${requested} permanently redirects to ${canonical}`, async () => {
    const { call } = await testApp()
    const response = await call(requested)
    expect([response.status, response.headers.get('location')]).toEqual([301, canonical])
    const head = await call(requested, { method: 'HEAD' })
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
  test(`${path} is not found`, async () => {
    const { call } = await testApp()
    const response = await call(path)
    expect([response.status, response.headers.get('location')]).toEqual([404, null])
  })
}

test('a page responds at its canonical address', async () => {
  const { call } = await testApp()
  for (const path of ['/', '/?x=1', '/password-checker', '/password-checker?X=Y']) {
    expect((await call(path)).status).toBe(200)
  }
})

test('API paths are never redirected', async () => {
  const { call } = await testApp()
  for (const path of ['/api/admin/users/', '/API/admin/users', '/api/Admin/users']) {
    const response = await call(path)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.headers.has('location')).toBe(false)
  }
})

test('a POST to a noncanonical path is not redirected', async () => {
  const { call } = await testApp()
  expect((await call('/Password-Checker/', { method: 'POST' })).status).toBe(404)
})

test('a draft link in capitals or with extra slashes redirects, uncached', async () => {
  const app = await testApp()
  const { id } = await makePost(app.db, { title: 'Not yet' })
  const { path } = await createPreview(app.db, actor, id, app.clock.now)
  const token = path.slice('/blog/preview/'.length)
  expect(token).toMatch(/[A-Z]/)
  for (const requested of [`${path}/`, `//blog/preview//${token}`, `/Blog/PREVIEW/${token}`]) {
    const moved = await app.call(requested)
    expect([moved.status, moved.headers.get('location')]).toEqual([301, path])
    expect(moved.headers.get('cache-control')).toBe('no-store')
  }
  expect((await app.call(path)).status).toBe(200)
  expect((await app.call('/About/')).headers.get('cache-control')).toBe('public, max-age=86400')
})

test('no path redirects to another host', () => {
  const routes = ['/', '/about', '/blog/:slug'].map((path) => ({ method: 'GET', path }))
  const { patternOf } = createPaths(() => routes)
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
      const canonical = canonicalPath((path) => patternOf('GET', path), pathname)
      if (canonical === null) return
      expect(new URL(canonical.path, 'http://here.example').origin).toBe('http://here.example')
      expect(canonicalPath((path) => patternOf('GET', path), canonical.path)).toBe(null)
    }),
  )
})
