import { expect, test } from 'bun:test'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { type Server, startServer } from '#web/e2e/harness.ts'
import { MANY_ADDRESSES, setUpBehindProxy } from './acknowledged-writes.ts'
import { expectResponsive, watch } from './watchdog.ts'

const FLOOD_MS = shortOrLong(3_000, 15_000)
const ATTACKERS = 40
const PAUSE_MS = 20

const OWNER = { username: 'ada', password: 'an owl in the attic', device: 'd'.repeat(43) }

async function signIn(server: Server, account: object, address: string) {
  const startedAt = performance.now()
  const { status } = await fetch(`${server.url}/api/admin/login`, {
    method: 'POST',
    body: JSON.stringify(account),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
  })
  return { status, milliseconds: performance.now() - startedAt }
}

/** A new network each time: three of four are IPv6, each in a separate /48. */
function createNetworks(): () => string {
  let count = 0
  return () => {
    count += 1
    const [high, low] = [count >> 8, count & 255]
    return count % 4 === 0 ? `10.${high >> 8}.${high & 255}.${low}` : `2001:${count.toString(16)}:7::1`
  }
}

test('the owner can sign in during a flood of sign-in attempts, and other requests are not delayed', async () => {
  await using server = await startServer({ flags: MANY_ADDRESSES })
  await setUpBehindProxy(server)
  expect((await signIn(server, OWNER, '2001:db8:1:2::1')).status).toBe(200)

  const nextNetwork = createNetworks()
  const strangers: number[] = []
  const owner: { status: number; milliseconds: number }[] = []
  const watched = await watch(server, async () => {
    const end = performance.now() + FLOOD_MS
    const flood = Array.from({ length: ATTACKERS }, async (_, index) => {
      for (let round = 0; performance.now() < end; round++) {
        const account = { username: round % 2 ? 'ada' : `name${index}`, password: 'a guess' }
        strangers.push((await signIn(server, account, nextNetwork())).status)
        await Bun.sleep(PAUSE_MS)
      }
    })
    const owners = async () => {
      for (let round = 1; performance.now() < end; round++) {
        // Alternates between her network and her browser elsewhere.
        const isAtHome = round % 2 === 1
        const { device, ...account } = OWNER
        const about = isAtHome ? account : { ...account, device }
        owner.push(
          await signIn(server, about, isAtHome ? `2001:db8:1:2::${round.toString(16)}` : nextNetwork()),
        )
        await Bun.sleep(PAUSE_MS)
      }
    }
    await Promise.all([...flood, owners()])
  })

  const times = owner.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  const count = (list: number[], status: number) => list.filter((each) => each === status).length
  const statuses = owner.map(({ status }) => status)
  printFigures('Flood of sign-ins', {
    tries: strangers.length,
    compared: count(strangers, 401),
    'asked to wait': count(strangers, 429),
    'put off': count(strangers, 503),
    'sign-ins of the owner': count(statuses, 200),
    'refused to the owner': statuses.length - count(statuses, 200),
    'ms in the middle': Math.round(times[Math.floor(times.length / 2)] ?? 0),
    'ms at most': Math.round(times.at(-1) ?? 0),
  })
  expectResponsive('Flood of sign-ins', watched)
  expect(count(strangers, 503)).toBeGreaterThan(0)
  expect(statuses).toEqual(statuses.map(() => 200))
}, 60_000)
