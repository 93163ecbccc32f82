import { expect, test } from 'bun:test'
import { makePublished } from '#src/testing/make-post.ts'
import { exchange } from '#src/testing/raw-http.ts'
import { testApp } from '#src/testing/test-app.ts'
import { listen } from './listen.ts'

/** Bun's server drops a connection whose next request came before it had to wait for the answer to the last one. */
test('requests for pages that come in one packet are all answered', async () => {
  const app = await testApp()
  await makePublished(app.db, { slug: 'a-post' })
  const server = listen(app.handle, { host: '127.0.0.1', port: 0, log: app.log })
  const paths = ['/about', '/blog/a-post', '/healthz', '/about?x=1', '/blog']
  // Drawn once: the first answer takes a while.
  for (const path of paths) expect((await fetch(server.url.origin + path)).status).toBe(200)
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: ${server.url.host}\r\n\r\n`)
  const last = `GET /healthz HTTP/1.1\r\nHost: ${server.url.host}\r\nConnection: close\r\n\r\n`
  const { status, body } = await exchange(server.url.origin, requests.join('') + last)
  expect(status).toBe(200)
  expect(body.match(/HTTP\/1\.1 200 OK\r\n/g)?.length).toBe(paths.length)
  await server.stop(true)
})
