import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { printFigures } from '#src/testing/attack.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { callApi } from '#web/e2e/administration.ts'
import { runExecutable, type Server, startServer } from '#web/e2e/harness.ts'

const PASSWORDS = ['canary-password-of-one', 'canary-password-of-two', 'canary-typed-into-the-name']
const DEVICE = 'canary-secret-of-a-browser'.padEnd(43, '_')
const API_KEY = 'sk-canary-of-the-provider'
const METRICS = 'canary-token-of-the-metrics'
const QUERY = 'canary-in-an-address'

/** Signs in and out, also with errors, and sends secrets in wrong fields. Returns the token. */
async function sendSecrets(server: Server): Promise<string> {
  const [password = '', second = '', mistyped = ''] = PASSWORDS
  const call = (method: string, path: string, body?: unknown, token?: string) =>
    callApi(server, method, path, body, token)
  await call('POST', '/api/admin/setup', { username: 'ada', email: 'ada@example.com', password })
  const { body } = await call('POST', '/api/admin/login', { username: 'ada', password, device: DEVICE })
  const { token } = body
  await call('POST', '/api/admin/login', { username: mistyped, password: mistyped })
  await call('POST', '/api/admin/login', { username: 'ada', password: [second] })
  await call('POST', '/api/admin/users', { username: 'x', email: second, password: second }, token)
  await call(
    'POST',
    '/api/admin/users',
    { username: 'bob', email: 'bob@example.com', password: second },
    token,
  )
  await call('POST', '/api/admin/users/2/reset-password', { password: second }, token)
  await call('POST', '/api/admin/ai-provider/test', {}, token)
  await call('GET', `/api/nowhere?password=${QUERY}`, undefined, token)
  await call('GET', `/api/admin/users?token=${QUERY}`, undefined, `${token}x`)
  const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS}` } })
  expect(metrics.status).toBe(200)
  const broken = {
    method: 'POST',
    body: `{"password":"${second}`,
    headers: { 'content-type': 'application/json' },
  }
  expect((await fetch(`${server.url}/api/admin/login`, broken)).status).toBe(400)
  return token
}

test('no password, token or key is in the log, the database or a backup at any log level', async () => {
  using folder = temporaryFolder()
  const env = {
    OPENAI_API_KEY: API_KEY,
    // Nothing listens there, so failures are logged.
    OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
    METRICS_TOKEN: METRICS,
    ACCESS_LOG: 'on',
    LOG_LEVEL: 'debug',
  }
  const server = await startServer({ folder: folder.path, env })
  const token = await sendSecrets(server)
  const backup = await runExecutable(['backup', '--to', 'copy.db'], { cwd: folder.path })
  expect(backup.status).toBe(0)
  expect(await server.stop()).toBe(0)

  const secrets = [...PASSWORDS, DEVICE, API_KEY, METRICS, QUERY, token, ...token.split('.').slice(1)]
  const files = readdirSync(folder.path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder.path, name))
    .filter((path) => statSync(path).isFile())
  const texts = [['the log', server.output()], ...files.map((path) => [path, readFileSync(path, 'latin1')])]
  const leaks = texts.flatMap(([where, text = '']) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => [where, secret]),
  )
  expect(
    server
      .output()
      .split('\n')
      .filter((line) => line.includes(' info request ')).length,
  ).toBeGreaterThan(10)
  expect(texts.length).toBeGreaterThan(3)
  printFigures('Secrets', { secrets: secrets.length, places: texts.length, leaks: leaks.length })
  expect(leaks).toEqual([])
})
