import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { testApp } from '#src/testing/test-app.ts'
import type { IsPrivate } from './private-files.ts'
import { openPublicFolder } from './public-folder.ts'

const noSecrets: IsPrivate = async () => false

/** Creates a public folder with these files, and a private file next to it. */
async function withFolder(
  files: Record<string, string>,
  links: Record<string, string> = {},
  isPrivate = noSecrets,
) {
  const home = mkdtempSync(join(tmpdir(), 'passwright-public-'))
  const root = join(home, 'public')
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), content)
  }
  mkdirSync(root)
  writeFileSync(join(home, 'outside.txt'), 'outside')
  for (const [name, content] of Object.entries(files)) write(name, content)
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name))
  const app = await testApp({ publicFolder: await openPublicFolder(root, isPrivate) })
  return {
    ...app,
    root,
    write,
    [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }),
  }
}

test("serves the operator's files at the root with their type and a restrictive policy", async () => {
  using site = await withFolder({
    'ads.txt': 'ads.example, 1, DIRECT',
    '.well-known/security.txt': 'Contact: mailto:a@b.example',
    'proof.html': '<p>proof</p>',
    'two words/ü.json': '{}',
  })
  const expected: [path: string, type: string, text: string][] = [
    ['/ads.txt', 'text/plain;charset=utf-8', 'ads.example, 1, DIRECT'],
    ['/.well-known/security.txt', 'text/plain;charset=utf-8', 'Contact: mailto:a@b.example'],
    ['/proof.html', 'text/html;charset=utf-8', '<p>proof</p>'],
    ['/two%20words/%C3%BC.json', 'application/json;charset=utf-8', '{}'],
  ]
  for (const [path, type, text] of expected) {
    const response = await site.call(path)
    expect(response.headers.get('content-type')).toBe(type)
    expect(await response.text()).toBe(text)
    expect(response.headers.get('content-security-policy')).toStartWith("default-src 'none'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  }
})

const NOT_SERVED = [
  '/.env',
  '/.git/config',
  '/sub/.hidden',
  '/%2eenv',
  '/.well-known/.hidden',
  '/sub/.well-known/x.txt',
  '/sub',
  '/sub/',
  '/../outside.txt',
  '/%2e%2e/outside.txt',
  '/..%2foutside.txt',
  '/..%5coutside.txt',
  '/sub/%2e%2e/%2e%2e/outside.txt',
  '/sub%2finner.txt',
  '/sub//inner.txt',
  '/ads.txt%00',
  '/ads.txt/',
  '/ads.txt/x',
  '/%ff',
  '/%',
  `/${'a'.repeat(5000)}`,
  '/out.txt',
  '/out-folder/outside.txt',
  '/to-hidden.txt',
  '/loop.txt',
]

test('returns the 404 page for hidden files, folders and files outside the folder', async () => {
  using site = await withFolder(
    {
      'ads.txt': 'ads',
      '.env': 'SECRET',
      '.git/config': 'x',
      'sub/inner.txt': 'x',
      'sub/.hidden': 'x',
      '.well-known/.hidden': 'x',
      'sub/.well-known/x.txt': 'x',
    },
    {
      'out.txt': '../outside.txt',
      'out-folder': '..',
      'to-hidden.txt': '.env',
      'loop.txt': 'loop.txt',
    },
  )
  for (const path of NOT_SERVED) {
    const response = await site.call(path)
    expect([path, response.status]).toEqual([path, 404])
    expect(await response.text()).toContain('404 Page Not Found')
  }
})

test('follows a symbolic link to another file of the folder', async () => {
  using site = await withFolder({ 'ads.txt': 'ads' }, { 'app-ads.txt': 'ads.txt' })
  expect(await (await site.call('/app-ads.txt')).text()).toBe('ads')
})

test("the operator's files can't replace pages, the API or the admin area", async () => {
  using site = await withFolder({
    'robots.txt': 'mine',
    'index.html': 'mine',
    healthz: 'mine',
    'password-checker': 'mine',
    'api/track/mine.json': 'mine',
    'admin/mine.html': 'mine',
  })
  const paths = ['/', '/index.html', '/robots.txt', '/healthz', '/password-checker']
  for (const path of [...paths, '/api/track/mine.json', '/admin/mine.html']) {
    expect(await (await site.call(path)).text()).not.toBe('mine')
  }
})

test.each(['ads.txt', 'proof.html'])('serves the current content of %s after a change', async (name) => {
  using site = await withFolder({ [name]: 'old' })
  const first = await site.call(`/${name}`)
  const etag = first.headers.get('etag') ?? ''
  expect((await site.call(`/${name}`, { headers: { 'if-none-match': etag } })).status).toBe(304)

  site.write(name, 'new and longer')
  const second = await site.call(`/${name}`, { headers: { 'if-none-match': etag } })
  expect([second.status, await second.text()]).toEqual([200, 'new and longer'])
  expect(second.headers.get('content-range')).toBeNull()

  rmSync(join(site.root, name))
  expect((await site.call(`/${name}`)).status).toBe(404)
})

const ODD_NAMES = ['100%.txt', 'a%2e.txt', 'q?x=1.txt', 'h#a.txt', "a&b;c='(.js", '*.txt', 'no-extension']

test.each(ODD_NAMES)('serves a file named %s', async (name) => {
  using site = await withFolder({ [name]: name })
  expect(await (await site.call(`/${encodeURIComponent(name)}`)).text()).toBe(name)
})

test("doesn't serve a file that holds secrets", async () => {
  using site = await withFolder({ 'ads.txt': 'ads', 'key.txt': 'SECRET' }, {}, async (path) =>
    path.endsWith('key.txt'),
  )
  expect((await site.call('/ads.txt')).status).toBe(200)
  expect((await site.call('/key.txt')).status).toBe(404)
})

test('allows only reading', async () => {
  using site = await withFolder({ 'ads.txt': 'ads' })
  expect((await site.call('/ads.txt', { method: 'DELETE' })).status).toBe(404)
  expect((await site.call('/ads.txt', { method: 'PUT', json: {} })).status).toBeGreaterThanOrEqual(400)
  expect(await (await site.call('/ads.txt')).text()).toBe('ads')
})

test('reports a missing folder', async () => {
  expect(openPublicFolder('/nowhere/at/all', noSecrets)).rejects.toThrow(
    "The public folder /nowhere/at/all can't be read as a folder.",
  )
  expect(openPublicFolder(import.meta.path, noSecrets)).rejects.toThrow("can't be read as a folder")
})
