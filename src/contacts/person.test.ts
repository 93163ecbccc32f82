import { expect, test } from 'bun:test'
import { contacts } from '#src/db/schema.ts'
import { actor } from '#src/testing/actor.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { ENGINES } from '#src/testing/engines.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { countContactsOf, deleteOldContacts, eraseContacts } from './person.ts'

const DAY = 86_400_000

const message = (email: string, at = NOON) => ({
  name: 'Eve',
  email,
  subject: 'Hello',
  message: 'How are you?',
  createdAt: at.toISOString(),
})

async function signedInApp(addresses: string[]) {
  const app = await testApp()
  for (const email of addresses) await app.db.insert(contacts).values(message(email))
  const { authorization } = await makeUser(app, 'admin', 'ada')
  const ask = async (act: string, email: unknown) => {
    const path = `/api/admin/contacts/person${act}`
    const response = await app.call(path, { json: { email }, headers: { authorization } })
    return { status: response.status, answer: await response.json() }
  }
  const left = async () =>
    (await app.db.select().from(contacts).orderBy(contacts.id)).map(({ email }) => email)
  return { app, ask, left }
}

const ADDRESSES = ['eve@example.com', 'Eve@Example.COM', 'eve@example.com.evil.example', 'bob@example.com']

test('counts and exports the messages of an address, ignoring case', async () => {
  const { ask } = await signedInApp(ADDRESSES)
  expect((await ask('', ' EVE@example.com ')).answer).toEqual({ messages: 2 })
  const { answer } = await ask('/export', 'EVE@example.com')
  expect(answer).toMatchObject({ email: 'EVE@example.com', exportedAt: NOON.toISOString() })
  expect(answer.messages).toEqual([
    { id: 1, status: 'new', ...message('eve@example.com') },
    { id: 2, status: 'new', ...message('Eve@Example.COM') },
  ])
})

test('deletes only that person’s messages; the audit log has a count but no address', async () => {
  const { app, ask, left } = await signedInApp(ADDRESSES)
  await ask('/export', 'eve@example.com')
  expect(await ask('/delete', 'eve@example.com')).toEqual({ status: 200, answer: { deleted: 2 } })
  expect(await left()).toEqual(ADDRESSES.slice(2))
  expect(await ask('/delete', 'eve@example.com')).toEqual({ status: 200, answer: { deleted: 0 } })
  const entries = await auditLog(app.db)
  expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
    ['contacts_exported', '2 messages'],
    ['contacts_erased', '2 messages'],
  ])
  expect(JSON.stringify(entries)).not.toContain('example.com')
})

test.each(['', 'eve', '%', "' OR 1=1 --", 'eve@example.com, bob@example.com', null, { $ne: '' }])(
  '%j is not a valid address',
  async (email) => {
    const { ask, left } = await signedInApp(ADDRESSES)
    expect((await ask('/delete', email)).status).toBe(400)
    expect((await left()).length).toBe(4)
  },
)

test('counts, exports and deletes more messages than one transaction takes', async () => {
  const { app, ask, left } = await signedInApp(Array.from({ length: 401 }, () => 'eve@example.com'))
  expect((await ask('/export', 'eve@example.com')).answer.messages.length).toBe(401)
  expect((await ask('/delete', 'eve@example.com')).answer).toEqual({ deleted: 401 })
  expect(await left()).toEqual([])
  const erased = (await auditLog(app.db)).filter(({ action }) => action === 'contacts_erased')
  expect(erased.map(({ subject }) => subject)).toEqual(['200 messages', '200 messages', '1 message'])
})

test.each(ENGINES)("%s deletes only one person's messages", async (_name, open) => {
  await using opened = await open()
  const db = await opened.migrated()
  for (const email of [...ADDRESSES, 'EVE@EXAMPLE.COM']) await db.insert(contacts).values(message(email))
  expect(await countContactsOf(db, 'eve@example.com')).toBe(3)
  expect(await eraseContacts(db, actor, 'eve@example.com', NOON)).toBe(3)
  const left = await db.select({ email: contacts.email }).from(contacts).orderBy(contacts.id)
  expect(left.map(({ email }) => email)).toEqual(ADDRESSES.slice(2))
})

test('deletes old messages once for several instances, with an audit entry that has a count', async () => {
  const { app, left } = await signedInApp([])
  const ages = [0, 29, 30, 31, 400]
  for (const days of ages) {
    await app.db
      .insert(contacts)
      .values(message(`day-${days}@example.com`, new Date(NOON.getTime() - days * DAY)))
  }
  await deleteOldContacts(app.db, undefined, NOON)
  expect((await left()).length).toBe(5)
  await Promise.all([deleteOldContacts(app.db, 30, NOON), deleteOldContacts(app.db, 30, NOON)])
  expect(await left()).toEqual(['day-0@example.com', 'day-29@example.com', 'day-30@example.com'])
  expect(await auditLog(app.db)).toMatchObject([
    {
      action: 'contacts_expired',
      actor: 'daily schedule',
      subject: '2 messages',
      detail: 'Older than 30 days',
    },
  ])
})
