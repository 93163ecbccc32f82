import { expect, test } from 'bun:test'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { residentMegabytes, type Server, startServer } from '#web/e2e/harness.ts'
import { MANY_ADDRESSES, setUpBehindProxy } from './acknowledged-writes.ts'

const PAIRS = shortOrLong(10, 40)
const FLOOD = 200
const FLOOD_MB = 200

/** Distinguishes hashing from not hashing, even on shared machines. */
const SIMILAR_RATIO = { from: 0.5, to: 2 }

async function signIn(server: Server, username: string, number: number) {
  const startedAt = performance.now()
  const { status } = await fetch(`${server.url}/api/admin/login`, {
    method: 'POST',
    body: JSON.stringify({ username, password: 'not the right one' }),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.9.${number >> 8}.${number & 255}` },
  })
  return { status, milliseconds: performance.now() - startedAt }
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

test('the response time of a failed sign-in does not reveal whether the username exists', async () => {
  await using server = await startServer({ flags: MANY_ADDRESSES })
  await setUpBehindProxy(server)
  const known: number[] = []
  const unknown: number[] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    for (const [name, times] of [
      ['ada', known],
      [`nobody${pair}`, unknown],
    ] as const) {
      const { status, milliseconds } = await signIn(server, name, pair * 2 + (name === 'ada' ? 0 : 1))
      expect(status).toBe(401)
      times.push(milliseconds)
    }
  }
  const ratio = median(known) / median(unknown)
  printFigures('Refused sign-ins', { pairs: PAIRS, 'times as long for a known name': ratio.toFixed(2) })
  expect(ratio).toBeGreaterThan(SIMILAR_RATIO.from)
  expect(ratio).toBeLessThan(SIMILAR_RATIO.to)
})

test('the site responds while 200 simultaneous sign-in attempts are rejected or delayed', async () => {
  await using server = await startServer({ flags: MANY_ADDRESSES })
  await setUpBehindProxy(server)
  const before = residentMegabytes(server)
  let isOver = false
  const flood = Promise.all(
    Array.from({ length: FLOOD }, (_, number) => signIn(server, `name${number}`, number)),
  ).finally(() => {
    isOver = true
  })
  const waits: number[] = []
  while (!isOver) {
    const startedAt = performance.now()
    expect((await fetch(`${server.url}/about`)).status).toBe(200)
    waits.push(performance.now() - startedAt)
  }
  const statuses = (await flood).map(({ status }) => status)
  const grown = residentMegabytes(server) - before
  printFigures('Sign-ins at once', {
    tries: FLOOD,
    refused: statuses.filter((status) => status === 401).length,
    'put off': statuses.filter((status) => status === 503 || status === 429).length,
    'MB more': Math.round(grown),
    'ms the site took at most': Math.round(Math.max(...waits)),
  })
  expect(statuses.filter((status) => ![401, 429, 503].includes(status))).toEqual([])
  expect(grown).toBeLessThan(FLOOD_MB)
})
