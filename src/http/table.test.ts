import { expect, test } from 'bun:test'
import { route } from '#src/route.ts'
import { open } from '#src/testing/test-front.ts'
import { createTable } from './table.ts'

const CLOSED = { path: '/api/admin', entrances: ['POST /api/admin/login'] }

test.each([
  ['GET', '/api/admin'],
  ['GET', '/api/admin/login'],
  ['POST', '/api/admin/users'],
] as const)('%s %s without a permission stops the start', (method, path) => {
  expect(() => createTable([open(method, path, () => '')], CLOSED)).toThrow(
    `${method} ${path} needs a permission`,
  )
})

test('an entrance, a route with a permission and one outside need no more', () => {
  const routes = [
    open('POST', '/api/admin/login', () => ''),
    open('GET', '/api/administration', () => ''),
    route({ method: 'GET', path: '/api/admin/users', access: 'read', internal: true, handle: () => '' }),
  ]
  expect(createTable(routes, CLOSED).methodsAt('/api/admin/login')).toEqual(['POST'])
})

test('two routes of one method and path stop the start', () => {
  const twice = () => open('GET', '/about', () => '')
  expect(() => createTable([twice(), twice()], CLOSED)).toThrow('GET /about is declared twice')
})

test.each([
  ['GET', '/blog/new', '/blog/new', {}],
  ['HEAD', '/blog/new', '/blog/new', {}],
  ['GET', '/blog/a%20b%2fc', '/blog/:slug', { slug: 'a b/c' }],
  ['GET', '/blog/%E0%A4', undefined, undefined],
  ['GET', '/blog/', undefined, undefined],
  ['GET', '/blog/a/', undefined, undefined],
  ['GET', '/Blog/a', undefined, undefined],
  ['GET', '//blog/a', undefined, undefined],
  ['POST', '/blog/a', undefined, undefined],
  ['constructor', '/blog/a', undefined, undefined],
  ['__proto__', '/blog/a', undefined, undefined],
])('%s %s is for the route %s', (method, path, pattern, params) => {
  const routes = ['/blog/:slug', '/blog/new'].map((place) => open('GET', place, () => ''))
  const found = createTable(routes, CLOSED).find(method, path)
  expect([found?.route.path, found?.params]).toEqual([pattern, params])
})
