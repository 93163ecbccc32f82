import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readConfig, SETTINGS } from './config.ts'
import { describeSettings } from './configuration/settings-in-force.ts'
import { createAccessLog } from './http/access-log.ts'
import { keyAdvice } from './lib/key-file.ts'
import { createLog } from './log.ts'
import { setupCode } from './sessions/setup.ts'
import { SELF_SIGNED } from './testing/certificates.ts'
import { temporaryFolder } from './testing/folder.ts'
import { freePorts } from './testing/free-ports.ts'
import { nginxConfiguration } from './testing/nginx.ts'
import { apacheConfiguration, isAvailable, PROXIES, startProxy } from './testing/proxies.ts'
import { NOON, testApp } from './testing/test-app.ts'

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

test('the documentation says what to do with the key as the start does', () => {
  const text = read('docs/backups.md').replaceAll('`', '').replaceAll(/\s+/g, ' ')
  expect(text).toContain(keyAdvice('secrets.key'))
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

/** Answers with what it got. */
const upstream = () =>
  Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { byteLength } = await request.arrayBuffer()
      const header = (name: string) => request.headers.get(name)
      return Response.json({
        path: new URL(request.url).pathname,
        byteLength,
        host: header('host'),
        forwardedHost: header('x-forwarded-host'),
        scheme: header('x-forwarded-proto'),
        client: header('x-forwarded-for')?.replace(/^.*, /, ''),
      })
    },
  })

const FORGED = {
  'x-forwarded-host': 'other.example',
  'x-forwarded-for': '6.6.6.6',
  'x-forwarded-proto': 'ftp',
}

/** Posts in chunks, as clients do that don't know the length. */
async function postThrough(port: number, path: string, byteLength: number) {
  const body = new Blob([new Uint8Array(byteLength)]).stream()
  const headers = { host: 'example.com', ...FORGED }
  const tls = { rejectUnauthorized: false }
  const response = await fetch(`https://127.0.0.1:${port}${path}`, { method: 'POST', body, headers, tls })
  return response.status === 200 ? await response.json() : response.status
}

const FENCE = '`'.repeat(3)

const blocksOf = (page: string, language: string) =>
  read(page)
    .split(`${FENCE}${language}\n`)
    .slice(1)
    .map((part) => part.split(FENCE)[0] ?? '')

const UPLOAD = '/api/admin/competitor-keywords/upload'
const MB = 1_000_000

type Ports = { plain: number; tls: number }

/** The documented blocks on unprivileged ports, and what the distribution's own configuration adds. */
const DOCUMENTED: Record<string, (folder: string, ports: Ports) => string> = {
  nginx: (folder, { plain, tls }) => {
    const [site = '', upload = ''] = blocksOf('docs/proxies.md', 'nginx')
    const lines = site.replace(/\}\s*$/, `${upload}}`)
    return nginxConfiguration(
      folder,
      lines.replace('listen 80', `listen 127.0.0.1:${plain}`).replace('443', `127.0.0.1:${tls}`),
    )
  },
  Caddy: (_, { plain, tls }) =>
    `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tdefault_sni example.com\n\tdefault_bind 127.0.0.1
\thttp_port ${plain}\n\thttps_port ${tls}\n}\n${blocksOf('docs/proxies.md', 'caddyfile')[0]}`,
  Apache: (folder, { plain, tls }) => {
    const [sites = ''] = blocksOf('docs/proxies.md', 'apache')
    const modules = ['socache_shmcb', 'alias', 'headers', 'ssl']
    return `${apacheConfiguration(folder, modules)}
Listen 127.0.0.1:${plain}\nListen 127.0.0.1:${tls}\n${sites.replace('*:80', `*:${plain}`).replace('*:443', `*:${tls}`)}`
  },
  HAProxy: (_, { plain, tls }) =>
    (blocksOf('docs/proxies.md', 'haproxy')[0] ?? '')
      .replace(':::80 v4v6', `127.0.0.1:${plain}`)
      .replace(':::443 v4v6', `127.0.0.1:${tls}`),
}

test.each(PROXIES.filter(isAvailable))(
  '$name redirects to https and passes on posts as the documentation configures it',
  async (proxy) => {
    await using server = upstream()
    using folder = temporaryFolder()
    const [plain = 0, tls = 0] = await freePorts(2)
    await Bun.write(`${folder.path}/example.com.pem`, `${SELF_SIGNED.cert}\n${SELF_SIGNED.key}`)
    await Bun.write(`${folder.path}/example.com.key`, SELF_SIGNED.key)
    const configuration = () =>
      (DOCUMENTED[proxy.name]?.(folder.path, { plain, tls }) ?? '')
        .replaceAll('/etc/ssl', folder.path)
        .replaceAll('127.0.0.1:3000', `127.0.0.1:${server.port}`)
    await using _running = await startProxy(
      { ...proxy, configuration },
      { folder: folder.path, port: tls, target: 0 },
    )

    const headers = { host: 'example.com' }
    const redirect = await fetch(`http://127.0.0.1:${plain}/faq?a=1`, { headers, redirect: 'manual' })
    expect([301, 308]).toContain(redirect.status)
    expect(redirect.headers.get('location')).toBe('https://example.com/faq?a=1')
    expect(await postThrough(tls, '/api/admin/blog/posts', 4 * MB)).toEqual({
      path: '/api/admin/blog/posts',
      byteLength: 4 * MB,
      host: 'example.com',
      forwardedHost: 'example.com',
      scheme: 'https',
      client: '127.0.0.1',
    })
    expect(await postThrough(tls, UPLOAD, 20 * MB)).toMatchObject({ path: UPLOAD, byteLength: 20 * MB })
    if (proxy.name === 'nginx') expect(await postThrough(tls, '/api/admin/blog/posts', 9 * MB)).toBe(413)
  },
)

test('the documented filter of fail2ban finds failed sign-ins, and no made-up ones', () => {
  const [, expression = ''] = /^failregex = (.+)$/m.exec(read('docs/operating.md')) ?? []
  const lines: string[] = []
  const log = createLog({ format: 'text', now: () => NOON, write: (line) => lines.push(line) })
  const logAccess = createAccessLog({ log, isOn: true })
  const request = (path: string, address: string) => {
    const url = new URL(path, 'https://example.com')
    logAccess?.({ id: crypto.randomUUID(), method: 'POST', url, address }, null, 401, 12.3)
  }
  request('/api/admin/login', '203.0.113.7')
  request('/api/admin/login', '2001:db8::7')
  request('/api/admin/x" ip="198.51.100.1" method="POST" path="/api/admin/login" status=401 ', '203.0.113.8')
  const filter = new RegExp(expression.replace('<ADDR>', '([0-9a-f.:]+)'))
  expect(lines.map((line) => filter.exec(line)?.[1])).toEqual(['203.0.113.7', '2001:db8::7', undefined])
})
