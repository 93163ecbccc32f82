import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readConfig, SETTINGS } from './config.ts'
import { describeSettings } from './configuration/settings-in-force.ts'
import { setupCode } from './sessions/setup.ts'
import { SELF_SIGNED } from './testing/certificates.ts'
import { temporaryFolder } from './testing/folder.ts'
import { freePorts } from './testing/free-ports.ts'
import { isNginxAvailable, runNginx } from './testing/nginx.ts'
import { isAvailable, PROXIES, startProxy } from './testing/proxies.ts'
import { testApp } from './testing/test-app.ts'

const ROOT = join(import.meta.dir, '..')

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-')

const anchorsOf = (file: string) =>
  Array.from(read(file).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading))

test('the documentation lists every setting as --help does', () => {
  const rows = Array.from(
    read('docs/settings.md').matchAll(/^\| (`--.*?) +\| (.*?) +\| (.*?) +\|$/gm),
    ([, ...cells]) => cells,
  )
  const settings = SETTINGS.map(({ flag, env, value, about }) => [
    `\`--${flag} ${value.replaceAll('|', '\\|')}\``,
    `\`${env}\``,
    about,
  ])
  expect(rows).toEqual(settings)
})

test('the documentation lists every secret that can be read from a file', () => {
  const listed = Array.from(read('docs/settings.md').matchAll(/^- `(\w+)_FILE`$/gm), ([, name]) => name)
  expect(listed).toEqual(SETTINGS.filter(({ isSecret }) => isSecret).map(({ env }) => env))
})

test('each setting stands in the page that the configuration names', () => {
  const missing = describeSettings(readConfig([], {})).filter(({ env, doc }) => !read(doc).includes(env))
  expect(missing).toEqual([])
})

test('every link in the documentation has a target', () => {
  const pages = ['*.md', 'docs/*.md'].flatMap((glob) => [...new Bun.Glob(glob).scanSync(ROOT)])
  expect(pages).toContain('README.md')
  const broken = pages.flatMap((page) =>
    Array.from(read(page).matchAll(/(?<!`)\]\(([^)\s]+)\)/g), ([, link = '']) => link)
      .filter((link) => !/^(?:https?|mailto|tel):|^\//.test(link))
      .filter((link) => {
        const [path, anchor] = link.split('#')
        const target = path ? join(dirname(page), path) : page
        return !existsSync(join(ROOT, target)) || (anchor && !anchorsOf(target).includes(anchor))
      })
      .map((link) => `${page}: ${link}`),
  )
  expect(broken).toEqual([])
})

test("the API's example works as written, and ignores unknown fields", async () => {
  const [, example = ''] = /## An example[^`]+```sh\n([^`]+)```/.exec(read('docs/api.md')) ?? []
  const app = await testApp()
  const code = (await setupCode(app.db)) ?? ''
  const results: Record<string, string> = {}
  const statuses: number[] = []
  const commands = example
    .replace(/0123456789abcdef0123/, code)
    .matchAll(
      /(?:(\w+)=\$\()?curl (?:-s )?\$site(\S+)(?: -H "Authorization: Bearer \$(\w+)")?(?:[\s\\]+--json '([^']+)')?/g,
    )
  for (const [, name, path = '', secret, json] of commands) {
    const headers: Record<string, string> = secret ? { authorization: `Bearer ${results[secret]}` } : {}
    const response = await app.call(path, {
      headers,
      ...(json ? { json: { ...JSON.parse(json), unknown: 1 } } : {}),
    })
    statuses.push(response.status)
    const body = await response.json()
    if (name) results[name] = body.token
    if (path.startsWith('/api/blog'))
      expect(body).toMatchObject({ title: 'Hello', slug: 'hello', tags: ['news'] })
  }
  expect(statuses).toEqual([201, 200, 200, 201, 201, 200])
})

test('the README has at most 250 lines and links every page of the documentation', () => {
  const readme = read('README.md')
  expect(readme.split('\n').length).toBeLessThanOrEqual(250)
  for (const page of new Bun.Glob('docs/*.md').scanSync(ROOT)) expect(readme).toContain(`(${page})`)
})

/** Answers with the path and the bytes that it got. */
const upstream = () =>
  Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { byteLength } = await request.arrayBuffer()
      const { headers } = request
      return Response.json({
        path: new URL(request.url).pathname,
        byteLength,
        host: headers.get('x-forwarded-host'),
      })
    },
  })

const UPLOAD = '/api/admin/competitor-keywords/upload'

/** Posts in chunks, as clients do that don't know the length. */
async function postThrough(url: string, path: string, byteLength: number) {
  const body = new Blob([new Uint8Array(byteLength)]).stream()
  const headers = { host: 'example.com' }
  const tls = { rejectUnauthorized: false }
  const response = await fetch(url + path, { method: 'POST', body, headers, tls })
  return response.status === 200 ? await response.json() : response.status
}

const FENCE = '`'.repeat(3)

const blocksOf = (page: string, language: string) =>
  read(page)
    .split(`${FENCE}${language}\n`)
    .slice(1)
    .map((part) => part.split(FENCE)[0] ?? '')

test.if(isNginxAvailable)(
  'nginx passes on posts and uploads as the documentation configures it',
  async () => {
    await using server = upstream()
    using folder = temporaryFolder()
    const [port = 0] = await freePorts(1)
    const [site = '', upload = ''] = blocksOf('docs/proxies.md', 'nginx')
    const lines = site
      .replace(/\}\s*$/, `${upload}}`)
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replaceAll('/etc/ssl', folder.path)
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${server.port}`)
    await Bun.write(`${folder.path}/example.com.pem`, SELF_SIGNED.cert)
    await Bun.write(`${folder.path}/example.com.key`, SELF_SIGNED.key)
    await using _nginx = await runNginx(folder.path, port, lines)
    const url = `https://127.0.0.1:${port}`
    const host = 'example.com'
    const MB = 1_000_000
    expect(await postThrough(url, '/api/admin/blog/posts', 4 * MB)).toMatchObject({
      byteLength: 4 * MB,
      host,
    })
    expect(await postThrough(url, '/api/admin/blog/posts', 9 * MB)).toBe(413)
    expect(await postThrough(url, UPLOAD, 20 * MB)).toEqual({ path: UPLOAD, byteLength: 20 * MB, host })
  },
)

const CADDY = PROXIES.filter((proxy) => proxy.program === 'caddy' && isAvailable(proxy))

test.each(CADDY)('$name passes on posts as the documentation configures it', async (caddy) => {
  await using server = upstream()
  using folder = temporaryFolder()
  const [port = 0] = await freePorts(1)
  const [site = ''] = blocksOf('docs/proxies.md', 'caddyfile')
  const configuration = () =>
    `{\n\tadmin off\n}\n${site
      .replace('example.com', `http://127.0.0.1:${port}, http://example.com:${port}`)
      .replace('127.0.0.1:3000', `127.0.0.1:${server.port}`)}`
  await using running = await startProxy(
    { ...caddy, configuration },
    { folder: folder.path, port, target: 0 },
  )
  expect(await postThrough(running.url, '/api/contact', 5_000_000)).toMatchObject({ byteLength: 5_000_000 })
})
