import { expect, jest, test } from 'bun:test'
import fc from 'fast-check'
import { databaseDown } from '#src/db/outage.ts'
import { type CountedEvent, createEventBuffer, type Group } from './event-buffer.ts'

const view = (detail = '/'): CountedEvent => ({ day: '2026-03-14', name: 'page_view', detail })

/** Writes that finish when the test says so. */
function controlledWrites() {
  const groups: { group: Group; end: (error?: Error) => void }[] = []
  let arrived = Promise.withResolvers<void>()
  const write = (group: Group) =>
    new Promise<void>((resolve, reject) => {
      groups.push({ group, end: (error) => (error ? reject(error) : resolve()) })
      arrived.resolve()
      arrived = Promise.withResolvers<void>()
    })
  return { groups, write, nextWrite: () => arrived.promise }
}

test('events of one turn of the event loop are summed and written once', async () => {
  const groups: Group[] = []
  const buffer = createEventBuffer(async (group) => void groups.push(group))
  await Promise.all([view('/'), view('/faq'), view('/')].map(buffer.record))
  expect(groups).toEqual([
    {
      number: 1,
      counts: [
        { day: '2026-03-14', name: 'page_view', detail: '/', count: 2 },
        { day: '2026-03-14', name: 'page_view', detail: '/faq', count: 1 },
      ],
      visitors: [],
    },
  ])
})

test('events that nobody awaits are written within a second, or with one that is awaited', async () => {
  const groups: Group[] = []
  const buffer = createEventBuffer(async (group) => void groups.push(group))
  const written = () => groups.map(({ counts }) => counts.map(({ count }) => count))
  jest.useFakeTimers()
  for (const detail of ['/', '/faq', '/']) buffer.add(view(detail))
  jest.advanceTimersByTime(1000)
  jest.useRealTimers()
  await buffer.flush()
  expect(written()).toEqual([[2, 1]])
  buffer.add(view())
  await buffer.record(view())
  expect(written()).toEqual([[2, 1], [2]])
})

test('many different events are written early; those that find the buffer full are reported as lost', async () => {
  const { groups, write, nextWrite } = controlledWrites()
  let lost = 0
  const buffer = createEventBuffer(write, (events) => {
    lost += events
  })
  const begun = nextWrite()
  for (let made = 0; made < 5_000; made++) buffer.add(view(`/early-${made}`))
  await begun
  for (let made = 0; made < 12_000; made++) buffer.add(view(`/${made}`))
  buffer.add(view('/0'))
  expect([groups.length, lost, buffer.waiting()]).toEqual([1, 2_000, 15_001])
})

test('events in consecutive microtasks of a turn share a commit', async () => {
  const groups: Group[] = []
  const buffer = createEventBuffer(async (group) => void groups.push(group))
  const request = async (steps: number) => {
    for (let step = 0; step < steps; step++) await Promise.resolve()
    await buffer.record(view())
  }
  await Promise.all(Array.from({ length: 30 }, (_, steps) => request(steps)))
  expect(groups.map(({ counts }) => counts.map(({ count }) => count))).toEqual([[30]])
})

test('events during a commit share the next one and settle with it', async () => {
  const { groups, write, nextWrite } = controlledWrites()
  const buffer = createEventBuffer(write)
  const settled: string[] = []
  const first = buffer.record(view()).then(() => settled.push('first'))
  await nextWrite()
  const later = [buffer.record(view('/a')), buffer.record(view('/b'))].map((done) =>
    done.then(() => settled.push('later')),
  )
  expect([groups.length, settled]).toEqual([1, []])

  const second = nextWrite()
  groups[0]?.end()
  await first
  await second
  expect([groups.length, groups[1]?.group.counts.length, settled]).toEqual([2, 2, ['first']])

  groups[1]?.end()
  await Promise.all(later)
  expect(settled).toEqual(['first', 'later', 'later'])
})

test('a failed commit rejects its events; later ones succeed', async () => {
  const { groups, write, nextWrite } = controlledWrites()
  const buffer = createEventBuffer(write)
  const lost = Promise.allSettled([buffer.record(view('/a')), buffer.record(view('/b'))])
  await nextWrite()
  groups[0]?.end(new Error('disk full'))
  expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected'])

  const kept = buffer.record(view('/c'))
  await nextWrite()
  groups[1]?.end()
  expect(await kept).toBe('written')
  expect(groups[1]?.group.counts.map(({ detail }) => detail)).toEqual(['/c'])
})

test('closing waits for pending events and rejects new ones', async () => {
  const { groups, write, nextWrite } = controlledWrites()
  const buffer = createEventBuffer(write)
  const pending = buffer.record(view())
  let isClosed = false
  const closing = buffer.close().then(() => {
    isClosed = true
  })
  await nextWrite()
  expect(isClosed).toBe(false)
  groups[0]?.end()
  await closing
  expect(await pending).toBe('written')
  expect(buffer.record(view())).rejects.toThrow('closed')
  expect(groups.length).toBe(1)
})

test('closing with nothing pending resolves immediately', async () => {
  const buffer = createEventBuffer(() => Promise.reject(new Error('nothing is to be written')))
  expect(await buffer.close()).toBeUndefined()
})

test('the written counts add up to all events, however they arrive', async () => {
  const bursts = fc.array(fc.array(fc.constantFrom('/', '/a', '/b'), { minLength: 1 }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(bursts, async (arrivals) => {
      const groups: Group[] = []
      const buffer = createEventBuffer(async (group) => {
        await Promise.resolve()
        groups.push(group)
      })
      const done: Promise<unknown>[] = []
      for (const burst of arrivals) {
        for (const detail of burst) done.push(buffer.record(view(detail)))
        await new Promise((resolve) => setImmediate(resolve))
      }
      await Promise.all(done)
      const written = groups.flatMap(({ counts }) => counts).reduce((total, { count }) => total + count, 0)
      expect(written).toBe(arrivals.flat().length)
    }),
  )
})

/** A database with outages and lost responses, which applies each group number once. */
function unreliableDatabase() {
  const sent: string[] = []
  const totals = new Map<string, number>()
  const visitors = new Set<number | undefined>()
  let state: 'up' | 'down' | 'losing responses' | 'refusing' = 'up'
  let counted = 0
  return {
    sent,
    totals,
    visitors,
    become: (next: typeof state) => {
      state = next
    },
    write: async ({ number, counts, visitors: seen }: Group) => {
      sent.push(`${number} ${counts.map(({ detail, count }) => `${detail} ${count}`)}`)
      if (state === 'refusing') throw new Error('constraint failed')
      if (state === 'down') throw databaseDown(new Error('no response'))
      if (number > counted) {
        for (const { detail, count } of counts) totals.set(detail, (totals.get(detail) ?? 0) + count)
        for (const { hash } of seen) visitors.add(hash[0])
      }
      counted = Math.max(counted, number)
      if (state === 'losing responses') throw databaseDown(new Error('no response'))
    },
  }
}

test('events during an outage are buffered and written once afterward', async () => {
  const database = unreliableDatabase()
  const buffer = createEventBuffer(database.write)
  expect(await buffer.record(view('/a'))).toBe('written')
  database.become('down')
  expect(await Promise.all([view('/a'), view('/a')].map(buffer.record))).toEqual(['buffered', 'buffered'])
  expect(await buffer.record(view('/a'))).toBe('buffered')
  expect(await buffer.record(view('/b'))).toBe('buffered')
  expect(buffer.waiting()).toBe(4)
  database.become('up')
  expect(await buffer.record(view('/b'))).toBe('written')
  expect(buffer.waiting()).toBe(0)
  expect(Object.fromEntries(database.totals)).toEqual({ '/a': 4, '/b': 2 })
  // A group that may have been written is resent unchanged; later events share the next one.
  expect(database.sent).toEqual(['1 /a 1', '2 /a 2', '2 /a 2', '2 /a 2', '2 /a 2', '3 /a 1,/b 2'])
})

test('a group whose response was lost is resent under its number', async () => {
  const database = unreliableDatabase()
  const buffer = createEventBuffer(database.write)
  database.become('losing responses')
  expect(await buffer.record({ ...view('/a'), visitor: new Uint8Array([7, 7]) })).toBe('buffered')
  expect(await buffer.record(view('/b'))).toBe('buffered')
  database.become('up')
  await buffer.flush()
  expect(database.sent).toEqual(['1 /a 1', '1 /a 1', '1 /a 1', '2 /b 1'])
  expect(Object.fromEntries(database.totals)).toEqual({ '/a': 1, '/b': 1 })
  expect([...database.visitors]).toEqual([7])
})

test('a full buffer rejects new kinds of events and still counts known ones', async () => {
  const database = unreliableDatabase()
  const buffer = createEventBuffer(database.write)
  database.become('down')
  expect(await buffer.record(view('/first'))).toBe('buffered')
  const visitor = (number: number) => new Uint8Array([number & 255, number >> 8])
  const kinds = Array.from({ length: 10_000 }, (_, number) => ({
    ...view(`/${number}`),
    visitor: visitor(number),
  }))
  const seen = Array.from({ length: 20_000 }, (_, number) => ({
    ...view('/0'),
    visitor: visitor(number + 10_000),
  }))
  await Promise.all([...kinds, ...seen].map(buffer.record))
  expect(await buffer.record(view('/one-too-many')).catch((error) => error)).toMatchObject({
    code: 'unavailable',
    headers: { 'retry-after': '5' },
  })
  expect(await buffer.record(view('/7'))).toBe('buffered')
  expect(buffer.waiting()).toBe(30_002)
  database.become('up')
  await buffer.close()
  expect([...database.totals.values()].reduce((sum, count) => sum + count, 0)).toBe(30_002)
  // 20,000 visitors were accepted, at most 500 per transaction.
  expect(database.sent.slice(-1)[0]).toStartWith('41 ')
})

test('a permanently rejected group is dropped, and later ones are written', async () => {
  const database = unreliableDatabase()
  const buffer = createEventBuffer(database.write)
  database.become('down')
  await buffer.record(view('/refused'))
  database.become('refusing')
  const refused = buffer.record(view('/refused-too')).catch((error) => error)
  expect(await refused).toEqual(new Error('constraint failed'))
  database.become('up')
  expect(await buffer.record(view('/good'))).toBe('written')
  expect([Object.fromEntries(database.totals), buffer.waiting()]).toEqual([{ '/good': 1 }, 0])
})
