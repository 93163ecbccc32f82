import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import fc from 'fast-check'
import type { Access } from '#src/sessions/access.ts'
import { testRequests } from '#src/testing/test-requests.ts'
import { clientAddress, trustProxies } from './client-address.ts'

const CLIENT = '198.51.100.9'
const PROXY = '10.0.0.1'
const INNER = '10.9.9.9'

test.each([
  [[], PROXY, CLIENT, PROXY],
  [['10.0.0.0/8'], PROXY, null, PROXY],
  [['10.0.0.0/8'], PROXY, '', PROXY],
  [['10.0.0.0/8'], PROXY, CLIENT, CLIENT],
  [['10.0.0.0/8'], '203.0.113.7', CLIENT, '203.0.113.7'],
  [['10.0.0.0/8'], PROXY, `1.1.1.1, ${CLIENT}`, CLIENT],
  [['10.0.0.0/8'], PROXY, `127.0.0.1, ${CLIENT}, ${INNER}`, CLIENT],
  [['10.0.0.0/8'], PROXY, `${INNER}, ${INNER}`, INNER],
  [['10.0.0.0/8'], PROXY, `${CLIENT},,  , ${INNER}`, CLIENT],
  [['10.0.0.0/8'], PROXY, 'unknown', PROXY],
  [['10.0.0.0/8'], PROXY, `${CLIENT}, unknown`, PROXY],
  [['10.0.0.0/8'], PROXY, `${CLIENT}, <script>`, PROXY],
  [['10.0.0.0/8'], PROXY, '1', PROXY],
  [['10.0.0.0/8'], PROXY, '0x7f000001', PROXY],
  [['10.0.0.0/8'], PROXY, '010.1.1.1', PROXY],
  [['10.0.0.0/8'], PROXY, `${CLIENT}:4711`, CLIENT],
  [['10.0.0.0/8'], PROXY, '[2001:db8::1]:4711', '2001:db8::1'],
  [['10.0.0.0/8'], PROXY, '[2001:db8::1]', '2001:db8::1'],
  [['10.0.0.0/8'], PROXY, '2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  [['10.0.0.0/8'], '::ffff:10.0.0.1', `::ffff:${CLIENT}`, CLIENT],
  [['::ffff:10.0.0.0/104'], PROXY, CLIENT, CLIENT],
  [['::ffff:10.0.0.1'], PROXY, CLIENT, CLIENT],
  [[PROXY], '10.0.0.2', CLIENT, '10.0.0.2'],
  [['2001:db8::/32'], '2001:db8::5', CLIENT, CLIENT],
  [['::1'], '::1', CLIENT, CLIENT],
  [['fe80::/10'], 'fe80::1%eth0', CLIENT, CLIENT],
  [['::/0'], PROXY, CLIENT, PROXY],
  [['0.0.0.0/0'], '::1', CLIENT, '::1'],
  [['127.0.0.1', PROXY], '127.0.0.1', `${CLIENT}, ${PROXY}`, CLIENT],
  [[], '::ffff:203.0.113.7', null, '203.0.113.7'],
  [[], '', null, ''],
])(
  'trusting %j, a request from %s with X-Forwarded-For %j has the address %s',
  (trusted, peer, forwarded, address) => {
    expect(clientAddress(peer, forwarded, trustProxies(trusted))).toBe(address)
  },
)

test('a client can’t choose its address with X-Forwarded-For', () => {
  const isTrusted = trustProxies(['10.0.0.0/8'])
  const claim = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.string(),
    fc.constantFrom(PROXY, INNER, '127.0.0.1', ',', ''),
  )
  fc.assert(
    fc.property(fc.array(claim), (claims) => {
      expect(clientAddress(PROXY, [...claims, CLIENT].join(', '), isTrusted)).toBe(CLIENT)
      expect(clientAddress(CLIENT, claims.join(', '), isTrusted)).toBe(CLIENT)
    }),
  )
})

const FORWARDED = {
  'x-forwarded-for': '198.51.100.9',
  'x-forwarded-host': 'passwords.example.com',
  'x-forwarded-proto': 'https',
}

test.each([
  [[], PROXY, FORWARDED, PROXY, 'http://inside.test:3000'],
  [[PROXY], '203.0.113.7', FORWARDED, '203.0.113.7', 'http://inside.test:3000'],
  [[PROXY], PROXY, FORWARDED, CLIENT, 'https://passwords.example.com'],
  [[PROXY], PROXY, { 'x-forwarded-proto': 'https' }, PROXY, 'https://inside.test:3000'],
  [[PROXY], PROXY, { 'x-forwarded-proto': 'javascript' }, PROXY, 'http://inside.test:3000'],
  [[PROXY], PROXY, { 'x-forwarded-host': 'evil.test, good.test' }, PROXY, 'http://good.test'],
  [[PROXY], PROXY, { 'x-forwarded-proto': 'https, http' }, PROXY, 'http://inside.test:3000'],
  [[PROXY], PROXY, { forwarded: 'for=1.1.1.1;host=evil.test;proto=https' }, PROXY, 'http://inside.test:3000'],
  [[PROXY], PROXY, { 'x-real-ip': '1.1.1.1', 'client-ip': '1.1.1.1' }, PROXY, 'http://inside.test:3000'],
])(
  'trusting %j, a request from %s with %j has the address %s and origin %s',
  async (trustProxy, peer, sent, address, origin) => {
    const echo = (access: Access) =>
      new Elysia()
        .use(access)
        .get('/', ({ call }) => Response.json({ address: call.address, origin: call.origin }), { open: true })
    const { ask } = testRequests([echo], { trustProxy })
    const response = await ask('/', { headers: { host: 'inside.test:3000', ...sent } }, peer)
    expect(await response.json()).toEqual({ address, origin })
  },
)

test.each(['evil test', 'a/b', '"><script>', 'a@b', '1.2.3.4.5', '999.1.1.1', '[::g]', 'a.test:99999'])(
  'the forwarded host %j is rejected',
  async (host) => {
    const { ask } = testRequests([], { trustProxy: [PROXY] })
    const response = await ask('/', { headers: { 'x-forwarded-host': host } }, PROXY)
    expect(response.status).toBe(400)
  },
)

test('SITE_URL takes precedence over any host header', async () => {
  const tell = (access: Access) =>
    new Elysia().use(access).get('/', ({ call }) => new Response(call.origin), { open: true })
  const { ask } = testRequests([tell], { siteUrl: 'https://example.com', trustProxy: [PROXY] })
  expect(await (await ask('/', { headers: FORWARDED }, PROXY)).text()).toBe('https://example.com')
  expect(await (await ask('/', { headers: { host: 'evil.test' } })).text()).toBe('https://example.com')
})
