import { expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { answer, html, latin1, type Page, type Pages, redirect, startRawSite } from '#src/testing/raw-site.ts'
import { WAIT_MS } from '#src/testing/time-limits.ts'
import { createPublicFetch } from './public-fetch.ts'
import { createRobots, ROBOTS_BYTES, rulesFor } from './robots.ts'

const never = new AbortController().signal
const DISALLOWED = 'The robots.txt of the website does not allow this page to be read.'
const UNREADABLE = 'The robots.txt of the website could not be read.'
const TIMED_OUT = 'Timed out: the website took too long to respond.'

const fetcher = (limits = {}) =>
  createPublicFetch({
    allowPrivate: true,
    userAgent: 'Passwright/1.2.3 (+https://a.example)',
    limits: { totalMs: WAIT_MS, lookupMs: WAIT_MS, robotsMs: WAIT_MS, ...limits },
  })

/** Returns 'page' or the reason of the failure. */
async function read(url: string, fetch = fetcher()): Promise<string> {
  const result = await fetch(url, never)
  return result.kind === 'page' ? 'page' : result.reason
}

async function readUnder(robots: Page, path = '/page', limits = {}): Promise<string> {
  await using site = await startRawSite({
    '/robots.txt': robots,
    '/page': html('hi'),
    '/private/page': html('hi'),
  })
  return await read(`${site.url}${path}`, fetcher(limits))
}

const text = (body: string) => answer({ headers: { 'content-type': 'text/plain' }, body })

test('fetches a page only if robots.txt allows it', async () => {
  expect(await readUnder(text('User-agent: *\nDisallow: /private/'))).toBe('page')
  expect(await readUnder(text('User-agent: *\nDisallow: /private/'), '/private/page')).toBe(DISALLOWED)
})

test('compares paths without regard to the case of percent-encoding', async () => {
  await using site = await startRawSite({ '/robots.txt': text('User-agent: *\nDisallow: /caf%c3%a9') })
  expect(await read(`${site.url}/caf%C3%A9`)).toBe(DISALLOWED)
  expect(await read(`${site.url}/café`)).toBe(DISALLOWED)
})

test.each([
  ['404', answer({ status: 404 }), 'page'],
  ['403', answer({ status: 403, body: 'User-agent: *\nDisallow: /' }), 'page'],
  ['500', answer({ status: 500 }), UNREADABLE],
  ['503', answer({ status: 503 }), UNREADABLE],
  ['endless redirects', redirect('/robots.txt'), 'page'],
  ['a redirect to a file', redirect('file:///etc/passwd'), UNREADABLE],
  ['a malformed response', 'hello\r\n\r\n', UNREADABLE],
  [
    'an incomplete body',
    answer({ headers: { 'content-length': '99' }, body: 'User-agent: *\n' }),
    UNREADABLE,
  ],
  [
    'an unknown encoding',
    answer({ headers: { 'content-encoding': 'br' }, body: 'User-agent: *\n' }),
    UNREADABLE,
  ],
])('robots.txt responds with %s', async (_, robots, outcome) => {
  expect(await readUnder(robots)).toBe(outcome)
})

test('robots.txt may be compressed', async () => {
  const body = latin1(gzipSync('User-agent: *\nDisallow: /page'))
  expect(await readUnder(answer({ headers: { 'content-encoding': 'gzip' }, body }))).toBe(DISALLOWED)
})

test('robots.txt may be redirected, and applies to the original site', async () => {
  await using store = await startRawSite({ '/stored': text('User-agent: *\nDisallow: /private') })
  await using site = await startRawSite({
    '/robots.txt': redirect(`${store.url}/stored`),
    '/private/page': html('hi'),
  })
  expect(await read(`${site.url}/private/page`)).toBe(DISALLOWED)
  expect(store.paths()).toEqual(['/stored'])
})

test('robots.txt has a separate, shorter timeout', async () => {
  expect(await readUnder(() => undefined, '/page', { robotsMs: 100 })).toBe(TIMED_OUT)
})

test('a redirect is followed only if the other site’s robots.txt allows it', async () => {
  await using there = await startRawSite({
    '/robots.txt': text('User-agent: *\nDisallow: /private'),
    '/private/page': html('hi'),
  })
  await using site = await startRawSite({ '/': redirect(`${there.url}/private/page`) })
  expect(await read(site.url)).toBe(DISALLOWED)
  expect(there.paths()).toEqual(['/robots.txt'])
})

test('robots.txt is fetched once for several pages, and again after a failure', async () => {
  const pages: Pages = { '/robots.txt': answer({ status: 500 }), '/a': html('a'), '/b': html('b') }
  await using site = await startRawSite(pages)
  const fetch = fetcher()
  expect(await read(`${site.url}/a`, fetch)).toBe(UNREADABLE)
  pages['/robots.txt'] = text('')
  expect(await read(`${site.url}/a`, fetch)).toBe('page')
  expect(await read(`${site.url}/b`, fetch)).toBe('page')
  expect(site.paths()).toEqual(['/robots.txt', '/robots.txt', '/a', '/b'])
})

const fill = (start: string, line: string) => start.padEnd(ROBOTS_BYTES + 1000, line)

test('only complete lines in the first 500 kB of robots.txt count', async () => {
  const start = 'User-agent: *\nDisallow: /private\n'
  const cut = `${start}${'#'.repeat(ROBOTS_BYTES - start.length - 12)}\nDisallow: /page\n`
  expect(cut.slice(0, ROBOTS_BYTES)).toEndWith('\nDisallow: /')
  const endless: Page = ({ socket }) => void socket.write(`HTTP/1.1 200 OK\r\n\r\n${cut}`)
  expect(await readUnder(endless)).toBe('page')
  expect(await readUnder(endless, '/private/page')).toBe(DISALLOWED)
})

const judge = (robots: string, path: string) =>
  createRobots({
    token: 'Passwright',
    load: async () => ({ status: 200, body: Buffer.from(robots) }),
  }).check(new URL(path, 'http://site.example'), [], never)

test('as many rules as fit are applied', async () => {
  const rules = fill('User-agent: *\nDisallow: /page\n', 'Disallow: /an/other/part\n')
  expect(await judge(rules, '/page')).toEqual({ kind: 'failure', reason: DISALLOWED })
  expect(await judge(rules, '/')).toBe(null)
})

test('many wildcards in a rule are tried once each', async () => {
  const slow = `User-agent: *\nDisallow: /${'*a'.repeat(200_000)}\nDisallow: /${'*a'.repeat(1000)}b$`
  expect(await judge(slow, `/${'a'.repeat(7000)}`)).toBe(null)
  expect(await judge(slow, `/${'a'.repeat(7000)}b`)).toEqual({ kind: 'failure', reason: DISALLOWED })
})

test('keeps each rule that applies to us once, however many names and rules there are', async () => {
  const names = 'User-agent: someone\n'.repeat(10_000)
  const robots = `${names}User-agent: *\n${'User-agent: passwright\n'.repeat(1000)}${'Allow: /\n'.repeat(10_000)}`
  expect(await rulesFor('Passwright', robots)).toBe('+/')
})
