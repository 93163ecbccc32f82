import { expect, test } from 'bun:test'
import { runExecutable, type Server, startServer } from './harness.ts'

const ADA = { username: 'ada', email: 'ada@example.com', password: 'difference engine' }

const post = (server: Server, path: string, body: object) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const statusFor = async (server: Server, token: string) =>
  (await fetch(`${server.url}/api/admin/users`, { headers: { authorization: `Bearer ${token}` } })).status

test('without an administrator, startup prints a setup link that works from another machine', async () => {
  await using server = await startServer()
  const code = /#code=([0-9a-f]{20})$/m.exec(server.output())?.[1]
  expect(server.output()).toContain(
    `Create the first administrator at ${server.url}/admin/setup#code=${code}\n`,
  )

  const fromElsewhere = (body: object) =>
    fetch(`${server.url}/api/admin/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
      body: JSON.stringify(body),
    })
  expect((await fromElsewhere(ADA)).status).toBe(403)
  expect((await fromElsewhere({ ...ADA, code })).status).toBe(201)
  expect((await post(server, '/api/admin/setup', { ...ADA, username: 'eve' })).status).toBe(403)

  const { folder } = server
  expect(await server.stop()).toBe(0)
  await using again = await startServer({ folder })
  expect(again.output()).not.toContain('#code=')
  expect((await post(again, '/api/admin/setup', { ...ADA, username: 'eve' })).status).toBe(403)
})

test('passwright admin creates, lists and resets administrators while the server runs', async () => {
  await using server = await startServer()
  const run = (...args: string[]) =>
    runExecutable(['admin', ...args], { cwd: server.folder, input: 'another secret\n' })

  const created = await run('create', '--username', 'ada', '--email', 'ada@example.com', '--password-stdin')
  expect(created).toEqual({ out: 'ada now has the role super_admin.\n', err: '', status: 0 })
  const login = await post(server, '/api/admin/login', { username: 'ada', password: 'another secret' })
  const { token } = await login.json()
  expect(await statusFor(server, token)).toBe(200)

  const listed = await run('list')
  expect(listed.out).toMatch(/^ada +ada@example.com +super_admin +active +\d{4}-/m)
  const reset = await run('reset-password', '--username', 'ada', '--password-stdin')
  expect(reset.status).toBe(0)
  expect(await statusFor(server, token)).toBe(401)

  const taken = await run('create', '--username', 'ADA', '--email', 'x@example.com', '--password-stdin')
  expect(taken).toEqual({ out: '', err: 'passwright: Username already exists.\n', status: 2 })
  const unasked = await run('create', '--username', 'bob', '--email', 'bob@example.com')
  expect(unasked.status).toBe(2)
  expect(unasked.err).toContain('--password-stdin')
  const help = await run('create', '--help')
  expect(help.out).toContain('Usage: passwright admin create')
  expect(server.output()).not.toContain('another secret')
})
