import { expect, test } from 'bun:test'
import type { Engine, Rows, Statement } from './engine.ts'
import { databaseDown } from './outage.ts'
import { openReplica } from './replica.ts'
import type { SqlValue } from './values.ts'

const READ = { sql: 'SELECT name FROM things', params: [] }
const never = () => new Promise<never>(() => undefined)

type State = { audit: number; content: number; beats: Map<SqlValue, number> }
const copyOf = ({ audit, content, beats }: State): State => ({ audit, content, beats: new Map(beats) })

function testReplica() {
  const state: State = { audit: 0, content: 1, beats: new Map() }
  let replicated = copyOf(state)
  let now = 1_000_000
  let is: { primary: 'up' | 'down' | 'silent'; replica: 'up' | 'down' | 'silent' } = {
    primary: 'up',
    replica: 'up',
  }
  let reads: string[] = []
  const waits: number[] = []
  let onWait: (milliseconds: number) => void = () => undefined
  /** Rejected by the breaker of a silent server. */
  const opened = Promise.withResolvers<never>()
  opened.promise.catch(() => undefined)

  const answer = (from: 'primary' | 'replica', held: () => State, statements: Statement[]): Rows[] =>
    statements.map(({ sql, params }) => {
      const [copy = null, beat] = params
      if (sql.startsWith('DELETE')) return []
      if (sql.startsWith('INSERT')) {
        held().beats.set(copy, Number(beat))
        return []
      }
      if (sql.includes('sqlite_sequence'))
        return [[held().beats.get(copy) ?? null, held().audit || null, held().content]]
      reads.push(from)
      return [[`from the ${from}`]]
    })
  const server = (from: 'primary' | 'replica', held: () => State): Engine => {
    const batch = (statements: Statement[]) => {
      if (is[from] === 'silent') return opened.promise
      if (is[from] === 'down') return Promise.reject(databaseDown(new Error('connection refused')))
      return Promise.resolve(answer(from, held, statements))
    }
    return {
      run: async (statement) => (await batch([statement]))[0] ?? [],
      batch,
      transaction: never,
      script: never,
      scrub: async () => undefined,
      isUnreachable: () => false,
      close: async () => undefined,
    }
  }
  const replica = openReplica(
    server('primary', () => state),
    server('replica', () => replicated),
    {
      clock: () => now,
      wait: (milliseconds) => {
        waits.push(milliseconds)
        onWait(milliseconds)
        const isOver = milliseconds < HEDGE_MS || is.primary === 'silent' || is.replica === 'silent'
        return isOver ? Promise.resolve() : never()
      },
    },
  )
  return {
    replica,
    state,
    waits,
    onWait: (work: typeof onWait) => {
      onWait = work
    },
    become: (next: Partial<typeof is>) => {
      is = { ...is, ...next }
    },
    open: () => opened.reject(databaseDown(new Error('silence'))),
    replicate: () => {
      replicated = copyOf(state)
    },
    replaceReplica: (other: State) => {
      replicated = other
    },
    /** Advances the clock, with a read each second. */
    pass: async (seconds: number, each: () => void = () => undefined) => {
      for (let second = 0; second < seconds; second++) {
        now += 1_000
        await replica.engine.run(READ)
        await settle()
        each()
      }
    },
    sleep: (seconds: number) => {
      now += seconds * 1_000
    },
    /** Which of the two a read used. */
    source: async () => {
      reads = []
      const [[from] = []] = await replica.engine.run(READ)
      await settle()
      return from
    },
    reads: () => reads,
  }
}

/** Reads wait this long for the replica before they also ask the primary. */
const HEDGE_MS = 50

const settle = () => new Promise((resolve) => setImmediate(resolve))

const REPLICA = 'from the replica'
const PRIMARY = 'from the primary'

test('reads use the replica once it is current', async () => {
  const { source, replicate, pass, replica, reads } = testReplica()
  expect(await source()).toBe(PRIMARY)
  replicate()
  await pass(1)
  expect(await source()).toBe(REPLICA)
  expect(reads()).toEqual(['replica'])
  const rows = await replica.engine.batch([READ, READ])
  expect(rows).toEqual([[[REPLICA]], [[REPLICA]]])
  expect(await replica.status()).toEqual({ state: 'current', lagSeconds: 0 })
})

test('a replica five seconds behind is bypassed and reported, and used again when current', async () => {
  const { source, replicate, pass, replica } = testReplica()
  await pass(2, replicate)
  expect(await source()).toBe(REPLICA)
  await pass(4)
  expect(await source()).toBe(REPLICA)
  expect(await replica.status()).toMatchObject({ state: 'current' })
  await pass(3)
  expect(await source()).toBe(PRIMARY)
  const { state, lagSeconds } = await replica.status()
  expect([state, Math.round(lagSeconds ?? 0)]).toEqual(['behind', 6])
  replicate()
  await pass(1)
  expect(await source()).toBe(REPLICA)
  expect(await replica.status()).toEqual({ state: 'current', lagSeconds: 0 })
})

test('search writes go to the primary, and the next read, too', async () => {
  const { source, replicate, pass, replica, reads } = testReplica()
  await source()
  replicate()
  await pass(1)
  expect(await source()).toBe(REPLICA)
  for (const sql of ['update things SET name = 1', '\n DELETE FROM things']) {
    expect(await replica.engine.run({ sql, params: [] })).toEqual([[PRIMARY]])
    expect(reads().at(-1)).toBe('primary')
    expect(await replica.status()).toMatchObject({ state: 'current' })
    expect(await source()).toBe(PRIMARY)
  }
  await pass(1)
  replicate()
  await pass(1)
  expect(await source()).toBe(REPLICA)
})

test('reads that require a version use the replica only once it has reached that version', async () => {
  const { source, replicate, pass, replica, state } = testReplica()
  await pass(2, replicate)
  state.audit = 7
  replica.requireAtLeast({ auditId: 7 })
  expect(await source()).toBe(PRIMARY)
  replicate()
  await pass(1)
  expect(await source()).toBe(REPLICA)
  state.content = 2
  replica.requireAtLeast({ contentVersion: 2 })
  expect(await source()).toBe(PRIMARY)
  replicate()
  await pass(1)
  expect(await source()).toBe(REPLICA)
  replica.requireAtLeast({ contentVersion: 1, auditId: 3 })
  expect(await source()).toBe(REPLICA)
})

test('after a local write, reads use the primary until the replica has a later heartbeat', async () => {
  const { source, replicate, pass, replica } = testReplica()
  await pass(2, replicate)
  replica.recordWrite()
  expect(await source()).toBe(PRIMARY)
  replicate()
  expect(await source()).toBe(PRIMARY)
  await pass(1, replicate)
  await pass(1, replicate)
  expect(await source()).toBe(REPLICA)
})

test('a replica that stalled for an hour is not read', async () => {
  const { source, replicate, pass, sleep } = testReplica()
  await pass(2, replicate)
  sleep(3_600)
  expect(await source()).toBe(PRIMARY)
  await pass(3)
  expect(await source()).toBe(PRIMARY)
})

test('a replica restored to an older state is not read', async () => {
  const { source, replicate, pass, replica, state, replaceReplica } = testReplica()
  await pass(2, replicate)
  const old = copyOf(state)
  state.content = 2
  replicate()
  replica.requireAtLeast({ contentVersion: 2 })
  await pass(1, replicate)
  expect(await source()).toBe(REPLICA)
  replaceReplica(old)
  expect(await source()).toBe(PRIMARY)
})

test.each([
  ['another site', (): State => ({ audit: 900, content: 900, beats: new Map([['another instance', 99]]) })],
  ['an empty site', (): State => ({ audit: 0, content: 1, beats: new Map() })],
])('the database of %s in place of the replica is never read', async (_, other) => {
  const { source, pass, replica, replaceReplica } = testReplica()
  replaceReplica(other())
  await pass(10)
  expect(await source()).toBe(PRIMARY)
  expect(await replica.status()).toMatchObject({ state: 'behind' })
})

test('while the replica is down, the primary is read without delay', async () => {
  const { source, replicate, pass, replica, become, waits } = testReplica()
  await pass(2, replicate)
  become({ replica: 'down' })
  expect(await source()).toBe(PRIMARY)
  waits.length = 0
  expect(await source()).toBe(PRIMARY)
  expect(waits).toEqual([])
  await pass(1)
  expect(await replica.status()).toEqual({ state: 'unreachable', lagSeconds: null })
  become({ replica: 'up' })
  replicate()
  await pass(1)
  expect(await source()).toBe(REPLICA)
})

test('a silent replica delays a read by 50 ms', async () => {
  const { source, replicate, pass, become, waits } = testReplica()
  await pass(2, replicate)
  become({ replica: 'silent' })
  waits.length = 0
  expect(await source()).toBe(PRIMARY)
  expect(waits).toEqual([HEDGE_MS])
})

test('while the primary is down, the replica is read', async () => {
  const { source, replicate, pass, become, sleep, replica } = testReplica()
  await pass(2, replicate)
  become({ primary: 'down' })
  for (let minute = 0; minute < 3; minute++) {
    expect(await source()).toBe(REPLICA)
    sleep(60)
  }
  expect(await replica.status()).toMatchObject({ state: 'current' })
})

test('while the primary is down, a replica older than earlier reads is not read', async () => {
  const { source, replicate, pass, become, replica } = testReplica()
  await pass(2, replicate)
  replica.requireAtLeast({ contentVersion: 5 })
  become({ primary: 'down' })
  const refusal = await source().catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'unavailable', headers: { 'retry-after': '5' } })
})

test('while the primary is down, a replica that briefly shows an older state is read again', async () => {
  const { source, replicate, pass, become, replaceReplica, state, onWait } = testReplica()
  await pass(2, replicate)
  const current = copyOf(state)
  replaceReplica({ audit: 0, content: 1, beats: new Map() })
  onWait((milliseconds) => {
    if (milliseconds < HEDGE_MS) replaceReplica(current)
  })
  become({ primary: 'down' })
  expect(await source()).toBe(REPLICA)
})

test("if both are unresponsive, a read fails when the primary's breaker opens", async () => {
  const { replicate, pass, become, open, replica } = testReplica()
  await pass(2, replicate)
  become({ primary: 'silent', replica: 'silent' })
  const reading = replica.engine.run(READ).catch((error: unknown) => error)
  await settle()
  open()
  expect(await reading).toMatchObject({ code: 'unavailable' })
})

test('at most one heartbeat a second is written, and none without reads', async () => {
  const { source, pass, state, sleep } = testReplica()
  await pass(3)
  for (let read = 0; read < 50; read++) await source()
  const beats = () => [...state.beats.values()]
  expect(beats()).toEqual([3])
  sleep(100)
  expect(beats()).toEqual([3])
  await source()
  expect(beats()).toEqual([4])
})
