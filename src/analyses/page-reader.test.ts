import { expect, jest, test } from 'bun:test'
import { createLog } from '#src/log.ts'
import { pageOf } from '#src/testing/pages.ts'
import { WAIT_MS } from '#src/testing/time-limits.ts'
import { createPageReader } from './page-reader.ts'

const never = new AbortController().signal
const PAGE = '<title>Bees</title><h1>Bees</h1><p>Bees make honey.'

type Options = { idleMs?: number; startThread?: () => Worker }

function makeReader(options: Options = {}) {
  const lines: string[] = []
  const log = createLog({ format: 'json', now: () => new Date(0), write: (line) => lines.push(line) })
  const reader = createPageReader({ log, timeoutMs: WAIT_MS, ...options })
  const read = (html: string, signal = never) => reader.read(pageOf(html), signal)
  return { lines, reader, read, [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose]() }
}

/** The page controls its worker: hang, throw or exit. `started` lists the workers. */
function makeFaultyReader(options: Options = {}) {
  const started: Worker[] = []
  const startThread = () => {
    const thread = new Worker(Bun.resolveSync('#src/testing/misbehaving-page-worker.ts', import.meta.dir))
    started.push(thread)
    return thread
  }
  return { started, ...makeReader({ startThread, ...options }) }
}

const closed = (thread: Worker | undefined) =>
  new Promise((resolve) => thread?.addEventListener('close', resolve, { once: true }))

test('reads several pages', async () => {
  await using setup = makeReader()
  const expected = { title: 'Bees', totalHeadings: 1, wordCount: 4, charset: 'UTF-8' }
  expect(await setup.read(PAGE)).toMatchObject(expected)
  expect(await setup.read(PAGE)).toMatchObject(expected)
})

test('reads simultaneous requests one after the other', async () => {
  await using setup = makeReader()
  const titles = Array.from({ length: 8 }, (_, at) => `Page ${at}`)
  const readings = await Promise.all(titles.map((title) => setup.read(`<title>${title}</title>`)))
  expect(readings).toMatchObject(titles.map((title) => ({ title })))
})

test("doesn't change the input", async () => {
  await using setup = makeReader()
  const page = pageOf(PAGE)
  await setup.reader.read(page, never)
  expect(new TextDecoder().decode(page.body)).toBe(PAGE)
})

// Alone, because the others use the real clock.
test.serial('fails for a page that takes too long and reads the next in a new thread', async () => {
  await using setup = makeFaultyReader()
  const failure = { kind: 'failure', reason: 'The page takes too long to read.' } as const
  jest.useFakeTimers()
  const reading = setup.read('hang')
  await Promise.resolve()
  expect(setup.started).toHaveLength(1)
  jest.advanceTimersByTime(WAIT_MS)
  jest.useRealTimers()
  expect(await reading).toEqual(failure)
  expect(await setup.read('next')).toMatchObject({ title: 'next' })
  expect(setup.started).toHaveLength(2)
  expect(setup.lines).toEqual([])
})

test.each(['throw', 'exit'])('fails if the thread ends: %s', async (how) => {
  await using setup = makeFaultyReader()
  expect(await setup.read('first')).toMatchObject({ title: 'first' })
  expect(await setup.read(how)).toEqual({ kind: 'failure', reason: 'The page could not be read.' })
  expect(await setup.read('next')).toMatchObject({ title: 'next' })
  expect(setup.started).toHaveLength(2)
  expect(setup.lines.join()).toContain(how === 'throw' ? 'page reader failed' : '')
})

test('aborts reading when its signal aborts', async () => {
  await using setup = makeFaultyReader()
  const controller = new AbortController()
  const reading = setup.read('hang', controller.signal)
  const queued = setup.read('waiting', controller.signal)
  const results = Promise.allSettled([reading, queued])
  const next = setup.read('next')
  await Promise.resolve()
  const reason = new Error('deleted')
  controller.abort(reason)
  expect(await results).toMatchObject([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ])
  expect(await next).toMatchObject({ title: 'next' })
})

test('ends an idle thread', async () => {
  await using setup = makeFaultyReader({ idleMs: 1 })
  await setup.read('first')
  await closed(setup.started[0])
  expect(await setup.read('second')).toMatchObject({ title: 'second' })
  expect(setup.started).toHaveLength(2)
})

test('disposing ends the thread and fails queued pages', async () => {
  const setup = makeFaultyReader()
  const reading = setup.read('hang')
  const queued = setup.read('waiting')
  await Promise.resolve()
  const end = closed(setup.started[0])
  await setup.reader[Symbol.asyncDispose]()
  const stopping = { kind: 'failure', reason: 'The server is stopping.' } as const
  expect(await Promise.all([reading, queued, setup.read('late')])).toEqual([stopping, stopping, stopping])
  await end
})
