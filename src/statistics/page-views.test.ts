import { expect, test } from 'bun:test'
import type { Engine } from '#src/db/engine.ts'
import { readToday } from '#src/testing/read-today.ts'
import { testApp } from '#src/testing/test-app.ts'
import { createViewBuffer, type View } from './view-buffer.ts'

const asFirefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0' }
const TODAY = '2026-03-14'

const view: View = {
  path: '/',
  peer: '203.0.113.7',
  forwardedFor: null,
  agent: 'Firefox',
  isAnonymous: false,
  isPreparing: false,
}

test('views are written by themselves, equal ones together', async () => {
  const written = Promise.withResolvers<[View, number][]>()
  const buffer = createViewBuffer(async (views) => written.resolve([...views]))
  for (const path of ['/', '/about', '/']) buffer.add({ ...view, path })
  expect(await written.promise).toEqual([
    [view, 2],
    [{ ...view, path: '/about' }, 1],
  ])
})

test('made-up agents are written early instead of piling up, and long ones are cut', async () => {
  const sizes: number[] = []
  const buffer = createViewBuffer(async (views) => {
    sizes.push(views.size)
    for (const { agent } of views.keys()) expect(agent.length).toBeLessThanOrEqual(512)
  })
  for (let made = 0; made < 12_000; made++) buffer.add({ ...view, agent: `${made}${'x'.repeat(900)}` })
  await buffer.flush()
  expect(sizes).toEqual([5_000, 5_000, 2_000])
})

test('no page waits for a database that does not answer', async () => {
  const released = Promise.withResolvers<void>()
  let isAway = false
  const app = await testApp({
    wrap: (engine) => ({
      ...engine,
      batch: async (statements) => {
        if (isAway) await released.promise
        return engine.batch(statements)
      },
    }),
  })
  isAway = true
  for (let seen = 0; seen < 3; seen++) expect((await app.call('/', { headers: asFirefox })).status).toBe(200)
  released.resolve()
  await app.counter.flush()
  expect(await readToday(app.db, TODAY)).toMatchObject({ pageViews: 3, uniqueVisitors: 1 })
})

test('views noted before the stop are written with it', async () => {
  const app = await testApp()
  await app.call('/', { headers: asFirefox })
  await app.counter.close()
  expect((await readToday(app.db, TODAY)).pageViews).toBe(1)
})

test('while a day begins slowly its views count without their visitors, so no address is kept', async () => {
  const begun = Promise.withResolvers<void>()
  const slow = (engine: Engine): Engine => ({
    ...engine,
    batch: async (statements) => {
      if (statements.some(({ sql }) => sql.includes('visitor_salts'))) await begun.promise
      return engine.batch(statements)
    },
  })
  const app = await testApp({ wrap: slow })
  await app.call('/', { headers: asFirefox })
  await app.counter.flush()
  expect(await readToday(app.db, TODAY)).toMatchObject({ pageViews: 1, uniqueVisitors: 0 })
  begun.resolve()
})

test('visitors behind trusted proxies are told apart by the address that those forward', async () => {
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
