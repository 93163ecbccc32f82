import { expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { testCall } from '#src/testing/test-call.ts'
import { type EncodedBody, encodeBody, encodedResponse } from './encoded-body.ts'

const TEXT = 'the quick brown fox jumps over the lazy dog. '.repeat(40)
const bytesOf = (text: string) => new TextEncoder().encode(text)
const body = encodeBody(bytesOf(TEXT), 'text/plain', 5)
const plain: EncodedBody = { type: 'image/png', etag: 'abc', bytes: { identity: bytesOf('PNG') } }

const decoded = async (response: Response) => {
  const bytes = await response.bytes()
  const encoding = response.headers.get('content-encoding')
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  if (encoding === 'gzip') return gunzipSync(bytes).toString()
  return new TextDecoder().decode(bytes)
}

test.each([
  [undefined, null],
  ['', null],
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['BR', 'br'],
  ['gzip , br ; q=0', 'gzip'],
  ['br;q=0, gzip;q=0.000', null],
  ['br;q=0.0, gzip;q=0.001', 'gzip'],
  ['br;level=4;q=0', null],
  ['identity, br;q=0.5', null],
  ['br, *;q=0.1', 'br'],
  ['*;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['identity;q=0, *;q=0', null],
  ['identity', null],
  ['identity, *;q=0', null],
  ['deflate, zstd, compress', null],
  ['*', 'br'],
  ['brotli', null],
  ['xbr, gzipped', null],
  ['br\u00e9', null],
  [',,;;q=0,', null],
  ['br;q', 'br'],
  ['br;q=2, gzip;q=-1', null],
  ['br;q=1e3, gzip;q=0.9999', null],
])('Accept-Encoding %j gets %s', async (accepted, encoding) => {
  const response = encodedResponse(
    testCall(accepted === undefined ? {} : { 'accept-encoding': accepted }),
    body,
    {},
  )
  expect(response.status).toBe(200)
  expect(response.headers.get('content-encoding')).toBe(encoding)
  expect(response.headers.get('vary')).toBe('accept-encoding')
  expect(response.headers.get('content-type')).toBe('text/plain')
  expect(await decoded(response)).toBe(TEXT)
})

test('an overlong Accept-Encoding is not parsed', () => {
  const call = testCall({ 'accept-encoding': `${'x,'.repeat(5_000)}br` })
  expect(encodedResponse(call, body, {}).headers.has('content-encoding')).toBe(false)
})

test('a body without compressed forms is sent as is', async () => {
  const response = encodedResponse(testCall({ 'accept-encoding': 'br, gzip' }), plain, {})
  expect(response.headers.has('content-encoding')).toBe(false)
  expect(response.headers.get('etag')).toBe('"abc-identity"')
  expect(await response.text()).toBe('PNG')
})

test('each encoding and text has its own ETag', () => {
  const other = encodeBody(bytesOf(`${TEXT}!`), 'text/plain', 5)
  const tags = ['br', 'gzip', ''].flatMap((encoding) =>
    [body, other].map((one) =>
      encodedResponse(testCall({ 'accept-encoding': encoding }), one, {}).headers.get('etag'),
    ),
  )
  expect(new Set(tags).size).toBe(6)
  for (const tag of tags) expect(tag).toMatch(/^"[0-9a-z]+-(?:br|gzip|identity)"$/)
})

const TAG = `"${body.etag}-br"`

test.each([
  [TAG, 304],
  [`W/${TAG}`, 304],
  [`"other", ${TAG}`, 304],
  [`"other",W/${TAG} `, 304],
  ['*', 304],
  [`"${body.etag}-gzip"`, 200],
  [`"${body.etag}"`, 200],
  [`"${body.etag}-br`, 200],
  [body.etag, 200],
  ['', 200],
  ['"other"', 200],
])('If-None-Match %s gets %i', async (known, status) => {
  const call = testCall({ 'accept-encoding': 'br', 'if-none-match': known })
  const response = encodedResponse(call, body, { 'cache-control': 'no-cache' })
  expect(response.status).toBe(status)
  expect(response.headers.get('etag')).toBe(TAG)
  expect(response.headers.get('vary')).toBe('accept-encoding')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect((await response.bytes()).byteLength > 0).toBe(status === 200)
  expect(response.headers.has('content-encoding')).toBe(status === 200)
})

test('a 404 is never 304', () => {
  const call = testCall({ 'accept-encoding': 'br', 'if-none-match': TAG })
  expect(encodedResponse(call, body, {}, 404).status).toBe(404)
})

test('any Accept-Encoding gets the whole text in an accepted encoding', async () => {
  const part = fc.oneof(
    fc.constantFrom('br', 'gzip', 'identity', '*', 'deflate', 'br;q=0', 'gzip;q=0', 'gzip;q=0.5', ';', 'q=0'),
    fc.stringMatching(/^[ -~]{0,8}$/),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part), async (parts) => {
      const accepted = parts.join(',')
      const response = encodedResponse(testCall({ 'accept-encoding': accepted }), body, {})
      const encoding = response.headers.get('content-encoding')
      if (encoding !== null) expect(accepted.toLowerCase()).toMatch(new RegExp(`${encoding}|\\*`))
      expect(await decoded(response)).toBe(TEXT)
    }),
  )
})
