import { expect, test } from 'bun:test'
import { makePublished } from '#src/testing/make-post.ts'
import { exchange } from '#src/testing/raw-http.ts'
import { testApp } from '#src/testing/test-app.ts'
import { listen } from './listen.ts'

/** Bun drops a connection if a pipelined request arrives before the previous response is pending. */
test('pipelined requests for cached pages all get responses', async () => {
  const app = await testApp()
  await makePublished(app.db, { slug: 'a-post' })
  const server = listen(app.handle, { host: '127.0.0.1', port: 0, log: app.log })
  const paths = ['/about', '/blog/a-post', '/healthz', '/about?x=1', '/blog']
  // The first response renders the page, which takes a while.
  for (const path of paths) expect((await fetch(server.url.origin + path)).status).toBe(200)
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: ${server.url.host}\r\n\r\n`)
  const last = `GET /healthz HTTP/1.1\r\nHost: ${server.url.host}\r\nConnection: close\r\n\r\n`
  const { status, body } = await exchange(server.url.origin, requests.join('') + last)
  expect(status).toBe(200)
  expect(body.match(/HTTP\/1\.1 200 OK\r\n/g)?.length).toBe(paths.length)
  await server.stop(true)
})
