import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Folder, temporaryFolder } from '#src/testing/folder.ts'
import { exchange, rawRequest } from '#src/testing/raw-http.ts'
import { VERSION } from '#src/version.ts'
import { EXECUTABLE, runExecutable, type Server, startServer } from './harness.ts'

const DATABASE = 'passwright.db'
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** Starts it where it can't run, and answers what it said; it must be one sentence, status 2 and no trace. */
async function refusalIn(folder: Folder, flags: string[] = [], env: Record<string, string> = {}) {
  const before = folder.contents()
  const { out, err, status } = await runExecutable(['serve', '--port', '0', ...flags], {
    cwd: folder.path,
    env,
  })
  expect([status, out]).toEqual([2, ''])
  expect(err).toMatch(/^passwright: [^\n]+\n$/)
  expect(folder.contents()).toEqual(before)
  return err.slice('passwright: '.length, -1)
}

/** The number of passwords that were counted, read from the file. */
function countedIn(folder: string): unknown {
  const sqlite = new Database(join(folder, 'data', DATABASE), { readonly: true })
  const [[count] = []] = sqlite
    .query("SELECT sum(count) FROM daily_counts WHERE name LIKE 'password%'")
    .values()
  sqlite.close()
  return count
}

const countOne = (url: string) =>
  fetch(`${url}/api/track/password-generated`, {
    method: 'POST',
    body: '{"type":"single"}',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 Firefox/140.0' },
  })

test('in an empty folder it starts with one line: where it listens, and where its data is', async () => {
  await using server = await startServer()
  const [listening, hint, ...more] = server.output().split('\n')
  expect(listening).toBe(
    `Passwright ${VERSION} listens on ${server.url}, data in ${join(server.folder, 'data')}`,
  )
  expect(hint).toStartWith(`Make the first administrator at ${server.url}/admin/setup.`)
  expect(more).toEqual([''])
  expect(readdirSync(server.folder)).toEqual(['data'])
  expect(modeOf(join(server.folder, 'data'))).toBe('700')
  const files = readdirSync(join(server.folder, 'data'))
  expect(files).toContain(DATABASE)
  for (const file of files) expect([file, modeOf(join(server.folder, 'data', file))]).toEqual([file, '600'])
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

test('with JSON lines each line is JSON, from the first to the last', async () => {
  using folder = temporaryFolder()
  await using child = Bun.spawn([EXECUTABLE, '--port', '0', '--log-format=json'], {
    cwd: folder.path,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const reader = child.stdout.getReader()
  let printed = new TextDecoder().decode((await reader.read()).value)
  child.kill('SIGTERM')
  for (let read = await reader.read(); !read.done; read = await reader.read())
    printed += new TextDecoder().decode(read.value)
  expect(await child.exited).toBe(0)
  const lines = printed
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines[0]).toMatchObject({ level: 'info', event: 'listening', version: VERSION })
  expect(lines.map(({ event }) => event)).toEqual([
    'listening',
    'no administrator yet',
    'stopping',
    'stopped',
  ])
  expect(await new Response(child.stderr).text()).toBe('')
})

test('the executable tells nothing of where it was built, and brings neither sources nor keys', () => {
  const bytes = readFileSync(EXECUTABLE)
  const isIn = (text: string) => bytes.includes(text)
  expect(isIn('Someone else changed this post')).toBe(true)
  const comment = 'what is recorded in one turn of the event loop'
  expect([process.cwd(), comment, '-----BEGIN PRIVATE KEY', '-----BEGIN RSA PRIVATE'].filter(isIn)).toEqual(
    [],
  )
  expect([...new Bun.Glob('**/*.map').scanSync('dist/web')]).toEqual([])
})

test('files that other tools read in the working folder change nothing', async () => {
  using folder = temporaryFolder()
  writeFileSync(join(folder.path, '.env'), 'PORT=1\nSITE_NAME=Evil\nDATA_DIR=/nowhere\nLOG_FORMAT=xml\n')
  writeFileSync(join(folder.path, '.env.production'), 'SITE_NAME=Evil\n')
  writeFileSync(join(folder.path, 'bunfig.toml'), 'preload = ["./evil.ts"]\n')
  writeFileSync(join(folder.path, 'evil.ts'), 'process.exit(66)')
  writeFileSync(join(folder.path, 'package.json'), '{"imports":{"#build":"./evil.ts"}}')
  writeFileSync(join(folder.path, 'tsconfig.json'), '{"compilerOptions":{"paths":{"*":["./evil.ts"]}}}')
  await using server = await startServer({ folder: folder.path })
  expect(server.output()).toContain(join(folder.path, 'data'))
  expect(await (await fetch(server.url)).text()).not.toContain('Evil')
})

test('a port that is in use', async () => {
  using folder = temporaryFolder()
  using other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  expect(await refusalIn(folder, ['--port', String(other.port)])).toBe(
    `Port ${other.port} on 127.0.0.1 is already in use.`,
  )
})

test('a data folder that can’t be written', async () => {
  using folder = temporaryFolder()
  writeFileSync(join(folder.path, 'file'), 'mine')
  for (const place of ['file', 'file/data'])
    expect(await refusalIn(folder, ['--data', place])).toBe(
      `The data folder ${join(folder.path, place)} can't be written.`,
    )
})

test('a data folder that another running server holds', async () => {
  using folder = temporaryFolder()
  await using server = await startServer({ folder: folder.path })
  expect((await countOne(server.url)).status).toBe(200)
  expect(await refusalIn(folder)).toBe(
    `The data folder ${join(folder.path, 'data')} is in use by another running server.`,
  )
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

test('a database from a newer release, also when that release was killed', async () => {
  using folder = temporaryFolder()
  const data = join(folder.path, 'data')
  await using server = await startServer({ folder: folder.path })
  await server.stop('SIGKILL')
  const sqlite = new Database(join(data, DATABASE))
  sqlite.run("INSERT INTO migrations VALUES (9999, '9999_later', '')")
  const words = /^The database is from a newer release \(version 9999, this one knows \d+\)\./
  sqlite.close()
  expect(await refusalIn(folder)).toMatch(words)
})

test.each([
  [
    'that is no database',
    (path: string) => writeFileSync(path, 'dear diary\n'.repeat(99)),
    /is not a database\.$/,
  ],
  ['that is a folder', (path: string) => mkdirSync(path), /is not a file\.$/],
  [
    'of another program',
    (path: string) => {
      const sqlite = new Database(path, { create: true })
      sqlite.run('CREATE TABLE recipes (name TEXT)')
      sqlite.close()
    },
    /is the database of another program\.$/,
  ],
])('a file in place of the database %s', async (_, put, words) => {
  using folder = temporaryFolder()
  mkdirSync(join(folder.path, 'data'))
  put(join(folder.path, 'data', DATABASE))
  expect(await refusalIn(folder)).toMatch(words)
})

test.each([
  [['--colour', 'red'], {}, 'Unknown flag: --colour'],
  [['--port', 'many'], {}, '--port must be a number from 0 to 65535.'],
  [['now'], {}, 'Unexpected argument: now'],
  [['--data'], {}, '--data needs a value'],
  [[], { SITE_URL: 'example.com' }, 'SITE_URL must be an address like https://example.com.'],
  [
    [],
    { DATABASE_URL: 'http://127.0.0.1:9', LOG_FORMAT: 'json' },
    /^The database server at 127\.0\.0\.1:9 can't be used: /,
  ],
])('the settings %j %j', async (flags, env, words) => {
  using folder = temporaryFolder()
  const said = await refusalIn(folder, flags, env)
  if (typeof words === 'string') expect(said).toBe(words)
  else expect(said).toMatch(words)
})

test.each([[['start']], [['generate', '--colour']], [['health', 'me']], [['--port', '0', 'now']], [['']]])(
  'the command %j is refused with a sentence and status 2',
  async (args) => {
    using folder = temporaryFolder()
    const { out, err, status } = await runExecutable(args, { cwd: folder.path })
    expect([status, out]).toEqual([2, ''])
    expect(err).toMatch(/^passwright: [^\n]+\n$/)
    expect(folder.contents()).toEqual([])
  },
)

test.each([
  ['--help'],
  ['-h'],
  ['help'],
  ['serve --help'],
  ['--port 0 --help'],
  ['health -h'],
  ['generate --help'],
])('%s explains and does nothing', async (words) => {
  using folder = temporaryFolder()
  const { out, err, status } = await runExecutable(words.split(' '), { cwd: folder.path })
  expect([status, err]).toEqual([0, ''])
  expect(out).toMatch(/^(?:Usage: passwright|passwright \d)/)
  expect(folder.contents()).toEqual([])
})

test('help, with the name of a command, explains that one', async () => {
  const [help, flag] = await Promise.all([
    runExecutable(['help', 'backup']),
    runExecutable(['backup', '--help']),
  ])
  expect(help).toEqual(flag)
  expect(help.out).toStartWith('Usage: passwright backup')
  const unknown = await runExecutable(['help', 'nonsense'])
  expect(unknown).toEqual({ out: '', err: 'passwright: Unknown command: nonsense\n', status: 2 })
})

test.each(['--version', '-v'])('%s prints the version and no more', async (flag) => {
  expect(await runExecutable([flag])).toEqual({ out: `${VERSION}\n`, err: '', status: 0 })
})

test('passwords come from the command line too, all of them through a pipe', async () => {
  const { out, status } = await runExecutable(['generate', '--count', '1000', '--length', '64'])
  expect(status).toBe(0)
  expect(new Set(out.trimEnd().split('\n')).size).toBe(1000)
})

test('health tells a running server from one that is gone', async () => {
  await using server = await startServer({ env: { HOST: '0.0.0.0' } })
  const ask = (env: Record<string, string>) =>
    runExecutable(['health', '--port', new URL(server.url).port], { cwd: server.folder, env })
  expect(await ask({ HOST: '0.0.0.0' })).toEqual({ out: 'ok\n', err: '', status: 0 })
  expect(await ask({ HTTP_PROXY: 'http://127.0.0.1:9', http_proxy: 'http://127.0.0.1:9' })).toHaveProperty(
    'status',
    0,
  )
  await server.stop()
  const gone = await ask({})
  expect([gone.status, gone.out]).toEqual([1, ''])
  expect(gone.err).toMatch(/^The server on 127\.0\.0\.1, port \d+, is not well: [^\n]+\n$/)
})

/** A request of which half the body has arrived; `finish` sends the rest and answers what comes back. */
async function requestUnderWay(server: Server) {
  const { hostname, port } = new URL(server.url)
  const body = '{"type":"single"}'
  let heard = ''
  const closed = Promise.withResolvers<void>()
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data: (_, bytes) => {
        heard += bytes.toString()
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
  // What was sent before is read before this is answered.
  await fetch(`${server.url}/healthz`)
  return async () => {
    socket.write(body.slice(5))
    await closed.promise
    return heard
  }
}

/** Settles when nobody listens there any more. */
async function untilDeaf(url: string): Promise<void> {
  const { hostname, port } = new URL(url)
  for (;;) {
    const isHeard = await Bun.connect({
      hostname,
      port: Number(port),
      socket: { data: () => undefined },
    }).then(
      (socket) => socket.end() === undefined,
      () => false,
    )
    if (!isHeard) return
    await Bun.sleep(5)
  }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s lets a request under way finish, and then ends it well',
  async (signal) => {
    using folder = temporaryFolder()
    await using server = await startServer({ folder: folder.path })
    expect((await countOne(server.url)).status).toBe(200)
    const finish = await requestUnderWay(server)

    const start = performance.now()
    const ended = server.stop(signal)
    await untilDeaf(server.url)
    const heard = await finish()
    expect(heard).toStartWith('HTTP/1.1 200 OK\r\n')
    expect(heard).toEndWith('{"success":true}')
    expect(await ended).toBe(0)
    expect(performance.now() - start).toBeLessThan(10_000)
    expect(readdirSync(join(folder.path, 'data')).sort()).toEqual([DATABASE, 'passwright.lock'])
    expect(countedIn(folder.path)).toBe(2)
  },
)

test('a client that never finishes does not hold it for more than ten seconds', async () => {
  using folder = temporaryFolder()
  await using server = await startServer({ folder: folder.path })
  await requestUnderWay(server)
  const start = performance.now()
  expect(await server.stop()).toBe(0)
  expect(performance.now() - start).toBeLessThan(10_000)
  expect(readdirSync(join(folder.path, 'data')).sort()).toEqual([DATABASE, 'passwright.lock'])
}, 15_000)

/** Why this machine doesn't let us into a world of our own, made by these flags of unshare; empty when it does. */
function reasonAgainst(...flags: string[]): string {
  if (!Bun.which('unshare')) return 'unshare is not installed'
  const { exitCode, stderr } = Bun.spawnSync(['unshare', ...flags, 'true'])
  return exitCode === 0 ? '' : stderr.toString().trim() || `unshare ended with ${exitCode}`
}

/** Where a server that writes lines of JSON listens. */
async function urlOf(output: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  const { value } = await output.getReader().read()
  const [line = ''] = new TextDecoder().decode(value).split('\n')
  return JSON.parse(line).url
}

/** Ends a process and what it started, whatever becomes of the test: unshare waits for its child when asked kindly. */
const ending = (child: { kill(signal: 'SIGKILL'): void; exited: Promise<number> }) => ({
  [Symbol.asyncDispose]: async () => {
    child.kill('SIGKILL')
    await child.exited
  },
})

const ALONE = ['--pid', '--fork', '--kill-child', '--mount-proc']
const notAlone = reasonAgainst(...ALONE)

test(`as the first process of a container it ends when asked${notAlone && `, but here as any other: ${notAlone}`}`, async () => {
  using folder = temporaryFolder()
  const around = notAlone ? [] : ['unshare', ...ALONE]
  const child = Bun.spawn([...around, EXECUTABLE, '--port', '0', '--log-format', 'json'], {
    cwd: folder.path,
    stdout: 'pipe',
  })
  await using _ = ending(child)
  const url = await urlOf(child.stdout)
  expect((await countOne(url)).status).toBe(200)
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')
  const pid = notAlone ? child.pid : Number(children)
  if (!notAlone) expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^NSpid:\s+\d+\s+1$/m)

  process.kill(pid, 'SIGTERM')
  expect(await child.exited).toBe(0)
  expect(readdirSync(join(folder.path, 'data')).sort()).toEqual([DATABASE, 'passwright.lock'])
  expect(countedIn(folder.path)).toBe(1)
})

const SMALL_DISK = ['--map-root-user', '--mount']
const noSmallDisk = reasonAgainst(...SMALL_DISK)

test(`on a full disk pages are served, and events again once there is room${noSmallDisk && `, but here the disk is large: ${noSmallDisk}`}`, async () => {
  using folder = temporaryFolder()
  const start = 'mount -t tmpfs -o size=1m tmpfs data && exec "$0" --port 0 --log-format json'
  const command = noSmallDisk
    ? [EXECUTABLE, '--port', '0', '--log-format', 'json']
    : ['unshare', ...SMALL_DISK, 'sh', '-c', start, EXECUTABLE]
  mkdirSync(join(folder.path, 'data'))
  await using child = Bun.spawn(command, { cwd: folder.path, stdout: 'pipe' })
  const url = await urlOf(child.stdout)
  expect((await countOne(url)).status).toBe(200)

  const filler = `/proc/${child.pid}/cwd/data/filler`
  if (!noSmallDisk) {
    while (fill(filler)) expect(statSync(filler).size).toBeLessThan(2_000_000)
    let refused = await countOne(url)
    for (let tries = 0; tries < 200 && refused.status === 200; tries++) refused = await countOne(url)
    expect([refused.status, (await refused.json()).code]).toEqual([503, 'unavailable'])
    expect((await fetch(url)).status).toBe(200)
    unlinkSync(filler)
  }
  expect((await countOne(url)).status).toBe(200)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
})

/** Adds to a file and answers whether there was room for it. */
function fill(path: string): boolean {
  try {
    appendFileSync(path, new Uint8Array(4096))
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}

test('a killed server starts again with everything it had answered for', async () => {
  using folder = temporaryFolder()
  let counted = 0
  for (let round = 1; round <= 3; round++) {
    await using server = await startServer({ folder: folder.path })
    const answers = await Promise.all(Array.from({ length: 20 }, () => countOne(server.url)))
    counted += answers.filter(({ status }) => status === 200).length
    await server.stop('SIGKILL')
  }
  await using server = await startServer({ folder: folder.path })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(await server.stop()).toBe(0)
  expect([counted, countedIn(folder.path)]).toEqual([60, 60])
})

test('it starts at once after it stopped, and of two that start together one runs', async () => {
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
  expect(refused).toEqual([expect.stringContaining('is in use by another running server.')])
})

/** A port that nobody uses at the moment. */
function freePort(): string {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
  listener.stop(true)
  return String(listener.port)
}

test.each([
  ['whose reader is gone', 'pipe'],
  ['on a full disk', Bun.file('/dev/full')],
] as const)('a log %s does not end the server', async (_, stdout) => {
  using folder = temporaryFolder()
  const port = freePort()
  await using child = Bun.spawn([EXECUTABLE, '--port', port, '--log-format', 'json'], {
    cwd: folder.path,
    stdout,
    stderr: 'pipe',
  })
  if (child.stdout instanceof ReadableStream) await child.stdout.cancel()
  while ((await runExecutable(['health', '--port', port])).status !== 0) await Bun.sleep(20)

  // A query that fails makes a line.
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
  expect(readdirSync(join(folder.path, 'data')).sort()).toEqual([DATABASE, 'passwright.lock'])
  expect(await new Response(child.stderr).text()).toBe('')
})

/** Every file that the home page names. */
async function filesOf(url: string): Promise<string[]> {
  const html = await (await fetch(url)).text()
  return [...new Set([...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path))]
}

test('every file of a page comes in the encoding that is asked for, the same each time', async () => {
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
      const allowed = accepted === 'br' ? ['br', null] : accepted.startsWith('gzip') ? ['gzip', null] : [null]
      expect([path, accepted, allowed.includes(encoding)]).toEqual([path, accepted, true])
      const unpacked =
        encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
      expect(Buffer.compare(unpacked, plain)).toBe(0)

      const etag = response.headers.get('etag') ?? ''
      const again = await ask(accepted, `if-none-match: ${etag}`)
      expect([path, again.status, again.headers.get('etag')]).toEqual([path, 304, etag])
    }
  }
}, 20_000)

test('HEAD says of a page and of a file what GET does, without a body', async () => {
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

const residentMegabytes = (pid: number) =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

test('bodies of fifty megabytes are refused at once and never kept', async () => {
  await using server = await startServer()
  const ask = (path: string, sent: string, ...headers: string[]) =>
    exchange(server.url, `${rawRequest(`POST ${path} HTTP/1.1`, 'Host: localhost', ...headers)}${sent}`)
  const json = 'Content-Type: application/json'
  const large = 'Content-Length: 52428800'
  await ask('/api/track/password-generated', '', json, large)
  const before = residentMegabytes(server.pid)

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
  expect(residentMegabytes(server.pid) - before).toBeLessThan(30)
}, 20_000)

test('an error is answered with nothing but a number, and told to the log without what people sent', async () => {
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
