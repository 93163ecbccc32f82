import { expect, test } from 'bun:test'
import { fillPath, writeCurl } from './call-text.ts'
import { type ApiDescription, groupOperations } from './description.ts'
import { describeType, listFields, makeExample, type Schema } from './schema-text.ts'

test.each<[Schema, string]>([
  [{ type: 'string', minLength: 1, maxLength: 2000 }, 'string, 1–2,000 characters'],
  [{ type: 'string', format: 'email', maxLength: 254 }, 'string, email, at most 254 characters'],
  [{ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER }, 'integer, at least 1'],
  [{ type: ['string', 'null'] }, 'string or null'],
  [{ anyOf: [{ type: 'number' }, { type: 'null' }] }, 'number or null'],
  [{ type: 'string', enum: ['draft', 'published'], default: 'draft' }, '"draft" or "published"'],
  [{ type: 'array', items: { type: 'string' }, maxItems: 100 }, 'array of string, at most 100 items'],
  [{ type: 'integer', default: 0 }, 'integer, default 0'],
  [{ $ref: '#/components/schemas/Error' }, 'Error'],
  [{}, 'any value'],
])('describes the type of %j', (schema, text) => {
  expect(describeType(schema)).toBe(text)
})

test('lists nested fields by their paths', () => {
  const schema: Schema = {
    type: 'array',
    items: {
      type: 'object',
      properties: { id: { type: 'number' }, of: { type: 'object', properties: { a: { type: 'string' } } } },
      required: ['id'],
    },
  }
  expect(listFields(schema)).toEqual([
    { name: '[].id', type: 'number', isRequired: true },
    { name: '[].of', type: 'object', isRequired: false },
    { name: '[].of.a', type: 'string', isRequired: false },
  ])
})

test('makes an example body', () => {
  const properties: Record<string, Schema> = {
    title: { type: 'string' },
    email: { type: 'string', format: 'email' },
    status: { enum: ['draft', 'published'] },
    tags: { type: 'array', items: { type: 'string' } },
    length: { type: 'integer', minimum: 8 },
    isActive: { type: 'boolean', default: false },
  }
  expect(makeExample({ type: 'object', properties })).toEqual({
    title: '',
    email: 'name@example.com',
    status: 'draft',
    tags: [''],
    length: 8,
    isActive: false,
  })
})

const responses = { 200: { description: 'OK', content: {} } }
const API: ApiDescription = {
  info: { title: 'API', version: '1' },
  servers: [{ url: 'https://a.example' }],
  tags: [{ name: 'Contacts' }, { name: 'Sign-in' }],
  paths: {
    '/api/admin/contacts/{id}': {
      delete: {
        operationId: 'deleteContact',
        tags: ['Contacts'],
        summary: 'Delete a message',
        'x-permission': 'contacts.delete',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
          { name: 'search', in: 'query', required: false, schema: { type: 'string' } },
        ],
        responses,
      },
    },
    '/api/admin/login': {
      post: {
        operationId: 'signIn',
        tags: ['Sign-in'],
        summary: 'Sign in',
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
        responses,
      },
    },
  },
}

test('finds operations by words of method, path and summary', () => {
  const found = (search: string) =>
    groupOperations(API, search).flatMap(({ operations }) => operations.map(({ operationId }) => operationId))
  expect(found('')).toEqual(['deleteContact', 'signIn'])
  expect(found('delete  MESSAGE')).toEqual(['deleteContact'])
  expect(found('post login')).toEqual(['signIn'])
  expect(found('message login')).toEqual([])
})

test('fills in the path and writes a curl command', () => {
  const [deletion, signIn] = groupOperations(API, '').flatMap(({ operations }) => operations)
  if (!deletion || !signIn) throw new Error('two operations are described')
  expect(fillPath(deletion, { id: 'a/b', search: 'x y' })).toBe('/api/admin/contacts/a%2Fb?search=x+y')
  expect(writeCurl('https://a.example', deletion, { values: { id: '1', search: '' }, body: '' })).toBe(
    `curl -X DELETE 'https://a.example/api/admin/contacts/1' \\\n  -H "Authorization: Bearer $TOKEN"`,
  )
  expect(writeCurl('https://a.example', signIn, { values: {}, body: `{"a":"it's"}` })).toBe(
    `curl -X POST 'https://a.example/api/admin/login' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"a":"it'\\''s"}'`,
  )
})
