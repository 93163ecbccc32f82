import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#src/testing/folder.ts'
import { freePorts } from '#src/testing/free-ports.ts'
import { until } from '#src/testing/time-limits.ts'
import { callApi, startSetUp } from './administration.ts'
import { countOne, DATABASE } from './executable.ts'
import { EXECUTABLE, type Server, startServer } from './harness.ts'

function countedIn(folder: string): unknown {
  const sqlite = new Database(join(folder, 'data', DATABASE), { readonly: true })
  const [[count] = []] = sqlite
    .query("SELECT sum(count) FROM daily_counts WHERE name LIKE 'password%'")
    .values()
  sqlite.close()
  return count
}

/** Half of a request; `finish` sends the rest and returns the response. */
async function requestUnderWay(server: Server) {
  const { hostname, port } = new URL(server.url)
  const body = '{"type":"single"}'
  let response = ''
  const closed = Promise.withResolvers<void>()
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data: (_, bytes) => {
        response += bytes.toString()
      },
      close: () => closed.resolve(),
    },
  })
  const head = [
    'POST /api/track/password-generated HTTP/1.1',
    'Host: localhost',
    'User-Agent: Mozilla/5.0 Firefox/140.0',
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`)
  // After this response, the server has read all earlier bytes.
  await fetch(`${server.url}/healthz`)
  return async () => {
    socket.write(body.slice(5))
    await closed.promise
    return response
  }
}

/** Resolves when the port is closed. */
async function untilPortClosed(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  const open = () => Bun.connect({ hostname, port: Number(port), socket: { data: () => undefined } })
  await until('the port is closed', () =>
    open().then(
      (socket) => {
        socket.end()
        return false
      },
      () => true,
    ),
  )
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s finishes the current request and then exits with status 0',
  async (signal) => {
    using folder = temporaryFolder()
    await using server = await startServer({ folder: folder.path })
    expect((await countOne(server.url)).status).toBe(200)
    const finish = await requestUnderWay(server)

    const ended = server.stop(signal)
    await untilPortClosed(server.url)
    const response = await finish()
    expect(response).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*connection: close\r\n/i)
    expect(response).toEndWith('{"success":true}')
    expect(await ended).toBe(0)
    expect(readdirSync(join(folder.path, 'data')).sort()).toEqual([
      DATABASE,
      'passwright.lock',
      'secrets.key',
    ])
    expect(countedIn(folder.path)).toBe(2)
  },
)

test.skipIf(!Bun.which('nohup'))('nohup keeps it running when the terminal is closed', async () => {
  using folder = temporaryFolder()
  const command = ['nohup', EXECUTABLE, '--port', '0', '--log-format', 'json']
  await using child = Bun.spawn(command, { cwd: folder.path, stdout: 'pipe', stderr: 'ignore' })
  const url = await urlOf(child.stdout)
  child.kill('SIGHUP')
  expect((await countOne(url)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
})

test('a request that waits for minutes does not prevent shutdown', async () => {
  const asked = Promise.withResolvers<void>()
  await using provider = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: () => {
      asked.resolve()
      return new Promise<never>(() => undefined)
    },
  })
  await using server = await startSetUp({ env: { OPENAI_BASE_URL: `http://127.0.0.1:${provider.port}/v1` } })
  const { token } = server.login
  const prompt = { name: 'a', systemPrompt: 'b', userPromptTemplate: 'c' }
  const { body } = await callApi(server, 'POST', '/api/admin/ai-prompts', prompt, token)
  const request = { title: 'Keys', promptId: body.id }
  const generating = callApi(server, 'POST', '/api/admin/ai-generate-blog', request, token).catch(() => null)
  await asked.promise

  let status: number | undefined
  const ended = server.stop().then((exitStatus) => {
    status = exitStatus
  })
  await until('the server has ended', () => status !== undefined)
  await ended
  expect(status).toBe(0)
  expect(await generating).toBeNull()
  expect(readdirSync(join(server.folder, 'data')).sort()).toEqual([
    DATABASE,
    'passwright.lock',
    'secrets.key',
  ])
})

/** Why unshare with these flags fails here; empty if it works. */
function unshareRefusal(...flags: string[]): string {
  if (!Bun.which('unshare')) return 'unshare is not installed'
  const { exitCode, stderr } = Bun.spawnSync(['unshare', ...flags, 'true'])
  return exitCode === 0 ? '' : stderr.toString().trim() || `unshare ended with ${exitCode}`
}

/** Reads the address from a server's JSON log. */
async function urlOf(output: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  const { value } = await output.getReader().read()
  const [line = ''] = new TextDecoder().decode(value).split('\n')
  return JSON.parse(line).url
}

/** SIGKILL on dispose, because unshare waits for its child on other signals. */
const killedOnDispose = (child: { kill(signal: 'SIGKILL'): void; exited: Promise<number> }) => ({
  [Symbol.asyncDispose]: async () => {
    child.kill('SIGKILL')
    await child.exited
  },
})

const ALONE = ['--pid', '--fork', '--kill-child', '--mount-proc']
const notAlone = unshareRefusal(...ALONE)

test(`as process 1 of a container, it exits on SIGTERM${notAlone && ` (not as process 1: ${notAlone})`}`, async () => {
  using folder = temporaryFolder()
  const around = notAlone ? [] : ['unshare', ...ALONE]
  const child = Bun.spawn([...around, EXECUTABLE, '--port', '0', '--log-format', 'json'], {
    cwd: folder.path,
    stdout: 'pipe',
  })
  await using _ = killedOnDispose(child)
  const url = await urlOf(child.stdout)
  expect((await countOne(url)).status).toBe(200)
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
  const pid = notAlone ? child.pid : Number(children)
  if (!notAlone) expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^NSpid:\s+\d+\s+1$/m)

  process.kill(pid, 'SIGTERM')
  expect(await child.exited).toBe(0)
  expect(readdirSync(join(folder.path, 'data')).sort()).toEqual([DATABASE, 'passwright.lock', 'secrets.key'])
  expect(countedIn(folder.path)).toBe(1)
})

const SMALL_DISK = ['--map-root-user', '--mount']
const noSmallDisk = unshareRefusal(...SMALL_DISK)

test(`on a full disk, pages are served, and events are counted again once there is space${noSmallDisk && ` (not on a small disk: ${noSmallDisk})`}`, async () => {
  using folder = temporaryFolder()
  const start = 'mount -t tmpfs -o size=2m tmpfs data && exec "$0" --port 0 --log-format json'
  const command = noSmallDisk
    ? [EXECUTABLE, '--port', '0', '--log-format', 'json']
    : ['unshare', ...SMALL_DISK, 'sh', '-c', start, EXECUTABLE]
  mkdirSync(join(folder.path, 'data'))
  await using child = Bun.spawn(command, { cwd: folder.path, stdout: 'pipe' })
  const url = await urlOf(child.stdout)
  expect((await countOne(url)).status).toBe(200)

  const filler = `/proc/${child.pid}/cwd/data/filler`
  if (!noSmallDisk) {
    while (fill(filler)) expect(statSync(filler).size).toBeLessThan(4_000_000)
    let kept = await countOne(url)
    for (let tries = 0; tries < 200 && kept.status === 200; tries++) kept = await countOne(url)
    expect(kept.status).toBe(202)
    expect((await fetch(url)).status).toBe(200)
    const unready = await fetch(`${url}/readyz`)
    expect(unready.status).toBe(503)
    expect(await unready.json()).toMatchObject({ message: 'The disk is full. Please try again later.' })
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/^passwright_database_up 0$/m)
    unlinkSync(filler)
  }
  expect((await countOne(url)).status).toBe(200)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
})

function fill(path: string): boolean {
  try {
    appendFileSync(path, new Uint8Array(4096))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}

test('it restarts immediately after stopping, and of two simultaneous starts one wins', async () => {
  using folder = temporaryFolder()
  for (let round = 1; round <= 2; round++) {
    await using server = await startServer({ folder: folder.path })
    expect(await server.stop()).toBe(0)
  }
  const both = await Promise.allSettled([
    startServer({ folder: folder.path }),
    startServer({ folder: folder.path }),
  ])
  const running = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  for (const server of running) await server.stop()
  const refused = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  expect(running.length).toBe(1)
  expect(refused).toEqual([expect.stringContaining('is in use by a running server.')])
})

test.each([
  ['whose reader is gone', 'pipe'],
  ['on a full disk', Bun.file('/dev/full')],
] as const)('a log %s does not stop the server', async (_, stdout) => {
  using folder = temporaryFolder()
  const [port] = await freePorts(1)
  await using child = Bun.spawn([EXECUTABLE, '--port', String(port), '--log-format', 'json'], {
    cwd: folder.path,
    stdout,
    stderr: 'pipe',
  })
  if (child.stdout instanceof ReadableStream) await child.stdout.cancel()
  await until('the server is healthy', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)
    return response?.ok
  })

  // A failing query writes a log line.
  const sqlite = new Database(join(folder.path, 'data', DATABASE))
  sqlite.run('PRAGMA busy_timeout = 5000')
  sqlite.run('ALTER TABLE migrations RENAME TO elsewhere')
  const ready = () => fetch(`http://127.0.0.1:${port}/readyz`)
  for (let line = 1; line <= 3; line++) expect((await ready()).status).toBe(500)
  sqlite.run('ALTER TABLE elsewhere RENAME TO migrations')
  sqlite.close()
  expect((await ready()).status).toBe(200)

  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
  expect(readdirSync(join(folder.path, 'data')).sort()).toEqual([DATABASE, 'passwright.lock', 'secrets.key'])
  expect(await new Response(child.stderr).text()).toBe('')
})
