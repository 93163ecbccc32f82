import { expect, test } from 'bun:test'
import { PROMPT_MISSING } from '#domain/prompts.ts'
import { prompts } from '#src/db/schema.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'

const PATH = '/api/admin/ai-prompts'

const TEMPLATE = {
  name: 'How-to',
  description: 'Short guides',
  systemPrompt: 'You write plainly.\nNo lists.',
  userPromptTemplate: 'Write a post titled {{title}}.',
  isActive: true,
}

async function signedInApp() {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'admin', 'ada')
  const send = (method: string, path = '', json?: unknown) =>
    app.call(`${PATH}${path}`, { method, json, headers: { authorization } })
  return { app, send }
}

test('creates, lists, updates and deletes a template', async () => {
  const { app, send } = await signedInApp()
  const created = await send('POST', '', TEMPLATE)
  expect(created.status).toBe(201)
  const prompt = { ...TEMPLATE, id: 1, createdAt: NOON.toISOString() }
  expect(await created.json()).toEqual(prompt)
  await send('POST', '', { ...TEMPLATE, name: 'Second' })
  const listed = await (await send('GET')).json()
  expect(listed.map(({ name }: { name: string }) => name)).toEqual(['Second', 'How-to'])

  const changed = await send('PUT', '/1', { ...TEMPLATE, name: 'Guide', isActive: false })
  expect(await changed.json()).toEqual({ ...prompt, name: 'Guide', isActive: false })
  expect(await (await send('DELETE', '/1')).json()).toEqual({ success: true })
  expect((await send('DELETE', '/1')).status).toBe(404)
  expect(await app.db.select({ name: prompts.name }).from(prompts)).toEqual([{ name: 'Second' }])

  const entries = await auditLog(app.db)
  expect(entries.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
    ['ada', 'prompt_created', 'How-to'],
    ['ada', 'prompt_created', 'Second'],
    ['ada', 'prompt_updated', 'Guide'],
    ['ada', 'prompt_deleted', 'Guide'],
  ])
})

test('a template is active and has an empty description by default', async () => {
  const { send } = await signedInApp()
  const { name, systemPrompt, userPromptTemplate } = TEMPLATE
  const created = await send('POST', '', { name, systemPrompt, userPromptTemplate })
  expect(await created.json()).toMatchObject({ description: '', isActive: true })
})

test.each([
  {},
  { ...TEMPLATE, name: '' },
  { ...TEMPLATE, name: '  ' },
  { ...TEMPLATE, systemPrompt: '\n' },
  { ...TEMPLATE, userPromptTemplate: undefined },
  { ...TEMPLATE, userPromptTemplate: 7 },
])('rejects a template without a required field: %j', async (json) => {
  const { app, send } = await signedInApp()
  const rejected = await send('POST', '', json)
  expect(rejected.status).toBe(400)
  expect(await rejected.json()).toMatchObject({ message: PROMPT_MISSING, code: 'invalid' })
  expect(await app.db.select().from(prompts)).toEqual([])
})

test('accepts prompts of the maximum length in any alphabet', async () => {
  const { send } = await signedInApp()
  const long = '密'.repeat(20_000)
  const template = { ...TEMPLATE, systemPrompt: long, userPromptTemplate: long }
  expect((await send('POST', '', template)).status).toBe(201)
  expect((await send('POST', '', { ...template, systemPrompt: `${long}密` })).status).toBe(400)
})

test.each(['/999', '/0', '/-1', '/x', '/1e3', '/9999999999999999'])(
  'returns 404 for template %s',
  async (path) => {
    const { send } = await signedInApp()
    for (const response of [await send('PUT', path, TEMPLATE), await send('DELETE', path)]) {
      expect(response.status).toBe(404)
      expect(await response.json()).toEqual({ message: 'AI prompt template not found', code: 'not_found' })
    }
  },
)
