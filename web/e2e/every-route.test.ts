import { expect, test } from 'bun:test'
import * as z from 'zod/mini'
import { jsonRoutes } from '#src/testing/json-routes.ts'
import { until } from '#src/testing/time-limits.ts'
import { PASSWORD, startSetUp } from './administration.ts'

const LOGGED = / info request .*method="(\w+)" path="([^"]+)" status=(\d+)/g
const COUNTED = /^passwright_http_requests_total\{method="(\w+)",route="([^"]+)",status="(\d+)"\} (\d+)$/gm

const Described = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

/** Ends the session. */
const LAST = 'POST /api/admin/logout'

test('every route of the minified executable gets what its handler reads', async () => {
  await using server = await startSetUp({ env: { ACCESS_LOG: 'on' } })
  const headers = { authorization: `Bearer ${server.login.token}`, 'content-type': 'application/json' }
  const received: string[] = []
  const counts: Record<string, number> = {}
  const call = async (method: string, route: string, body?: object) => {
    const path = route.replaceAll(/\{\w+\}/g, '99')
    const given = body ? { body: JSON.stringify(body) } : {}
    const response = await fetch(`${server.url}${path}`, { method, headers, redirect: 'manual', ...given })
    const { status } = response
    received.push(`${method} ${path} ${status}`)
    const counted = `${method} ${route.replaceAll(/\{(\w+)\}/g, ':$1')} ${status}`
    counts[counted] = (counts[counted] ?? 0) + 1
    return { status, text: await response.text() }
  }
  expect((await call('POST', '/api/admin/account/proof', { password: PASSWORD })).status).toBe(200)
  const bodies = new Map(await jsonRoutes())
  const { paths } = Described.parse(JSON.parse((await call('GET', '/api/openapi.json')).text))
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(routes.length).toBeGreaterThan(bodies.size)

  const refused: string[] = []
  for (const route of [...routes.filter((route) => route !== LAST), LAST]) {
    const [method = '', path = ''] = route.split(' ')
    const { status } = await call(method, path, bodies.get(route))
    if ([401, 403, 500].includes(status)) refused.push(`${route}: ${status}`)
  }
  expect(refused.sort()).toEqual([
    'POST /api/admin/login/passkey: 401',
    'POST /api/admin/login: 401',
    'POST /api/admin/setup: 403',
  ])

  const logged = () => [...server.output().matchAll(LOGGED)].map(([, ...parts]) => parts.join(' '))
  await until('all lines are written', () => logged().length >= received.length)
  expect(logged()).toEqual(received)
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  const counted = [...metrics.matchAll(COUNTED)].map(([, method, route, status, count]) => [
    `${method} ${route} ${status}`,
    Number(count),
  ])
  expect(Object.fromEntries(counted)).toEqual(counts)
})
