import { expect, test } from 'bun:test'
import { BULK_MAX } from '#domain/bulk.ts'
import { contacts } from '#src/db/schema.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'

const MESSAGE = {
  name: 'Ada',
  email: 'ada@example.com',
  subject: 'Hello',
  message: 'Hello',
  createdAt: NOON.toISOString(),
}

async function signedInApp(statuses: string[]) {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'admin')
  for (const status of statuses) await app.db.insert(contacts).values({ ...MESSAGE, status })
  const send = (path: string, json: unknown) =>
    app.call(`/api/admin/contacts/${path}`, { method: 'POST', json, headers: { authorization } })
  const kept = async () => (await app.db.select().from(contacts)).map(({ id, status }) => [id, status])
  return { app, send, kept }
}

test('changes the status of many messages in one request, with an audit entry each', async () => {
  const { app, send, kept } = await signedInApp(['new', 'new', 'archived', 'new'])
  const answer = await send('bulk', { ids: [1, 3, 4, 99], status: 'archived' })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject([{ id: 1 }, { id: 3 }, { id: 4, status: 'archived' }])
  expect(await kept()).toEqual([
    [1, 'archived'],
    [2, 'new'],
    [3, 'archived'],
    [4, 'archived'],
  ])
  expect(await auditLog(app.db)).toMatchObject([
    { action: 'contact_status_changed', subject: '#1', detail: 'new → archived' },
    { action: 'contact_status_changed', subject: '#4', detail: 'new → archived' },
  ])
})

test('deletes many messages in one request, with an audit entry each', async () => {
  const { app, send, kept } = await signedInApp(['new', 'read', 'read'])
  expect(await (await send('bulk-delete', { ids: [3, 1, 99] })).json()).toEqual({ success: true })
  expect(await kept()).toEqual([[2, 'read']])
  expect((await auditLog(app.db)).map(({ action, subject }) => [action, subject])).toEqual([
    ['contact_deleted', '#1'],
    ['contact_deleted', '#3'],
  ])
})

test('accepts at most 200 messages per request', async () => {
  const { send, kept } = await signedInApp(['new'])
  const ids = Array.from({ length: BULK_MAX + 1 }, (_, index) => index + 1)
  expect((await send('bulk', { ids, status: 'read' })).status).toBe(400)
  expect(await kept()).toEqual([[1, 'new']])
  expect((await send('bulk', { ids: ids.slice(1), status: 'read' })).status).toBe(200)
  expect((await send('bulk-delete', { ids })).status).toBe(400)
  expect((await send('bulk', { ids: [1], status: 'held_back' })).status).toBe(400)
})

test('rejects ids that are not a list of numbers', async () => {
  const { send, kept } = await signedInApp(['new'])
  for (const json of [
    {},
    { ids: [] },
    { ids: 1 },
    { ids: ['1'] },
    { ids: [1.5] },
    { ids: [null] },
    { ids: [[1]] },
  ]) {
    for (const path of ['bulk', 'bulk-delete']) {
      const answer = await send(path, { status: 'read', ...json })
      expect([json, answer.status]).toEqual([json, 400])
      expect((await answer.json()).message).toBe('ids must be a list of 1 to 200 numbers')
    }
  }
  expect(await kept()).toEqual([[1, 'new']])
})

test('reads a message by its id', async () => {
  const { app } = await signedInApp(['new'])
  const { authorization } = await makeUser(app, 'moderator', 'bob')
  const read = (id: string) => app.call(`/api/admin/contacts/${id}`, { headers: { authorization } })
  expect(await (await read('1')).json()).toEqual({ ...MESSAGE, id: 1, status: 'new' })
  expect((await read('2')).status).toBe(404)
  expect((await app.call('/api/admin/contacts/1')).status).toBe(401)
})
