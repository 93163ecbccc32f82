import { expect, test } from 'bun:test'
import { chmodSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#src/errors.ts'
import { type Folder, temporaryFolder } from '#src/testing/folder.ts'
import { VERSION } from '#src/version.ts'
import { adminCommand } from './admin.ts'
import { serveCommand } from './serve.ts'

const build = { files: new Map(), manifest: { 'web/main.ts': { file: 'assets/main.js' } } }

/** A running command with its output, the signal it waits for and the crash handler. */
function startServe(folder: Folder, flags: string[] = [], env: Record<string, string> = {}) {
  const stopSignal = Promise.withResolvers<string>()
  const printed = Promise.withResolvers<string>()
  const lines: string[] = []
  let isStarted = false
  let tell = (_: unknown): void => undefined
  const command = serveCommand({
    stopped: () => stopSignal.promise,
    onCrash: (handler) => {
      tell = handler
    },
    onListening: () => {
      isStarted = true
    },
    loadBuild: async () => build,
  })
  const ended = command.run(['--port', '0', '--tz', 'UTC', ...flags], {
    env: { DATA_DIR: join(folder.path, 'data'), ...env },
    out: (line) => {
      lines.push(line)
      printed.resolve(line)
    },
    err: (line) => lines.push(`error: ${line}`),
  })
  ended.catch(printed.reject)
  printed.promise.catch(() => undefined)
  return {
    ended,
    lines,
    isStarted: () => isStarted,
    firstLine: printed.promise,
    signal: stopSignal.resolve,
    crash: (error: unknown) => tell(error),
  }
}

test('warns about a time zone given as rules, and starts in the zone of the machine', async () => {
  using folder = temporaryFolder()
  const server = startServe(folder, ['--tz', 'CET-1CEST,M3.5.0,M10.5.0/3'])
  await server.firstLine
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.lines.join('\n')).toMatch(
    /warn.*rules of a time zone are ignored; set a name like Europe\/Berlin/,
  )
})

test('the server prints its address and data folder on one line, and stops on a signal', async () => {
  using folder = temporaryFolder()
  const server = startServe(folder)
  expect(server.isStarted()).toBe(false)
  const line = await server.firstLine
  expect(server.isStarted()).toBe(true)
  const [listening = '', hint, waiver] = line.split('\n')
  const url = /http:\/\/localhost:\d+/.exec(listening)?.[0] ?? ''
  expect(listening).toBe(`Passwright ${VERSION} is listening on ${url}, data in ${join(folder.path, 'data')}`)
  expect(hint).toMatch(/^Create the first administrator at \S+#code=[0-9a-f]{20}$/)
  expect(hint).toStartWith(`Create the first administrator at ${url}/admin/setup#code=`)
  expect(waiver).toMatch(
    /^Until \d\d:\d\d, programs on this machine can do so without the code; SETUP_CODE=always prevents that\.$/,
  )
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  expect(server.lines.length).toBe(1)

  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.lines.slice(1)).toEqual([
    expect.stringMatching(/^\S+ info stopping signal="SIGTERM"$/),
    expect.stringMatching(/^\S+ info stopped$/),
  ])
  expect(readdirSync(join(folder.path, 'data')).sort()).toEqual([
    'passwright.db',
    'passwright.lock',
    'secrets.key',
  ])
  expect(fetch(`${url}/readyz`)).rejects.toThrow()
})

test('startup is logged as JSON on request', async () => {
  using folder = temporaryFolder()
  const server = startServe(folder, ['--log-format', 'json'])
  expect(JSON.parse(await server.firstLine)).toEqual({
    time: expect.any(String),
    level: 'info',
    event: 'listening',
    url: expect.stringMatching(/^http:\/\/localhost:\d+$/),
    data: join(folder.path, 'data'),
    version: VERSION,
  })
  server.signal('SIGINT')
  await server.ended
  expect(server.lines.map((line) => JSON.parse(line).event)).toEqual([
    'listening',
    'no administrator yet',
    'created the key to the secrets in the database',
    'stopping',
    'stopped',
  ])
})

test.each(['text', 'json'])('prints the setup link even if only errors are logged as %s', async (format) => {
  using folder = temporaryFolder()
  const server = startServe(folder, ['--log-format', format, '--log-level', 'error'])
  await server.firstLine
  server.signal('SIGTERM')
  await server.ended
  expect(server.lines.join('\n')).toMatch(/\/admin\/setup#code=[0-9a-f]{20}\b/)
  expect(server.lines.join('\n')).not.toContain('stopping')
})

test.each([
  ['--setup-code', 'always'],
  ['--site-url', 'https://example.com'],
  ['--trust-proxy', '10.0.0.1'],
])('with %s %s, setup always needs the code, and nothing says otherwise', async (flag, value) => {
  using folder = temporaryFolder()
  const server = startServe(folder, [flag, value])
  expect(await server.firstLine).not.toContain('without the code')
  server.signal('SIGTERM')
  await server.ended
})

test('each start names a first administrator who was created without the code, until confirmed', async () => {
  using folder = temporaryFolder()
  const start = async () => {
    const server = startServe(folder, ['--log-format', 'json', '--log-level', 'error'])
    const { url } = JSON.parse(await server.firstLine)
    return { url, lines: server.lines.map((line) => JSON.parse(line)), stop: () => stop(server) }
  }
  const stop = (server: ReturnType<typeof startServe>) => {
    server.signal('SIGTERM')
    return server.ended
  }
  const first = await start()
  const until = Date.parse(first.lines[1].codeWaivedUntil) - Date.parse(first.lines[1].time)
  expect(Math.round(until / 60_000)).toBe(15)
  const account = { username: 'ada', email: 'ada@example.com', password: 'an owl in the attic' }
  const { status } = await fetch(`${first.url}/api/admin/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  expect(status).toBe(201)
  await first.stop()

  const warning = {
    level: 'warn',
    event: 'the first administrator was created without the setup code',
    username: 'ada',
    createdAt: expect.any(String),
    confirm: 'passwright admin confirm-setup',
  }
  const second = await start()
  expect(second.lines).toMatchObject([{ event: 'listening' }, warning])
  await second.stop()
  const never = () => Promise.reject(new Error('asks nothing'))
  await adminCommand({ readAll: never, askSecretly: never }).run(['confirm-setup'], {
    env: { DATA_DIR: join(folder.path, 'data') },
    out: () => undefined,
    err: () => undefined,
  })
  const third = await start()
  expect(third.lines).toMatchObject([{ event: 'listening' }])
  await third.stop()
})

test('the setup link uses the public address', async () => {
  using folder = temporaryFolder()
  const server = startServe(folder, ['--site-url', 'https://example.com'])
  expect(await server.firstLine).toContain(' at https://example.com/admin/setup#code=')
  server.signal('SIGTERM')
  await server.ended
})

test.each([
  [{ SITE_ULR: 'https://example.com' }, { variable: 'SITE_ULR', hint: 'Did you mean SITE_URL?' }],
  [{ SMTP_URL_FIL: 'a' }, { variable: 'SMTP_URL_FIL', hint: 'Did you mean SMTP_URL_FILE?' }],
  [{ HOME: '/root', PATH: '/bin', AWS_REGION: 'x', SITE_UR: '', SMTP_USER: 'ada' }, undefined],
])('with %j it warns about: %j', async (env, warning) => {
  using folder = temporaryFolder()
  const server = startServe(folder, ['--log-format', 'json'], env)
  await server.firstLine
  server.signal('SIGTERM')
  await server.ended
  const lines = server.lines.map((line) => JSON.parse(line))
  expect(lines.find(({ event }) => event === 'a variable is not a setting')).toEqual(
    warning && { time: expect.any(String), level: 'warn', event: 'a variable is not a setting', ...warning },
  )
})

test('warns if other users can read the key to the secrets', async () => {
  using folder = temporaryFolder()
  const keyFile = join(folder.path, 'key')
  writeFileSync(keyFile, `${'A'.repeat(43)}=`)
  const start = async (mode: number) => {
    chmodSync(keyFile, mode)
    const server = startServe(folder, ['--log-format', 'json', '--secrets-key-file', keyFile])
    await server.firstLine
    server.signal('SIGTERM')
    await server.ended
    return server.lines.map((line) => JSON.parse(line))
  }
  expect(await start(0o644)).toContainEqual({
    time: expect.any(String),
    level: 'warn',
    event: 'other users of this machine can read the key to the secrets',
    keyFile,
  })
  expect((await start(0o640)).map(({ level }) => level)).not.toContain('warn')
})

test.each([
  [['--port', 'many', '--log-format', 'json'], {}, '--port must be a number from 0 to 65535.'],
  [['--log-format=json', '--color'], {}, 'Unknown flag: --color'],
  [['--public', 'missing'], { LOG_FORMAT: 'json' }, "The public folder missing can't be read as a folder."],
])('the failure of %j %j is logged as JSON', async (flags, env, error) => {
  using folder = temporaryFolder()
  const server = startServe(folder, flags, env)
  expect(await server.ended).toBe(2)
  expect(server.lines.map((line) => JSON.parse(line))).toEqual([
    { time: expect.any(String), level: 'error', event: 'start failed', error },
  ])
})

const S3 = { S3_ACCESS_KEY_ID: 'AKIA', S3_SECRET_ACCESS_KEY: 'secret' }
const RECIPIENT = 'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj'

const UNSAFE: [flags: string[], env: Record<string, string>, setting: string | undefined][] = [
  [['--host', '0.0.0.0'], {}, 'SITE_URL'],
  [['--host', '::'], {}, 'SITE_URL'],
  [['--host', '0.0.0.0', '--site-url', 'https://example.com'], {}, undefined],
  [['--host', '127.0.0.1'], {}, undefined],
  [['--host', 'localhost'], {}, undefined],
  [['--analyzer-allow-private', '1'], {}, 'ANALYZER_ALLOW_PRIVATE'],
  [[], { ...S3, BACKUP_S3_URL: 's3://bucket?endpoint=http://s3.example' }, 'BACKUP_S3_URL'],
  [[], { ...S3, BACKUP_S3_URL: 's3://bucket', S3_ENDPOINT: 'HTTP://10.0.0.5:9000' }, 'BACKUP_S3_URL'],
  [
    [],
    { ...S3, BACKUP_S3_URL: 's3://bucket?endpoint=https://s3.example', S3_ENDPOINT: 'http://a' },
    undefined,
  ],
  [[], { ...S3, BACKUP_S3_URL: 's3://bucket' }, undefined],
  [[], { ...S3, BACKUP_S3_URL: 's3://bucket?endpoint=http://127.0.0.1:9000' }, undefined],
  [
    [],
    { ...S3, BACKUP_S3_URL: 's3://bucket?endpoint=http://s3.example', BACKUP_RECIPIENTS: RECIPIENT },
    undefined,
  ],
]

test.each(UNSAFE)('with %j and %j it warns about the unsafe %s', async (flags, env, setting) => {
  using folder = temporaryFolder()
  const server = startServe(folder, ['--log-format', 'json', ...flags], env)
  await server.firstLine
  server.signal('SIGTERM')
  await server.ended
  const warned = server.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn')
  expect(warned.map(({ setting }) => setting)).toEqual(setting === undefined ? [] : [setting])
})

test('an uncaught error is logged with its message', async () => {
  using folder = temporaryFolder()
  const server = startServe(folder, ['--log-format', 'json'])
  await server.firstLine
  server.crash(new Error('out of luck'))
  expect(JSON.parse(server.lines.at(-1) ?? '')).toMatchObject({
    level: 'error',
    event: 'crashed',
    error: expect.stringContaining('out of luck'),
  })
  server.signal('SIGTERM')
  await server.ended
})

test('a signal during startup stops the server as soon as it runs', async () => {
  using folder = temporaryFolder()
  const server = startServe(folder)
  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(server.lines.length).toBe(3)
  expect(readdirSync(join(folder.path, 'data')).sort()).toEqual([
    'passwright.db',
    'passwright.lock',
    'secrets.key',
  ])
})

test('a demo prints its credentials outside the log, and leaves no files', async () => {
  using folder = temporaryFolder()
  const server = startServe(folder, ['--demo', '--log-format', 'json'])
  const { url, data } = JSON.parse(await server.firstLine)
  expect(existsSync(join(data, 'passwright.db'))).toBe(true)
  expect(server.lines[0]).toMatch(
    /^error: Demo: everything is made up and is deleted when the server stops\.\nSign in at http:\/\/localhost:\d+\/admin\/login as dana \(super admin\), tom \(admin\), mia \(moderator\)\.\nThe password for all of them is \w{16}$/,
  )
  const password = /\w{16}$/.exec(server.lines[0] ?? '')?.[0]
  const json = { username: 'dana', password }
  const login = await fetch(`${url}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  })
  const headers = {
    authorization: `Bearer ${(await login.json()).token}`,
    'content-type': 'application/json',
  }
  const backups = await (await fetch(`${url}/api/admin/backups`, { headers })).json()
  expect(backups.map(({ status }: { status: string }) => status)).toEqual([
    'done',
    'done',
    'done',
    'done',
    'done',
    'failed',
    'done',
    'done',
  ])

  server.signal('SIGTERM')
  expect(await server.ended).toBe(0)
  expect(existsSync(data)).toBe(false)
  expect(readdirSync(folder.path)).toEqual([])
  expect(server.lines.slice(2).map((line) => JSON.parse(line).event)).toEqual([
    'stopping',
    'audit',
    'audit',
    'stopped',
  ])
})

test.each([
  [['--data', 'here'], {}, '--demo uses a temporary folder: start it without --data.'],
  [['--data=here'], {}, '--demo uses a temporary folder: start it without --data.'],
  [
    [],
    { DATABASE_URL: 'http://127.0.0.1:1' },
    '--demo uses a database of its own: start it without DATABASE_URL.',
  ],
])('a demo rejects %j %j', async (flags, env, sentence) => {
  using folder = temporaryFolder()
  const refusal: unknown = await startServe(folder, ['--demo', ...flags], env).ended.catch((error) => error)
  expect(refusal).toBeInstanceOf(StartError)
  expect(refusal).toHaveProperty('message', sentence)
  expect(readdirSync(folder.path)).toEqual([])
})

test('a port in use is detected before anything is written', async () => {
  using folder = temporaryFolder()
  using other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const server = startServe(folder, ['--port', String(other.port)])
  const refusal: unknown = await server.ended.catch((error) => error)
  expect(refusal).toBeInstanceOf(StartError)
  expect(refusal).toHaveProperty('message', `Port ${other.port} on 127.0.0.1 is already in use.`)
  expect(readdirSync(folder.path)).toEqual([])
})

test('a second server on the same data folder exits without listening', async () => {
  using folder = temporaryFolder()
  const first = startServe(folder)
  await first.firstLine
  const free = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
  free.stop(true)
  const second = startServe(folder, ['--port', String(free.port)])
  expect(await second.ended.catch(String)).toContain('is in use by a running server.')
  expect(fetch(`http://127.0.0.1:${free.port}/healthz`)).rejects.toThrow()
  first.signal('SIGTERM')
  await first.ended
})

test.each([
  ['203.0.113.1', /^The server can't listen on 203\.0\.113\.1, port 0\.$/],
  ['nowhere.invalid', /^The server can't listen on nowhere\.invalid, port 0\.$/],
])('reports that it can’t listen on %s', async (host, sentence) => {
  using folder = temporaryFolder()
  const refusal: unknown = await startServe(folder, ['--host', host]).ended.catch((error) => error)
  expect(refusal).toBeInstanceOf(StartError)
  expect(refusal).toHaveProperty('message', expect.stringMatching(sentence))
  expect(readdirSync(folder.path)).toEqual([])
})
