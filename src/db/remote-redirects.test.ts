import { expect, test } from 'bun:test'
import { openRemote } from './remote.ts'
import { openRemoteSnapshot } from './snapshot.ts'

const SECRET = { sql: 'UPDATE users SET password_hash = ?', params: ['a-hash'] }

/** A server that redirects to another, and the requests that arrived there. */
function redirectingServer(status: number) {
  const stolen: string[] = []
  const other = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      stolen.push(await request.text())
      return new Response(null, { status: 500 })
    },
  })
  const location = `http://localhost:${other.port}/v2/pipeline`
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => new Response(null, { status, headers: { location } }),
  })
  const dispose = async () => {
    await server.stop(true)
    await other.stop(true)
  }
  return { url: `http://127.0.0.1:${server.port}`, stolen, [Symbol.asyncDispose]: dispose }
}

test.each([301, 302, 303, 307, 308])("a %d from a libSQL server isn't followed", async (status) => {
  await using at = redirectingServer(status)
  const engine = openRemote(at.url, 'token')
  for (const sent of [engine.run(SECRET), engine.batch([SECRET])]) {
    const { code, cause } = await sent.catch((error) => error)
    expect([code, cause.message]).toEqual(['unavailable', expect.stringContaining(`HTTP status ${status}`)])
  }
  await engine.close()
  await expect(openRemoteSnapshot(at.url, 'token')).rejects.toThrow(`HTTP status ${status}`)
  expect(at.stolen).toEqual([])
})
