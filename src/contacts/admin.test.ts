import { expect, test } from 'bun:test'
import { contacts } from '#src/db/schema.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'

const LETTER = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'The generator',
  message: 'Works well.',
  status: 'new',
  createdAt: NOON.toISOString(),
}

/** An app with these messages, numbered from 1, and what its admin sends to it. */
async function office(letters: Partial<typeof LETTER>[]) {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'admin')
  for (const letter of letters) await app.db.insert(contacts).values({ ...LETTER, ...letter })
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

test('messages come newest first and whole', async () => {
  const { send } = await office([{}, { status: 'later release', message: '<b>x</b>\n"y"' }])
  const response = await send('')
  expect(response.headers.get('x-total-count')).toBe('2')
  expect(await response.json()).toEqual([
    { ...LETTER, id: 2, status: 'later release', message: '<b>x</b>\n"y"' },
    { ...LETTER, id: 1 },
  ])
})

test('fifty come at a time, and the rest when asked for', async () => {
  const { idsOf } = await office(many(120))
  const first = await idsOf('')
  expect(first).toEqual({ ids: Array.from({ length: 50 }, (_, index) => 120 - index), total: 120 })
  expect(await idsOf('?offset=100')).toEqual({
    ids: Array.from({ length: 20 }, (_, index) => 20 - index),
    total: 120,
  })
  expect(await idsOf('?limit=2&offset=1')).toEqual({ ids: [119, 118], total: 120 })
  expect(await idsOf('?offset=500')).toEqual({ ids: [], total: 120 })
})

test.each(['limit=0', 'limit=201', 'limit=x', 'offset=-1', 'offset=1.5', 'limit=1e9', 'status=lost'])(
  'the question ?%s is refused with a reason',
  async (query) => {
    const { send } = await office([])
    const response = await send(`?${query}`)
    expect(response.status).toBe(400)
    expect((await response.json()).message).toMatch(/^(limit|offset) must be|^There is no such status$/)
  },
)

test('messages are found by status and by any text in them, whatever its case', async () => {
  const { idsOf } = await office([
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

test('a search for messages regards case in no alphabet', async () => {
  const { idsOf } = await office([{ name: 'Жанна' }, { message: 'À L’ÉCOLE' }])
  expect(await idsOf(`?search=${encodeURIComponent('жАННа')}`)).toEqual({ ids: [1], total: 1 })
  expect(await idsOf(`?search=${encodeURIComponent('école')}`)).toEqual({ ids: [2], total: 1 })
})

test('a search as long as no text is refused', async () => {
  const { send } = await office([])
  const answer = await send(`?search=${'x'.repeat(201)}`)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ message: 'search takes at most 200 characters' })
})

test.each(['new', 'read', 'replied', 'archived'])('a message is marked as %s', async (status) => {
  const { app, send } = await office(many(2))
  const response = await send('/1', { method: 'PATCH', json: { status, message: 'changed', id: 9 } })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ ...LETTER, id: 1, status })
  expect(await app.db.select().from(contacts)).toEqual([
    { ...LETTER, id: 1, status },
    { ...LETTER, id: 2 },
  ])
})

test.each([{}, { status: 'spam' }, { status: null }, 7])('the status %j is refused', async (json) => {
  const { app, send } = await office(many(1))
  const response = await send('/1', { method: 'PATCH', json })
  expect(response.status).toBe(400)
  expect((await app.db.select().from(contacts))[0]?.status).toBe('new')
})

test('a deleted message is gone, and the log names its number but not who wrote it', async () => {
  const { app, send } = await office(many(2))
  expect(await (await send('/1', { method: 'DELETE' })).json()).toEqual({ success: true })
  expect(await app.db.select().from(contacts)).toMatchObject([{ id: 2 }])
  const [entry] = await auditLog(app.db)
  expect(entry).toMatchObject({ actor: 'admin', action: 'contact_deleted', subject: '#1', detail: null })
})

test.each(['7', '0', 'x', '-1', '%00'])('there is no message %s', async (id) => {
  const { send } = await office(many(1))
  for (const about of [{ method: 'PATCH', json: { status: 'read' } }, { method: 'DELETE' }]) {
    const response = await send(`/${id}`, about)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ message: 'Contact not found', code: 'not_found' })
  }
})

test('held-back messages stand apart until an administrator moves them to new', async () => {
  const { app, send, idsOf } = await office([{}, { status: 'held_back' }, { status: 'held_back' }])
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
