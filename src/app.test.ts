import { expect, test } from 'bun:test'
import { openRemote } from '#src/db/remote.ts'
import { setupCode } from '#src/sessions/setup.ts'
import { ENGINES } from '#src/testing/engines.ts'
import { libsqlServer } from '#src/testing/libsql-server.ts'
import { testApp } from '#src/testing/test-app.ts'

const asFirefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

for (const [name, open] of ENGINES) {
  test(`on ${name} pages are served, events counted and an administrator signed in`, async () => {
    await using database = await open()
    const { call, db, counter } = await testApp({ engine: database.engine })
    expect((await call('/readyz')).status).toBe(200)
    expect((await call('/', { headers: asFirefox })).status).toBe(200)
    const counted = await call('/api/track/password-generated', {
      json: { type: 'single' },
      headers: asFirefox,
    })
    expect([counted.status, await counted.json()]).toEqual([200, { success: true }])

    const account = { username: 'ada', email: 'ada@example.com', password: 'correct horse battery' }
    const json = { ...account, code: (await setupCode(db)) ?? '' }
    expect((await call('/api/admin/setup', { json })).status).toBe(201)
    expect((await call('/api/admin/setup', { json })).status).toBe(403)
    const login = await call('/api/admin/login', { json: account })
    expect(login.status).toBe(200)
    const { token }: { token: string } = await login.json()
    const users = await call('/api/admin/users', { headers: { authorization: `Bearer ${token}` } })
    expect(await users.json()).toMatchObject([{ username: 'ada', role: 'super_admin', isActive: true }])
    await counter.flush()
  })
}

test('while a libSQL server is down, pages are served and other requests fail until it recovers', async () => {
  await using server = libsqlServer()
  const { call, lines, counter } = await testApp({
    engine: openRemote(server.url, undefined),
    expectsErrors: true,
  })
  const event = { json: { type: 'single' }, headers: asFirefox }
  server.setFault('failing')
  expect((await call('/', { headers: asFirefox })).status).toBe(200)
  expect((await call('/api/track/password-generated', event)).status).toBe(202)
  const ready = await call('/readyz')
  expect(ready.status).toBe(503)
  expect(await ready.json()).toEqual({
    message: 'The database is not responding. Please try again later.',
    code: 'unavailable',
  })
  expect((await call('/healthz')).status).toBe(200)
  expect(lines.length).toBeGreaterThan(0)

  server.setFault(null)
  expect((await call('/readyz')).status).toBe(200)
  expect((await call('/api/track/password-generated', event)).status).toBe(200)
  await counter.flush()
})

const HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
]

test('any unauthenticated request to any route gets a safe response', async () => {
  const { call, routes } = await testApp()
  const pathOf = ({ path }: { path: string }) => path.replaceAll(/:\w+/g, '1').replace('*', 'x')
  const paths = new Set(routes.map(pathOf))
  expect(paths.size).toBeGreaterThan(10)
  const declared = new Set(routes.map((route) => `${route.method} ${pathOf(route)}`))
  for (const path of [...paths, '/nowhere', '/api/nowhere', '/api/admin/nowhere']) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const takesBody = method !== 'GET' && declared.has(`${method} ${path}`)
      for (const json of takesBody ? [undefined, [], { id: 1 }] : [undefined]) {
        const response = await call(path, { method, json })
        expect([method, path, response.status < 500]).toEqual([method, path, true])
        for (const name of HEADERS)
          expect([name, path, response.headers.has(name)]).toEqual([name, path, true])
        for (const name of ['set-cookie', 'access-control-allow-origin', 'server', 'x-powered-by'])
          expect([name, path, response.headers.has(name)]).toEqual([name, path, false])
        if (path.startsWith('/api/') && !path.startsWith('/api/docs')) {
          expect(response.headers.get('content-type')).toMatch(/^application\/json; ?charset=utf-8$/)
          // Public data may be cached if revalidated.
          const keeping = path.startsWith('/api/blog/') && response.ok ? 'no-cache' : 'no-store'
          expect(response.headers.get('cache-control')).toBe(keeping)
          expect(await response.json()).toBeObject()
        }
      }
    }
  }
})
