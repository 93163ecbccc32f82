import { expect, test } from 'bun:test'
import { shortOrLong, tellFigures } from '#src/testing/attack.ts'
import { expectUnstalled, watch } from '#src/testing/watchdog.ts'
import { type Server, startServer } from '#web/e2e/harness.ts'
import { claim, MANY_ADDRESSES } from './writing.ts'

const FLOOD_MS = shortOrLong(3_000, 15_000)
const STRANGERS = 40
/** So that the strangers, who are refused at once, leave this process some time for the owner. */
const PAUSE_MS = 20

const OWNER = { username: 'ada', password: 'an owl in the attic', device: 'd'.repeat(43) }

async function signIn(server: Server, account: object, address: string) {
  const asked = performance.now()
  const { status } = await fetch(`${server.url}/api/admin/login`, {
    method: 'POST',
    body: JSON.stringify(account),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
  })
  return { status, milliseconds: performance.now() - asked }
}

/** The address of another network each time: three of four are IPv6, each of a /48 of its own. */
function createNetworks(): () => string {
  let count = 0
  return () => {
    count += 1
    const [high, low] = [count >> 8, count & 255]
    return count % 4 === 0 ? `10.${high >> 8}.${high & 255}.${low}` : `2001:${count.toString(16)}:7::1`
  }
}

test('while sign-ins from many networks fill the queue, the owner signs in and no other request waits', async () => {
  await using server = await startServer({ flags: MANY_ADDRESSES })
  await claim(server)
  expect((await signIn(server, OWNER, '2001:db8:1:2::1')).status).toBe(200)

  const nextNetwork = createNetworks()
  const strangers: number[] = []
  const owner: { status: number; milliseconds: number }[] = []
  const watched = await watch(server, async () => {
    const end = performance.now() + FLOOD_MS
    const flood = Array.from({ length: STRANGERS }, async (_, index) => {
      for (let time = 0; performance.now() < end; time++) {
        const account = { username: time % 2 ? 'ada' : `name${index}`, password: 'a guess' }
        strangers.push((await signIn(server, account, nextNetwork())).status)
        await Bun.sleep(PAUSE_MS)
      }
    })
    const owners = async () => {
      for (let time = 1; performance.now() < end; time++) {
        // In turn at another address of her network, and at another network with her browser.
        const isAtHome = time % 2 === 1
        const { device, ...account } = OWNER
        const about = isAtHome ? account : { ...account, device }
        owner.push(
          await signIn(server, about, isAtHome ? `2001:db8:1:2::${time.toString(16)}` : nextNetwork()),
        )
        await Bun.sleep(PAUSE_MS)
      }
    }
    await Promise.all([...flood, owners()])
  })

  const times = owner.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  const count = (list: number[], status: number) => list.filter((each) => each === status).length
  const statuses = owner.map(({ status }) => status)
  tellFigures('Flood of sign-ins', {
    tries: strangers.length,
    compared: count(strangers, 401),
    'asked to wait': count(strangers, 429),
    'put off': count(strangers, 503),
    'sign-ins of the owner': count(statuses, 200),
    'refused to the owner': statuses.length - count(statuses, 200),
    'ms in the middle': Math.round(times[Math.floor(times.length / 2)] ?? 0),
    'ms at most': Math.round(times.at(-1) ?? 0),
  })
  expectUnstalled('Flood of sign-ins', watched)
  expect(count(strangers, 503)).toBeGreaterThan(0)
  expect(statuses).toEqual(statuses.map(() => 200))
}, 60_000)
