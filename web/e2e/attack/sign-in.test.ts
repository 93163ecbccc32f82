import { expect, test } from 'bun:test'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { startSetUp } from '#web/e2e/administration.ts'
import type { Server } from '#web/e2e/harness.ts'
import { MANY_ADDRESSES } from './acknowledged-writes.ts'
import { processMs } from './processor-time.ts'
import { watch } from './watchdog.ts'

const PAIRS = shortOrLong(5, 40)
const FLOOD = 200
const FLOOD_MB = 200

/** Distinguishes hashing from not hashing. */
const SIMILAR_RATIO = { from: 0.5, to: 2 }

async function signIn(server: Server, username: string, number: number): Promise<number> {
  const { status } = await fetch(`${server.url}/api/admin/login`, {
    method: 'POST',
    body: JSON.stringify({ username, password: 'not the right one' }),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.9.${number >> 8}.${number & 255}` },
  })
  return status
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

test('a failed sign-in takes as much processor time whether or not the username exists', async () => {
  await using server = await startSetUp({ flags: MANY_ADDRESSES })
  const known: number[] = []
  const unknown: number[] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    for (const [name, times] of [
      ['ada', known],
      [`nobody${pair}`, unknown],
    ] as const) {
      const before = processMs(server.pid)
      expect(await signIn(server, name, pair * 2 + (name === 'ada' ? 0 : 1))).toBe(401)
      times.push(processMs(server.pid) - before)
    }
  }
  const ratio = median(known) / median(unknown)
  printFigures('Refused sign-ins', {
    pairs: PAIRS,
    'ms of processor time': Math.round(median(unknown)),
    'times as much for a known name': ratio.toFixed(2),
  })
  expect(ratio).toBeGreaterThan(SIMILAR_RATIO.from)
  expect(ratio).toBeLessThan(SIMILAR_RATIO.to)
})

test('the site responds while 200 simultaneous sign-in attempts are rejected or delayed', async () => {
  await using server = await startSetUp({ flags: MANY_ADDRESSES })
  let statuses: number[] = []
  const watched = await watch(server, async () => {
    const flood = Array.from({ length: FLOOD }, (_, number) => signIn(server, `name${number}`, number))
    expect((await fetch(`${server.url}/about`)).status).toBe(200)
    statuses = await Promise.all(flood)
  })
  printFigures('Sign-ins at once', {
    tries: FLOOD,
    'MB more': Math.round(watched.grownMb),
    refused: statuses.filter((status) => status === 401).length,
    'put off': statuses.filter((status) => status === 503 || status === 429).length,
  })
  expect(watched.failed).toBe(0)
  expect(watched.grownMb).toBeLessThan(FLOOD_MB)
  expect(statuses.length).toBe(FLOOD)
  expect(statuses.filter((status) => ![401, 429, 503].includes(status))).toEqual([])
})
