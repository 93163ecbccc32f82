import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { analyses, contacts } from '#src/db/schema.ts'
import { receiveUpload } from '#src/keywords/upload.ts'
import type { Access } from '#src/sessions/access.ts'
import { actor } from '#src/testing/actor.ts'
import { makePost } from '#src/testing/make-post.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { testApp } from '#src/testing/test-app.ts'
import { testRequests } from '#src/testing/test-requests.ts'
import { until } from '#src/testing/time-limits.ts'

test.each([
  '/api/admin/blog/posts?search=a',
  '/api/admin/contacts?search=a',
  '/api/admin/website-analyzer/analyses?search=a',
  '/api/admin/competitor-keywords?search=a',
  '/api/admin/competitor-keywords?sort=keyword',
])('work for %s stops when the client disconnects', async (path) => {
  const app = await testApp()
  const at = app.clock.now.toISOString()
  await makePost(app.db)
  await app.db.insert(contacts).values({ name: 'a', email: 'a', subject: 'a', message: 'a', createdAt: at })
  const website = { url: 'https://a.example/', domain: 'a.example', autoUpdate: false }
  await app.db.insert(analyses).values({ ...website, status: 'failed', createdAt: at })
  const body = new Blob([JSON.stringify({ csvData: [{ keyword: 'a' }], uploadBatch: 'a' })])
  await receiveUpload(app.db, actor, { body: body.stream() }, () => app.clock.now)
  const { authorization } = await makeUser(app, 'admin')

  const answer = await app.call(path, { headers: { authorization }, signal: AbortSignal.abort() })
  expect([answer.status, (await answer.json()).message]).toEqual([
    400,
    'The connection closed before the response was sent',
  ])
  const again = await app.call(path, { headers: { authorization } })
  expect([again.status, (await again.json()).length]).toEqual([200, 1])
})

const body = z.object({ name: z.string() })
const PATH = '/api/file'

test.each([
  ['JSON', (access: Access) => new Elysia().use(access).post(PATH, () => 'never', { open: true, body })],
  [
    'a file',
    (access: Access) =>
      new Elysia().use(access).post(PATH, ({ call }) => call.request.arrayBuffer().then(() => 'never'), {
        open: { upload: { types: ['application/json'], bytes: 1_000 } },
      }),
  ],
])('a client that cuts off %s causes no error of the server', async (_, declared) => {
  const { serve, lines } = testRequests([declared], { accessLog: 'on' })
  await using server = serve()
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const head =
    'POST /api/file HTTP/1.1\r\nHost: a.test\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n'
  socket.write(`${head}{"name":`, () => socket.destroySoon())
  await until('the request is logged', () => lines.length > 0)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'info', event: 'request', status: 400 },
  ])
})
