import { expect, test } from 'bun:test'
import { createLog } from '#src/log.ts'
import { pageOf } from '#src/testing/pages.ts'
import { createPageReader } from './page-reader.ts'

const never = new AbortController().signal
const PAGE = '<title>Bees</title><h1>Bees</h1><p>Bees make honey.'

type Options = { patienceMs?: number; idleMs?: number; startThread?: () => Worker }

function makeReader(options: Options = {}) {
  const lines: string[] = []
  const log = createLog({ format: 'json', now: () => new Date(0), write: (line) => lines.push(line) })
  const reader = createPageReader({ log, ...options })
  const read = (html: string, signal = never) => reader.read(pageOf(html), signal)
  return { lines, reader, read, [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose]() }
}

/** Readers whose threads do what a page tells them to. `started` has every thread. */
function makeOddReader(options: Options = {}) {
  const started: Worker[] = []
  const startThread = () => {
    const thread = new Worker(Bun.resolveSync('#src/testing/odd-page-worker.ts', import.meta.dir))
    started.push(thread)
    return thread
  }
  return { started, ...makeReader({ startThread, ...options }) }
}

const ended = (thread: Worker | undefined) =>
  new Promise((resolve) => thread?.addEventListener('close', resolve, { once: true }))

test('a page is read, and so is the next', async () => {
  await using world = makeReader()
  const expected = { title: 'Bees', totalHeadings: 1, wordCount: 4, charset: 'UTF-8' }
  expect(await world.read(PAGE)).toMatchObject(expected)
  expect(await world.read(PAGE)).toMatchObject(expected)
})

test('pages that come at once are read one after the other, each for its own', async () => {
  await using world = makeReader()
  const titles = Array.from({ length: 8 }, (_, at) => `Page ${at}`)
  const readings = await Promise.all(titles.map((title) => world.read(`<title>${title}</title>`)))
  expect(readings).toMatchObject(titles.map((title) => ({ title })))
})

test('the page that was handed in is left as it is', async () => {
  await using world = makeReader()
  const page = pageOf(PAGE)
  await world.reader.read(page, never)
  expect(new TextDecoder().decode(page.body)).toBe(PAGE)
})

test('a page that takes too long is given up with a sentence, and the next has a new thread', async () => {
  await using world = makeOddReader({ patienceMs: 500 })
  const failure = { kind: 'failure', reason: 'The page takes too long to read.' } as const
  expect(await world.read('hang')).toEqual(failure)
  expect(await world.read('next')).toMatchObject({ title: 'next' })
  expect(world.started).toHaveLength(2)
  expect(world.lines).toEqual([])
})

test.each(['throw', 'leave'])(
  'a thread that ends by itself is a failure with a sentence: %s',
  async (how) => {
    await using world = makeOddReader()
    expect(await world.read('first')).toMatchObject({ title: 'first' })
    expect(await world.read(how)).toEqual({ kind: 'failure', reason: 'The page could not be read.' })
    expect(await world.read('next')).toMatchObject({ title: 'next' })
    expect(world.started).toHaveLength(2)
    expect(world.lines.join()).toContain(how === 'throw' ? 'page reader failed' : '')
  },
)

test('a page that is no longer wanted is not read to its end', async () => {
  await using world = makeOddReader()
  const cancelled = new AbortController()
  const reading = world.read('hang', cancelled.signal)
  const waiting = world.read('waiting', cancelled.signal)
  const settled = Promise.allSettled([reading, waiting])
  const next = world.read('next')
  await Promise.resolve()
  const reason = new Error('deleted')
  cancelled.abort(reason)
  expect(await settled).toMatchObject([
    { status: 'rejected', reason },
    { status: 'rejected', reason },
  ])
  expect(await next).toMatchObject({ title: 'next' })
})

test('the thread ends when no page has come for a while', async () => {
  await using world = makeOddReader({ idleMs: 1 })
  await world.read('first')
  await ended(world.started[0])
  expect(await world.read('second')).toMatchObject({ title: 'second' })
  expect(world.started).toHaveLength(2)
})

test('a server that stops waits for no page', async () => {
  const world = makeOddReader()
  const reading = world.read('hang')
  const waiting = world.read('waiting')
  await Promise.resolve()
  const end = ended(world.started[0])
  await world.reader[Symbol.asyncDispose]()
  const stopping = { kind: 'failure', reason: 'The server is stopping.' } as const
  expect(await Promise.all([reading, waiting, world.read('late')])).toEqual([stopping, stopping, stopping])
  await end
})
