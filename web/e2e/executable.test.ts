import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyAdvice } from '#src/lib/key-file.ts'
import { type Folder, temporaryFolder } from '#src/testing/folder.ts'
import { VERSION } from '#src/version.ts'
import { countOne, DATABASE } from './executable.ts'
import { EXECUTABLE, runExecutable, startServer } from './harness.ts'

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** Expects a failed start: one message, status 2 and no new files. Returns the message. */
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

test('in an empty folder, it starts and prints one line with its address and data folder', async () => {
  await using server = await startServer()
  const [listening, hint, waiver, keyHint, ...more] = server.output().split('\n')
  expect(listening).toBe(
    `Passwright ${VERSION} is listening on ${server.url}, data in ${join(server.folder, 'data')}`,
  )
  expect(hint).toStartWith(`Create the first administrator at ${server.url}/admin/setup#code=`)
  expect(waiver).toContain('SETUP_CODE=always')
  expect(keyHint).toBe(keyAdvice(join(server.folder, 'data', 'secrets.key')))
  expect(more).toEqual([''])
  expect(readdirSync(server.folder)).toEqual(['data'])
  expect(modeOf(join(server.folder, 'data'))).toBe('700')
  const files = readdirSync(join(server.folder, 'data'))
  expect(files).toContain(DATABASE)
  for (const file of files) expect([file, modeOf(join(server.folder, 'data', file))]).toEqual([file, '600'])
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

test('with --log-format json, every line is JSON', async () => {
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
    'created the key to the secrets in the database',
    'stopping',
    'stopped',
  ])
  expect(await new Response(child.stderr).text()).toBe('')
})

test('the executable contains no build paths, sources or keys', () => {
  const bytes = readFileSync(EXECUTABLE)
  const isIn = (text: string) => bytes.includes(text)
  expect(isIn('The last active super admin cannot be deleted')).toBe(true)
  const comment = 'what is recorded in one turn of the event loop'
  expect([process.cwd(), comment, '-----BEGIN PRIVATE KEY', '-----BEGIN RSA PRIVATE'].filter(isIn)).toEqual(
    [],
  )
  expect([...new Bun.Glob('**/*.map').scanSync('dist/web')]).toEqual([])
})

test('configuration files of other tools in the working folder have no effect', async () => {
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

test('rejects a port in use', async () => {
  using folder = temporaryFolder()
  using other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  expect(await refusalIn(folder, ['--port', String(other.port)])).toBe(
    `Port ${other.port} on 127.0.0.1 is already in use.`,
  )
})

test('rejects a data folder that isn’t writable', async () => {
  using folder = temporaryFolder()
  writeFileSync(join(folder.path, 'file'), 'mine')
  for (const place of ['file', 'file/data'])
    expect(await refusalIn(folder, ['--data', place])).toBe(
      `The data folder ${join(folder.path, place)} can't be written to.`,
    )
})

test('rejects a data folder in use by another server', async () => {
  using folder = temporaryFolder()
  await using server = await startServer({ folder: folder.path })
  expect((await countOne(server.url)).status).toBe(200)
  process.kill(server.pid, 'SIGSTOP') // its jobs would change files while they are compared
  const message = await refusalIn(folder).finally(() => process.kill(server.pid, 'SIGCONT'))
  expect(message).toBe(`The data folder ${join(folder.path, 'data')} is in use by a running server.`)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

test('rejects a database from a newer release, even if its server was killed', async () => {
  using folder = temporaryFolder()
  const data = join(folder.path, 'data')
  await using server = await startServer({ folder: folder.path })
  await server.stop('SIGKILL')
  const sqlite = new Database(join(data, DATABASE))
  sqlite.run("INSERT INTO migrations VALUES (9999, '9999_later', '')")
  const words = /^The database is from a newer release \(version 9999, this one supports \d+\)\./
  sqlite.close()
  expect(await refusalIn(folder)).toMatch(words)
})

test.each([
  [
    'that is not a database',
    (path: string) => writeFileSync(path, 'dear diary\n'.repeat(99)),
    /is not a database\.$/,
  ],
  ['that is a folder', (path: string) => mkdirSync(path), /is not a file\.$/],
  [
    'that belongs to another program',
    (path: string) => {
      const sqlite = new Database(path, { create: true })
      sqlite.run('CREATE TABLE recipes (name TEXT)')
      sqlite.close()
    },
    /is the database of another program\.$/,
  ],
])('rejects a database path %s', async (_, put, words) => {
  using folder = temporaryFolder()
  mkdirSync(join(folder.path, 'data'))
  put(join(folder.path, 'data', DATABASE))
  expect(await refusalIn(folder)).toMatch(words)
})

test.each([
  [['--color', 'red'], {}, 'Unknown flag: --color'],
  [[], { SITE_URL: 'example.com' }, 'SITE_URL must be an address like https://example.com.'],
])('rejects the settings %j %j', async (flags, env, words) => {
  using folder = temporaryFolder()
  const message = await refusalIn(folder, flags, env)
  if (typeof words === 'string') expect(message).toBe(words)
  else expect(message).toMatch(words)
})

test.each([[['start']], [['generate', '--color']], [['--port', '0', 'now']]])(
  'the command %j is rejected with a message and status 2',
  async (args) => {
    using folder = temporaryFolder()
    const { out, err, status } = await runExecutable(args, { cwd: folder.path })
    expect([status, out]).toEqual([2, ''])
    expect(err).toMatch(/^passwright: [^\n]+\n$/)
    expect(folder.contents()).toEqual([])
  },
)

test.each([['-h'], ['help'], ['--port 0 --help'], ['generate --help']])(
  '%s prints help only',
  async (words) => {
    using folder = temporaryFolder()
    const { out, err, status } = await runExecutable(words.split(' '), { cwd: folder.path })
    expect([status, err]).toEqual([0, ''])
    expect(out).toMatch(/^(?:Usage: passwright|passwright \d)/)
    expect(folder.contents()).toEqual([])
  },
)

test('help with a command name prints the help of that command', async () => {
  const [help, flag] = await Promise.all([
    runExecutable(['help', 'backup']),
    runExecutable(['backup', '--help']),
  ])
  expect(help).toEqual(flag)
  expect(help.out).toStartWith('Usage: passwright backup')
})

test.each([
  ['nonsense', 'Unknown command: nonsense. Run passwright --help for the list.'],
  ['bakcup', 'Unknown command: bakcup. Did you mean backup?'],
  ['completion', 'passwright completion was removed. Delete the scripts that it printed for your shell.'],
])('the command %s is refused: %s', async (word, sentence) => {
  const refusal = { out: '', err: `passwright: ${sentence}\n`, status: 2 }
  expect(await runExecutable(['help', word])).toEqual(refusal)
  expect(await runExecutable([word])).toEqual(refusal)
})

test.each(['--version', '-v'])('%s prints only the version', async (flag) => {
  expect(await runExecutable([flag])).toEqual({ out: `${VERSION}\n`, err: '', status: 0 })
})

test('generate prints passwords, completely even through a pipe', async () => {
  const { out, status } = await runExecutable(['generate', '--count', '1000', '--length', '64'])
  expect(status).toBe(0)
  expect(new Set(out.trimEnd().split('\n')).size).toBe(1000)
})

test('health distinguishes a running server from a stopped one', async () => {
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
  expect(gone.err).toMatch(/^The server on 127\.0\.0\.1, port \d+ failed the check: [^\n]+\n$/)
})
