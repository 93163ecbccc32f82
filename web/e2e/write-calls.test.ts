import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#src/testing/folder.ts'
import { libsqlServer } from '#src/testing/libsql-server.ts'
import { callApi, setUp } from './administration.ts'
import { type Server, startServer } from './harness.ts'

const STRACE = Bun.which('strace')
const missing = STRACE ? '' : ', but here is no strace'

/** Socket writes of the server during `work`, except those refused by a full buffer. */
async function writeCalls(server: Server, work: () => Promise<unknown>): Promise<string[]> {
  using folder = temporaryFolder()
  const file = join(folder.path, 'calls')
  const calls = 'trace=sendto,sendmsg,write,writev'
  const tracer = Bun.spawn([STRACE ?? '', '-f', '-yy', '-e', calls, '-o', file, '-p', String(server.pid)], {
    stderr: 'pipe',
  })
  const reader = tracer.stderr.getReader()
  await reader.read()
  await work()
  tracer.kill('SIGINT')
  await tracer.exited
  const lines = readFileSync(file, 'utf8').split('\n')
  const own = `:${new URL(server.url).port}->`
  return lines.filter((line) => line.includes(own) && !line.includes('EAGAIN'))
}

/** On a separate connection; returns the size. */
async function read(url: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(url, { headers: { connection: 'close', ...headers }, decompress: false })
  expect(answer.status).toBeOneOf([200, 404])
  return (await answer.bytes()).byteLength
}

const METRICS_TOKEN = 'a-token-for-prometheus'

/** Bun writes larger responses header by header if they come after a turn of the event loop. */
const LARGE = 16 * 1024
/** Read from the database for each request, and larger than that. */
const LARGE_READ = [
  '/api/admin/blog/posts?limit=1000',
  '/api/admin/blog/posts/1',
  '/api/blog/posts?search=paragraph',
  '/metrics',
]

const CONTENT = Array.from(
  { length: 400 },
  (_, at) => `Paragraph ${at} of a long post: ${Bun.hash(String(at))}.`,
)

async function publish(server: Server, posts: number): Promise<string> {
  const token = await setUp(server)
  for (let at = 0; at < posts; at++) {
    const post = { title: `Post ${at}`, content: CONTENT.join('\n\n'), status: 'published', tags: [] }
    expect((await callApi(server, 'POST', '/api/admin/blog/posts', post, token)).status).toBe(201)
  }
  return token
}

test.if(STRACE !== null).each(['embedded', 'remote'])(
  `with the database %s, no response takes more than two write calls${missing}`,
  async (kind) => {
    await using remote = kind === 'remote' ? libsqlServer() : null
    await using server = await startServer({
      flags: ['--metrics-token', METRICS_TOKEN, ...(remote ? ['--database-url', remote.url] : [])],
    })
    const token = await publish(server, 60)
    const authorization = `Bearer ${token}`
    const requests: [path: string, headers: Record<string, string>][] = [
      ...['br', 'identity'].flatMap((encoding): [string, Record<string, string>][] => [
        ['/', { 'accept-encoding': encoding }],
        ['/blog/post-1', { 'accept-encoding': encoding }],
        ['/about?x=1', { 'accept-encoding': encoding }],
      ]),
      ['/nowhere', { 'accept-encoding': 'identity' }],
      ['/api/blog/posts?limit=1000', { 'accept-encoding': 'gzip' }],
      ...LARGE_READ.map((path): [string, Record<string, string>] => [
        path,
        { authorization: path === '/metrics' ? `Bearer ${METRICS_TOKEN}` : authorization },
      ]),
      ['/api/openapi.json', { authorization }],
    ]
    for (const [path, headers] of requests) {
      for (const time of ['first', 'second']) {
        let bytes = 0
        const calls = await writeCalls(server, async () => {
          bytes = await read(server.url + path, headers)
        })
        if (LARGE_READ.includes(path))
          expect({ path, bytes, isLarge: bytes > LARGE }).toMatchObject({ isLarge: true })
        expect(calls.length).toBeGreaterThan(0)
        expect({ path, headers, time, calls, isFew: calls.length <= 2 }).toMatchObject({ isFew: true })
      }
    }
  },
)
