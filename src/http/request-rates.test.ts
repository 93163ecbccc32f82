import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { Elysia } from 'elysia'
import type { Access } from '#src/sessions/access.ts'
import { testRequests } from '#src/testing/test-requests.ts'
import { createRateLimit } from './rate-limit.ts'

afterEach(() => {
  setSystemTime()
})

/** An app with a page and API calls, two with a shared rate; records calls of the guard. */
function limitedApp() {
  setSystemTime(new Date('2026-03-14T12:00:00Z'))
  const admitted: string[] = []
  const rate = createRateLimit({ attempts: 600, within: 60 })
  const handle = () => ({})
  const feature = (access: Access) =>
    new Elysia()
      .use(access)
      .get('/', handle, { open: true })
      .get('/api/posts', handle, { open: true })
      .get('/api/secrets', handle, { access: 'read' })
      .get('/api/track/view', handle, { open: { rate } })
      .get('/api/track/click', handle, { open: { rate } })
  const pipeline = testRequests([feature], {
    identify: async ({ url }) => {
      admitted.push(url.pathname)
      return null
    },
  })
  const times = (count: number, path: string, peer?: string) =>
    Promise.all(Array.from({ length: count }, () => pipeline.ask(path, {}, peer)))
  return { ...pipeline, admitted, times }
}

const statuses = (answers: Response[]) => [...new Set(answers.map(({ status }) => status))]

test('the 301st call within ten seconds gets 429 with Retry-After, before authentication', async () => {
  const { times, ask, admitted } = limitedApp()
  expect(statuses(await times(300, '/api/secrets'))).toEqual([401])
  const refused = await ask('/api/nowhere', { method: 'POST', body: 'x'.repeat(10) })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
  expect(await refused.json()).toEqual({
    message: 'Too many attempts. Please try again in 10 seconds.',
    code: 'rate_limited',
  })
  expect(admitted.length).toBe(300)
  expect((await ask('/api/posts', {}, '203.0.113.8')).status).toBe(200)

  setSystemTime(new Date('2026-03-14T12:00:10.001Z'))
  expect((await ask('/api/posts')).status).toBe(200)
})

test('an IPv6 network counts as one address', async () => {
  const { times, ask } = limitedApp()
  await times(150, '/api/posts', '2001:db8:1:2::1')
  await times(150, '/api/posts', '2001:db8:1:2::2')
  expect((await ask('/api/posts', {}, '2001:db8:1:2::3')).status).toBe(429)
  expect((await ask('/api/posts', {}, '2001:db8:1:3::3')).status).toBe(200)
})

test('routes that share a rate are counted together, and pages are not limited', async () => {
  const { times } = limitedApp()
  expect(statuses(await times(300, '/api/track/view'))).toEqual([200])
  expect(statuses(await times(300, '/api/track/click'))).toEqual([200])
  expect(statuses(await times(1, '/api/track/view'))).toEqual([429])
  expect(statuses(await times(300, '/api/posts'))).toEqual([200])
  expect(statuses(await times(1, '/api/posts'))).toEqual([429])
  expect(statuses(await times(1000, '/'))).toEqual([200])
})

test("behind a trusted proxy each visitor has a limit, and forged headers don't raise it", async () => {
  setSystemTime(new Date('2026-03-14T12:00:00Z'))
  const { ask } = testRequests([], { trustProxy: ['10.0.0.1'] })
  const call = (forwarded: string, peer: string) =>
    ask('/api/x', { headers: { 'x-forwarded-for': forwarded } }, peer)
  for (let made = 0; made < 300; made++) await call('198.51.100.1', '10.0.0.1')
  expect((await call('198.51.100.1', '10.0.0.1')).status).toBe(429)
  expect((await call('198.51.100.2', '10.0.0.1')).status).toBe(404)
  for (let made = 0; made < 300; made++) await call(`198.51.100.${made % 250}`, '203.0.113.9')
  expect((await call('192.0.2.1', '203.0.113.9')).status).toBe(429)
})
