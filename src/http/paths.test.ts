import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import type { Access } from '#src/sessions/access.ts'
import { open, testRequests } from '#src/testing/test-requests.ts'
import { createPaths } from './paths.ts'

test.each([
  ['GET', '/api/admin'],
  ['GET', '/api/admin/login'],
  ['POST', '/api/admin/users'],
])('%s %s without a permission stops startup', (method, path) => {
  expect(() => testRequests([open(method, path, () => '')])).toThrow(`${method} ${path} needs a permission`)
})

test('a route with neither access nor open stops startup', () => {
  const forgotten = (access: Access) => new Elysia().use(access).get('/about', () => '')
  const twice = open('GET', '/', () => '')
  for (const others of [[], [twice, twice]])
    expect(() => testRequests([forgotten, ...others])).toThrow('GET /about has neither access nor open')
})

test('listed public routes, guarded routes, and routes outside the protected paths are accepted', async () => {
  const guarded = (access: Access) =>
    new Elysia().use(access).get('/api/admin/users', () => '', { access: 'read' })
  const { ask } = testRequests([
    open('POST', '/api/admin/login', () => ''),
    open('GET', '/api/administration', () => ''),
    guarded,
  ])
  expect((await ask('/api/administration')).status).toBe(200)
  expect((await ask('/api/admin/users')).status).toBe(401)
})

test('a route declared twice stops startup, in one feature or in two', () => {
  const twice = (access: Access) =>
    new Elysia()
      .use(access)
      .get('/about', () => 1, { open: true })
      .get('/about', () => 2, { open: true })
  const about = open('GET', '/about', () => '')
  expect(() => testRequests([twice])).toThrow(/declared twice.*: 1 of 2$/)
  expect(() => testRequests([about, open('GET', '/', () => ''), about])).toThrow(/declared twice.*: 1 of 3$/)
})

test('a route with both access and open stops startup', () => {
  const both = (access: Access) =>
    new Elysia().use(access).get('/about', () => '', { access: 'read', open: true })
  expect(() => testRequests([both])).toThrow(/both access and open: 1 of 2$/)
})

const Reached = z.object({ route: z.string(), params: z.record(z.string(), z.string()) })

test.each([
  ['GET', '/blog/new', '/blog/new', {}],
  ['GET', '/blog/a%20b%2fc', '/blog/:slug', { slug: 'a b/c' }],
  ['GET', '/blog/:slug', '/blog/:slug', { slug: ':slug' }],
  ['GET', '/blog/%E0%A4', null, null],
  ['GET', '/blog/', null, null],
  ['GET', '/blog/a/', null, null],
  ['GET', '/Blog/a', null, null],
  ['GET', '//blog/a', null, null],
  ['POST', '/blog/a', null, null],
])('%s %s reaches the route %s', async (method, path, route, params) => {
  const posts = (access: Access) =>
    new Elysia()
      .use(access)
      .get('/blog/:slug', ({ route, params: { slug } }) => ({ route, params: { slug } }), { open: true })
      .get('/blog/new', ({ route }) => ({ route, params: {} }), { open: true })
  const response = await testRequests([posts]).ask(path, { method })
  if (route === null) expect([301, 404, 405]).toContain(response.status)
  else expect(Reached.parse(await response.json())).toEqual(Reached.parse({ route, params }))
})

test.each(['constructor', '__proto__', 'HEAD', 'OPTIONS', 'get'])('no path has a route for %s', (method) => {
  const { patternOf, hasMethod } = createPaths(() => [{ method: 'GET', path: '/blog/:slug' }])
  expect([hasMethod(method), patternOf(method, '/blog/a')]).toEqual([false, undefined])
})
