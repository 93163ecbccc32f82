import { expect, test } from 'bun:test'
import { shortOrLong, tellFigures } from '#src/testing/attack.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { startServer } from '#web/e2e/harness.ts'
import {
  type Acknowledged,
  claim,
  countOf,
  keepWriting,
  lostIn,
  MANY_ADDRESSES,
  untilMore,
} from './writing.ts'

const KILLS = shortOrLong(3, 30)

test('a server that is killed while it writes loses nothing that it answered for, and starts again', async () => {
  using folder = temporaryFolder()
  const acknowledged: Acknowledged = { events: 0, titles: [] }
  const starts: number[] = []
  let token: string | undefined
  for (let kill = 1; kill <= KILLS; kill++) {
    const asked = performance.now()
    await using server = await startServer({ folder: folder.path, flags: MANY_ADDRESSES })
    starts.push(performance.now() - asked)
    token ??= await claim(server)
    const writing = keepWriting(server, token, acknowledged)
    // At another moment each time: in the middle of whatever it is just then.
    await untilMore(acknowledged, shortOrLong(20, 200) * (1 + Math.random()))
    await server.stop('SIGKILL')
    await writing
  }
  await using server = await startServer({ folder: folder.path, flags: MANY_ADDRESSES })
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(await server.stop()).toBe(0)
  const lost = lostIn(folder.path, acknowledged)
  tellFigures('Kills under load', {
    kills: KILLS,
    'acknowledged writes': countOf(acknowledged),
    lost,
    'ms slowest start': Math.round(Math.max(...starts)),
  })
  expect(lost).toBe(0)
})
