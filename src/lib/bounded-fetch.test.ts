import { expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { boundedFetch, type Fetch } from './bounded-fetch.ts'

const MOST = 64 * 1024

type Answer = { body: string | Uint8Array<ArrayBuffer>; encoding?: string }

async function ask(
  { body, encoding }: Answer,
  inner: Fetch = fetch,
): Promise<{ text: string; accepted: string | null }> {
  let accepted: string | null = null
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ headers }) => {
      accepted = headers.get('accept-encoding')
      return new Response(body, encoding === undefined ? {} : { headers: { 'content-encoding': encoding } })
    },
  })
  try {
    const response = await boundedFetch(inner, MOST)(server.url)
    expect(response.headers.get('content-encoding')).toBeNull()
    return { text: await response.text(), accepted }
  } finally {
    await server.stop(true)
  }
}

const packed = (text: string) => new Uint8Array(gzipSync(text))

test('returns a response unchanged, compressed or not', async () => {
  expect(await ask({ body: 'plain' })).toEqual({ text: 'plain', accepted: 'gzip, identity' })
  expect((await ask({ body: packed('small'), encoding: 'gzip' })).text).toBe('small')
  expect((await ask({ body: '' })).text).toBe('')
})

test.each([
  ['large', { body: 'x'.repeat(MOST + 1) }],
  ['small, but too large decompressed', { body: packed('x'.repeat(MOST + 1)), encoding: 'gzip' }],
  ['compressed with an unsupported encoding', { body: 'x', encoding: 'br' }],
  ['labeled as gzip, but is not', { body: 'x', encoding: 'gzip' }],
])('rejects a response that is %s', async (_, answer) => {
  await expect(ask(answer)).rejects.toThrow()
})

test('limits a response before decompressing it', async () => {
  const body = packed('x'.repeat(10 * 1024 * 1024))
  let arrived = 0
  const counting: Fetch = async (...args) => {
    const response = await fetch(...args)
    const bytes = await response.bytes()
    arrived = bytes.byteLength
    return new Response(bytes, { headers: response.headers })
  }
  await expect(ask({ body, encoding: 'gzip' }, counting)).rejects.toThrow()
  expect(arrived).toBe(body.byteLength)
})

test('a message about a failure can have 64 KB', async () => {
  const failing = (bytes: number) => () => Promise.resolve(new Response('x'.repeat(bytes), { status: 500 }))
  const failure = boundedFetch(failing(64 * 1024), 1024 * 1024)('http://127.0.0.1')
  expect((await failure).status).toBe(500)
  await expect(boundedFetch(failing(64 * 1024 + 1), 1024 * 1024)('http://127.0.0.1')).rejects.toThrow()
})
