import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase } from '#src/db/database.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import type { Engine } from '#src/db/engine.ts'
import { databaseDown } from '#src/db/outage.ts'
import { openRemote } from '#src/db/remote.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import { createLog } from '#src/log.ts'
import { watchLine } from '#src/testing/error-watch.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { libsqlServer } from '#src/testing/libsql-server.ts'
import { bringUpToDate } from '#src/testing/migrated-database.ts'
import { readToday } from '#src/testing/read-today.ts'
import { createCounter } from './counter.ts'
import type { Recorded } from './event-buffer.ts'
import { readDays } from './store.ts'

const anna = { address: '203.0.113.7', agent: 'Firefox' }
const bert = { address: '203.0.113.8', agent: 'Safari' }

type Clock = { now: Date }

const log = createLog({ format: 'json', now: () => new Date(0), write: watchLine })

/** The counter of an instance, on its own database or a shared one. */
async function openInstance(clock: Clock, { path = ':memory:', timeZone = 'UTC' } = {}) {
  const engine = openEmbedded(path)
  const now = () => clock.now
  await bringUpToDate(engine)
  const db = createDatabase(engine)
  return { db, engine, clock, counter: createCounter({ db, now, timeZone, log }) }
}

const at = (time: string): Clock => ({ now: new Date(time) })
const rows = (engine: Engine, table: string) => engine.run({ sql: `SELECT * FROM ${table}`, params: [] })

test('after midnight the number of visitors remains; hashes and salt are deleted', async () => {
  const { counter, clock, db, engine } = await openInstance(at('2026-03-14T23:59:59Z'))
  for (const visitor of [anna, anna, bert, null]) await counter.countView('/', visitor)
  expect((await rows(engine, 'visitors')).length).toBe(2)

  clock.now = new Date('2026-03-15T00:00:05Z')
  await counter.closePastDays()
  expect(await rows(engine, 'visitors')).toEqual([])
  expect(await rows(engine, 'visitor_salts')).toEqual([])
  expect(await readToday(db, '2026-03-14')).toMatchObject({ pageViews: 4, uniqueVisitors: 2 })
  expect(await readToday(db, '2026-03-15')).toMatchObject({ pageViews: 0, uniqueVisitors: 0 })
})

test('closing past days is idempotent, and a no-op during the day', async () => {
  const { counter, clock, db } = await openInstance(at('2026-03-14T12:00:00Z'))
  await counter.countView('/', anna)
  await counter.closePastDays()
  await counter.countView('/', anna)
  await counter.countView('/', bert)
  clock.now = new Date('2026-03-15T00:00:05Z')
  for (let run = 0; run < 3; run++) await counter.closePastDays()
  expect(await readToday(db, '2026-03-14')).toMatchObject({ pageViews: 3, uniqueVisitors: 2 })
})

test('the first event of a new day closes the previous one', async () => {
  const { counter, clock, db, engine } = await openInstance(at('2026-03-14T12:00:00Z'))
  await counter.countView('/', anna)
  const [yesterday] = await rows(engine, 'visitors')
  clock.now = new Date('2026-03-16T08:00:00Z')
  await counter.count('password_generated', 'single')
  expect(await rows(engine, 'visitors')).toEqual([])
  await counter.countView('/', anna)
  const [today] = await rows(engine, 'visitors')
  expect(today?.[0]).toBe('2026-03-16')
  expect(today?.[1]).not.toEqual(yesterday?.[1])
  const days = await readDays(db, { first: '2026-03-14', last: '2026-03-16' })
  expect(days.map(({ pageViews, uniqueVisitors }) => [pageViews, uniqueVisitors])).toEqual([
    [1, 1],
    [0, 0],
    [1, 1],
  ])
})

test("views pending at midnight count toward the old day's visitors", async () => {
  const { counter, clock, db } = await openInstance(at('2026-03-14T23:59:59.999Z'))
  await counter.count('password_generated', 'single')
  const last = [counter.countView('/', anna), counter.countView('/', bert)]
  // Enough for both to be recorded, without a turn of the event loop, which would write them.
  for (let steps = 0; steps < 50; steps++) await Promise.resolve()
  clock.now = new Date('2026-03-15T00:00:00Z')
  await Promise.all([...last, counter.countView('/', anna)])
  const days = await readDays(db, { first: '2026-03-14', last: '2026-03-15' })
  expect(days.map(({ pageViews, uniqueVisitors }) => [pageViews, uniqueVisitors])).toEqual([
    [2, 2],
    [1, 1],
  ])
})

test.each([
  ['Europe/Berlin', '2026-03-14T22:59:59Z', '2026-03-14', '2026-03-14T23:00:00Z', '2026-03-15'],
  ['America/Los_Angeles', '2026-03-15T06:59:59Z', '2026-03-14', '2026-03-15T07:00:00Z', '2026-03-15'],
  ['Asia/Tokyo', '2026-03-14T14:59:59Z', '2026-03-14', '2026-03-14T15:00:00Z', '2026-03-15'],
])('in %s the day ends at local midnight', async (timeZone, before, oldDay, after, newDay) => {
  const { counter, clock, db } = await openInstance(at(before), { timeZone })
  await counter.countView('/', anna)
  clock.now = new Date(after)
  await counter.closePastDays()
  await counter.countView('/', anna)
  const days = await readDays(db, { first: oldDay, last: newDay })
  expect(days.map(({ pageViews, uniqueVisitors }) => [pageViews, uniqueVisitors])).toEqual([
    [1, 1],
    [1, 1],
  ])
})

test('after midnight the database and its write-ahead log contain no hash or salt', async () => {
  using home = temporaryFolder()
  const { counter, clock, engine } = await openInstance(at('2026-03-14T12:00:00Z'), {
    path: join(home.path, 'test.db'),
  })
  for (let guest = 0; guest < 500; guest++) {
    await counter.countView('/', { address: '203.0.113.7', agent: `agent ${guest}` })
  }
  const secrets = [...(await rows(engine, 'visitors')), ...(await rows(engine, 'visitor_salts'))].map(
    ([, bytes]) => Buffer.from(bytes instanceof Uint8Array ? bytes : []),
  )
  const found = () => {
    const files = readdirSync(home.path).map((file) => readFileSync(join(home.path, file)))
    return secrets.filter((secret) => files.some((file) => file.includes(secret))).length
  }
  expect([secrets.length, found()]).toEqual([501, 501])

  clock.now = new Date('2026-03-15T00:00:05Z')
  await counter.closePastDays()
  expect(found()).toBe(0)
  await engine.close()
})

test('a reader that blocks the checkpoint delays no request; the next run erases the salt', async () => {
  using home = temporaryFolder()
  const path = join(home.path, 'test.db')
  const { counter, clock, engine } = await openInstance(at('2026-03-14T12:00:00Z'), { path })
  await counter.countView('/', anna)
  const salt = Buffer.from(await saltOf(engine))
  const isFound = () => readFileSync(`${path}-wal`).includes(salt)

  const reader = openEmbedded(path)
  await reader.run({ sql: 'BEGIN', params: [] })
  await rows(reader, 'visitors')
  clock.now = new Date('2026-03-15T00:00:05Z')
  await counter.closePastDays()
  expect(isFound()).toBe(true)
  // Only with a timeout, SQLite would wait for the reader and block the event loop.
  expect(await engine.run({ sql: 'PRAGMA busy_timeout', params: [] })).toEqual([[0]])

  await reader.run({ sql: 'COMMIT', params: [] })
  await counter.closePastDays()
  expect(isFound()).toBe(false)
  await reader.close()
  await engine.close()
})

test('two instances on one database share visitor hashes and lose no counts', async () => {
  using home = temporaryFolder()
  const clock = at('2026-03-14T12:00:00Z')
  const path = join(home.path, 'test.db')
  const one = await openInstance(clock, { path })
  const two = await openInstance(clock, { path })
  const views = Array.from({ length: 400 }, (_, index) =>
    (index % 2 ? one : two).counter.countView('/', index % 4 < 2 ? anna : bert),
  )
  await Promise.all(views)
  expect(await readToday(one.db, '2026-03-14')).toMatchObject({ pageViews: 400, uniqueVisitors: 2 })
  expect((await rows(one.engine, 'visitor_salts')).length).toBe(1)

  clock.now = new Date('2026-03-15T00:00:05Z')
  await Promise.all([one.counter.closePastDays(), two.counter.closePastDays(), one.counter.closePastDays()])
  expect(await readToday(two.db, '2026-03-14')).toMatchObject({ pageViews: 400, uniqueVisitors: 2 })
  await one.engine.close()
  await two.engine.close()
})

test('an instance with a slow clock adds no hash to a closed day', async () => {
  using home = temporaryFolder()
  const path = join(home.path, 'test.db')
  const ahead = await openInstance(at('2026-03-14T23:59:58Z'), { path })
  const behind = await openInstance(at('2026-03-14T23:59:58Z'), { path })
  await ahead.counter.countView('/', anna)
  await behind.counter.countView('/', anna)
  ahead.clock.now = new Date('2026-03-15T00:00:00Z')
  await ahead.counter.closePastDays()

  await behind.counter.countView('/', bert)
  const restarted = await openInstance(behind.clock, { path })
  await restarted.counter.countView('/', bert)
  expect(await rows(behind.engine, 'visitors')).toEqual([])
  expect(await rows(behind.engine, 'visitor_salts')).toEqual([])
  expect(await readToday(behind.db, '2026-03-14')).toMatchObject({ pageViews: 4, uniqueVisitors: 1 })
  for (const { engine } of [ahead, behind, restarted]) await engine.close()
})

test("a restarted instance recognizes the day's visitors", async () => {
  using home = temporaryFolder()
  const path = join(home.path, 'test.db')
  const clock = at('2026-03-14T12:00:00Z')
  const before = await openInstance(clock, { path })
  await before.counter.countView('/', anna)
  await before.counter.close()
  await before.engine.close()

  const after = await openInstance(clock, { path })
  await after.counter.countView('/', anna)
  await after.counter.countView('/', bert)
  expect(await readToday(after.db, '2026-03-14')).toMatchObject({ pageViews: 3, uniqueVisitors: 2 })
  await after.engine.close()
})

test('if starting the day fails, the next event tries again', async () => {
  let isDown = true
  const engine = openEmbedded(':memory:')
  const { now } = at('2026-03-14T12:00:00Z')
  await bringUpToDate(engine)
  const db = createDatabase({
    ...engine,
    batch: (statements) => (isDown ? Promise.reject(new Error('no answer')) : engine.batch(statements)),
  })
  const counter = createCounter({
    db,
    now: () => now,
    timeZone: 'UTC',
    log: createLog({ format: 'json', now: () => now, write: () => undefined }),
  })
  await expect(counter.countView('/', anna)).rejects.toThrow('no answer')
  isDown = false
  await counter.countView('/', anna)
  expect(await readToday(db, '2026-03-14')).toMatchObject({ pageViews: 1, uniqueVisitors: 1 })
})

test('views are counted even if the day starts during a database outage', async () => {
  const engine = openEmbedded(':memory:')
  const now = () => new Date('2026-03-14T12:00:00Z')
  await bringUpToDate(engine)
  let isDown = true
  const db = createDatabase({
    ...engine,
    batch: (statements) =>
      isDown ? Promise.reject(databaseDown(new Error('no response'))) : engine.batch(statements),
  })
  const lines: string[] = []
  const ownLog = createLog({ format: 'json', now, write: (line) => lines.push(line) })
  const counter = createCounter({ db, now, timeZone: 'UTC', log: ownLog })
  expect(await counter.countView('/', anna)).toBe('buffered')
  expect(await counter.count('password_generated', 'single')).toBe('buffered')
  isDown = false
  expect(await counter.countView('/', anna)).toBe('written')
  expect(await readToday(db, '2026-03-14')).toMatchObject({
    pageViews: 2,
    uniqueVisitors: 1,
    passwordsGenerated: 1,
  })
  expect(lines).toEqual([expect.stringContaining('failed to count an event')])
})

test('events buffered over midnight count for the day they happened', async () => {
  const clock = at('2026-03-14T23:59:00Z')
  let isDown = false
  const engine = openEmbedded(':memory:')
  const now = () => clock.now
  await bringUpToDate(engine)
  const db = createDatabase({
    ...engine,
    batch: (statements) =>
      isDown ? Promise.reject(databaseDown(new Error('no response'))) : engine.batch(statements),
    transaction: (work) =>
      isDown ? Promise.reject(databaseDown(new Error('no response'))) : engine.transaction(work),
  })
  const quietLog = createLog({ format: 'json', now, write: () => undefined })
  const counter = createCounter({ db, now, timeZone: 'UTC', log: quietLog })
  await counter.countView('/', anna)
  isDown = true
  expect(await counter.countView('/', bert)).toBe('buffered')
  clock.now = new Date('2026-03-15T00:01:00Z')
  await expect(counter.closePastDays()).rejects.toThrow('is not responding')
  expect(await counter.countView('/', anna)).toBe('buffered')
  isDown = false
  await counter.closePastDays()
  const days = await readDays(db, { first: '2026-03-14', last: '2026-03-15' })
  expect(days.map(({ pageViews, uniqueVisitors }) => [pageViews, uniqueVisitors])).toEqual([
    [2, 2],
    [1, 0],
  ])
  expect(await rows(engine, 'visitors')).toEqual([])
})

test.each(['losing responses', 'truncating responses', 'silent', 'failing'] as const)(
  'two instances count each event once when a libSQL server is %s for a while',
  async (fault) => {
    await using server = libsqlServer()
    const now = () => new Date('2026-03-14T12:00:00Z')
    const quietLog = createLog({ format: 'json', now, write: () => undefined })
    const unguarded = openRemote(server.url, undefined)
    await bringUpToDate(unguarded)
    await unguarded.close()
    const instances = [1, 2].map(() => {
      const engine = openRemote(server.url, undefined, { timeout: server.timeout })
      const db = createDatabase(engine)
      return { engine, db, counter: createCounter({ db, now, timeZone: 'UTC', log: quietLog }) }
    })
    const [first] = instances
    if (!first) throw new Error('two instances were created')
    const countAll = () =>
      Promise.all(
        instances.flatMap(({ counter }) => [
          counter.count('password_generated', 'single'),
          counter.countView('/', anna),
          counter.countView('/faq', bert),
        ]),
      )
    const all = (outcome: Recorded) => Array.from({ length: 6 }, () => outcome)
    expect(await countAll()).toEqual(all('written'))
    server.setFault(fault)
    expect(await countAll()).toEqual(all('buffered'))
    expect(await countAll()).toEqual(all('buffered'))
    server.setFault(null)
    for (const { counter } of instances) await counter.flush()
    expect(instances.map(({ counter }) => counter.waiting())).toEqual([0, 0])
    expect(await readToday(first.db, '2026-03-14')).toMatchObject({
      passwordsGenerated: 6,
      pageViews: 12,
      uniqueVisitors: 2,
    })
    for (const { engine } of instances) await engine.close()
  },
)

test('instances that stopped more than 30 days ago leave no row', async () => {
  const { counter, clock, engine } = await openInstance(at('2026-03-14T12:00:00Z'))
  await counter.count('feedback_helpful')
  expect((await rows(engine, 'instances')).length).toBe(1)
  clock.now = new Date('2026-04-13T12:00:00Z')
  await counter.closePastDays()
  expect((await rows(engine, 'instances')).length).toBe(1)
  clock.now = new Date('2026-04-14T12:00:00Z')
  await counter.closePastDays()
  expect(await rows(engine, 'instances')).toEqual([])
})

async function saltOf(engine: Engine): Promise<Uint8Array> {
  const [row] = await engine.run({ sql: 'SELECT salt FROM visitor_salts', params: [] })
  if (!(row?.[0] instanceof Uint8Array)) throw new Error('there is no salt')
  return row[0]
}

async function bufferViews(count: number, viewOf: (index: number) => { path: string; peer: string }) {
  const { db } = await openInstance(at('2026-03-14T12:00:00Z'))
  const commits: number[] = []
  const now = () => new Date('2026-03-14T12:00:00Z')
  const counter = createCounter({
    db,
    now,
    timeZone: 'UTC',
    log,
    onWritten: (events) => commits.push(events),
  })
  const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Firefox/142.0'
  const source = { group: 'direct', name: '' } as const
  for (let index = 0; index < count; index++) {
    if (index % 1_000 === 999) await yieldToEventLoop()
    counter.bufferView({ ...viewOf(index), forwardedFor: null, agent, source })
  }
  await counter.flush()
  return { commits, today: await readToday(db, '2026-03-14') }
}

test('the views of many visitors are written in few commits', async () => {
  const { commits, today } = await bufferViews(900, (index) => ({
    path: '/',
    peer: `203.0.${index >> 8}.${index & 255}`,
  }))
  expect(commits.length).toBeLessThanOrEqual(2)
  expect(today).toMatchObject({ pageViews: 900, uniqueVisitors: 900 })
})

test('views of more pages than the buffer holds are all counted', async () => {
  const { today } = await bufferViews(20_000, (index) => ({ path: `/blog/${index}`, peer: '203.0.113.7' }))
  expect(today).toMatchObject({ pageViews: 20_000, uniqueVisitors: 1 })
})
