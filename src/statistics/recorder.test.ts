import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createRecorder, type Group, type Occurrence } from './recorder.ts'

const view = (detail = '/'): Occurrence => ({ day: '2026-03-14', name: 'page_view', detail })

/** Writes that end when the test says so. */
function heldWrites() {
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

test('what happens in one turn is added up and written once', async () => {
  const groups: Group[] = []
  const recorder = createRecorder(async (group) => void groups.push(group))
  await Promise.all([view('/'), view('/faq'), view('/')].map(recorder.record))
  expect(groups).toEqual([
    {
      counts: [
        { day: '2026-03-14', name: 'page_view', detail: '/', count: 2 },
        { day: '2026-03-14', name: 'page_view', detail: '/faq', count: 1 },
      ],
      visitors: [],
    },
  ])
})

test('requests that reach their count one after another in a turn still share a commit', async () => {
  const groups: Group[] = []
  const recorder = createRecorder(async (group) => void groups.push(group))
  const request = async (steps: number) => {
    for (let step = 0; step < steps; step++) await Promise.resolve()
    await recorder.record(view())
  }
  await Promise.all(Array.from({ length: 30 }, (_, steps) => request(steps)))
  expect(groups.map(({ counts }) => counts.map(({ count }) => count))).toEqual([[30]])
})

test('what arrives during a commit shares the next one, and nobody is told before their own', async () => {
  const { groups, write, nextWrite } = heldWrites()
  const recorder = createRecorder(write)
  const told: string[] = []
  const first = recorder.record(view()).then(() => told.push('first'))
  await nextWrite()
  const later = [recorder.record(view('/a')), recorder.record(view('/b'))].map((done) =>
    done.then(() => told.push('later')),
  )
  expect([groups.length, told]).toEqual([1, []])

  const second = nextWrite()
  groups[0]?.end()
  await first
  await second
  expect([groups.length, groups[1]?.group.counts.length, told]).toEqual([2, 2, ['first']])

  groups[1]?.end()
  await Promise.all(later)
  expect(told).toEqual(['first', 'later', 'later'])
})

test('a commit that fails is told to all who were in it, and later ones go on', async () => {
  const { groups, write, nextWrite } = heldWrites()
  const recorder = createRecorder(write)
  const lost = Promise.allSettled([recorder.record(view('/a')), recorder.record(view('/b'))])
  await nextWrite()
  groups[0]?.end(new Error('disk full'))
  expect((await lost).map(({ status }) => status)).toEqual(['rejected', 'rejected'])

  const kept = recorder.record(view('/c'))
  await nextWrite()
  groups[1]?.end()
  expect(await kept).toBeUndefined()
  expect(groups[1]?.group.counts.map(({ detail }) => detail)).toEqual(['/c'])
})

test('closing waits for what is pending, and takes nothing after that', async () => {
  const { groups, write, nextWrite } = heldWrites()
  const recorder = createRecorder(write)
  const pending = recorder.record(view())
  let isClosed = false
  const closing = recorder.close().then(() => {
    isClosed = true
  })
  await nextWrite()
  expect(isClosed).toBe(false)
  groups[0]?.end()
  await closing
  expect(await pending).toBeUndefined()
  expect(recorder.record(view())).rejects.toThrow('closed')
  expect(groups.length).toBe(1)
})

test('closing with nothing pending ends at once', async () => {
  const recorder = createRecorder(() => Promise.reject(new Error('nothing is to be written')))
  expect(await recorder.close()).toBeUndefined()
})

test('however occurrences arrive, the groups add up to them', async () => {
  const bursts = fc.array(fc.array(fc.constantFrom('/', '/a', '/b'), { minLength: 1 }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(bursts, async (arrivals) => {
      const groups: Group[] = []
      const recorder = createRecorder(async (group) => {
        await Promise.resolve()
        groups.push(group)
      })
      const done: Promise<void>[] = []
      for (const burst of arrivals) {
        for (const detail of burst) done.push(recorder.record(view(detail)))
        await new Promise((resolve) => setImmediate(resolve))
      }
      await Promise.all(done)
      const written = groups.flatMap(({ counts }) => counts).reduce((total, { count }) => total + count, 0)
      expect(written).toBe(arrivals.flat().length)
    }),
  )
})
