import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { readConfig } from '#src/config.ts'
import { createLog } from '#src/log.ts'
import { run } from '#src/run.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { exchange, isComplete } from '#src/testing/raw-http.ts'
import { startForwarder } from '#src/testing/tcp-forwarder.ts'
import { WAIT_MS } from '#src/testing/time-limits.ts'

const BODY = JSON.stringify({ username: 'eve', email: 'eve@example.com', password: 'a stranger came in' })

async function freshServer(...flags: string[]) {
  const folder = temporaryFolder()
  const now = () => new Date()
  const config = readConfig(['--port', '0', '--data', join(folder.path, 'data'), ...flags], { TZ: 'UTC' })
  const lines: string[] = []
  const log = createLog({ format: 'json', level: 'warn', now, write: (line) => void lines.push(line) })
  const build = { files: new Map(), manifest: { 'web/main.ts': { file: 'assets/main.js' } } }
  const { url, stop } = await run(config, { log, build, now })
  const port = Number(new URL(url).port)
  return {
    port,
    lines,
    [Symbol.asyncDispose]: async () => {
      await stop()
      folder[Symbol.dispose]()
    },
  }
}

/** Returns the status of a setup request without the code. */
async function claim(port: number, version: '1.0' | '1.1', ...lines: string[]): Promise<number> {
  const head = [
    `POST /api/admin/setup HTTP/${version}`,
    ...lines,
    'Content-Type: application/json',
    `Content-Length: ${BODY.length}`,
  ]
  const { status } = await exchange(
    `http://127.0.0.1:${port}`,
    `${head.join('\r\n')}\r\n\r\n${BODY}`,
    WAIT_MS,
    isComplete,
  )
  return status
}

test('a client on this machine needs no setup code', async () => {
  await using server = await freshServer()
  expect(await claim(server.port, '1.1', `Host: localhost:${server.port}`)).toBe(201)
})

test('a request without a Host needs the setup code, even from this machine', async () => {
  await using server = await freshServer()
  expect(await claim(server.port, '1.0')).toBe(403)
  expect(await claim(server.port, '1.1', `Host: localhost:${server.port}`)).toBe(403)
})

test('/healthz responds to HTTP/1.0 requests without a host; /metrics does not', async () => {
  await using server = await freshServer()
  const ask = async (path: string) =>
    (await exchange(`http://127.0.0.1:${server.port}`, `GET ${path} HTTP/1.0\r\n\r\n`, WAIT_MS, isComplete))
      .status
  expect([await ask('/healthz'), await ask('/readyz'), await ask('/metrics')]).toEqual([200, 200, 404])
})

test('a visitor through nginx with a bare proxy_pass needs the setup code', async () => {
  await using server = await freshServer()
  expect(await claim(server.port, '1.0', `Host: 127.0.0.1:${server.port}`, 'Connection: close')).toBe(403)
})

type Lines = (port: number) => string[]

const PROXIES: [who: string, version: '1.0' | '1.1', lines: Lines][] = [
  ['nginx that forwards the host', '1.1', () => ['Host: example.com']],
  ['nginx that sends X-Real-IP', '1.1', (port) => [`Host: 127.0.0.1:${port}`, 'X-Real-IP: 192.0.2.1']],
  [
    'a proxy detected only by the browser’s Origin header',
    '1.1',
    (port) => [`Host: 127.0.0.1:${port}`, 'Origin: https://example.com', 'Sec-Fetch-Site: same-origin'],
  ],
  ['a client that sends two hosts', '1.1', (port) => [`Host: localhost:${port}`, 'Host: example.com']],
  ['a client that sends no host', '1.0', () => []],
]

test.each(PROXIES)('after a request from %s everyone needs the setup code', async (_, version, lines) => {
  await using server = await freshServer()
  expect([400, 403]).toContain(await claim(server.port, version, ...lines(server.port)))
  expect(await claim(server.port, '1.1', `Host: localhost:${server.port}`)).toBe(403)
})

test('a visitor through a TCP forwarder needs the setup code, even with a forged host after an honest visit', async () => {
  await using server = await freshServer()
  await using forwarder = await startForwarder(server.port)
  expect(await claim(forwarder.port, '1.1', `Host: localhost:${forwarder.port}`)).toBe(403)
  const forged = [`Host: localhost:${server.port}`, `Origin: http://localhost:${server.port}`]
  expect(await claim(forwarder.port, '1.1', ...forged, 'Sec-Fetch-Site: same-origin')).toBe(403)
})

/** Nothing reveals this forwarder: no visitor came before. */
const forgedLines = ({ port }: { port: number }) => [
  `Host: localhost:${port}`,
  `Origin: http://localhost:${port}`,
  'Sec-Fetch-Site: same-origin',
]

test('a takeover through a silent forwarder is logged', async () => {
  await using server = await freshServer()
  await using forwarder = await startForwarder(server.port)
  expect(await claim(forwarder.port, '1.1', ...forgedLines(server))).toBe(201)
  expect(server.lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', event: 'the first administrator was created without the setup code', username: 'eve' },
  ])
})

test('with SETUP_CODE=always, a forged local request through a silent forwarder needs the setup code', async () => {
  await using server = await freshServer('--setup-code', 'always')
  await using forwarder = await startForwarder(server.port)
  expect(await claim(forwarder.port, '1.1', ...forgedLines(server))).toBe(403)
  expect(await claim(server.port, '1.1', `Host: localhost:${server.port}`)).toBe(403)
})
