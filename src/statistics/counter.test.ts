import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '#src/db/database.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import type { Engine } from '#src/db/engine.ts'
import { migrate } from '#src/db/migrate.ts'
import { createLog } from '#src/log.ts'
import { watchLine } from '#src/testing/error-watch.ts'
import { readToday } from '#src/testing/read-today.ts'
import { createCounter } from './counter.ts'
import { readDays } from './store.ts'

const anna = { address: '203.0.113.7', agent: 'Firefox' }
const bert = { address: '203.0.113.8', agent: 'Safari' }

type Clock = { now: Date }

const log = createLog({ format: 'json', now: () => new Date(0), write: watchLine })

/** A counter as one server has it, on a database of its own or on one that is shared. */
async function server(clock: Clock, { path = ':memory:', timeZone = 'UTC' } = {}) {
  const engine = openEmbedded(path)
  const now = () => clock.now
  await migrate(engine, { now })
  const db = createDatabase(engine)
  return { db, engine, clock, counter: createCounter({ db, now, timeZone, log }) }
}

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'passwright-statistics-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

const at = (moment: string): Clock => ({ now: new Date(moment) })
const rows = (engine: Engine, table: string) => engine.run({ sql: `SELECT * FROM ${table}`, params: [] })

test('after midnight the number of visitors stays, and their hashes and salt are gone', async () => {
  const { counter, clock, db, engine } = await server(at('2026-03-14T23:59:59Z'))
  for (const visitor of [anna, anna, bert, null]) await counter.countView('/', visitor)
  expect((await rows(engine, 'visitors')).length).toBe(2)

  clock.now = new Date('2026-03-15T00:00:05Z')
  await counter.endOfDay()
  expect(await rows(engine, 'visitors')).toEqual([])
  expect(await rows(engine, 'visitor_salts')).toEqual([])
  expect(await readToday(db, '2026-03-14')).toMatchObject({ pageViews: 4, uniqueVisitors: 2 })
  expect(await readToday(db, '2026-03-15')).toMatchObject({ pageViews: 0, uniqueVisitors: 0 })
})

test('the end of a day may run again and again, also before the day is over', async () => {
  const { counter, clock, db } = await server(at('2026-03-14T12:00:00Z'))
  await counter.countView('/', anna)
  await counter.endOfDay()
  await counter.countView('/', anna)
  await counter.countView('/', bert)
  clock.now = new Date('2026-03-15T00:00:05Z')
  for (let runs = 0; runs < 3; runs++) await counter.endOfDay()
  expect(await readToday(db, '2026-03-14')).toMatchObject({ pageViews: 3, uniqueVisitors: 2 })
})

test('the first event of a new day ends the old one by itself', async () => {
  const { counter, clock, db, engine } = await server(at('2026-03-14T12:00:00Z'))
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

test('views still waiting for their commit at midnight keep their visitors', async () => {
  const { counter, clock, db } = await server(at('2026-03-14T23:59:59.999Z'))
  await counter.count('password_generated', 'single')
  const last = [counter.countView('/', anna), counter.countView('/', bert)]
  // Long enough for both to be recorded, and no turn of the event loop, which would write them.
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
])('in %s the day ends at midnight there', async (timeZone, before, oldDay, after, newDay) => {
  const { counter, clock, db } = await server(at(before), { timeZone })
  await counter.countView('/', anna)
  clock.now = new Date(after)
  await counter.endOfDay()
  await counter.countView('/', anna)
  const days = await readDays(db, { first: oldDay, last: newDay })
  expect(days.map(({ pageViews, uniqueVisitors }) => [pageViews, uniqueVisitors])).toEqual([
    [1, 1],
    [1, 1],
  ])
})

test('nothing of a past day can be found in the files any more, in the log of changes neither', async () => {
  using home = folder()
  const { counter, clock, engine } = await server(at('2026-03-14T12:00:00Z'), {
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
  await counter.endOfDay()
  expect(found()).toBe(0)
  await engine.close()
})

test('a reader that holds up the cleaning delays nobody, and the next run makes up for it', async () => {
  using home = folder()
  const path = join(home.path, 'test.db')
  const { counter, clock, engine } = await server(at('2026-03-14T12:00:00Z'), { path })
  await counter.countView('/', anna)
  const salt = Buffer.from(await saltOf(engine))
  const isFound = () => readFileSync(`${path}-wal`).includes(salt)

  const reader = openEmbedded(path)
  await reader.run({ sql: 'BEGIN', params: [] })
  await rows(reader, 'visitors')
  clock.now = new Date('2026-03-15T00:00:05Z')
  const before = performance.now()
  await counter.endOfDay()
  expect(performance.now() - before).toBeLessThan(1_000)
  expect(isFound()).toBe(true)

  await reader.run({ sql: 'COMMIT', params: [] })
  await counter.endOfDay()
  expect(isFound()).toBe(false)
  await reader.close()
  await engine.close()
})

test('two servers on one database agree on visitors and lose no count', async () => {
  using home = folder()
  const clock = at('2026-03-14T12:00:00Z')
  const path = join(home.path, 'test.db')
  const one = await server(clock, { path })
  const two = await server(clock, { path })
  const views = Array.from({ length: 400 }, (_, index) =>
    (index % 2 ? one : two).counter.countView('/', index % 4 < 2 ? anna : bert),
  )
  await Promise.all(views)
  expect(await readToday(one.db, '2026-03-14')).toMatchObject({ pageViews: 400, uniqueVisitors: 2 })
  expect((await rows(one.engine, 'visitor_salts')).length).toBe(1)

  clock.now = new Date('2026-03-15T00:00:05Z')
  await Promise.all([one.counter.endOfDay(), two.counter.endOfDay(), one.counter.endOfDay()])
  expect(await readToday(two.db, '2026-03-14')).toMatchObject({ pageViews: 400, uniqueVisitors: 2 })
  await one.engine.close()
  await two.engine.close()
})

test('a server whose clock is behind brings no hash back into a closed day', async () => {
  using home = folder()
  const path = join(home.path, 'test.db')
  const ahead = await server(at('2026-03-14T23:59:58Z'), { path })
  const behind = await server(at('2026-03-14T23:59:58Z'), { path })
  await ahead.counter.countView('/', anna)
  await behind.counter.countView('/', anna)
  ahead.clock.now = new Date('2026-03-15T00:00:00Z')
  await ahead.counter.endOfDay()

  await behind.counter.countView('/', bert)
  const restarted = await server(behind.clock, { path })
  await restarted.counter.countView('/', bert)
  expect(await rows(behind.engine, 'visitors')).toEqual([])
  expect(await rows(behind.engine, 'visitor_salts')).toEqual([])
  expect(await readToday(behind.db, '2026-03-14')).toMatchObject({ pageViews: 4, uniqueVisitors: 1 })
  for (const { engine } of [ahead, behind, restarted]) await engine.close()
})

test('a restarted server goes on with the visitors it knows', async () => {
  using home = folder()
  const path = join(home.path, 'test.db')
  const clock = at('2026-03-14T12:00:00Z')
  const before = await server(clock, { path })
  await before.counter.countView('/', anna)
  await before.counter.close()
  await before.engine.close()

  const after = await server(clock, { path })
  await after.counter.countView('/', anna)
  await after.counter.countView('/', bert)
  expect(await readToday(after.db, '2026-03-14')).toMatchObject({ pageViews: 3, uniqueVisitors: 2 })
  await after.engine.close()
})

test('a day that could not be begun is begun by the next event', async () => {
  let isDown = true
  const engine = openEmbedded(':memory:')
  const { now } = at('2026-03-14T12:00:00Z')
  await migrate(engine, { now: () => now })
  const db = createDatabase({
    ...engine,
    batch: (statements) => (isDown ? Promise.reject(new Error('no answer')) : engine.batch(statements)),
  })
  const counter = createCounter({ db, now: () => now, timeZone: 'UTC', log })
  await expect(counter.countView('/', anna)).rejects.toThrow('no answer')
  isDown = false
  await counter.countView('/', anna)
  expect(await readToday(db, '2026-03-14')).toMatchObject({ pageViews: 1, uniqueVisitors: 1 })
})

async function saltOf(engine: Engine): Promise<Uint8Array> {
  const [row] = await engine.run({ sql: 'SELECT salt FROM visitor_salts', params: [] })
  if (!(row?.[0] instanceof Uint8Array)) throw new Error('there is no salt')
  return row[0]
}
