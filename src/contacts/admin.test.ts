import { expect, test } from 'bun:test'
import { contacts } from '#src/db/schema.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'

const MESSAGE = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'The generator',
  message: 'Works well.',
  status: 'new',
  createdAt: NOON.toISOString(),
}

/** Messages are numbered from 1. */
async function signedInApp(messages: Partial<typeof MESSAGE>[]) {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'admin')
  for (const message of messages) await app.db.insert(contacts).values({ ...MESSAGE, ...message })
  const send = (path: string, about: { method?: string; json?: unknown } = {}) =>
    app.call(`/api/admin/contacts${path}`, { ...about, headers: { authorization } })
  const idsOf = async (query: string) => {
    const response = await send(query)
    const list: { id: number }[] = await response.json()
    return { ids: list.map(({ id }) => id), total: Number(response.headers.get('x-total-count')) }
  }
  return { app, send, idsOf }
}

const many = (count: number) => Array.from({ length: count }, () => ({}))

test('lists messages newest first with all fields', async () => {
  const { send } = await signedInApp([{}, { status: 'later release', message: '<b>x</b>\n"y"' }])
  const response = await send('')
  expect(response.headers.get('x-total-count')).toBe('2')
  expect(await response.json()).toEqual([
    { ...MESSAGE, id: 2, status: 'later release', message: '<b>x</b>\n"y"' },
    { ...MESSAGE, id: 1 },
  ])
})

test('returns fifty messages per page', async () => {
  const { idsOf } = await signedInApp(many(120))
  const first = await idsOf('')
  expect(first).toEqual({ ids: Array.from({ length: 50 }, (_, index) => 120 - index), total: 120 })
  expect(await idsOf('?offset=100')).toEqual({
    ids: Array.from({ length: 20 }, (_, index) => 20 - index),
    total: 120,
  })
  expect(await idsOf('?limit=2&offset=1')).toEqual({ ids: [119, 118], total: 120 })
  expect(await idsOf('?offset=500')).toEqual({ ids: [], total: 120 })
})

test('rejects an invalid query with a reason', async () => {
  const { send } = await signedInApp([])
  for (const query of [
    'limit=0',
    'limit=201',
    'limit=x',
    'offset=-1',
    'offset=1.5',
    'limit=1e9',
    'status=lost',
  ]) {
    const response = await send(`?${query}`)
    expect([query, response.status]).toEqual([query, 400])
    expect((await response.json()).message).toMatch(/^(limit|offset) must be|^Unknown status$/)
  }
})

test('finds messages by status and by any text in them, ignoring case', async () => {
  const { idsOf } = await signedInApp([
    { status: 'read', name: 'Grace Hopper' },
    { email: 'grace@example.com' },
    { subject: 'Say GRACE' },
    { status: 'archived', message: 'with grace' },
    { message: '100% _sure_' },
  ])
  expect(await idsOf('?status=read')).toEqual({ ids: [1], total: 1 })
  expect(await idsOf('?search=Grace')).toEqual({ ids: [4, 3, 2, 1], total: 4 })
  expect(await idsOf('?search=grace&status=new&limit=1')).toEqual({ ids: [3], total: 2 })
  expect(await idsOf(`?search=${encodeURIComponent('0% _')}`)).toEqual({ ids: [5], total: 1 })
  expect(await idsOf('?search=%25')).toEqual({ ids: [5], total: 1 })
  expect(await idsOf("?search=' OR 1=1 --")).toEqual({ ids: [], total: 0 })
  expect(await idsOf('?search=')).toMatchObject({ total: 5 })
})

test('the message search ignores case in every alphabet', async () => {
  const { idsOf } = await signedInApp([{ name: 'Жанна' }, { message: 'À L’ÉCOLE' }])
  expect(await idsOf(`?search=${encodeURIComponent('жАННа')}`)).toEqual({ ids: [1], total: 1 })
  expect(await idsOf(`?search=${encodeURIComponent('école')}`)).toEqual({ ids: [2], total: 1 })
})

test('rejects an overlong search', async () => {
  const { send } = await signedInApp([])
  const answer = await send(`?search=${'x'.repeat(201)}`)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ message: 'search can have at most 200 characters' })
})

test.each(['new', 'read', 'replied', 'archived'])('marks a message as %s', async (status) => {
  const { app, send } = await signedInApp(many(2))
  const response = await send('/1', { method: 'PATCH', json: { status, message: 'changed', id: 9 } })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ ...MESSAGE, id: 1, status })
  expect(await app.db.select().from(contacts)).toEqual([
    { ...MESSAGE, id: 1, status },
    { ...MESSAGE, id: 2 },
  ])
})

test('rejects any other status', async () => {
  const { app, send } = await signedInApp(many(1))
  for (const json of [{}, { status: 'spam' }, { status: null }, 7])
    expect([json, (await send('/1', { method: 'PATCH', json })).status]).toEqual([json, 400])
  expect((await app.db.select().from(contacts))[0]?.status).toBe('new')
})

test('deleting a message logs its id but not its sender', async () => {
  const { app, send } = await signedInApp(many(2))
  expect(await (await send('/1', { method: 'DELETE' })).json()).toEqual({ success: true })
  expect(await app.db.select().from(contacts)).toMatchObject([{ id: 2 }])
  const [entry] = await auditLog(app.db)
  expect(entry).toMatchObject({ actor: 'admin', action: 'contact_deleted', subject: '#1', detail: null })
})

test('returns 404 for a missing message', async () => {
  const { send } = await signedInApp(many(1))
  for (const id of ['7', '0', 'x', '-1', '%00']) {
    for (const about of [{ method: 'PATCH', json: { status: 'read' } }, { method: 'DELETE' }]) {
      const response = await send(`/${id}`, about)
      expect([id, response.status]).toEqual([id, 404])
      expect(await response.json()).toEqual({ message: 'Message not found', code: 'not_found' })
    }
  }
})

test('held-back messages are listed separately until an administrator sets them to new', async () => {
  const { app, send, idsOf } = await signedInApp([{}, { status: 'held_back' }, { status: 'held_back' }])
  const { authorization } = await makeUser(app, 'moderator')
  const figures = async () => (await app.call('/api/admin/dashboard', { headers: { authorization } })).json()
  expect(await figures()).toMatchObject({ newContacts: 1, heldBackContacts: 2 })
  expect(await idsOf('')).toEqual({ ids: [3, 2, 1], total: 3 })
  expect(await idsOf('?except=held_back')).toEqual({ ids: [1], total: 1 })
  expect(await idsOf('?status=held_back')).toEqual({ ids: [3, 2], total: 2 })

  expect((await send('/3', { method: 'PATCH', json: { status: 'new' } })).status).toBe(200)
  expect(await figures()).toMatchObject({ newContacts: 2, heldBackContacts: 1 })
  const back = await send('/3', { method: 'PATCH', json: { status: 'held_back' } })
  expect(back.status).toBe(400)
  expect((await back.json()).message).toBe('The status must be new, read, replied or archived')
})
