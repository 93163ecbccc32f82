import { expect, test } from 'bun:test'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { startServer } from '#web/e2e/harness.ts'
import {
  type Acknowledged,
  countLost,
  countOf,
  keepWriting,
  MANY_ADDRESSES,
  randomFactors,
  setUpBehindProxy,
  untilMore,
} from './acknowledged-writes.ts'

const KILLS = shortOrLong(3, 30)

test('a server killed during writes restarts without losing acknowledged data', async () => {
  using folder = temporaryFolder()
  const factor = randomFactors()
  const acknowledged: Acknowledged = { events: 0, titles: [] }
  const starts: number[] = []
  let token: string | undefined
  for (let kill = 1; kill <= KILLS; kill++) {
    const startedAt = performance.now()
    await using server = await startServer({ folder: folder.path, flags: MANY_ADDRESSES })
    starts.push(performance.now() - startedAt)
    token ??= await setUpBehindProxy(server)
    const writing = keepWriting(server, token, acknowledged)
    await untilMore(acknowledged, shortOrLong(20, 200) * factor())
    await server.stop('SIGKILL')
    await writing
  }
  await using server = await startServer({ folder: folder.path, flags: MANY_ADDRESSES })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(await server.stop()).toBe(0)
  const lost = countLost(folder.path, acknowledged)
  printFigures('Kills under load', {
    kills: KILLS,
    'acknowledged writes': countOf(acknowledged),
    lost,
    'ms slowest start': Math.round(Math.max(...starts)),
  })
  expect(lost).toBe(0)
})
