import { expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import fc from 'fast-check'
import type { Access } from '#src/sessions/access.ts'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { exchange } from '#src/testing/raw-http.ts'
import { testRequests } from '#src/testing/test-requests.ts'

const BATCHES = shortOrLong(3, 150)
/** Cases sent at the same time. */
const BATCH = 20
/** Each case has its own number in its paths, of as many digits as in every other. */
const FIRST_NUMBER = 10_000

/** Framing headers that two servers may read differently. */
const FRAMING = [
  ...[
    'Content-Length: 5',
    'Content-Length: 0',
    'Content-Length: 44',
    'Content-Length:5',
    'content-length: 5',
  ],
  ...[
    'Content-Length: +5',
    'Content-Length: 5, 5',
    'Content-Length: 0x5',
    'Content-Length: 5 ',
    'Content-Length: -1',
  ],
  ...[
    'Content-Length : 5',
    'Content-Length\t: 5',
    ' Content-Length: 5',
    'Content-Length: 5\r\n 0',
    'Content\u0000-Length: 5',
  ],
  ...[
    'Transfer-Encoding: chunked',
    'transfer-encoding: CHUNKED',
    'Transfer-Encoding: identity',
    'Transfer-Encoding:chunked',
  ],
  ...[
    'Transfer-Encoding: xchunked',
    'Transfer-Encoding: chunked, identity',
    'Transfer-Encoding: gzip, chunked',
  ],
  ...[
    'Transfer-Encoding : chunked',
    'Transfer-Encoding:\tchunked',
    'Transfer-Encoding: "chunked"',
    'Transfer-Encoding: chunked;x',
  ],
  ...[
    'Transfer-Encoding:\r\n chunked',
    'X: y\rTransfer-Encoding: chunked',
    'X: y\nContent-Length: 44',
    'Upgrade: h2c',
  ],
  ...['Expect: 100-continue', 'Connection: Content-Length', 'Connection: keep-alive, Transfer-Encoding'],
]

const HIDDEN = 'GET /hidden HTTP/1.1\r\nHost: a.test\r\n\r\n'
/** As long as `/hidden`, so that lengths of bodies stay the same. */
const hiddenPath = (number: number) => `/h${number}`
const shownPath = (number: number) => `/s${number}`
const numbered = (text: string, number: number) => text.replace('/hidden', hiddenPath(number))

/** Bodies with a hidden request, whose end depends on the framing. */
const BODIES = [
  `0\r\n\r\n${HIDDEN}`,
  `5\r\nabcde\r\n0\r\n\r\n${HIDDEN}`,
  `abcde${HIDDEN}`,
  `0000000000000000005\r\nabcde\r\n0\r\n\r\n${HIDDEN}`,
  `5;ext=1\r\nabcde\r\n0\r\nX: y\r\n\r\n${HIDDEN}`,
  `5\nabcde\n0\n\n${HIDDEN}`,
  `-1\r\n${HIDDEN}`,
  `fffffffffffffffff\r\n${HIDDEN}`,
  HIDDEN,
  '',
]

/** The framing that a proxy reads from the headers; null if ambiguous. */
function framingOf(lines: string[]): 'chunks' | number | 'nothing' | null {
  const framingLines = lines.filter(
    (line) => /length|encoding|[\r\n\0]|^\s/i.test(line) && !/^connection/i.test(line),
  )
  // Repeated identical lengths count once.
  const framing = [
    ...new Set(framingLines.map((line) => line.toLowerCase().replace(/:[ \t]*(.*?)[ \t]*$/, ': $1'))),
  ]
  if (framing.length === 0) return 'nothing'
  if (framing.length > 1) return null
  const [only = ''] = framing
  if (/^transfer-encoding:[ \t]*chunked$/i.test(only)) return 'chunks'
  const length = /^content-length:[ \t]*(\d+)[ \t]*$/i.exec(only)?.[1]
  return length === undefined ? null : Number(length)
}

/** Whether the hidden request is a second request with that framing. */
function isSecond(reading: ReturnType<typeof framingOf>, body: string): boolean {
  if (reading === 'nothing') return body === HIDDEN
  if (reading === 'chunks')
    return /^(?:0\r\n\r\n|0*5(?:;ext=1)?\r\nabcde\r\n0\r\n(?:X: y\r\n)?\r\n)GET/.test(body)
  return typeof reading === 'number' && body.slice(reading).startsWith('GET /hidden')
}

test('no ambiguous body smuggles a request to a route', async () => {
  const reached = new Set<string>()
  const methods = ['GET', 'POST', 'PUT'] as const
  const routes = methods.map(
    (method) => (access: Access) =>
      new Elysia().use(access).route(
        method,
        '/*',
        ({ call: { url } }) => {
          reached.add(url.pathname)
          return 'ok'
        },
        { open: true },
      ),
  )
  const pipeline = testRequests(routes)
  await using server = pipeline.serve()
  let sent = 0
  let refused = 0
  let smuggled = 0
  const form = fc.record({
    method: fc.constantFrom('POST', 'GET', 'PUT'),
    lines: fc.array(fc.constantFrom(...FRAMING), { minLength: 1, maxLength: 3 }),
    body: fc.constantFrom(...BODIES),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(form, { minLength: BATCH, maxLength: BATCH }), async (forms) => {
      const first = FIRST_NUMBER + sent
      const statuses = await Promise.all(
        forms.map(async ({ method, lines, body }, at) => {
          const fields = ['Host: a.test', 'Content-Type: application/json', ...lines]
          const head = [`${method} ${shownPath(first + at)} HTTP/1.1`, ...fields].join('\r\n')
          const text = `${head}\r\n\r\n${numbered(body, first + at)}`
          return (await exchange(server.url, text, 150)).status
        }),
      )
      sent += forms.length
      const faults = forms.filter(({ lines, body }, at) => {
        const isHiddenReached = reached.has(hiddenPath(first + at))
        if (!isHiddenReached && !reached.has(shownPath(first + at))) refused += 1
        const reading = framingOf(lines)
        // Ambiguous requests must end the connection.
        const mayFollow = reading !== null && isSecond(reading, body)
        return isHiddenReached && !mayFollow
      })
      smuggled += faults.length
      expect(faults).toEqual([])
      expect(Math.max(...statuses)).toBeLessThan(500 + 6)
    }),
    { numRuns: BATCHES },
  )
  expect(refused).toBeGreaterThan(0)
  printFigures('Request smuggling', {
    forms: sent,
    'reached no route': refused,
    'requests smuggled': smuggled,
  })
})
