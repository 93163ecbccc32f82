import { expect, test } from 'bun:test'
import { createRecentVisitors } from './recent-visitors.ts'
import { createDistinctValues, readSource } from './sources.ts'

const from = (headers: Record<string, string>, url = 'http://localhost:3000/', siteHost = 'example.com') =>
  readSource(new Request(url, { headers: { host: 'localhost:3000', ...headers } }), siteHost)

const sourceOf = (referer: string) => {
  const { source } = from({ referer })
  return source && `${source.group} ${source.name}`
}

test.each([
  ['https://www.google.de/', 'search Google'],
  ['https://www.google.co.uk/search?q=password', 'search Google'],
  ['https://google.com.br/', 'search Google'],
  ['android-app://com.google.android.googlequicksearchbox/', 'search Google'],
  ['https://duckduckgo.com/', 'search DuckDuckGo'],
  ['https://fr.search.yahoo.com/', 'search Yahoo'],
  ['https://chatgpt.com/c/0199', 'ai ChatGPT'],
  ['https://gemini.google.com/app', 'ai Gemini'],
  ['https://www.perplexity.ai/search/secret', 'ai Perplexity'],
  ['https://out.reddit.com/t3_1', 'social Reddit'],
  ['https://lm.facebook.com/l.php', 'social Facebook'],
  ['https://t.co/x', 'social X'],
  ['https://news.ycombinator.com/item?id=1', 'social Hacker News'],
  ['https://mail.google.com/mail/u/ada', 'site mail.google.com'],
  ['https://google.evil.example/', 'site google.evil.example'],
  ['https://notreddit.com/', 'site notreddit.com'],
  ['https://Ada:secret@www.Schule.Example.org:8443/users/ada?token=1#x', 'site schule.example.org'],
  ['https://xn--e1afmkfd.xn--p1ai/private', 'site xn--e1afmkfd.xn--p1ai'],
  ['http://192.168.1.7/ada', 'site other'],
  ['http://[2001:db8::1]/', 'site other'],
  ['http://adas-laptop/', 'site other'],
  ['http://wiki.adas-firm.internal/', 'site other'],
  ['http://nas.fritz.box/', 'site other'],
  [`https://${'a'.repeat(60)}.${'b'.repeat(60)}.example/`, 'site other'],
  [`https://${'a.'.repeat(7_000)}google.com/`, 'site other'],
  ['https://www.example.com/about', null],
  ['http://localhost:3000/', null],
  ['nonsense', 'direct '],
])('a visit from %s is counted as %p', (referer, source) => {
  expect(sourceOf(referer)).toBe(source)
})

test("without a referrer, a visit is direct, unless the link is marked or it is the site's own", () => {
  const direct = { group: 'direct', name: '' } as const
  expect(from({})).toEqual({ source: direct, campaign: null })
  expect(from({ 'sec-fetch-site': 'same-origin' }).source).toBeNull()
  const marked = from({}, 'http://localhost/?utm_source=chatgpt.com')
  expect(marked.source).toEqual({ group: 'ai', name: 'ChatGPT' })
  expect(from({}, 'http://localhost/?utm_source=ada@example.org').source).toEqual(direct)
  expect(from({}, `http://localhost/?utm_source=${'a.'.repeat(7_000)}chatgpt.com`).source).toEqual(direct)
})

test.each([
  ['Spring+Newsletter', 'spring newsletter'],
  ['fr%C3%BChling-2026', 'frühling-2026'],
  ['%E6%98%A5', '春'],
  ['2026-03', '2026-03'],
  ['', null],
  ['ada@example.com', null],
  ['<script>', null],
  ['=cmd', null],
  ['a'.repeat(41), null],
  ['customer-123456789', null],
  ['0199a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b', null],
  ['a%00b', null],
  ['a%0Ab', null],
])('the campaign %s becomes %p', (text, campaign) => {
  expect(from({}, `http://localhost/?x=1&utm_campaign=${text}`).campaign).toBe(campaign)
})

test('beyond a limit, values of a day become one, unless they come from more networks than another', () => {
  const bounded = createDistinctValues(2, 'rest')
  const totals = new Map<string, number>()
  const see = (day: string, value: string, network: number) => {
    for (const { value: name, count } of bounded(day, { value, count: 2 }, `10.0.${network}.0/24`))
      totals.set(name, (totals.get(name) ?? 0) + count)
  }
  for (const value of ['a', 'b', 'c', 'c', 'd', 'a']) see('1', value, 1)
  expect(Object.fromEntries(totals)).toEqual({ a: 4, b: 2, rest: 6 })
  // More than one bit of the 32, even if some networks share one.
  for (let network = 2; network < 12; network++) see('1', 'c', network)
  expect(totals.get('c')).toBeGreaterThanOrEqual(2)
  expect([...totals.values()].reduce((sum, count) => sum + count)).toBe(32)
  expect([...totals.values()].filter((count) => count > 0)).toHaveLength(3)
  totals.clear()
  see('2', 'd', 1)
  expect(Object.fromEntries(totals)).toEqual({ d: 2 })
})

test('visitors are active for five minutes after their last view', () => {
  const clock = { now: new Date(0) }
  const recent = createRecentVisitors(() => clock.now)
  const see = (minute: number, visitor: number) => {
    clock.now = new Date(minute * 60_000)
    recent.add(new Uint8Array(32).fill(visitor))
    return recent.count()
  }
  expect([see(0, 1), see(0, 1), see(1, 2), see(4, 1), see(5.5, 3), see(6, 3)]).toEqual([1, 1, 2, 2, 3, 2])
  recent.clear()
  expect(recent.count()).toBe(0)
})
