import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { temporaryFolder } from '#src/testing/folder.ts'
import { exchange, rawRequest } from '#src/testing/raw-http.ts'
import { DATABASE } from './executable.ts'
import { residentMegabytes, startServer } from './harness.ts'

async function filesOf(url: string): Promise<string[]> {
  const html = await (await fetch(url)).text()
  return [...new Set(html.matchAll(/"(\/assets\/[^"]+\.(?:js|css|woff2))"/g).map(([, path = '']) => path))]
}

test('every file of a page is served in the requested encoding, with the same bytes each time', async () => {
  await using server = await startServer()
  const files = ['/', ...(await filesOf(server.url))]
  expect(files.length).toBeGreaterThan(4)
  for (const path of files) {
    const ask = (accepted: string, ...headers: string[]) =>
      fetch(`${server.url}${path}`, {
        decompress: false,
        headers: { 'accept-encoding': accepted, ...Object.fromEntries(headers.map((it) => it.split(': '))) },
      })
    const plain = await (await ask('identity')).bytes()
    expect(plain.byteLength).toBeGreaterThan(10)
    for (const accepted of ['br', 'gzip', 'gzip, br;q=0', 'br;q=0, gzip;q=0', 'zstd', '*']) {
      const response = await ask(accepted)
      const encoding = response.headers.get('content-encoding')
      const bytes = await response.bytes()
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('content-length')).toBe(String(bytes.byteLength))
      expect(response.headers.get('vary')).toBe('accept-encoding')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('cache-control')).toBe(
        path.startsWith('/assets/')
          ? 'public, max-age=31536000, immutable'
          : path === '/'
            ? 'no-cache'
            : 'public, max-age=3600',
      )
      const allowed =
        accepted === 'br' || accepted === '*'
          ? ['br', null]
          : accepted.startsWith('gzip')
            ? ['gzip', null]
            : [null]
      expect([path, accepted, allowed.includes(encoding)]).toEqual([path, accepted, true])
      const unpacked =
        encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
      expect(Buffer.compare(unpacked, plain)).toBe(0)

      const etag = response.headers.get('etag') ?? ''
      const again = await ask(accepted, `if-none-match: ${etag}`)
      expect([path, again.status, again.headers.get('etag')]).toEqual([path, 304, etag])
    }
  }
})

test('HEAD returns the headers of GET without a body, for pages and files', async () => {
  await using server = await startServer()
  for (const path of ['/', '/nowhere', '/healthz', ...(await filesOf(server.url)).slice(0, 3)]) {
    const headers = ['Host: localhost', 'Accept-Encoding: br']
    const get = await exchange(server.url, rawRequest(`GET ${path} HTTP/1.1`, ...headers))
    const head = await exchange(server.url, rawRequest(`HEAD ${path} HTTP/1.1`, ...headers))
    expect([path, head.status, head.body]).toEqual([path, get.status, ''])
    for (const name of [
      'content-length',
      'content-type',
      'content-encoding',
      'etag',
      'cache-control',
      'content-security-policy',
    ])
      expect([path, name, head.headers.get(name)]).toEqual([path, name, get.headers.get(name)])
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(10)
  }
})

test('bodies of 50 MB are rejected immediately and not buffered', async () => {
  await using server = await startServer()
  const ask = (path: string, sent: string, ...headers: string[]) =>
    exchange(server.url, `${rawRequest(`POST ${path} HTTP/1.1`, 'Host: localhost', ...headers)}${sent}`)
  const json = 'Content-Type: application/json'
  const large = 'Content-Length: 52428800'
  await ask('/api/track/password-generated', '', json, large)
  const before = residentMegabytes(server)

  const announced = await Promise.all(
    Array.from({ length: 8 }, () => ask('/api/track/password-generated', '', json, large)),
  )
  const sent = await Promise.all(
    Array.from({ length: 8 }, () => ask('/api/admin/setup', 'x'.repeat(20_000_000), json, large)),
  )
  for (const { status, body, headers } of [...announced, ...sent]) {
    expect([status, JSON.parse(body).code]).toEqual([413, 'too_large'])
    expect(headers.get('x-frame-options')).toBe('DENY')
  }
  expect((await ask('/api/admin/users', 'x'.repeat(1_000_000), json, large)).status).toBe(401)
  expect(residentMegabytes(server) - before).toBeLessThan(30)
})

test('a 500 response has only a generic message and a request id, and the log has no input', async () => {
  using folder = temporaryFolder()
  await using server = await startServer({ folder: folder.path, env: { LOG_FORMAT: 'text' } })
  const sqlite = new Database(join(folder.path, 'data', DATABASE))
  sqlite.run('PRAGMA busy_timeout = 5000')
  sqlite.run('ALTER TABLE users RENAME TO nobody')
  sqlite.close()
  const secret = 'ada-and-her-secret'
  const response = await fetch(`${server.url}/api/admin/login?token=${secret}`, {
    method: 'POST',
    body: JSON.stringify({ username: secret, password: secret }),
    headers: { 'content-type': 'application/json', 'user-agent': `${secret}\u009b31m` },
  })
  const answer = await response.text()
  expect(response.status).toBe(500)
  const { requestId } = JSON.parse(answer)
  expect(JSON.parse(answer)).toEqual({ message: 'Internal server error', code: 'internal', requestId })
  await server.stop()
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.includes(requestId))
  expect(lines.length).toBe(1)
  expect(lines[0]).toContain('no such table: users')
  expect(server.output()).not.toContain(secret)
  expect(server.output()).not.toMatch(/select |insert /i)
})
