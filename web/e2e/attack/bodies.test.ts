import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { IMAGE_MAX_BYTES } from '#domain/images.ts'
import { ROLES, type Role } from '#domain/users.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { until } from '#src/testing/time-limits.ts'
import { addUser, callApi, startSetUp, tokenOf } from '#web/e2e/administration.ts'
import { MANY_ADDRESSES } from './acknowledged-writes.ts'
import { fromNetwork } from './flood.ts'
import { expectResponsive, watch } from './watchdog.ts'

/** The longest post. */
const CHARACTERS = 500_000

const POSTS = shortOrLong(50, 250)
const IMAGES = shortOrLong(60, 300)

const HOSTILE: [kind: string, content: string, roles: readonly Role[]][] = [
  ['of six bytes a character by several users', `"${'\\u4e2d'.repeat(CHARACTERS)}"`, ROLES],
  ['of six bytes a character by one user', `"${'\\u4e2d'.repeat(CHARACTERS)}"`, []],
  ['of a million empty lists', `[${'[],'.repeat(2 * CHARACTERS)}0]`, []],
]

test.each(HOSTILE)('many simultaneous posts %s do not delay other requests', async (kind, content, roles) => {
  await using server = await startSetUp({ flags: MANY_ADDRESSES })
  const { token } = server.login
  for (const role of roles) await addUser(server, token, role)
  const tokens = [token, ...(await Promise.all(roles.map((role) => tokenOf(server, role))))]
  const statuses = new Set<number>()
  let lost = 0
  const watched = await watch(server, async ({ signal }) => {
    const post = async (number: number) => {
      const response = await fetch(`${server.url}/api/admin/blog/posts`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${tokens[number % tokens.length]}`,
          'content-type': 'application/json',
          ...fromNetwork(number),
        },
        body: `{"title":"Post ${number}","content":${content}}`,
        signal,
      })
      await response.bytes()
      statuses.add(response.status)
    }
    // A refused client may lose its connection before it reads the response.
    const send = (number: number) =>
      post(number).catch(() => {
        lost += 1
      })
    await Promise.all(Array.from({ length: POSTS }, (_, number) => send(number)))
  })
  expectResponsive(`Posts ${kind}`, watched)
  const result = content.startsWith('"') ? 201 : 400
  expect(statuses.difference(new Set([result, 503]))).toEqual(new Set())
  expect(statuses).toContain(result)
  expect(statuses.has(503) || lost > 0).toBe(true)
})

/** Sends half of an image, and returns the response's status, if any, and a function that closes the connection. */
function sendHalf(url: string, token: string, number: number) {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  const sent = Promise.withResolvers<void>()
  const head = [
    'POST /api/admin/images HTTP/1.1',
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${token}`,
    `X-Forwarded-For: ${fromNetwork(number)['x-forwarded-for']}`,
    'Content-Type: image/jpeg',
    `Content-Length: ${IMAGE_MAX_BYTES}`,
  ]
  let received = ''
  socket.on('data', (data) => {
    received += data.toString('latin1')
  })
  socket.on('close', () => sent.resolve())
  socket.on('error', () => sent.resolve())
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  socket.write(Buffer.alloc(IMAGE_MAX_BYTES / 2), () => sent.resolve())
  return {
    sent: sent.promise,
    status: () => Number(/^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1] ?? 0),
    close: () => socket.destroy(),
  }
}

test('many half-sent images do not take up memory, and leave room when their clients have gone', async () => {
  await using server = await startSetUp({ flags: MANY_ADDRESSES })
  const { token } = server.login
  const clients: ReturnType<typeof sendHalf>[] = []
  const statuses = () => clients.map((client) => client.status())
  const watched = await watch(server, async ({ sampled }) => {
    for (let number = 0; number < IMAGES; number++) clients.push(sendHalf(server.url, token, number))
    await Promise.all(clients.map(({ sent }) => sent))
    await sampled(20)
    for (const { close } of clients) close()
  })
  expectResponsive('Half-sent images', watched)
  expect(statuses().filter((status) => status !== 0 && status !== 503)).toEqual([])
  const post = { title: 'Afterward', content: 'x'.repeat(CHARACTERS) }
  await until('a post is accepted', async () => {
    const { status } = await callApi(server, 'POST', '/api/admin/blog/posts', post, token)
    return status === 201
  })
})
