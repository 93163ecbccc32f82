import { expect, test } from 'bun:test'
import { route } from '#src/route.ts'
import { open } from '#src/testing/test-pipeline.ts'
import { createRouteTable } from './route-table.ts'

const CLOSED = { path: '/api/admin', publicRoutes: ['POST /api/admin/login'] }

test.each([
  ['GET', '/api/admin'],
  ['GET', '/api/admin/login'],
  ['POST', '/api/admin/users'],
] as const)('%s %s without a permission stops startup', (method, path) => {
  expect(() => createRouteTable([open(method, path, () => '')], CLOSED)).toThrow(
    `${method} ${path} needs a permission`,
  )
})

test('listed public routes, guarded routes, and routes outside the protected paths are accepted', () => {
  const routes = [
    open('POST', '/api/admin/login', () => ''),
    open('GET', '/api/administration', () => ''),
    route({ method: 'GET', path: '/api/admin/users', access: 'read', internal: true, handle: () => '' }),
  ]
  expect(createRouteTable(routes, CLOSED).methodsAt('/api/admin/login')).toEqual(['POST'])
})

test('duplicate routes stop startup', () => {
  const twice = () => open('GET', '/about', () => '')
  expect(() => createRouteTable([twice(), twice()], CLOSED)).toThrow('GET /about is declared twice')
})

test.each([
  ['GET', '/blog/new', '/blog/new', {}],
  ['HEAD', '/blog/new', '/blog/new', {}],
  ['GET', '/blog/a%20b%2fc', '/blog/:slug', { slug: 'a b/c' }],
  ['GET', '/blog/:slug', '/blog/:slug', { slug: ':slug' }],
  ['GET', '/blog/%E0%A4', undefined, undefined],
  ['GET', '/blog/', undefined, undefined],
  ['GET', '/blog/a/', undefined, undefined],
  ['GET', '/Blog/a', undefined, undefined],
  ['GET', '//blog/a', undefined, undefined],
  ['POST', '/blog/a', undefined, undefined],
  ['constructor', '/blog/a', undefined, undefined],
  ['__proto__', '/blog/a', undefined, undefined],
])('%s %s matches the route %s', (method, path, pattern, params) => {
  const routes = ['/blog/:slug', '/blog/new'].map((place) => open('GET', place, () => ''))
  const found = createRouteTable(routes, CLOSED).find(method, path)
  expect([found?.route.path, found?.params]).toEqual([pattern, params])
})
