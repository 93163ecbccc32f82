import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeBody } from '#src/http/encoded-body.ts'
import { readImageFile } from '#src/images/image-file.ts'
import { createImage } from '#src/images/store.ts'
import { actor } from '#src/testing/actor.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { IMAGE_FILES } from '#src/testing/image-files.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { openPublicFolder } from './public-folder.ts'

const PUBLIC = 'https://example.test'
const HOST = 'admin.example.test'
const SEPARATE_HOST = { settings: { siteUrl: PUBLIC, adminHost: HOST } }

const at = (host: string) => ({ headers: { host } })

const ADMIN_ADDRESSES: [method: string, path: string][] = [
  ['GET', '/admin'],
  ['GET', '/admin/login'],
  ['HEAD', '/admin/login'],
  ['POST', '/admin/login'],
  ['GET', '/admin/'],
  ['GET', '/Admin/Login'],
  ['GET', '//admin/login'],
  ['GET', '/admin/nowhere'],
  ['GET', '/api/admin/setup'],
  ['GET', '/api/admin/login'],
  ['POST', '/api/admin/login'],
  ['GET', '/api/admin/status'],
  ['GET', '/api/openapi.json'],
  ['GET', '/api/docs'],
]

test('the admin area returns 404 on any other host', async () => {
  const { call } = await testApp(SEPARATE_HOST)
  for (const [method, path] of ADMIN_ADDRESSES) {
    const isApi = path.startsWith('/api/')
    for (const host of [
      'example.test',
      'localhost:3000',
      `${HOST}.`,
      `${HOST}:8443`,
      'x.admin.example.test',
    ]) {
      const response = await call(path, { method, ...at(host) })
      const unknown = await call(isApi ? '/api/nowhere' : '/nowhere', { method, ...at(host) })
      expect([path, response.status]).toEqual([path, 404])
      expect(await response.text()).toBe(await unknown.text())
      expect([...response.headers]).toEqual([...unknown.headers])
    }
  }
})

test('serves the admin area and its API on the admin host in any spelling', async () => {
  const app = await testApp(SEPARATE_HOST)
  const { authorization } = await makeUser(app, 'super_admin')
  for (const host of [HOST, 'Admin.Example.Test', `${HOST}:443`, `${HOST}:80`]) {
    expect((await app.call('/admin/login', at(host))).status).toBe(200)
    const response = await app.call('/api/admin/status', { headers: { host, authorization } })
    expect(response.status).toBe(200)
    const formerPage = await app.call('/api/docs', at(host))
    expect(formerPage.status).toBe(404)
    expect(formerPage.headers.get('content-type')).toStartWith('text/html')
    expect((await app.call('/healthz', at(host))).status).toBe(200)
  }
  expect((await app.call('/api/admin/status', at(HOST))).status).toBe(401)
})

test('uses the forwarded host only from a trusted proxy', async () => {
  const forwarded = { headers: { host: '127.0.0.1:3000', 'x-forwarded-host': HOST }, from: '127.0.0.1' }
  const { call } = await testApp(SEPARATE_HOST)
  expect((await call('/admin/login', forwarded)).status).toBe(404)
  const trusting = await testApp({ settings: { ...SEPARATE_HOST.settings, trustProxy: ['127.0.0.1'] } })
  expect((await trusting.call('/admin/login', forwarded)).status).toBe(200)
})

test('redirects from the admin host to the admin area, and public paths to the public site', async () => {
  const { call } = await testApp(SEPARATE_HOST)
  const locationOf = async (path: string) => {
    const response = await call(path, at(HOST))
    expect([path, response.status]).toEqual([path, 302])
    expect(response.headers.get('cache-control')).toBe('no-store')
    return response.headers.get('location')
  }
  expect(await locationOf('/')).toBe('/admin/dashboard')
  expect(await locationOf('/faq')).toBe(`${PUBLIC}/faq`)
  expect(await locationOf('/blog/a-post?from=feed')).toBe(`${PUBLIC}/blog/a-post?from=feed`)
  expect(await locationOf('/nowhere')).toBe(`${PUBLIC}/nowhere`)
  expect(await locationOf('//evil.example/x')).toBe(`${PUBLIC}//evil.example/x`)
  expect(await locationOf('/sitemap.xml')).toBe(`${PUBLIC}/sitemap.xml`)
})

test('the admin host has no public API, service worker or frames, and disallows crawling', async () => {
  const { call } = await testApp({ ...SEPARATE_HOST, adHtml: '<p>Ad</p>' })
  const json = { type: 'single' }
  expect((await call('/api/track/password-generated', { json, ...at(HOST) })).status).toBe(404)
  expect((await call('/api/blog/posts', at(HOST))).status).toBe(404)
  expect((await call('/sw.js', at(HOST))).status).toBe(302)
  expect((await call('/frames/ad', at(HOST))).status).toBe(302)
  expect((await call('/faq', { method: 'POST', ...at(HOST) })).status).toBe(404)
  expect(await (await call('/robots.txt', at(HOST))).text()).toBe('User-agent: *\nDisallow: /\n')
})

test('public pages link to the sign-in page on the admin host', async () => {
  const { call } = await testApp(SEPARATE_HOST)
  for (const path of ['/', '/sitemap']) {
    const hrefs = (await (await call(path)).text()).match(/href="[^"]*\/admin\/login"/g)
    expect(new Set(hrefs)).toEqual(new Set([`href="https://${HOST}/admin/login"`]))
  }
})

test('serves files for admin pages on the admin host', async () => {
  using folder = temporaryFolder()
  writeFileSync(join(folder.path, 'chart.svg'), '<svg/>')
  const script = encodeBody(new TextEncoder().encode('0'), 'text/javascript', 1)
  const { call } = await testApp({
    ...SEPARATE_HOST,
    publicFolder: await openPublicFolder(folder.path, async () => false),
    build: { files: new Map([['/assets/a.js', script]]), manifest: {} },
  })
  expect((await call('/chart.svg', at(HOST))).status).toBe(200)
  expect((await call('/assets/a.js', at(HOST))).status).toBe(200)
})

test('serves post images on both hosts', async () => {
  const { call, db } = await testApp(SEPARATE_HOST)
  const { url } = await createImage(db, actor, readImageFile(IMAGE_FILES.webp), { now: NOON, totalMb: 1 })
  for (const host of ['example.test', HOST]) expect((await call(url, at(host))).status).toBe(200)
  const missing = await call('/images/other.webp', at(HOST))
  expect([missing.status, missing.headers.get('location')]).toEqual([302, `${PUBLIC}/images/other.webp`])
})

test('serves the admin area on every host by default', async () => {
  const { call } = await testApp({ settings: { siteUrl: PUBLIC } })
  for (const host of ['example.test', HOST]) {
    expect((await call('/admin/login', at(host))).status).toBe(200)
    expect((await call('/faq', at(host))).status).toBe(200)
  }
})
