import { expect, test } from 'bun:test'
import { makeUser } from '#src/testing/make-user.ts'
import { testApp } from '#src/testing/test-app.ts'

const loggedApp = () => testApp({ settings: { accessLog: 'on' } })

const parseLines = (lines: string[]) => lines.map((line) => JSON.parse(line))

test('the access log is off by default', async () => {
  const { call, lines } = await testApp()
  for (const path of ['/', '/nowhere', '/api/admin/users']) await call(path)
  expect(lines).toEqual([])
})

test('a line contains the request and its outcome, and nothing about the visitor', async () => {
  const { call, lines } = await loggedApp()
  await call('/about?secret=1', { from: '203.0.113.99', headers: { 'user-agent': 'Curious/1.0' } })
  await call('/nowhere', { method: 'HEAD' })
  expect(parseLines(lines)).toEqual([
    {
      time: expect.any(String),
      level: 'info',
      event: 'request',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      method: 'GET',
      path: '/about',
      status: 200,
      ms: expect.any(Number),
    },
    expect.objectContaining({ method: 'HEAD', path: '/nowhere', status: 404 }),
  ])
  expect(lines.join()).not.toMatch(/203\.0\.113|Curious|secret/)
})

test('lines for admin requests contain the address and user', async () => {
  const app = await loggedApp()
  const { user, authorization } = await makeUser(app, 'admin')
  await app.call('/api/admin/users', { from: '198.51.100.4', headers: { authorization } })
  const json = { username: 'hunter2', password: 'hunter2 and more' }
  await app.call('/api/admin/login', { json, from: '198.51.100.5' })
  expect(parseLines(app.lines)).toMatchObject([
    { path: '/api/admin/users', status: 200, ip: '198.51.100.4', user: user.id },
    { path: '/api/admin/login', status: 401, ip: '198.51.100.5' },
  ])
  expect(app.lines.join()).not.toMatch(/hunter2|Bearer|eyJ/)
})

test.each([
  '/blog/preview/aSecretToken',
  '/Blog/Preview/aSecretToken/',
  '//blog/preview/aSecretToken',
  '/blog//preview/aSecretToken',
  '/blog/%70review/aSecretToken',
  '/blog/%2570review/aSecretToken',
  '/%62log%2fpreview%2faSecretToken',
  '/blog/preview%2FaSecretToken',
  '/blog/preview%5caSecretToken',
  '/blog/x/../preview/aSecretToken%E0%A4',
])('the token of the draft link %s is not logged', async (path) => {
  const { call, lines } = await loggedApp()
  await call(path)
  expect(parseLines(lines)).toMatchObject([{ path: '/blog/preview/:token' }])
  expect(lines.join()).not.toContain('aSecretToken')
})

test('any path becomes a single line without control characters', async () => {
  const { call, lines } = await loggedApp()
  const nasty = [
    '/%0d%0afake%20line',
    '/%1b[2J%1b[31m',
    '/a%00b',
    '/%c2%9b31m',
    '/%e2%80%ae',
    `/${'x'.repeat(4000)}`,
  ]
  for (const path of nasty) await call(path, { headers: { 'user-agent': '\u001b[31m' } })
  expect(lines.length).toBe(nasty.length)
  for (const [index, line] of lines.entries()) {
    expect(line).not.toMatch(/[\p{Cc}\u2028-\u202e]/u)
    expect(nasty[index]).toStartWith(JSON.parse(line).path)
    expect(line.length).toBeLessThan(500)
  }
})
