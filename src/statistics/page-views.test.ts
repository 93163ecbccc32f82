import { heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import type { Engine } from '#src/db/engine.ts'
import { readToday } from '#src/testing/read-today.ts'
import { testApp } from '#src/testing/test-app.ts'

const asFirefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0' }
const TODAY = '2026-03-14'

test("views that wait for the day's salt keep neither a long user agent nor what precedes a forwarded address", async () => {
  const released = Promise.withResolvers<void>()
  let isSlow = false
  const app = await testApp({
    wrap: (engine) => ({
      ...engine,
      transaction: async (work) => {
        if (isSlow) await released.promise
        return engine.transaction(work)
      },
    }),
    settings: { trustProxy: ['203.0.113.0/24'] },
  })
  isSlow = true
  Bun.gc(true)
  const before = heapStats().extraMemorySize
  for (let made = 0; made < 1_000; made++) {
    const long = 'x'.repeat(20_000 + made)
    const forwardedFor = `${long}${made}, 198.51.100.4`
    app.counter.bufferView({
      path: '/',
      peer: '203.0.113.7',
      agent: `${asFirefox['user-agent']} ${made}${long}`,
      forwardedFor,
    })
  }
  Bun.gc(true)
  expect(heapStats().extraMemorySize - before).toBeLessThan(5_000_000)
  released.resolve()
  await app.counter.flush()
  expect(await readToday(app.db, TODAY)).toMatchObject({ pageViews: 1_000 })
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
