import { expect, test } from 'bun:test'
import { createBodyCache } from './body-cache.ts'
import { type EncodedBody, encodeBytes, improveBody } from './encoded.ts'
import { createEncoder, type Encoder, encodeDrawn } from './encoder.ts'
import type { PackedBody } from './packed.ts'

const text = (words: number) => Array.from({ length: words }, (_, word) => (word * word) % 977).join(' ')
const drawn = { text: text(2_000), type: 'text/plain' }

test('two texts are drawn and compressed at once, fifty may wait, and the next is refused', async () => {
  const encoder = createEncoder()
  const gate = Promise.withResolvers<void>()
  let atOnce = 0
  let most = 0
  const draw = async () => {
    most = Math.max(most, ++atOnce)
    await gate.promise
    atOnce -= 1
    return drawn
  }
  const accepted = Array.from({ length: 52 }, (_, network) => encoder.encode(`10.0.${network}.1`, draw))
  expect(encoder.encode('192.0.2.1', draw)).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The server is busy. Please try again in 5 seconds.',
    headers: { 'retry-after': '5' },
  })
  gate.resolve()
  expect((await Promise.all(accepted)).length).toBe(52)
  expect(most).toBe(2)
  expect(await encoder.encode('192.0.2.1', draw)).toMatchObject({ type: 'text/plain' })
})

test('one network, and one wide network, has no more than its share of the places', async () => {
  const encoder = createEncoder()
  const gate = Promise.withResolvers<void>()
  const encode = (address: string) => encoder.encode(address, () => gate.promise.then(() => drawn))
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

test('a text that can not be drawn gives its turn back', async () => {
  const encoder = createEncoder()
  for (let tried = 0; tried < 5; tried++)
    expect(encoder.encode('192.0.2.1', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect((await encoder.encode('192.0.2.1', async () => drawn)).type).toBe('text/plain')
})

test('a better compression is smaller and decodes to the same text', async () => {
  const body = await encodeBytes(new TextEncoder().encode(drawn.text), drawn.type)
  const cheap = body.bytes.br?.byteLength ?? 0
  await improveBody(body)
  const best = body.bytes.br?.byteLength ?? 0
  expect(best).toBeLessThan(cheap)
  expect(best).toBeGreaterThan(0)
})

test('a body is worth a better compression the third time that it is asked for, and only then', async () => {
  const improved: (EncodedBody | PackedBody)[] = []
  const encoder: Encoder = {
    encode: async (_, draw) => encodeDrawn(await draw()),
    improve: (body) => void improved.push(body),
  }
  const bodies = createBodyCache(1_000_000, encoder)
  const ask = (key: string) => bodies.get(1, key, '192.0.2.1', async () => drawn)
  await ask('seldom')
  for (let asked = 0; asked < 2; asked++) await ask('often')
  expect(improved).toEqual([])
  for (let asked = 0; asked < 5; asked++) await ask('often')
  expect(improved).toEqual([await ask('often')])
})
