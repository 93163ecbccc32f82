import { expect, test } from 'bun:test'
import { ANALYZER_PATH, type Analysis, type AnalysisKeyword } from '#domain/analyses.ts'
import { createPublicFetch } from '#src/lib/public-fetch/public-fetch.ts'
import { createLog } from '#src/log.ts'
import { actor } from '#src/testing/actor.ts'
import { fakeWeb } from '#src/testing/fake-web.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { testApp } from '#src/testing/test-app.ts'
import type { WebAccess } from './analyze-page.ts'
import { createPageReader } from './page-reader.ts'
import { setAutoUpdate } from './store.ts'

const PAGE = `<!doctype html><html lang="en"><head><title>Trail running shoes | Example</title>
<meta name="description" content="Trail running shoes for rough ground"></head><body>
<nav><a href="/">Home</a> <a href="/cart">Cart</a></nav>
<h1>Trail running shoes</h1><p>A trail running shoe grips rough ground. Trail running shoes are light.</p>
<h2>How to choose</h2><p>Look at the sole of a trail running shoe, and try it on.</p></body></html>`

/** Serves robots.txt, and one page at all other paths. */
function website(robots: string) {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) =>
      new URL(request.url).pathname === '/robots.txt'
        ? new Response(robots)
        : new Response(PAGE, { headers: { 'content-type': 'text/html; charset=utf-8' } }),
  })
  return { url: `http://127.0.0.1:${server.port}/shoes`, [Symbol.asyncDispose]: () => server.stop(true) }
}

const createReader = () =>
  createPageReader({
    log: createLog({
      format: 'text',
      now: () => new Date(0),
      write: (line) => {
        throw new Error(line)
      },
    }),
  })

async function signedInApp(web: WebAccess, analyzerAllowPrivate: boolean) {
  const app = await testApp({ web, settings: { analyzerAllowPrivate } })
  const { authorization } = await makeUser(app, 'admin')
  const ask = (method: string, path: string, json?: unknown) =>
    app.call(`${ANALYZER_PATH}${path}`, { method, json, headers: { authorization } })
  const list = async (): Promise<Analysis[]> => (await ask('GET', '/analyses')).json()
  return { app, ask, list }
}

test('extracts keywords from a page fetched over HTTP', async () => {
  await using site = website('')
  await using pageReader = createReader()
  const publicFetch = createPublicFetch({ allowPrivate: true, userAgent: 'Passwright/1' })
  const { app, ask, list } = await signedInApp({ publicFetch, pageReader }, true)
  expect((await ask('POST', '/analyze', { url: site.url })).status).toBe(201)
  await app.analyzer.idle()
  const [analysis] = await list()
  expect(analysis).toMatchObject({
    status: 'completed',
    title: 'Trail running shoes | Example',
    metaDescription: 'Trail running shoes for rough ground',
    totalHeadings: 2,
  })
  const keywords: AnalysisKeyword[] = await (await ask('GET', '/keywords/1')).json()
  expect(keywords[0]).toMatchObject({ relevanceScore: 10 })
  expect(keywords[0]?.keyword.toLowerCase()).toBe('trail running shoes')
  expect(await (await ask('GET', '/analysis/1/details')).json()).toMatchObject({
    finalUrl: site.url,
    status: 200,
    lang: 'en',
    bytes: PAGE.length,
    headings: [
      { level: 1, text: 'Trail running shoes' },
      { level: 2, text: 'How to choose' },
    ],
  })
})

test("doesn't read a page that robots.txt disallows", async () => {
  await using site = website('User-agent: *\nDisallow: /shoes')
  await using pageReader = createReader()
  const publicFetch = createPublicFetch({ allowPrivate: true, userAgent: 'Passwright/1' })
  const { app, ask, list } = await signedInApp({ publicFetch, pageReader }, true)
  await ask('POST', '/analyze', { url: site.url })
  await app.analyzer.idle()
  expect(await list()).toMatchObject([
    { status: 'failed', errorMessage: expect.stringContaining('robots.txt') },
  ])
})

test('rejects private and unusual addresses immediately and stores nothing', async () => {
  const { ask, list } = await signedInApp(fakeWeb(() => ({})).web, false)
  for (const url of [
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://[::ffff:7f00:1]/',
    'http://localhost/',
    'http://169.254.169.254/latest/meta-data/',
    'http://intranet/',
    'https://example.com:22/',
    'https://user:secret@example.com/',
  ] as const) {
    const response = await ask('POST', '/analyze', { url })
    expect([url, response.status]).toEqual([url, 400])
    expect(await response.json()).toMatchObject({ code: 'invalid' })
    expect(await list()).toEqual([])
  }
})

test("doesn't contact a name that resolves to a private address the next day", async () => {
  const { web, requests } = fakeWeb(() => ({}))
  const rebound = createPublicFetch({
    allowPrivate: false,
    userAgent: 'Passwright/1',
    lookup: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  let isRebound = false
  const publicFetch: WebAccess['publicFetch'] = (address, signal) =>
    (isRebound ? rebound : web.publicFetch)(address, signal)
  const { app, ask, list } = await signedInApp({ ...web, publicFetch }, false)
  await ask('POST', '/analyze', { url: 'https://rebinding.example/' })
  await app.analyzer.idle()
  isRebound = true
  await setAutoUpdate(app.db, actor, 1, true, new Date(app.clock.now.getTime() - 2 * 86_400_000))
  app.analyzer.claimWork()
  await app.analyzer.idle()
  expect(requests).toHaveLength(1)
  expect(await list()).toMatchObject([
    {
      status: 'completed',
      errorMessage:
        'The last daily update failed: Address not allowed: it does not belong to a public website.',
    },
  ])
})
