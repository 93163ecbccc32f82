import { heapStats } from 'bun:jsc'
import { expect, jest, test } from 'bun:test'
import type { Engine } from '#src/db/engine.ts'
import { clientAddress, trustProxies } from '#src/http/client-address.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import { readToday } from '#src/testing/read-today.ts'
import { testApp } from '#src/testing/test-app.ts'
import { type BufferedView, createViewBuffer, type View } from './view-buffer.ts'

const asFirefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0' }
const TODAY = '2026-03-14'

const view: View = {
  path: '/',
  peer: '203.0.113.7',
  forwardedFor: null,
  agent: 'Firefox',
}

const buffered: BufferedView = { path: '/', address: view.peer, agent: view.agent, count: 1 }

const bufferOf = (
  write: (views: readonly BufferedView[]) => Promise<void>,
  { trusted = [], onLost = () => undefined }: { trusted?: string[]; onLost?: (views: number) => void } = {},
) => {
  const isTrusted = trustProxies(trusted)
  return createViewBuffer({
    addressOf: (peer, forwardedFor) => clientAddress(peer, forwardedFor, isTrusted),
    write,
    onLost,
  })
}

test('writes views within a second, summing equal ones', async () => {
  const written: BufferedView[] = []
  const buffer = bufferOf(async (views) => void written.push(...views))
  jest.useFakeTimers()
  for (const path of ['/', '/about', '/']) buffer.add({ ...view, path })
  jest.advanceTimersByTime(1000)
  jest.useRealTimers()
  await yieldToEventLoop()
  expect(written).toEqual([
    { ...buffered, count: 2 },
    { ...buffered, path: '/about' },
  ])
})

test('writes early when there are many user agents', async () => {
  const sizes: number[] = []
  const begun = Promise.withResolvers<void>()
  const buffer = bufferOf(async (views) => {
    sizes.push(views.length)
    begun.resolve()
  })
  for (let made = 0; made < 5_000; made++) buffer.add({ ...view, agent: String(made) })
  await begun.promise
  for (let made = 0; made < 2_000; made++) buffer.add({ ...view, agent: String(made) })
  await buffer.flush()
  expect(sizes).toEqual([5_000, 2_000])
})

test('while a write is slow, at most 10,000 distinct views wait, and the rest are reported as lost', async () => {
  const sizes: number[] = []
  const released = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  let lost = 0
  const onLost = (views: number) => {
    lost += views
  }
  const buffer = bufferOf(
    async (views) => {
      sizes.push(views.reduce((sum, { count }) => sum + count, 0))
      begun.resolve()
      await released.promise
    },
    { onLost },
  )
  buffer.add(view)
  const first = buffer.flush()
  await begun.promise
  const all = Array.from({ length: 12_000 }, (_, made) => String(made))
  for (const agent of all) buffer.add({ ...view, agent })
  void buffer.flush()
  for (const agent of all.slice(0, 10_000)) buffer.add({ ...view, agent })
  released.resolve()
  await first
  await buffer.flush()
  expect([sizes, lost]).toEqual([[1, 20_000], 2_000])
})

test.each([
  ['a forwarded address from no trusted proxy', []],
  ['what precedes the client in a forwarded address', ['203.0.113.0/24']],
])('a waiting view keeps neither a long user agent nor %s', async (_, trusted) => {
  const kept: BufferedView[] = []
  const buffer = bufferOf(async (views) => void kept.push(...views), { trusted })
  Bun.gc(true)
  const before = heapStats().extraMemorySize
  for (let made = 0; made < 1_000; made++) {
    const long = 'x'.repeat(20_000 + made)
    buffer.add({ ...view, agent: made + long, forwardedFor: `${long}${made}, 198.51.100.4` })
  }
  await buffer.flush()
  Bun.gc(true)
  expect(heapStats().extraMemorySize - before).toBeLessThan(5_000_000)
  expect(kept).toHaveLength(1_000)
  expect(kept[7]).toEqual({
    ...buffered,
    address: trusted.length > 0 ? '198.51.100.4' : view.peer,
    agent: `7${'x'.repeat(511)}`,
  })
})

test("pages don't wait for an unresponsive database", async () => {
  const released = Promise.withResolvers<void>()
  let isDown = false
  const app = await testApp({
    wrap: (engine) => ({
      ...engine,
      batch: async (statements) => {
        if (isDown) await released.promise
        return engine.batch(statements)
      },
    }),
  })
  isDown = true
  for (let seen = 0; seen < 3; seen++) expect((await app.call('/', { headers: asFirefox })).status).toBe(200)
  released.resolve()
  await app.counter.flush()
  expect(await readToday(app.db, TODAY)).toMatchObject({ pageViews: 3, uniqueVisitors: 1 })
})

test('closing writes buffered views', async () => {
  const app = await testApp()
  await app.call('/', { headers: asFirefox })
  await app.counter.close()
  expect((await readToday(app.db, TODAY)).pageViews).toBe(1)
})

test("while the day's start is slow, views count without visitors, so that no address is kept", async () => {
  const begun = Promise.withResolvers<void>()
  let isSlow = false
  const slow = (engine: Engine): Engine => ({
    ...engine,
    transaction: async (work) => {
      if (isSlow) await begun.promise
      return engine.transaction(work)
    },
  })
  const app = await testApp({ wrap: slow })
  isSlow = true
  await app.call('/', { headers: asFirefox })
  await app.counter.flush()
  expect(await readToday(app.db, TODAY)).toMatchObject({ pageViews: 1, uniqueVisitors: 0 })
  begun.resolve()
})

test('distinguishes visitors behind trusted proxies by forwarded address', async () => {
  const app = await testApp({ settings: { trustProxy: ['10.0.0.0/8'] } })
  const visit = (from: string, forwarded: string) =>
    app.call('/', { from, headers: { ...asFirefox, 'x-forwarded-for': forwarded } })
  await visit('10.0.0.1', '198.51.100.1')
  await visit('10.0.0.2', '203.0.113.9, 198.51.100.1')
  await visit('10.0.0.1', '198.51.100.2')
  await visit('203.0.113.5', '198.51.100.3')
  await visit('203.0.113.5', '198.51.100.4')
  await app.counter.flush()
  expect(await readToday(app.db, TODAY)).toMatchObject({ pageViews: 5, uniqueVisitors: 3 })
})
