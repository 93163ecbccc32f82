import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { NOT_PUBLIC_V4, NOT_PUBLIC_V6, PUBLIC, spellings } from '#src/testing/address-spellings.ts'
import { anyCharacter } from '#src/testing/any-character.ts'
import { anyWebUrl } from '#src/testing/any-web-url.ts'
import { refusalReason } from './public-fetch.ts'
import { readTarget } from './target.ts'

const EMPTY = 'Please enter a website URL to analyze.'
const INVALID = 'Please enter a valid website URL (include http:// or https://).'
const LONG = 'The URL must be at most 2048 characters long.'
const SECRET = 'The URL must not contain a username or a password.'
const PORT = 'The URL can only use port 80, 443, 8080 or 8443.'
const PRIVATE = 'Address not allowed: it does not belong to a public website.'

const NOT_PUBLIC = [...NOT_PUBLIC_V4, ...NOT_PUBLIC_V6]

test('no spelling of a private address passes', () => {
  const tried = NOT_PUBLIC.map((address) => spellings(address))
  const through = tried.flat().filter(([, url]) => refusalReason(url, false) === null)
  expect(through).toEqual([])
  expect(NOT_PUBLIC.length).toBeGreaterThanOrEqual(62)
  expect(Math.min(...tried.map((urls) => urls.length))).toBeGreaterThanOrEqual(8)
})

test.each(PUBLIC)('%s passes, plain or in an odd spelling', (address) => {
  const urls = spellings(address).filter(([kind]) =>
    ['plain', 'one number', 'in full', 'https'].includes(kind),
  )
  expect(urls.length).toBe(3)
  for (const [, url] of urls) expect(refusalReason(url, false)).toBe(null)
})

test.each([
  ['', EMPTY],
  [' \t\n ', EMPTY],
  ['example.com', INVALID],
  ['//example.com', INVALID],
  ['/path', INVALID],
  ['http://', INVALID],
  ['http:///', INVALID],
  ['https://a b.com', INVALID],
  ['http://exa<mple.com', INVALID],
  ['http://example.com:99999', INVALID],
  ['http://1.2.3.4.5', INVALID],
  ['http://256.1.1.1', INVALID],
  ['http://[::1', INVALID],
  ['http://example..com', INVALID],
  ['http://.example.com', INVALID],
  ['http://example.com..', INVALID],
  ['http://.', INVALID],
  [`http://${'a'.repeat(64)}.com`, INVALID],
  [`http://${'abc.'.repeat(70)}com`, INVALID],
  ['ftp://example.com/', INVALID],
  ['file:///etc/passwd', INVALID],
  ['data:text/html,hi', INVALID],
  ['javascript:alert(1)', INVALID],
  ['blob:https://example.com/1', INVALID],
  ['ws://example.com', INVALID],
  ['gopher://example.com', INVALID],
  ['s3://bucket/key', INVALID],
  ['view-source:http://example.com', INVALID],
  ['unix:/run/docker.sock', INVALID],
  [`http://example.com/${'a'.repeat(2048)}`, LONG],
  ['http://me@example.com', SECRET],
  ['http://me:secret@example.com', SECRET],
  ['http://:secret@example.com', SECRET],
  ['https://example.com:secret@127.0.0.1', SECRET],
  ['http://example.com:22', PORT],
  ['http://example.com:0', PORT],
  ['https://example.com:8444', PORT],
  ['http://example.com:6379', PORT],
  ['http://localhost', PRIVATE],
  ['http://LOCALHOST:8080/', PRIVATE],
  ['http://localhost.', PRIVATE],
  ['http://app.localhost', PRIVATE],
  ['http://ⓛocalhost', PRIVATE],
  ['http://printer.local', PRIVATE],
  ['http://metadata.google.internal/', PRIVATE],
  ['http://router.home.arpa', PRIVATE],
  ['http://intranet', PRIVATE],
  ['http://intranet.', PRIVATE],
  ['http://com', PRIVATE],
])('%j is rejected without network access', (address, sentence) => {
  expect(refusalReason(address, false)).toBe(sentence)
})

test.each([
  ['http://example.com', 'http://example.com/'],
  [' https://Example.COM \n', 'https://example.com/'],
  ['https://example.com./a?b#c', 'https://example.com/a?b'],
  ['http://example.com:80/', 'http://example.com/'],
  ['http://example.com:443/', 'http://example.com:443/'],
  ['https://example.com:80/', 'https://example.com:80/'],
  ['https://example.com:443/', 'https://example.com/'],
  ['http://example.com:8080/', 'http://example.com:8080/'],
  ['https://example.com:8443/', 'https://example.com:8443/'],
  ['https://bücher.example/käse', 'https://xn--bcher-kva.example/k%C3%A4se'],
  ['http://my_shop.example.com', 'http://my_shop.example.com/'],
  ['http://localhost.example.com', 'http://localhost.example.com/'],
  ['http://notlocalhost.com', 'http://notlocalhost.com/'],
  ['http://[2606:4700:4700:0:0:0:0:1111]/', 'http://[2606:4700:4700::1111]/'],
])('%j becomes %s', (address, url) => {
  const target = readTarget(address, false)
  expect('url' in target && target.url.href).toBe(url)
})

test.each([
  'http://127.0.0.1:9000/',
  'http://localhost:3000',
  'http://intranet/',
  'http://printer.local:631/',
  'http://[fd00::1]:8123/',
  'http://169.254.169.254/',
])('with private addresses allowed, %s passes', (address) => {
  expect(refusalReason(address, true)).toBe(null)
})

test.each([
  ['file:///etc/passwd', INVALID],
  ['http://me:secret@127.0.0.1', SECRET],
  ['', EMPTY],
])('with private addresses allowed, %j is rejected', (address, sentence) => {
  expect(refusalReason(address, true)).toBe(sentence)
})

test('any text that passes is http or https with a host that has a dot or colon', () => {
  const almostUrl = fc
    .tuple(fc.constantFrom('http://', 'https://', 'http:', '//', ''), fc.string({ unit: anyCharacter }))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(anyWebUrl, almostUrl), (text) => {
      const target = readTarget(text, false)
      if ('refusal' in target) return expect(target.refusal).toMatch(/^[A-Z][^\n]+\.$/)
      expect(target.url.protocol).toMatch(/^https?:$/)
      expect(target.url.hostname).toMatch(/[.:]/)
      expect(target.url.username + target.url.password + target.url.hash).toBe('')
    }),
    { numRuns: 500 },
  )
})
