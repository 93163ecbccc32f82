import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runExecutable, startServer } from './harness.ts'

const LARGE_BYTES = 3 * 1024 * 1024

function folderOf(files: Record<string, string | Uint8Array>) {
  const home = mkdtempSync(join(tmpdir(), 'passwright-public-'))
  const root = join(home, 'public')
  mkdirSync(root)
  writeFileSync(join(home, 'outside.txt'), 'outside')
  symlinkSync('../outside.txt', join(root, 'link.txt'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content)
  return { root, [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }) }
}

/** Sends the path unchanged; fetch would normalize it. */
async function rawStatus(url: string, path: string): Promise<string> {
  const { hostname, port, host } = new URL(url)
  const answer = Promise.withResolvers<string>()
  let text = ''
  await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open: (socket) =>
        void socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
      data: (_, chunk) => {
        text += chunk.toString()
      },
      close: () => answer.resolve(text),
      error: (_, error) => answer.reject(error),
    },
  })
  return (await answer.promise).split(' ')[1] ?? ''
}

test('the operator’s files are served whole, by range, and as headers only', async () => {
  const large = new Uint8Array(LARGE_BYTES).map((_, index) => index % 251)
  using folder = folderOf({ 'ads.txt': 'ads.example, 1, DIRECT', 'large.bin': large })
  await using server = await startServer({ flags: ['--public', folder.root] })

  const whole = await fetch(`${server.url}/large.bin`)
  expect(whole.headers.get('content-type')).toBe('application/octet-stream')
  expect(Bun.hash(await whole.bytes())).toBe(Bun.hash(large))

  const part = await fetch(`${server.url}/large.bin`, { headers: { range: 'bytes=1000-1009' } })
  expect(part.status).toBe(206)
  expect(await part.bytes()).toEqual(large.slice(1000, 1010))

  const head = await fetch(`${server.url}/ads.txt`, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe('22')
  expect(head.headers.get('content-type')).toBe('text/plain;charset=utf-8')
  expect(await head.text()).toBe('')
})

test('no path reaches files outside the folder', async () => {
  using folder = folderOf({ '.env': 'SECRET=1' })
  await using server = await startServer({ flags: ['--public', folder.root] })
  for (const path of [
    '/../outside.txt',
    '/..\\outside.txt',
    '/%2e%2e/outside.txt',
    '/%2e%2e%2foutside.txt',
    '/..%5coutside.txt',
    '/.%00./outside.txt',
    '/%252e%252e/outside.txt',
    `${folder.root}/../outside.txt`,
    '//outside.txt',
    '/link.txt',
    '/.env',
    '/%2eenv',
    '/x/../.env',
  ]) {
    expect([path, await rawStatus(server.url, path)]).toEqual([path, '404'])
  }
})

test('a missing public folder stops startup with one message', async () => {
  const { err, status } = await runExecutable(['serve', '--port', '0', '--public', '/nowhere/public'])
  expect([err, status]).toEqual([
    "passwright: The public folder /nowhere/public can't be read as a folder.\n",
    2,
  ])
})

test('the folder of the database can’t be the public folder', async () => {
  using folder = folderOf({})
  const { err, status } = await runExecutable(['serve', '--port', '0', '--public', '.'], { cwd: folder.root })
  expect([err, status]).toEqual([
    'passwright: PUBLIC_DIR must be apart from DATA_DIR, which holds secrets. Choose another path.\n',
    2,
  ])
})
