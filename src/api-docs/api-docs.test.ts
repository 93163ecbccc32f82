import { expect, test } from 'bun:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as z from 'zod/mini'
import { PERMISSIONS } from '#domain/permissions.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { type TestApp, testApp } from '#src/testing/test-app.ts'
import { describeApi } from './document.ts'

const Operation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string().check(z.minLength(7)),
  'x-permission': z.optional(z.string()),
  description: z.optional(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.optional(
    z.array(z.object({ name: z.string(), in: z.enum(['path', 'query']), schema: z.looseObject({}) })),
  ),
  requestBody: z.optional(
    z.object({ content: z.record(z.string(), z.object({ schema: z.looseObject({}) })) }),
  ),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string(),
      content: z.record(z.string(), z.object({ schema: z.looseObject({}) })),
      headers: z.optional(z.looseObject({})),
    }),
  ),
})
const Document = z.object({
  openapi: z.literal('3.1.0'),
  info: z.object({
    license: z.object({ identifier: z.string() }),
    description: z.string().check(z.minLength(1)),
  }),
  servers: z.array(z.object({ url: z.url() })),
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.object({ Error: z.looseObject({}) }) }),
})

async function readDocument(app: TestApp) {
  const { authorization } = await makeUser(app, 'super_admin')
  const response = await app.call('/api/openapi.json', { headers: { authorization } })
  const { paths, components, servers } = Document.parse(await response.json())
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  )
  return { operations, components, servers, authorization }
}

test('describes every API route and nothing else', async () => {
  const app = await testApp()
  const { operations } = await readDocument(app)
  const routes = app.routes
    .filter(({ path }) => path.startsWith('/api/') && path !== '/api/docs')
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(routes.sort())
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
})

test('describes the permission, parameters, body and errors of a route', async () => {
  const { operations, components } = await readDocument(await testApp())
  const find = (method: string, path: string) =>
    operations.find((operation) => operation.method === method && operation.path === path)

  const change = find('PUT', '/api/admin/users/{id}')
  const account = 'Needs proof of identity in the last 15 minutes. Closed to personal tokens.'
  expect(change?.description).toBe(`Roles: Super Admin. ${account}`)
  expect(change?.['x-permission']).toBe('users.write')
  expect(change?.security).toEqual([{ token: [] }])
  expect(change?.parameters).toMatchObject([{ name: 'id', in: 'path', schema: { type: 'integer' } }])
  expect(change?.requestBody?.content['application/json']?.schema).toMatchObject({
    type: 'object',
    required: ['username', 'email'],
    properties: {
      role: { enum: ['super_admin', 'admin', 'moderator'] },
      password: { minLength: 6, maxLength: 256 },
    },
  })
  expect(Object.keys(change?.responses ?? {})).toEqual(['200', '400', '401', '403', '404', '429', 'default'])
  expect(change?.responses['401']?.content['application/json']?.schema).toEqual({
    $ref: '#/components/schemas/Error',
  })
  expect(components.schemas.Error).toMatchObject({ required: ['message', 'code'] })

  const login = find('POST', '/api/admin/login')
  expect(login?.security).toEqual([])
  expect(Object.keys(login?.responses ?? {})).toEqual(['200', '400', '429', 'default'])

  const audit = find('GET', '/api/admin/audit')
  expect(audit?.parameters?.map(({ name }) => name)).toEqual([
    'action',
    'actor',
    'limit',
    'offset',
    'sort',
    'order',
    'after',
  ])
  expect(audit?.responses['200']?.headers).toHaveProperty('X-Total-Count')
})

test('describes the tags of a post, the parts of an upload and the server', async () => {
  const { operations, servers } = await readDocument(await testApp())
  const fields = (method: string, path: string) =>
    operations.find((operation) => operation.method === method && operation.path === path)?.requestBody
      ?.content['application/json']?.schema.properties
  const tags = { type: 'array', items: { type: 'string' }, maxItems: 100 }
  expect(fields('POST', '/api/admin/blog/posts')).toMatchObject({ tags })
  expect(fields('PUT', '/api/admin/blog/posts/{id}')).toMatchObject({ tags })
  const whole = { default: 1, type: 'integer', minimum: 1, maximum: 1000 }
  expect(fields('POST', '/api/admin/competitor-keywords/upload')).toMatchObject({ part: whole, parts: whole })
  expect(servers).toEqual([{ url: 'http://example.test' }])
})

test('lists the permissions that a token can have', async () => {
  const { operations } = await readDocument(await testApp())
  const tokens = operations.filter(({ path }) => path === '/api/admin/tokens')
  const creation = tokens.find(({ method }) => method === 'POST')
  const given = creation?.requestBody?.content['application/json']?.schema.properties
  expect(given).toMatchObject({
    permissions: { items: { type: 'string', enum: PERMISSIONS.filter((one) => one !== 'users.write') } },
  })
  const shown = creation?.responses['201']?.content['application/json']?.schema.properties
  expect(shown).toMatchObject({ permissions: { items: { type: 'string', enum: PERMISSIONS } } })
})

test('describes what a session and a personal token need', async () => {
  const { operations } = await readDocument(await testApp())
  const of = (method: string, path: string) =>
    operations.find((operation) => operation.method === method && operation.path === `/api/admin/${path}`)
      ?.description
  expect(of('GET', 'sessions')).toBe('Any signed-in role. Closed to personal tokens.')
  expect(of('GET', 'blog/posts')).toBe('Any signed-in role.')
  expect(of('DELETE', 'blog/posts/{id}')).toBe(
    'Roles: Super Admin, Admin. Personal tokens need posts.delete.',
  )
  expect(of('DELETE', 'backups/{name}')).toBe(
    'Roles: Super Admin. A session needs proof of identity in the last 15 minutes, a personal token backups.delete.',
  )
  expect(of('POST', 'contacts/bulk-delete')).toBe(
    'To delete more than 10 at once, a session needs proof of identity in the last 15 minutes, a personal token contacts.deleteMany, too. Roles: Super Admin, Admin. Personal tokens need contacts.delete.',
  )
})

test('describes setup and its code', async () => {
  const { operations } = await readDocument(await testApp())
  const setup = operations.find(({ method, path }) => method === 'POST' && path === '/api/admin/setup')
  expect(setup?.description).toContain('`code` is in the link that the server prints when it starts')
})

test('describes an upload as a file of each accepted type', async () => {
  const { operations } = await readDocument(await testApp())
  const upload = operations.find(({ method, path }) => method === 'POST' && path === '/api/admin/images')
  const file = { schema: { type: 'string', format: 'binary' } }
  expect(upload?.requestBody?.content).toMatchObject({ 'image/webp': file, 'image/gif': file })
  expect(upload?.description).toContain('at most 1 MB')
})

test('gives the public address as the server, or the address of the admin area if it has its own', async () => {
  const siteUrl = 'https://a.example'
  expect((await readDocument(await testApp({ settings: { siteUrl } }))).servers).toEqual([{ url: siteUrl }])
  const document = describeApi([], { title: 'API', version: '1', origin: 'https://admin.a.example' })
  expect(document.servers).toEqual([{ url: 'https://admin.a.example' }])
})

test('responses to GET requests match their schemas', async () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const app = await testApp()
  const { operations, authorization } = await readDocument(app)
  const readable = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'))
  for (const { path, responses } of readable) {
    const response = await app.call(path, { headers: { authorization } })
    expect([path, response.status]).toEqual([path, 200])
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';')
    const schema = responses['200']?.content[type]?.schema
    expect(schema).toBeDefined()
    if (type !== 'application/json' || !schema) continue
    expect([path, ajv.validate(schema, await response.json()), ajv.errors]).toEqual([path, true, null])
  }
})

/** Redocly's recommended rules that zod and the type checker don't cover. */
test('satisfies the rules of OpenAPI linters', async () => {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'super_admin')
  const response = await app.call('/api/openapi.json', { headers: { authorization } })
  const { paths, tags } = Document.parse(await response.json())
  const names = tags.map(({ name }) => name)
  expect(names).toEqual([...new Set(names)].sort((a, b) => a.localeCompare(b, 'en')))
  const shapes = new Set<string>()
  for (const [path, methods] of Object.entries(paths)) {
    expect(path).not.toMatch(/\/$|[?#]|\/\//)
    const shape = path.replace(/\{\w+\}/g, '{}')
    expect([path, shapes.has(shape)]).toEqual([path, false])
    shapes.add(shape)
    const named = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
    for (const { operationId, tags, summary, parameters = [], responses } of Object.values(methods)) {
      expect(operationId).toMatch(/^[a-zA-Z]+$/)
      expect(names).toEqual(expect.arrayContaining(tags))
      expect(summary).toMatch(/^[A-Z].*[^.]$/)
      const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      expect([path, inPath.sort()]).toEqual([path, named.sort()])
      const keys = parameters.map((parameter) => `${parameter.in} ${parameter.name}`)
      expect(new Set(keys).size).toBe(keys.length)
      expect(Object.keys(responses).some((status) => status.startsWith('2'))).toBe(true)
      expect(Object.keys(responses).some((status) => status.startsWith('4'))).toBe(true)
    }
  }
})
