import { expect, test } from 'bun:test'
import { testCall } from '#src/testing/test-call.ts'
import { createBodyCache } from './body-cache.ts'
import { type EncodedBody, encodeBytes, improveBody } from './encoded-body.ts'
import { createEncoder, type Encoder, encodeContent } from './encoder.ts'
import type { GzipBody } from './gzip-body.ts'

const text = (words: number) => Array.from({ length: words }, (_, word) => (word * word) % 977).join(' ')
const content = { text: text(2_000), type: 'text/plain' }

test('renders and compresses two texts at once, queues fifty and refuses the next', async () => {
  const encoder = createEncoder()
  const gate = Promise.withResolvers<void>()
  let atOnce = 0
  let most = 0
  const render = async () => {
    most = Math.max(most, ++atOnce)
    await gate.promise
    atOnce -= 1
    return content
  }
  const accepted = Array.from({ length: 52 }, (_, network) => encoder.encode(`10.0.${network}.1`, render))
  expect(encoder.encode('192.0.2.1', render)).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The server is busy. Please try again in 5 seconds.',
    headers: { 'retry-after': '5' },
  })
  gate.resolve()
  expect((await Promise.all(accepted)).length).toBe(52)
  expect(most).toBe(2)
  expect(await encoder.encode('192.0.2.1', render)).toMatchObject({ type: 'text/plain' })
})

test("one network and one wide network can't take all slots", async () => {
  const encoder = createEncoder()
  const gate = Promise.withResolvers<void>()
  const encode = (address: string) => encoder.encode(address, () => gate.promise.then(() => content))
  const accepted: Promise<unknown>[] = []
  const take = (address: string, places: number) => {
    for (let place = 0; place < places; place++) accepted.push(encode(address))
  }
  const refused = { code: 'unavailable' }
  take('203.0.113.1', 13)
  expect(encode('203.0.113.1')).rejects.toMatchObject(refused)
  take('203.0.113.2', 13)
  expect(encode('203.0.113.3')).rejects.toMatchObject(refused)
  take('198.51.100.1', 13)
  gate.resolve()
  expect(await Promise.all(accepted)).toHaveLength(39)
  expect(await encode('203.0.113.1')).toMatchObject({ type: 'text/plain' })
})

test('a failed rendering releases its slot', async () => {
  const encoder = createEncoder()
  for (let tried = 0; tried < 5; tried++)
    expect(encoder.encode('192.0.2.1', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect((await encoder.encode('192.0.2.1', async () => content)).type).toBe('text/plain')
})

test('better compression is smaller and decompresses to the same text', async () => {
  const body = await encodeBytes(new TextEncoder().encode(content.text), content.type)
  const cheap = body.bytes.br?.byteLength ?? 0
  await improveBody(body)
  const best = body.bytes.br?.byteLength ?? 0
  expect(best).toBeLessThan(cheap)
  expect(best).toBeGreaterThan(0)
})

test('the third request for a body improves its compression, once', async () => {
  const improved: (EncodedBody | GzipBody)[] = []
  const encoder: Encoder = {
    encode: async (_, render) => encodeContent(await render()),
    improve: (body) => void improved.push(body),
  }
  const bodies = createBodyCache(1_000_000, encoder)
  const ask = (key: string) => bodies.get(1, key, testCall(), async () => content)
  await ask('seldom')
  for (let count = 0; count < 2; count++) await ask('often')
  expect(improved).toEqual([])
  for (let count = 0; count < 5; count++) await ask('often')
  expect(improved).toEqual([await ask('often')])
})
