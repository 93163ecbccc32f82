import { expect, test } from 'bun:test'
import { contacts } from '#src/db/schema.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'

const BROWSER = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' }
const LETTER = {
  name: 'Ada',
  email: 'ada@example.com',
  subject: 'Hello',
  message: 'x',
  createdAt: NOON.toISOString(),
}

test("the dashboard shows today's figures and the number of new messages", async () => {
  const clock = { now: new Date('2026-03-14T23:59:59Z') }
  const app = await testApp({ clock })
  const { authorization } = await makeUser(app, 'moderator')
  const read = async () => (await app.call('/api/admin/dashboard', { headers: { authorization } })).json()
  const nothing = { pageViews: 0, uniqueVisitors: 0, passwordsGenerated: 0, passwordsChecked: 0 }
  expect(await read()).toEqual({ todayStats: nothing, newContacts: 0, heldBackContacts: 0 })

  await app.call('/', { headers: BROWSER })
  await app.call('/', { headers: BROWSER })
  await app.call('/', { headers: BROWSER, from: '203.0.113.8' })
  await app.call('/api/track/password-generated', { json: { type: 'single' } })
  await app.call('/api/track/password-checked', { json: { strength: 50 } })
  await app.db.insert(contacts).values([
    { ...LETTER, status: 'new' },
    { ...LETTER, status: 'new' },
    { ...LETTER, status: 'read' },
    { ...LETTER, status: 'held_back' },
  ])
  expect(await read()).toEqual({
    todayStats: { pageViews: 3, uniqueVisitors: 2, passwordsGenerated: 1, passwordsChecked: 1 },
    newContacts: 2,
    heldBackContacts: 1,
  })

  clock.now = new Date('2026-03-15T00:00:00Z')
  expect(await read()).toEqual({ todayStats: nothing, newContacts: 2, heldBackContacts: 1 })
})
