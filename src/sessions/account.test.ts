import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { newBrowsers, sessions, users } from '#src/db/schema.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { makeUser, PASSWORD } from '#src/testing/make-user.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import { describeBrowser } from './describe-browser.ts'
import { deleteOldClients } from './store.ts'

const MINUTE = 60_000

const SAME_PASSWORD = 'Choose a password different from the one you were given'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15'

const LAPTOP = 'laptop'.padEnd(43, '_')
const PHONE = 'phone'.padEnd(43, '_')

type From = { device?: string; agent?: string; from?: string }

/** An app with a manually advanced clock. */
async function signedInApp() {
  const clock = { now: NOON }
  const app = await testApp({ clock })
  const wait = (milliseconds: number) => {
    clock.now = new Date(clock.now.getTime() + milliseconds)
  }
  return { app, wait }
}

async function signIn(app: TestApp, username: string, { device, agent = FIREFOX, from }: From = {}) {
  const response = await app.call('/api/admin/login', {
    json: { username, password: PASSWORD, device },
    headers: { 'user-agent': agent },
    ...(from === undefined ? {} : { from }),
  })
  expect(response.status).toBe(200)
  const { token, ...answer } = await response.json()
  const headers = { authorization: `Bearer ${token}` }
  const ask = (path: string, about: { method?: string; json?: unknown; from?: string } = {}) =>
    app.call(`/api/admin${path}`, { ...about, headers })
  const read = async (path: string) => (await ask(path)).json()
  return { ask, read, answer }
}

test('lists your own sessions with browser and network', async () => {
  const { app, wait } = await signedInApp()
  await makeUser(app, 'admin', 'ada')
  await app.db.delete(sessions)
  const laptop = await signIn(app, 'ada', { agent: FIREFOX, from: '203.0.113.77' })
  wait(5 * MINUTE)
  await signIn(app, 'ada', { agent: SAFARI, from: '2001:db8:aa:bb::1' })
  wait(MINUTE)
  const at = (minutes: number) => new Date(NOON.getTime() + minutes * MINUTE).toISOString()
  expect(await laptop.read('/sessions')).toEqual([
    {
      id: expect.any(String),
      createdAt: NOON.toISOString(),
      lastUsedAt: at(6),
      browser: 'Firefox on Linux',
      network: '203.0.113.0/24',
      isCurrent: true,
    },
    {
      id: expect.any(String),
      createdAt: at(5),
      lastUsedAt: at(5),
      browser: 'Safari on macOS',
      network: '2001:db8:aa::/48',
      isCurrent: false,
    },
  ])
})

test('ending one session or all others takes effect immediately and is audited', async () => {
  const { app } = await signedInApp()
  await makeUser(app, 'admin', 'ada')
  await app.db.delete(sessions)
  const [here, phone, laptop] = [await signIn(app, 'ada'), await signIn(app, 'ada'), await signIn(app, 'ada')]
  const list: { id: string; isCurrent: boolean }[] = await phone.read('/sessions')
  const current = list.find(({ isCurrent }) => isCurrent)
  expect((await here.ask(`/sessions/${current?.id}`, { method: 'DELETE' })).status).toBe(200)
  expect((await phone.ask('/users')).status).toBe(401)
  expect((await here.ask(`/sessions/${current?.id}`, { method: 'DELETE' })).status).toBe(404)
  expect(await (await here.ask('/sessions', { method: 'DELETE' })).json()).toEqual({ ended: 1 })
  expect([(await laptop.ask('/users')).status, (await here.ask('/users')).status]).toEqual([401, 200])
  const log = await auditLog(app.db)
  expect(log.filter(({ action }) => action === 'session_ended')).toMatchObject([
    { actor: 'ada', subject: 'ada', detail: 'Firefox on Linux' },
    { actor: 'ada', subject: 'ada' },
  ])
})

test('a super admin lists and ends anyone’s sessions; others only their own', async () => {
  const { app } = await signedInApp()
  const { user } = await makeUser(app, 'admin', 'ada')
  await makeUser(app, 'super_admin', 'owner')
  const [ada, owner] = [await signIn(app, 'ada'), await signIn(app, 'owner')]
  const [ofOwner] = await owner.read('/sessions')
  expect((await ada.ask(`/sessions/${ofOwner.id}`, { method: 'DELETE' })).status).toBe(404)
  expect((await ada.ask(`/users/${user.id}/sessions`)).status).toBe(403)
  expect(await owner.read(`/users/${user.id}/sessions`)).toHaveLength(2)
  expect((await owner.ask(`/users/${user.id}/sessions/${ofOwner.id}`, { method: 'DELETE' })).status).toBe(404)
  expect(await (await owner.ask(`/users/${user.id}/sessions`, { method: 'DELETE' })).json()).toEqual({
    ended: 2,
  })
  expect((await ada.ask('/users')).status).toBe(401)
  expect((await owner.ask('/users')).status).toBe(200)
})

test('other sessions show a sign-in from a new browser until it is marked as seen', async () => {
  const { app, wait } = await signedInApp()
  await makeUser(app, 'admin', 'ada')
  const laptop = await signIn(app, 'ada', { device: LAPTOP })
  expect(await laptop.read('/account')).toMatchObject({ user: { username: 'ada' }, newBrowsers: [] })
  wait(MINUTE)
  const phone = await signIn(app, 'ada', { device: PHONE, agent: SAFARI, from: '198.51.100.9' })
  expect((await phone.read('/account')).newBrowsers).toEqual([])
  const { newBrowsers: shown } = await laptop.read('/account')
  expect(shown).toMatchObject([
    { at: app.clock.now.toISOString(), browser: 'Safari on macOS', network: '198.51.100.0/24' },
  ])
  expect(
    (await app.call(`/api/admin/account/new-browsers/${shown[0].id}/seen`, { method: 'POST' })).status,
  ).toBe(401)
  await phone.ask(`/account/new-browsers/${shown[0].id}/seen`, { method: 'POST' })
  expect((await laptop.read('/account')).newBrowsers).toHaveLength(1)
  await laptop.ask(`/account/new-browsers/${shown[0].id}/seen`, { method: 'POST' })
  expect((await laptop.read('/account')).newBrowsers).toEqual([])
  await signIn(app, 'ada', { device: PHONE })
  expect((await laptop.read('/account')).newBrowsers).toEqual([])
  const log = await auditLog(app.db)
  expect(log.filter(({ action }) => action === 'new_browser')).toMatchObject([{ detail: 'Safari on macOS' }])
})

test('an API client causes a new-browser notice only from an unknown network; unseen notices expire after half a year', async () => {
  const { app, wait } = await signedInApp()
  await makeUser(app, 'admin', 'ada')
  const laptop = await signIn(app, 'ada', { device: LAPTOP, from: '203.0.113.7' })
  await signIn(app, 'ada', { agent: 'curl/8', from: '203.0.113.7' })
  expect((await laptop.read('/account')).newBrowsers).toEqual([])
  await signIn(app, 'ada', { agent: 'curl/8', from: '198.51.100.7' })
  expect((await laptop.read('/account')).newBrowsers).toMatchObject([{ browser: '' }])
  wait(181 * 24 * 60 * MINUTE)
  await deleteOldClients(app.db, app.clock.now)
  expect(await app.db.select().from(newBrowsers)).toEqual([])
})

const NEW_USER = { username: 'grace', email: 'grace@example.com', password: PASSWORD }

const SENSITIVE: [string, { method?: string; json?: unknown }][] = [
  ['/users', { json: NEW_USER }],
  ['/users/1', { method: 'PUT', json: NEW_USER }],
  ['/users/1', { method: 'DELETE' }],
  ['/users/1/reset-password', { json: { password: PASSWORD } }],
  ['/users/1/password-link', { method: 'POST' }],
  ['/tokens', { json: { name: 'deploy' } }],
  ['/backups/a.db', {}],
]

test('sensitive requests require the password again after 15 minutes', async () => {
  const { app, wait } = await signedInApp()
  await makeUser(app, 'admin', 'ada')
  await makeUser(app, 'super_admin', 'owner')
  const owner = await signIn(app, 'owner')
  wait(15 * MINUTE)
  const areRefused = async () => {
    for (const [path, about] of SENSITIVE) {
      const refused = await owner.ask(path, about)
      expect([path, refused.status, (await refused.json()).code]).toEqual([path, 403, 'proof_required'])
    }
  }
  await areRefused()
  expect((await owner.read('/account')).provedUntil).toBeNull()
  expect((await owner.ask('/account/proof', { json: { password: 'wrong' } })).status).toBe(400)
  await areRefused()

  const proof = await owner.ask('/account/proof', { json: { password: PASSWORD } })
  const provedUntil = new Date(app.clock.now.getTime() + 15 * MINUTE).toISOString()
  expect(await proof.json()).toEqual({ provedUntil })
  expect((await owner.read('/account')).provedUntil).toBe(provedUntil)
  for (const [path, about] of SENSITIVE) {
    const { status } = await owner.ask(path, about)
    expect([path, status === 403]).toEqual([path, false])
  }
})

test('the role is checked before a proof is requested', async () => {
  const { app, wait } = await signedInApp()
  await makeUser(app, 'admin', 'ada')
  const ada = await signIn(app, 'ada')
  wait(20 * MINUTE)
  const refused = await ada.ask('/users', { json: NEW_USER })
  expect((await refused.json()).code).toBe('forbidden')
})

test('proof attempts with a stolen token have the same rate limit as sign-ins', async () => {
  const { app } = await signedInApp()
  await makeUser(app, 'admin', 'ada')
  const ada = await signIn(app, 'ada')
  const statuses: number[] = []
  for (let attempt = 0; attempt < 8; attempt++) {
    const tried = await ada.ask('/account/proof', {
      json: { password: `guess ${attempt}` },
      from: '192.0.2.1',
    })
    statuses.push(tried.status)
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429])
  const log = await auditLog(app.db)
  expect(log.filter(({ action }) => action === 'proof_failed')).toHaveLength(5)
})

test.each(['192.0.2.1', '203.0.113.7'])(
  "an attack from %s on a username doesn't block a signed-in user's proof",
  async (attacker) => {
    const { app, wait } = await signedInApp()
    await makeUser(app, 'admin', 'ada')
    const ada = await signIn(app, 'ada', { device: LAPTOP, from: '203.0.113.7' })
    wait(20 * MINUTE)
    for (let attempt = 0; attempt < 60; attempt++) {
      const from = attacker === '192.0.2.1' ? `192.0.2.${attempt}` : attacker
      await app.call('/api/admin/login', { json: { username: 'ada', password: 'guess' }, from })
    }
    for (const from of ['203.0.113.7', '198.51.100.9']) {
      const proof = await ada.ask('/account/proof', { json: { password: PASSWORD }, from })
      expect([from, proof.status]).toEqual([from, 200])
    }
  },
)

test('a password set by another administrator must be changed first', async () => {
  const { app } = await signedInApp()
  const { user } = await makeUser(app, 'admin', 'ada')
  await makeUser(app, 'super_admin', 'owner')
  const owner = await signIn(app, 'owner')
  await owner.ask(`/users/${user.id}/reset-password`, { json: { password: PASSWORD } })
  const ada = await signIn(app, 'ada')
  expect(ada.answer).toMatchObject({ mustChangePassword: true, admin: { username: 'ada' } })
  const refused = await ada.ask('/users')
  expect([refused.status, (await refused.json()).code]).toEqual([403, 'password_change_required'])
  expect(await ada.read('/account')).toMatchObject({ mustChangePassword: true })
  const others = await ada.ask('/users/2/reset-password', { json: { password: PASSWORD } })
  expect((await others.json()).code).toBe('forbidden')
  const kept = await ada.ask(`/users/${user.id}/reset-password`, { json: { password: PASSWORD } })
  expect([kept.status, await kept.json()]).toMatchObject([400, { fields: { password: SAME_PASSWORD } }])
  const changed = await ada.ask(`/users/${user.id}/reset-password`, { json: { password: 'my own long one' } })
  expect(changed.status).toBe(200)
  const [row] = await app.db.select().from(users).where(eq(users.id, user.id))
  expect(row?.mustChangePassword).toBe(false)
})

test.each([
  ['', ''],
  [null, ''],
  [FIREFOX, 'Firefox on Linux'],
  [SAFARI, 'Safari on macOS'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0',
    'Microsoft Edge on Windows',
  ],
  ['<script>alert(1)</script>', ''],
  ['('.repeat(10_000), ''],
])('describes the browser %p as %p', (agent, words) => {
  expect(describeBrowser(agent)).toBe(words)
})
