import { expect, test } from 'bun:test'
import * as z from 'zod/mini'
import type { Config } from '#src/config.ts'
import { readConfig } from '#src/config.ts'
import { posts } from '#src/db/schema.ts'
import { QUOTA_CODES } from '#src/lib/chat-quota.ts'
import { createPrompt } from '#src/prompts/store.ts'
import { actor } from '#src/testing/actor.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { type ChatServer, GOOD_TEXT, startChatServer, startCuttingServer } from '#src/testing/chat-server.ts'
import { makePost } from '#src/testing/make-post.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'

const KEY = 'sk-proj-abcDEF0123456789zyxWVU'

const TEMPLATE = {
  name: 'How-to',
  description: '',
  systemPrompt: 'You write plainly.',
  userPromptTemplate: 'Write a post titled "{{title}}".',
  isActive: true,
}

type Options = {
  settings?: Partial<Config>
  chatTimeout?: () => AbortSignal
  isActive?: boolean
  expectsErrors?: boolean
}

async function signedInApp({
  settings = {},
  chatTimeout,
  isActive = true,
  expectsErrors = false,
}: Options = {}) {
  const app = await testApp({ settings, expectsErrors, ...(chatTimeout ? { chatTimeout } : {}) })
  const { authorization } = await makeUser(app, 'admin', 'ada')
  const prompt = await createPrompt(app.db, actor, { ...TEMPLATE, isActive }, NOON)
  const headers = { authorization }
  const generate = (json: unknown = { title: 'On passwords', promptId: prompt.id }, signal?: AbortSignal) =>
    app.call('/api/admin/ai-generate-blog', { json, headers, ...(signal ? { signal } : {}) })
  return { app, headers, generate }
}

const settingsFor = ({ url }: Pick<ChatServer, 'url'>) => ({ openaiBaseUrl: url, openaiApiKey: KEY })

const storedPosts = ({ db }: TestApp) => db.select().from(posts)

const UNREACHABLE =
  'The AI provider could not be reached, or ended the connection. Please check OPENAI_BASE_URL.'

// First, so that the other tests run while the library waits to try again.
test('reports a provider that closes the connection or is unreachable', async () => {
  using cutting = startCuttingServer()
  const ask = async (url: string) => {
    const { app, generate } = await signedInApp({ settings: settingsFor({ url }) })
    const response = await generate()
    expect(response.status).toBe(502)
    expect(await response.json()).toEqual({ message: UNREACHABLE, code: 'bad_gateway' })
    expect(await storedPosts(app)).toEqual([])
    expect(app.lines.join()).not.toContain(KEY)
  }
  await Promise.all([cutting.url, 'http://127.0.0.1:9/v1'].map(ask))
})

test.each(['good', 'two failures, then success'])('generates a draft (provider: %s)', async (name) => {
  await using provider = startChatServer(name)
  const { app, generate } = await signedInApp({ settings: settingsFor(provider) })
  const response = await generate({ title: '  On passwords ', promptId: 1 })
  expect(response.status).toBe(201)
  expect(await response.json()).toMatchObject({
    title: 'On passwords',
    slug: 'on-passwords',
    content: GOOD_TEXT,
    excerpt: GOOD_TEXT,
    status: 'draft',
    tags: [],
    publishedAt: null,
  })
  expect(await storedPosts(app)).toHaveLength(1)
  expect(provider.requests).toHaveLength(name === 'two failures, then success' ? 3 : 1)
  const [entry] = await auditLog(app.db)
  expect(entry).toMatchObject({ actor: 'ada', action: 'draft_generated', subject: 'On passwords' })
})

test('stores a draft with its audit entry or not at all', async () => {
  await using provider = startChatServer('good')
  const { app, generate } = await signedInApp({ settings: settingsFor(provider), expectsErrors: true })
  await app.engine.script(
    "CREATE TRIGGER broken BEFORE INSERT ON audit_entries BEGIN SELECT RAISE(ABORT, 'no more audit'); END;",
  )
  expect((await generate()).status).toBe(500)
  await app.engine.script('DROP TRIGGER broken;')
  expect(await app.db.$count(posts)).toBe(0)
  expect((await generate()).status).toBe(201)
  expect(await app.db.$count(posts)).toBe(1)
  expect(await auditLog(app.db)).toMatchObject([{ action: 'draft_generated', actor: 'ada', userId: 1 }])
})

test('sends the provider the template, the model and the key, and nothing else', async () => {
  await using provider = startChatServer('good')
  const { generate } = await signedInApp({ settings: { ...settingsFor(provider), openaiModel: 'llama' } })
  await generate({ title: 'A $& {{title}} "quoted"', promptId: 1 })
  expect(provider.requests).toEqual([
    {
      authorization: `Bearer ${KEY}`,
      body: {
        model: 'llama',
        messages: [
          { role: 'system', content: 'You write plainly.' },
          { role: 'user', content: 'Write a post titled "A $& {{title}} "quoted"".' },
        ],
        stream: false,
      },
    },
  ])
})

test('puts keywords in the prompt, in place of {{keywords}} or as a last line', async () => {
  await using provider = startChatServer('good')
  const { app, generate } = await signedInApp({ settings: settingsFor(provider) })
  const userPromptTemplate = 'On {{title}}, with {{keywords}}.'
  const { id } = await createPrompt(app.db, actor, { ...TEMPLATE, userPromptTemplate }, NOON)
  const keywords = ['passkeys', ' what is a passkey? ']
  await generate({ title: 'Keys {{keywords}}', promptId: id, keywords })
  await generate({ title: 'Keys', promptId: id, keywords: [] })
  await generate({ title: 'Keys', promptId: 1, keywords })
  const sent = z.object({ messages: z.array(z.object({ content: z.string() })) })
  expect(provider.requests.map(({ body }) => sent.parse(body).messages[1]?.content)).toEqual([
    'On Keys {{keywords}}, with passkeys, what is a passkey?.',
    'On Keys, with Keys.',
    'Write a post titled "Keys".\nKeywords: passkeys, what is a passkey?',
  ])
  for (const wrong of ['passkeys', [7], [''], ['a\nb'], ['a'.repeat(201)], Array(21).fill('a')]) {
    expect((await generate({ title: 'Keys', promptId: 1, keywords: wrong })).status).toBe(400)
  }
})

test('needs no key for a custom provider, and sends none', async () => {
  await using provider = startChatServer('good')
  const { generate } = await signedInApp({ settings: { openaiBaseUrl: provider.url } })
  expect((await generate()).status).toBe(201)
  expect(provider.requests[0]?.authorization).toBeNull()
})

test('adds a number to a slug that is taken', async () => {
  await using provider = startChatServer('good')
  const { app, generate } = await signedInApp({ settings: settingsFor(provider) })
  await makePost(app.db, { title: 'On passwords' })
  expect(await (await generate()).json()).toMatchObject({ slug: 'on-passwords-2' })
  expect(await (await generate()).json()).toMatchObject({ slug: 'on-passwords-3' })
})

const QUOTA = "The AI provider's quota is exceeded. Please add credits to your account with the provider."
const NO_COMPLETION = "The AI provider's response is not a chat completion."

const FAILURES: [string, { message: string; requests: number }][] = [
  ...QUOTA_CODES.map((code): [string, { message: string; requests: number }] => [
    `quota ${code}`,
    { message: QUOTA, requests: 1 },
  ]),
  ['quota by its type', { message: QUOTA, requests: 1 }],
  ['payment required', { message: QUOTA, requests: 1 }],
  [
    'an error with status 200',
    {
      message: 'The AI provider returned an error instead of text: Upstream failed',
      requests: 1,
    },
  ],
  [
    'too many requests',
    { message: "The AI provider's rate limit is exceeded. Please try again later.", requests: 3 },
  ],
  ['always failing', { message: 'The AI provider responded with status 500: Oops', requests: 3 }],
  ['no JSON', { message: NO_COMPLETION, requests: 1 }],
  ['a web page', { message: NO_COMPLETION, requests: 1 }],
  ['another shape', { message: NO_COMPLETION, requests: 1 }],
  ['empty', { message: 'The AI provider returned an empty response.', requests: 1 }],
  [
    'an overlong text',
    {
      message: "The AI provider's response is too long.",
      requests: 1,
    },
  ],
  [
    'too many lines',
    {
      message: "The AI provider's text can't be saved: The content can have at most 10,000 lines.",
      requests: 1,
    },
  ],
  ['unclosed reasoning', { message: 'The AI provider returned an empty response.', requests: 1 }],
  [
    'an unknown model',
    {
      message: 'The AI provider responded with status 404: The model `gpt-5-mini` does not exist',
      requests: 1,
    },
  ],
  [
    'a refused key',
    { message: 'The AI provider rejected the API key. Please check OPENAI_API_KEY.', requests: 1 },
  ],
  ['the key in an error', { message: 'The AI provider responded with status 400.', requests: 1 }],
  ['a part of the key in an error', { message: 'The AI provider responded with status 400.', requests: 1 }],
  ['a redirect', { message: 'The AI provider responded with status 307.', requests: 1 }],
]

test.each(FAILURES)(
  'reports a provider failure (%s) and stores no draft',
  async (name, { message, requests }) => {
    await using provider = startChatServer(name)
    const { app, generate } = await signedInApp({ settings: settingsFor(provider) })
    const response = await generate()
    const text = await response.text()
    expect(JSON.parse(text)).toEqual({ message, code: 'bad_gateway' })
    expect(response.status).toBe(502)
    expect(provider.requests).toHaveLength(requests)
    expect(await storedPosts(app)).toEqual([])
    for (const output of [text, ...app.lines]) expect(output).not.toContain(KEY.slice(4, 12))
  },
)

test('mentions the quota only in messages about the quota', () => {
  const isAboutQuota = (name: string) => /^quota|payment/.test(name)
  for (const [name, { message }] of FAILURES) expect(/quota/i.test(message)).toBe(isAboutQuota(name))
})

test('redacts the key if the provider returns it in the text', async () => {
  await using provider = startChatServer('the key in the text')
  const { generate } = await signedInApp({ settings: settingsFor(provider) })
  expect(await (await generate()).json()).toMatchObject({ content: 'The key is [key], they say.' })
})

test('times out if the provider sends no response or only half of one', async () => {
  const ask = async (name: string) => {
    await using provider = startChatServer(name)
    const deadline = new AbortController()
    const chatTimeout = () => deadline.signal
    const { app, generate } = await signedInApp({ settings: settingsFor(provider), chatTimeout })
    const generated = generate()
    await provider.held
    deadline.abort()
    const response = await generated
    expect(response.status).toBe(502)
    expect(await response.json()).toEqual({
      message: 'The AI provider did not respond within 180 seconds.',
      code: 'bad_gateway',
    })
    await provider.abandoned
    expect(provider.requests).toHaveLength(1)
    expect(await storedPosts(app)).toEqual([])
  }
  await Promise.all(['slow', 'half a response'].map(ask))
})

test('generates a draft from a slow provider within the timeout', async () => {
  await using provider = startChatServer('slow')
  const { generate } = await signedInApp({ settings: settingsFor(provider) })
  const response = generate()
  provider.release()
  expect((await response).status).toBe(201)
})

test.each(['slow', 'half a response'])(
  'canceling aborts the request and stores nothing (provider: %s)',
  async (name) => {
    await using provider = startChatServer(name)
    const { app, generate } = await signedInApp({ settings: settingsFor(provider) })
    const dialog = new AbortController()
    const response = generate(undefined, dialog.signal)
    await provider.called
    dialog.abort()
    expect(await (await response).json()).toMatchObject({
      message: 'The request to the AI provider was canceled',
    })
    await provider.abandoned
    expect(await storedPosts(app)).toEqual([])
    expect(app.lines).toEqual([])
  },
)

test('names the missing setting if no provider is configured', async () => {
  const { app, headers, generate } = await signedInApp()
  const response = await generate()
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({
    message: 'AI provider is not configured. Set OPENAI_API_KEY or OPENAI_BASE_URL.',
    code: 'unavailable',
  })
  const provider = await app.call('/api/admin/ai-provider', { headers })
  expect(await provider.json()).toEqual({ configured: false, host: null, model: null })
})

test('shows the provider without its key, and tests it', async () => {
  await using provider = startChatServer('good')
  const { app, headers } = await signedInApp({ settings: settingsFor(provider) })
  const shown = await app.call('/api/admin/ai-provider', { headers })
  expect(await shown.json()).toEqual({
    configured: true,
    host: new URL(provider.url).host,
    model: 'gpt-5-mini',
  })
  const tried = await app.call('/api/admin/ai-provider/test', { method: 'POST', headers })
  expect(await tried.json()).toEqual({ success: true, milliseconds: 0 })
  expect(await storedPosts(app)).toEqual([])
})

test.each([
  [{}, 'Please provide both a title and select a prompt'],
  [{ title: '  ', promptId: 1 }, 'Please provide both a title and select a prompt'],
  [{ title: 'On passwords' }, 'Please provide both a title and select a prompt'],
  [{ title: 'On passwords', promptId: 'first' }, 'Please provide both a title and select a prompt'],
  [{ title: 'On passwords', promptId: true }, 'Please provide both a title and select a prompt'],
  [{ title: 'a\nb', promptId: 1 }, 'The title must be one line'],
  [{ title: 'x'.repeat(201), promptId: 1 }, 'The title can have at most 200 characters'],
])('rejects %j before it calls the provider', async (json, message) => {
  await using provider = startChatServer('good')
  const { generate } = await signedInApp({ settings: settingsFor(provider) })
  const response = await generate(json)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ message })
  expect(provider.requests).toEqual([])
})

test('rejects an inactive or missing template', async () => {
  await using provider = startChatServer('good')
  const { generate } = await signedInApp({ settings: settingsFor(provider), isActive: false })
  const inactive = await generate()
  expect(inactive.status).toBe(400)
  expect(await inactive.json()).toMatchObject({
    message: 'This AI prompt template is inactive. Choose a different one.',
  })
  expect((await generate({ title: 'On passwords', promptId: 99 })).status).toBe(404)
  expect(provider.requests).toEqual([])
})

test('rate-limits the eleventh draft within a minute', async () => {
  await using provider = startChatServer('good')
  const { generate } = await signedInApp({ settings: settingsFor(provider) })
  for (let count = 0; count < 10; count++) expect((await generate()).status).toBe(201)
  const refused = await generate()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(provider.requests).toHaveLength(10)
})

test('logs a failed call without its prompt and response', async () => {
  await using provider = startChatServer('a refused key')
  const { app, generate } = await signedInApp({ settings: settingsFor(provider) })
  await generate()
  expect(app.lines.map((line) => JSON.parse(line))).toEqual([
    { time: NOON.toISOString(), level: 'warn', event: 'AI call failed', requestId: expect.any(String) },
  ])
})

test.each([
  [['--openai-base-url', 'ftp://x'], '--openai-base-url must be an address like http://localhost:11434/v1.'],
  [
    ['--openai-base-url', 'http://u:secret@x/v1'],
    '--openai-base-url must not contain a username, a password, a query or a fragment.',
  ],
  [['--openai-api-key', 'sk-a b'], '--openai-api-key must not contain spaces or special characters.'],
])('rejects the settings %j at startup without repeating the value', (args, message) => {
  expect(() => readConfig(args, {})).toThrow(message)
})
