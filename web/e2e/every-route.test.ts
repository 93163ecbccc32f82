import { expect, test } from 'bun:test'
import * as z from 'zod/mini'
import { jsonRoutes } from '#src/testing/json-routes.ts'
import { PASSWORD, startSetUp } from './administration.ts'

const Described = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

/** Ends the session. */
const LAST = 'POST /api/admin/logout'

test('every route of the minified executable gets what its handler reads', async () => {
  await using server = await startSetUp()
  const headers = { authorization: `Bearer ${server.login.token}`, 'content-type': 'application/json' }
  const call = (method: string, path: string, body?: object) =>
    fetch(`${server.url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  expect((await call('POST', '/api/admin/account/proof', { password: PASSWORD })).status).toBe(200)
  const bodies = new Map(await jsonRoutes())
  const { paths } = Described.parse(await (await call('GET', '/api/openapi.json')).json())
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(routes.length).toBeGreaterThan(bodies.size)

  const refused: string[] = []
  for (const route of [...routes.filter((route) => route !== LAST), LAST]) {
    const [method = '', path = ''] = route.split(' ')
    const response = await call(method, path.replaceAll(/\{\w+\}/g, '99'), bodies.get(route))
    await response.bytes()
    if ([401, 403, 500].includes(response.status)) refused.push(`${route}: ${response.status}`)
  }
  expect(refused.sort()).toEqual([
    'POST /api/admin/login/passkey: 401',
    'POST /api/admin/login: 401',
    'POST /api/admin/setup: 403',
  ])
})
