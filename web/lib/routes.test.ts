import { afterAll, afterEach, expect, spyOn, test } from 'bun:test'
import { request, urlOf } from './api.ts'

const respond = Object.assign(async () => Response.json({}), { preconnect: fetch.preconnect })
const sent = spyOn(globalThis, 'fetch').mockImplementation(respond)
afterEach(() => sent.mockClear())
afterAll(() => sent.mockRestore())

test('a call fills in the params of its path, and sends the query and the body', async () => {
  await request('DELETE', '/api/admin/backups/:name', { params: { name: 'a/b ü.db' } })
  await request('GET', '/api/admin/contacts', { query: { search: 'a&b', limit: 5, status: undefined } })
  await request('PATCH', '/api/admin/contacts/:id', { params: { id: 7 }, body: { status: 'read' } })
  expect(sent.mock.calls.map(([path, { method, body } = {}]) => [method, path, body])).toEqual([
    ['DELETE', '/api/admin/backups/a%2Fb%20%C3%BC.db', undefined],
    ['GET', '/api/admin/contacts?search=a%26b&limit=5', undefined],
    ['PATCH', '/api/admin/contacts/7', '{"status":"read"}'],
  ])
})

// The compiler reports each `@ts-expect-error` that isn't needed.
test('a call of another path, method, param, query or body than the server has fails the type check', async () => {
  const params = { id: 7 }
  const calls = [
    // @ts-expect-error: no such path
    request('GET', '/api/admin/contact'),
    // @ts-expect-error: no such method
    request('PUT', '/api/admin/contacts/:id', { params, body: { status: 'read' } }),
    // @ts-expect-error: another param
    request('GET', '/api/admin/contacts/:id', { params: { contact: 7 } }),
    // @ts-expect-error: no params
    request('GET', '/api/admin/contacts/:id'),
    // @ts-expect-error: another query parameter
    request('GET', '/api/admin/contacts', { query: { state: 'read' } }),
    // @ts-expect-error: another value in the query
    request('GET', '/api/admin/contacts', { query: { status: 'seen' } }),
    // @ts-expect-error: another field
    request('PATCH', '/api/admin/contacts/:id', { params, body: { state: 'read' } }),
    // @ts-expect-error: another value
    request('PATCH', '/api/admin/contacts/:id', { params, body: { status: 'seen' } }),
    // @ts-expect-error: no body
    request('PATCH', '/api/admin/contacts/:id', { params }),
    // @ts-expect-error: a body that nobody reads
    request('POST', '/api/admin/backups', { body: { name: 'today' } }),
    // @ts-expect-error: the answer has no such field
    request('GET', '/api/admin/contacts/:id', { params }).then(({ state }) => state),
  ]
  // @ts-expect-error: only DELETE has this path
  expect(urlOf('/api/admin/users/:id/sessions/:session', { params: { id: 7, session: 'a' } })).toBeString()
  await Promise.all(calls)
  expect(sent).toHaveBeenCalledTimes(calls.length)
})
