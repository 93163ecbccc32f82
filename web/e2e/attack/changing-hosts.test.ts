import { expect, test } from 'bun:test'
import { shortOrLong } from '#src/testing/attack.ts'
import { startServer } from '#web/e2e/harness.ts'
import { MANY_ADDRESSES } from './acknowledged-writes.ts'
import { type Flood, flood, fromNetwork } from './flood.ts'
import { expectResponsive, watch } from './watchdog.ts'

const CALLS = shortOrLong(150, 3_000)

test.each(['/sw.js', '/'])(
  'requests to %s with changing Host headers do not delay other requests',
  async (path) => {
    await using server = await startServer({ flags: MANY_ADDRESSES })
    let done: Flood | undefined
    const watched = await watch(server, async ({ signal }) => {
      done = await flood(server, { count: CALLS, atOnce: 30, signal }, (number) => ({
        path,
        headers: { host: `h${number}.test`, ...fromNetwork(number % 100) },
      }))
    })
    expectResponsive(`Changing hosts at ${path}`, watched)
    expect([...(done?.statuses.keys() ?? [])].filter((status) => ![200, 429, 503].includes(status))).toEqual(
      [],
    )
    expect(done?.failed).toBe(0)
  },
)
