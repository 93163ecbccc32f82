import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testApp } from '#src/testing/test-app.ts'
import { readAdHtml, thirdParties } from './third-parties.ts'

const policyOf = async (options: Parameters<typeof testApp>[0], path = '/') => {
  const { call } = await testApp(options)
  const policy = (await call(path)).headers.get('content-security-policy') ?? ''
  return new Map(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]))
}

test('by default no page may use anything but its own origin', async () => {
  const policy = await policyOf({})
  expect([...policy.values()].flat().filter((source) => source.includes('//'))).toEqual([])
  expect(policy.get('frame-src')).toEqual(["'none'"])
})

const AD_CASES: [html: string, openings: object][] = [
  ['<p>Buy keys</p>', {}],
  ['<a href="https://shop.example"><img src="/ads.png" alt=""></a>', {}],
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
  test(`an ad of ${html.slice(0, 70)} opens exactly what it needs`, () => {
    expect(thirdParties(html, null)).toEqual({ openings, inlineScripts: [] })
  })
}

test('an origin that a script is going to ask can be named by a preconnect', () => {
  const { openings } = thirdParties('<link rel="preconnect" href="https://more.example">', null)
  expect(openings.connections).toEqual(['https://more.example'])
})

test("the ad's inline scripts may run as they stand, and no others", async () => {
  const script = "\n  document.title = 'a && b'\n"
  const policy = await policyOf({ adHtml: `<p>Ad</p><script>${script}</script>` })
  const hash = createHash('sha256').update(script).digest('base64')
  expect(policy.get('script-src')).toHaveLength(3)
  expect(policy.get('script-src')).toContain(`'sha256-${hash}'`)
})

test('the analytics tag opens the hosts of the tag and no frame', async () => {
  const policy = await policyOf({ settings: { analyticsId: 'G-ABC1234567' } }, '/password-checker')
  expect(policy.get('script-src')).toContain('https://*.googletagmanager.com')
  expect(policy.get('connect-src')).toEqual([
    "'self'",
    'https://*.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
  ])
  expect(policy.get('frame-src')).toEqual(["'none'"])
  expect(policy.get('style-src')).toEqual(["'self'", "'unsafe-inline'"])
})

test('what opens for the public pages stays closed for everything else, the admin area above all', async () => {
  const options = {
    adHtml: '<script src="https://ads.example/a.js"></script>',
    settings: { analyticsId: 'G-ABC1234567' },
  }
  for (const path of ['/admin/login', '/admin/nowhere', '/api/nothing', '/robots.txt', '/healthz']) {
    const sources = [...(await policyOf(options, path)).values()].flat()
    expect(sources.filter((source) => source.includes('ads.example') || source.includes('google'))).toEqual(
      [],
    )
  }
})

test('neither ad nor tag is in a page of the admin area, be it one or not', async () => {
  const { call } = await testApp({
    adHtml: '<script src="https://ads.example/a.js"></script>',
    settings: { analyticsId: 'G-ABC1234567' },
  })
  for (const path of ['/admin/login', '/admin/nowhere']) {
    expect(await (await call(path)).text()).not.toMatch(/ads\.example|G-ABC1234567/)
  }
  expect(await (await call('/')).text()).toMatch(/ads\.example.*G-ABC1234567|G-ABC1234567.*ads\.example/s)
})

test('the ad file is read once, with line ends as browsers read them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'passwright-ad-'))
  try {
    writeFileSync(join(folder, 'ad.html'), '<p>\r\nAd</p>\r\n')
    writeFileSync(join(folder, 'empty.html'), ' \n')
    expect(await readAdHtml(join(folder, 'ad.html'))).toBe('<p>\nAd</p>')
    expect(await readAdHtml(join(folder, 'empty.html'))).toBe(null)
    expect(readAdHtml(join(folder, 'gone.html'))).rejects.toThrow("gone.html, can't be read.")
    expect(readAdHtml(folder)).rejects.toThrow("can't be read.")
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
