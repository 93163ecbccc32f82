import { expect, test } from 'bun:test'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { startSetUp } from '#web/e2e/administration.ts'
import type { Server } from '#web/e2e/harness.ts'
import { MANY_ADDRESSES } from './acknowledged-writes.ts'
import { expectResponsive, watch } from './watchdog.ts'

const ATTACKERS = 40
/** Between attempts, so that the attackers leave processor time to the server. */
const PAUSE_MS = 20
const OWNER_SIGN_INS = shortOrLong(4, 60)

const OWNER = { username: 'ada', password: 'an owl in the attic', device: 'd'.repeat(43) }

async function signIn(server: Server, account: object, address: string): Promise<number> {
  const { status } = await fetch(`${server.url}/api/admin/login`, {
    method: 'POST',
    body: JSON.stringify(account),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
  })
  return status
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
  await using server = await startSetUp({ flags: MANY_ADDRESSES })
  expect(await signIn(server, OWNER, '2001:db8:1:2::1')).toBe(200)

  const nextNetwork = createNetworks()
  const strangers: number[] = []
  const owner: number[] = []
  const watched = await watch(server, async ({ signal }) => {
    let isOver = false
    const flooded = Promise.withResolvers<void>()
    const flood = Array.from({ length: ATTACKERS }, async (_, index) => {
      for (let round = 0; !isOver && !signal.aborted; round++) {
        const account = { username: round % 2 ? 'ada' : `name${index}`, password: 'a guess' }
        const status = await signIn(server, account, nextNetwork())
        strangers.push(status)
        if (status === 503) flooded.resolve()
        await Bun.sleep(PAUSE_MS)
      }
    })
    await flooded.promise
    for (let round = 1; round <= OWNER_SIGN_INS; round++) {
      // Alternates between her network and her browser elsewhere.
      const isAtHome = round % 2 === 1
      const { device, ...account } = OWNER
      const about = isAtHome ? account : { ...account, device }
      owner.push(
        await signIn(server, about, isAtHome ? `2001:db8:1:2::${round.toString(16)}` : nextNetwork()),
      )
    }
    isOver = true
    await Promise.all(flood)
  })

  const count = (list: number[], status: number) => list.filter((each) => each === status).length
  printFigures('Flood of sign-ins', {
    tries: strangers.length,
    compared: count(strangers, 401),
    'asked to wait': count(strangers, 429),
    'put off': count(strangers, 503),
    'sign-ins of the owner': count(owner, 200),
    'refused to the owner': owner.length - count(owner, 200),
  })
  expectResponsive('Flood of sign-ins', watched)
  expect(count(strangers, 503)).toBeGreaterThan(0)
  expect(owner).toEqual(Array.from({ length: OWNER_SIGN_INS }, () => 200))
})
