import { expect, test } from 'bun:test'
import type { Engine } from '#src/db/engine.ts'
import { openRemote, openWithBreaker, within } from '#src/db/remote.ts'
import { openReplica } from '#src/db/replica.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { makePublished, postInput } from '#src/testing/make-post.ts'
import { makeUser, PASSWORD } from '#src/testing/make-user.ts'
import { manualTicks } from '#src/testing/manual-ticks.ts'
import { findSqldPlace, isSqldAvailable, sharedSqld, startSqld } from '#src/testing/sqld.ts'
import { startForwarder } from '#src/testing/tcp-forwarder.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import { until, WAIT_MS } from '#src/testing/time-limits.ts'

const asFirefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const TOKEN = 'a-token-for-prometheus'

/** Then a read asks the primary, too. Longer waits are limits, which never end here. */
const HEDGE_MS = 50
const timeout = within(WAIT_MS)
const never = () => new Promise<never>(() => undefined)

/** Doesn't add to the heartbeats. */
const ANOTHER_CHANGE = {
  sql: `INSERT INTO heartbeats (copy, beat, at) VALUES ('nobody', 0, hex(randomblob(8)))
    ON CONFLICT DO UPDATE SET at = excluded.at`,
  params: [],
}

const testWithSqld = test.if(isSqldAvailable)

/** A primary, instances, and a replica whose connection to the primary can be cut. */
async function openCluster(instances: number) {
  const server = await sharedSqld()
  const folder = temporaryFolder()
  const place = await findSqldPlace(folder.path)
  const link = await startForwarder(Number(new URL(server.grpcUrl).port))
  const network = await startForwarder(server.port)
  const start = () => startSqld({ primary: { grpcUrl: `http://127.0.0.1:${link.port}` }, place })
  let replica = await start()
  const name = await server.createDatabase()
  const clock = { now: NOON }
  let ahead = 0
  const ending: Engine[] = []

  async function openInstance() {
    let replicaReads = 0
    const { startTicks, tick } = manualTicks()
    const engine = openWithBreaker(`http://${name}.localhost:${network.port}`, undefined, {
      startTicks,
      timeout,
    })
    const reader = openWithBreaker(replica.urlOf(name), undefined, { mode: 'read', ...manualTicks() })
    ending.push(engine, reader)
    const counting: Engine = {
      ...reader,
      batch: async (statements) => {
        const results = await reader.batch(statements)
        // Doesn't count reads of the heartbeat alone.
        if (statements.length > 1) replicaReads += 1
        return results
      },
    }
    const app = await testApp({
      engine,
      clock,
      expectsErrors: true,
      replica: openReplica(engine, counting, {
        clock: () => ahead,
        wait: (milliseconds) => (milliseconds > HEDGE_MS ? never() : Bun.sleep(milliseconds)),
      }),
      wait: never,
      settings: { metricsToken: TOKEN },
    })
    const state = async () => {
      const ready = await app.call('/readyz')
      expect(ready.status).toBe(200)
      const { replica }: { replica: { state: string; lagSeconds: number | null } } = await ready.json()
      return replica
    }
    const beats = async (from: Engine) => {
      const rows = await from.run({ sql: 'SELECT sum(beat) FROM heartbeats', params: [] })
      return Number(rows[0]?.[0])
    }
    /** The clock stands still, however slow the machine is. A replica may miss the latest change until the next. */
    const catchUp = async () => {
      const wanted = await beats(engine)
      await until('the replica has the latest heartbeat', async () => {
        const isBehind = (await beats(reader).catch(() => -1)) < wanted
        if (isBehind) await engine.run(ANOTHER_CHANGE)
        return !isBehind
      })
    }
    return {
      ...app,
      state,
      /** Lets the primary be silent for half a second. */
      awaitSilence: async <Answer>(answer: Promise<Answer>) => {
        let isOver = false
        const ended = answer.finally(() => {
          isOver = true
        })
        while (!isOver) {
          await new Promise((resolve) => setImmediate(resolve))
          if (!engine.isUnreachable()) tick()
        }
        return ended
      },
      replicaReads: () => replicaReads,
      waitUntil: (...wanted: string[]) =>
        until(`the replica is ${wanted.join(' or ')}`, async () => {
          if (wanted.includes((await state()).state)) return true
          if (wanted.includes('current')) await catchUp()
          ahead += 1_000
        }),
      /** Until a read of users comes from the replica. */
      waitForReplica: async (headers: Record<string, string>) => {
        const before = replicaReads
        await until('users are read from the replica', async () => {
          await catchUp()
          ahead += 1_000
          await state()
          expect((await app.call('/api/admin/users', { headers })).status).toBe(200)
          return replicaReads > before
        })
      },
    }
  }
  type Instance = Awaited<ReturnType<typeof openInstance>>
  const apps: Instance[] = []
  for (let count = 0; count < instances; count++) apps.push(await openInstance())
  const [one, other = one] = apps
  if (!one || !other) throw new Error('instances were opened')

  return {
    one,
    other,
    link,
    /** Between the instances and the primary. */
    network,
    pass: (seconds: number) => {
      ahead += seconds * 1_000
      clock.now = new Date(clock.now.getTime() + seconds * 1_000)
    },
    stopReplica: () => replica[Symbol.asyncDispose](),
    startReplica: async () => {
      replica = await start()
    },
    [Symbol.asyncDispose]: async () => {
      for (const { counter } of apps) await counter.close()
      for (const engine of ending) await engine.close()
      await replica[Symbol.asyncDispose]()
      await link[Symbol.asyncDispose]()
      await network[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

const usernames = async ({ call }: TestApp, headers: Record<string, string>): Promise<string[]> => {
  const users: { username: string }[] = await (await call('/api/admin/users', { headers })).json()
  return users.map(({ username }) => username)
}

const newUser = (username: string) => ({
  username,
  email: `${username}@example.com`,
  password: PASSWORD,
  role: 'admin',
})

testWithSqld("lists come from the replica, and every instance shows a user's own writes", async () => {
  await using cluster = await openCluster(2)
  const { one, other } = cluster
  const { authorization } = await makeUser(one, 'super_admin', 'ada')
  const headers = { authorization }
  await one.waitForReplica(headers)
  await other.waitForReplica(headers)
  for (const name of ['bert', 'carl', 'dora', 'emil']) {
    const created = await one.call('/api/admin/users', { json: newUser(name), headers })
    expect(created.status).toBe(201)
    expect(await usernames(other, headers)).toContain(name)
    expect(await usernames(one, headers)).toContain(name)
  }
  await one.waitForReplica(headers)
  expect(await usernames(one, headers)).toHaveLength(5)
})

testWithSqld('a user deactivated on one instance is rejected by the others immediately', async () => {
  await using cluster = await openCluster(2)
  const { one, other, link } = cluster
  const { authorization } = await makeUser(one, 'super_admin', 'ada')
  const { authorization: token, user } = await makeUser(one, 'admin', 'eve')
  const eve = { headers: { authorization: token } }
  await other.waitForReplica({ authorization })
  link.silence()
  expect((await other.call('/api/admin/contacts', eve)).status).toBe(200)
  const path = `/api/admin/users/${user.id}/toggle-status`
  const ended = await one.call(path, { method: 'POST', headers: { authorization } })
  expect(ended.status).toBe(200)
  expect((await other.call('/api/admin/contacts', eve)).status).toBe(401)
})

testWithSqld(
  'a post published on one instance shows on the others, even while the replica is behind',
  async () => {
    await using cluster = await openCluster(2)
    const { one, other, link, pass } = cluster
    const { authorization } = await makeUser(one, 'super_admin', 'ada')
    const headers = { authorization }
    await other.waitForReplica(headers)
    const publish = async (slug: string) => {
      const json = postInput({ title: `Title of ${slug}`, slug, status: 'published' })
      expect((await one.call('/api/admin/blog/posts', { json, headers })).status).toBe(201)
    }
    const search = async (slug: string) => {
      const response = await other.call(`/api/blog/posts?search=${slug}`)
      expect(await response.json()).toMatchObject([{ slug }])
    }
    const read = async (slug: string) => {
      const page = await other.call(`/blog/${slug}`, { headers: asFirefox })
      expect([slug, page.status]).toEqual([slug, 200])
      expect(await page.text()).toContain(`Title of ${slug}`)
      expect(await (await other.call('/blog', { headers: asFirefox })).text()).toContain(`/blog/${slug}`)
    }
    await publish('first')
    pass(2)
    await read('first')
    link.silence()
    await publish('second')
    pass(2)
    await search('second')
    await read('second')
    link.speak()
    await publish('third')
    pass(2)
    await read('third')
  },
)

testWithSqld('a stalled replica is reported, bypassed, and used again when it recovers', async () => {
  await using cluster = await openCluster(1)
  const { one, link, pass } = cluster
  const { authorization } = await makeUser(one, 'super_admin', 'ada')
  const headers = { authorization }
  await one.waitForReplica(headers)
  expect(await one.state()).toMatchObject({ state: 'current' })
  link.silence()
  const figure = async (name: string) => {
    const text = await (await one.call('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })).text()
    return Number(new RegExp(`^passwright_${name} (.*)$`, 'm').exec(text)?.[1])
  }
  pass(2)
  await one.state()
  pass(3_600)
  // Cut off within a transaction, the libSQL server doesn't respond at all.
  await one.waitUntil('behind', 'unreachable')
  expect(await figure('database_replica_current')).toBe(0)
  const before = one.replicaReads()
  expect(await usernames(one, headers)).toEqual(['ada'])
  expect(one.replicaReads()).toBe(before)
  link.speak()
  await one.waitUntil('current')
  await one.waitForReplica(headers)
  expect(await figure('database_replica_current')).toBe(1)
})

testWithSqld('a stopped replica is bypassed, and used again when it is back', async () => {
  await using cluster = await openCluster(1)
  const { one, stopReplica, startReplica } = cluster
  const { authorization } = await makeUser(one, 'super_admin', 'ada')
  const headers = { authorization }
  await one.waitForReplica(headers)
  await stopReplica()
  expect(await usernames(one, headers)).toEqual(['ada'])
  await one.waitUntil('unreachable')
  expect(await usernames(one, headers)).toEqual(['ada'])
  await startReplica()
  await one.waitUntil('current')
  await one.waitForReplica(headers)
})

testWithSqld('while the primary is silent, uncached posts come from the replica', async () => {
  await using cluster = await openCluster(1)
  const { one, network, pass } = cluster
  const { authorization } = await makeUser(one, 'super_admin', 'ada')
  await makePublished(one.db, { slug: 'unseen' })
  expect((await one.call('/blog', { headers: asFirefox })).status).toBe(200)
  await one.waitForReplica({ authorization })
  network.silence()
  pass(2)
  const page = await one.awaitSilence(one.call('/blog/unseen', { headers: asFirefox }))
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-cache'])
  const users = one.call('/api/admin/users', { headers: { authorization } })
  expect((await one.awaitSilence(users)).status).toBe(503)
  expect((await one.awaitSilence(one.call('/readyz'))).status).toBe(503)
  network.speak()
})

testWithSqld('an empty database in place of the replica is never read', async () => {
  const server = await sharedSqld()
  const [name, empty] = [await server.createDatabase(), await server.createDatabase()]
  const engine = openRemote(server.urlOf(name), undefined, { timeout })
  const reader = openRemote(server.urlOf(empty), undefined, { mode: 'read' })
  const { db, call, reads, counter } = await testApp({ engine, replica: openReplica(engine, reader) })
  await makePublished(db, { slug: 'shown' })
  expect((await call('/blog/shown', { headers: asFirefox })).status).toBe(200)
  expect(await reads.replica?.status()).toEqual({ state: 'unreachable', lagSeconds: null })
  await counter.close()
  await engine.close()
  await reader.close()
})
