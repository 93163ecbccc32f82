import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { BREACH_CHECK_PATH } from '#domain/breach-check.ts'
import type { BreachRange } from '#domain/breaches.ts'
import { startBreachServer } from '#src/testing/breach-server.ts'
import { freezeDate } from '#src/testing/freeze-date.ts'
import { testApp } from '#src/testing/test-app.ts'
import { WAIT_MS } from '#src/testing/time-limits.ts'
import { userAgentOf } from '#src/version.ts'

freezeDate()

const hash = createHash('sha1').update('hunter2').digest('hex').toUpperCase()
const prefix = hash.slice(0, 5)

type Server = Pick<ReturnType<typeof startBreachServer>, 'url'>

const appWith = ({ url }: Server, breachTimeoutMs = WAIT_MS) =>
  testApp({ settings: { breachCheck: 'on', breachCheckUrl: url }, breachTimeoutMs, expectsErrors: true })

test('returns the leaked passwords that share a prefix, including padding', async () => {
  await using service = startBreachServer({ hunter2: 17_043 })
  const { call } = await appWith(service)
  const response = await call(BREACH_CHECK_PATH, { json: { prefix } })
  expect(response.status).toBe(200)
  const { counts }: BreachRange = await response.json()
  expect(counts[hash.slice(5)]).toBe(17_043)
  expect(Object.values(counts).filter((count) => count === 0)).toHaveLength(800)
})

test('sends the leak service the prefix and nothing about the visitor', async () => {
  await using service = startBreachServer({})
  const { call } = await appWith(service)
  const headers = { 'user-agent': 'Visitor/1', 'accept-language': 'cy', referer: 'https://example.test/x' }
  await call(BREACH_CHECK_PATH, { json: { prefix, password: 'hunter2' }, headers })
  expect(service.requests).toHaveLength(1)
  const [request] = service.requests
  expect(request).toMatchObject({ path: `/range/${prefix}`, body: '' })
  expect(request?.headers).toMatchObject({ 'add-padding': 'true', 'user-agent': userAgentOf(undefined) })
  expect(JSON.stringify(request)).not.toMatch(/Visitor|cy"|example\.test|203\.0\.113|hunter2/)
})

test("rejects an invalid prefix and doesn't relay it", async () => {
  await using service = startBreachServer({})
  const { call } = await appWith(service)
  for (const json of [
    {},
    { prefix: '' },
    { prefix: '21BD' },
    { prefix: '21bd1' },
    { prefix: hash },
    { prefix: 'XYZ12' },
  ] as const) {
    expect([json, (await call(BREACH_CHECK_PATH, { json })).status]).toEqual([json, 400])
    expect(service.requests).toEqual([])
  }
})

test("the route doesn't exist unless enabled", async () => {
  const { call } = await testApp()
  expect((await call(BREACH_CHECK_PATH, { json: { prefix } })).status).toBe(404)
})

const FAULTS: Record<string, () => Response | Promise<Response>> = {
  'an error status': () => new Response('Oops', { status: 503 }),
  'a rate limit': () => new Response('Slow down', { status: 429, headers: { 'retry-after': '2' } }),
  'a redirect': () => Response.redirect('http://127.0.0.1:9/range/21BD1'),
  'a web page': () => new Response('<!doctype html><title>Captcha</title>'),
  'a hostile suffix': () => new Response('__proto__:1'),
  'an oversized response': () => new Response('A'.repeat(600_000)),
  'too many lines': () => new Response('\n'.repeat(20_000)),
  'no response': () => new Promise<Response>(() => undefined),
}

test.each(Object.keys(FAULTS))('a leak service with %s gives one clear error', async (fault) => {
  await using service = startBreachServer({}, () => FAULTS[fault]?.() ?? Response.error())
  const { call, lines } = await appWith(service, fault === 'no response' ? 100 : undefined)
  const response = await call(BREACH_CHECK_PATH, { json: { prefix } })
  expect(response.status).toBe(502)
  expect(await response.json()).toMatchObject({
    message: 'The leak service did not respond. Please try again later.',
  })
  expect(lines.join('\n')).not.toContain(prefix)
})

test('an unreachable leak service gives one clear error', async () => {
  const gone = startBreachServer({})
  await gone[Symbol.asyncDispose]()
  const { call } = await appWith(gone)
  expect((await call(BREACH_CHECK_PATH, { json: { prefix } })).status).toBe(502)
})

/** Keeps many checks cheap. */
const unpadded = () => new Response(`${'A'.repeat(35)}:1`)

test('a network gets 30 checks a minute, independent of others', async () => {
  await using service = startBreachServer({})
  const { call } = await appWith(service)
  const ask = (from: string) => call(BREACH_CHECK_PATH, { json: { prefix }, from })
  for (let count = 0; count < 30; count++) expect((await ask('2001:db8::1')).status).toBe(200)
  expect((await ask('2001:db8::2')).status).toBe(429)
  expect((await ask('2001:db8:0:1::1')).status).toBe(200)
})

test('an IPv6 /48 gets 120 checks a minute, independent of others', async () => {
  await using service = startBreachServer({}, unpadded)
  const { call } = await appWith(service)
  const ask = async (from: string) => (await call(BREACH_CHECK_PATH, { json: { prefix }, from })).status
  for (let count = 0; count < 120; count++) expect(await ask(`2001:db8:7:${count}::1`)).toBe(200)
  expect(await ask('2001:db8:7:fff::1')).toBe(429)
  expect(await ask('2001:db8:8::1')).toBe(200)
})

test('all networks together get 600 checks a minute', async () => {
  await using service = startBreachServer({}, unpadded)
  const { call } = await appWith(service)
  const statuses = []
  for (let count = 0; count < 605; count++) {
    const from = `198.51.${Math.floor(count / 20)}.1`
    statuses.push((await call(BREACH_CHECK_PATH, { json: { prefix }, from })).status)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(600)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})
