import { expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { logAudit } from '#src/audit/log-lines.ts'
import { readConfig } from '#src/config.ts'
import { createDatabase } from '#src/db/database.ts'
import { lockFolder } from '#src/db/lock.ts'
import { analyses, contacts, dailyCounts, keywords, posts } from '#src/db/schema.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { keyed } from '#src/testing/keyed.ts'
import { filledImage, openImage } from '#src/testing/migrated-database.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import { createPasswords } from '#src/users/passwords.ts'
import { openDemo } from './demo.ts'
import { fillDemo } from './fill.ts'

const PASSWORD = 'marble tractor velvet'

const filled = () =>
  filledImage(async (engine) => {
    const passwordHash = await createPasswords({ memoryCost: 8, timeCost: 1 }).hash(PASSWORD)
    await fillDemo({ db: keyed(createDatabase(engine)), now: NOON, timeZone: 'UTC', passwordHash })
  })

const IMAGE = filled()

const demoApp = async (image = IMAGE) =>
  testApp({ isDemo: true, build: BUILD, engine: openImage(await image) })

const BUILD = {
  files: new Map(),
  manifest: {
    'web/main.ts': { file: 'assets/main.js' },
    'web/admin/main.tsx': { file: 'assets/admin.js' },
  },
}

async function signIn(app: TestApp, username: string) {
  const response = await app.call('/api/admin/login', { json: { username, password: PASSWORD } })
  const { token } = await response.json()
  return async (path: string) => {
    const response = await app.call(`/api/admin${path}`, { headers: { authorization: `Bearer ${token}` } })
    expect([path, response.status]).toEqual([path, 200])
    return response.json()
  }
}

test('fills every list of the admin area', async () => {
  const app = await demoApp()
  const getJson = await signIn(app, 'dana')
  for (const [path, minimum] of [
    ['/contacts', 50],
    ['/users', 8],
    ['/blog/posts', 19],
    ['/competitor-keywords', 100],
    ['/website-analyzer/analyses', 8],
    ['/ai-prompts', 3],
    ['/audit', 50],
  ] as const) {
    expect((await getJson(path)).length).toBeGreaterThanOrEqual(minimum)
  }
  const { days, topPages } = await getJson('/metrics?days=60')
  expect(days.length).toBe(60)
  expect(days.every(({ pageViews }: { pageViews: number }) => pageViews > 100)).toBe(true)
  expect(topPages[0].path).toBe('/')
  const { todayStats, newContacts } = await getJson('/dashboard')
  expect(Object.values(todayStats).every((figure) => Number(figure) > 10)).toBe(true)
  expect(newContacts).toBeGreaterThan(4)
})

test('each role can sign in, and the audit log is in order', async () => {
  const app = await demoApp()
  for (const name of ['dana', 'tom', 'mia']) await signIn(app, name)
  await logAudit(app)
  expect(app.lines.length).toBe(6)
  const times = await app.db.values<[string]>('SELECT at FROM audit_entries ORDER BY id')
  expect(times.toSorted()).toEqual(times)
  expect(times.length).toBeGreaterThan(200)
})

test('publishes posts with their images', async () => {
  const app = await demoApp()
  const list = await (await app.call('/api/blog/posts')).json()
  expect(list.length).toBe(16)
  const [, image = ''] = /\((\/images\/[^)]+)\)/.exec(JSON.stringify(list)) ?? []
  expect((await app.call(image)).headers.get('content-type')).toBe('image/webp')
  expect(JSON.stringify(list)).not.toContain('(@')
})

test('creates the same data each time', async () => {
  const dataOf = async (image: Promise<Uint8Array>) => {
    const { db } = await demoApp(image)
    const tables = [posts, contacts, keywords, analyses, dailyCounts]
    const rows = await Promise.all(tables.map((table) => db.select().from(table)))
    // Ids in feeds are random, so that no two posts ever share one.
    return rows.flat().map((row) => ({ ...row, feedId: null }))
  }
  expect(await dataOf(filled())).toEqual(await dataOf(IMAGE))
})

test('marks only pages of the admin area as a demo', async () => {
  const app = await demoApp()
  expect(await (await app.call('/admin/login')).text()).toContain('"isDemo":true')
  expect(await (await app.call('/')).text()).not.toContain('isDemo')
})

test('uses a private folder and deletes it afterward', () => {
  using parent = temporaryFolder()
  const config = readConfig([], { OPENAI_API_KEY: 'sk-x', BREACH_CHECK: 'on', DATA_DIR: '/nowhere' })
  const demo = openDemo(config, { now: () => NOON, parent: parent.path })
  expect(parent.contents()).toMatchObject([{ name: expect.stringMatching(/^passwright-demo-/), mode: '700' }])
  expect(demo.config.dataDir).toBe(join(parent.path, readdirSync(parent.path)[0] ?? ''))
  expect([demo.config.openaiApiKey, demo.config.breachCheck]).toEqual([undefined, 'off'])
  expect(demo.password).toMatch(/^\w{16}$/)
  demo[Symbol.dispose]()
  expect(readdirSync(parent.path)).toEqual([])
})

test('refuses a database server before it creates anything', () => {
  using parent = temporaryFolder()
  const config = readConfig([], { DATABASE_URL: 'http://127.0.0.1:1' })
  expect(() => openDemo(config, { now: () => NOON, parent: parent.path })).toThrow('without DATABASE_URL')
  expect(readdirSync(parent.path)).toEqual([])
})

test('deletes only folders of crashed demos', () => {
  using parent = temporaryFolder()
  const at = (name: string) => join(parent.path, name)
  const names = [
    'passwright-demo-left',
    'passwright-demo-used',
    'passwright-demo-young',
    'passwright-x',
    'kept',
  ]
  for (const name of names) mkdirSync(at(name))
  symlinkSync(at('kept'), at('passwright-demo-link'))
  const unlock = lockFolder(at('passwright-demo-used'))
  for (const name of names) utimesSync(at(name), NOON, NOON)
  const now = new Date(NOON.getTime() + 11_000)
  utimesSync(at('passwright-demo-young'), now, now)

  using demo = openDemo(readConfig([], {}), { now: () => now, parent: parent.path })
  unlock()
  expect(existsSync(at('passwright-demo-left'))).toBe(false)
  for (const name of [...names.slice(1), 'passwright-demo-link']) expect(existsSync(at(name))).toBe(true)
  expect(existsSync(demo.config.dataDir)).toBe(true)
})
