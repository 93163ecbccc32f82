import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#src/testing/folder.ts'
import { testApp } from '#src/testing/test-app.ts'
import { policyNeedsOf, readAdHtml } from './third-parties.ts'

const policyOf = async (options: Parameters<typeof testApp>[0], path: string) => {
  const { call } = await testApp(options)
  return policyIn(await call(path))
}

const policyIn = (response: Response) => {
  const policy = response.headers.get('content-security-policy') ?? ''
  return new Map(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]))
}

const AD_AND_TAG = {
  adHtml: '<script src="https://ads.example/a.js"></script>',
  settings: { analyticsId: 'G-ABC1234567' },
}

test("without an ad or tag, there are no frames and pages can't embed any", async () => {
  const { call } = await testApp()
  expect((await call('/frames/ad')).status).toBe(404)
  expect((await call('/frames/analytics')).status).toBe(404)
  expect(policyIn(await call('/')).get('frame-src')).toEqual(["'none'"])
})

test('pages can load only from their own origin, even with an ad and a tag', async () => {
  const { call } = await testApp(AD_AND_TAG)
  for (const path of ['/', '/password-checker', '/nowhere', '/admin/login', '/api/nothing', '/healthz']) {
    const response = await call(path)
    const sources = [...policyIn(response).values()].flat()
    expect(sources.filter((source) => /[/*]|unsafe-eval/.test(source))).toEqual([])
    expect(await response.text()).not.toContain('ads.example')
  }
  expect(policyIn(await call('/')).get('frame-src')).toEqual(["'self'"])
  expect(policyIn(await call('/admin/login')).get('frame-src')).toEqual(["'none'"])
  expect(policyIn(await call('/admin/nowhere')).get('frame-src')).toEqual(["'none'"])
  expect(await (await call('/admin/login')).text()).not.toContain('G-ABC1234567')
})

test('frames are sandboxed, even when opened directly, and only this site can embed them', async () => {
  const { call } = await testApp(AD_AND_TAG)
  for (const path of ['/frames/ad', '/frames/analytics']) {
    const response = await call(path)
    const policy = policyIn(response)
    expect(policy.get('sandbox')).toContain('allow-scripts')
    expect(policy.get('sandbox')?.join()).not.toMatch(/same-origin|top-navigation|forms|modals|downloads/)
    expect(policy.get('default-src')).toEqual(["'none'"])
    expect(policy.get('frame-ancestors')).toEqual(["'self'"])
    expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    const etag = response.headers.get('etag') ?? ''
    expect((await call(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  }
})

const AD_CASES: [html: string, openings: object][] = [
  ['<p>Buy keys</p>', {}],
  ['<a href="https://shop.example"><img src="/ads.png" alt=""></a>', { images: ["'self'"] }],
  ['<script src="/ad.js"></script><img src="" alt="">', { scripts: ["'self'"] }],
  ['<img src="https://cdn.example/a.png" alt="">', { images: ['https://cdn.example'] }],
  [
    '<img src="//cdn.example/a.png" srcset="https://two.example/a,b.png 2x, https://three.example:8443/c.png 3x">',
    { images: ['http://cdn.example', 'https://two.example', 'https://three.example:8443'] },
  ],
  ['<iframe src="https://ads.example/slot"></iframe>', { frames: ['https://ads.example'] }],
  ['<link rel="stylesheet" href="https://cdn.example/a.css">', { styles: ['https://cdn.example'] }],
  ['<video src="https://v.example/a.mp4"></video>', { media: ['https://v.example'] }],
  [
    '<script src="https://ads.example/a.js"></script><script src="https://ads.example/b.js"></script>',
    {
      scripts: ['https://ads.example'],
      connections: ['https://ads.example'],
      images: ['https://ads.example'],
      frames: ['https://ads.example'],
    },
  ],
  ['<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">', {}],
  ['<img src="javascript:alert(1)"><iframe src="about:blank"></iframe>', {}],
  [`<img src="https://a.example;script-src 'unsafe-inline'/x.png">`, {}],
  [`<img src="https://a;b.example/x.png">`, {}],
]
for (const [html, openings] of AD_CASES) {
  test(`an ad of ${html.slice(0, 70)} allows exactly what it needs`, async () => {
    expect(await policyNeedsOf(html)).toEqual({ sources: openings, inlineScripts: [] })
  })
}

test('allows an origin named by a preconnect', async () => {
  const { sources } = await policyNeedsOf('<link rel="preconnect" href="https://more.example">')
  expect(sources.connections).toEqual(['https://more.example'])
})

test("allows only the ad's inline scripts, unchanged", async () => {
  const script = "\n  document.title = 'a && b'\n"
  const { call } = await testApp({ adHtml: `<p>Ad</p><script>${script}</script>` })
  const response = await call('/frames/ad')
  const hashes = Array.from(
    (await response.text()).matchAll(/<script>(.*?)<\/script>/gs),
    ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  expect(hashes).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  expect(policyIn(response).get('script-src')).toEqual(hashes)
})

test("the analytics frame can use only the tag's hosts, and no frames", async () => {
  const policy = await policyOf(AD_AND_TAG, '/frames/analytics')
  expect(policy.get('script-src')).toEqual([
    expect.stringMatching(/^'sha256-/),
    'https://*.googletagmanager.com',
  ])
  expect(policy.get('connect-src')).toEqual([
    'https://*.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
  ])
  expect(policy.get('frame-src')).toEqual(["'none'"])
})

test('reads the ad file with line breaks as browsers read them', async () => {
  using folder = temporaryFolder()
  const file = (name: string) => join(folder.path, name)
  writeFileSync(file('ad.html'), '<p>\r\nAd</p>\r\n')
  writeFileSync(file('empty.html'), ' \n')
  expect(await readAdHtml(file('ad.html'))).toBe('<p>\nAd</p>')
  expect(await readAdHtml(file('empty.html'))).toBe(null)
  await expect(readAdHtml(file('gone.html'))).rejects.toThrow("gone.html can't be read.")
  await expect(readAdHtml(folder.path)).rejects.toThrow("can't be read.")
})
