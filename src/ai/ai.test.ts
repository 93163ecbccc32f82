import { expect, test } from 'bun:test'
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
  chatTimeoutMs?: number
  isActive?: boolean
  expectsErrors?: boolean
}

async function office({
  settings = {},
  chatTimeoutMs,
  isActive = true,
  expectsErrors = false,
}: Options = {}) {
  const app = await testApp({ settings, expectsErrors, ...(chatTimeoutMs ? { chatTimeoutMs } : {}) })
  const { authorization } = await makeUser(app, 'admin', 'ada')
  const prompt = await createPrompt(app.db, actor, { ...TEMPLATE, isActive }, NOON)
  const headers = { authorization }
  const generate = (json: unknown = { title: 'On passwords', promptId: prompt.id }, signal?: AbortSignal) =>
    app.call('/api/admin/ai-generate-blog', { json, headers, ...(signal ? { signal } : {}) })
  return { app, headers, generate }
}

const settingsFor = ({ url }: Pick<ChatServer, 'url'>) => ({ openaiBaseUrl: url, openaiApiKey: KEY })

const storedPosts = ({ db }: TestApp) => db.select().from(posts)

test.each(['good', 'thinking', 'thinking that began before', 'fenced', 'failing twice'])(
  'a provider that is %s writes a draft',
  async (name) => {
    await using provider = startChatServer(name)
    const { app, generate } = await office({ settings: settingsFor(provider) })
    const answer = await generate({ title: '  On passwords ', promptId: 1 })
    expect(answer.status).toBe(201)
    expect(await answer.json()).toMatchObject({
      title: 'On passwords',
      slug: 'on-passwords',
      content: GOOD_TEXT,
      excerpt: GOOD_TEXT,
      status: 'draft',
      tags: [],
      publishedAt: null,
    })
    expect(await storedPosts(app)).toHaveLength(1)
    expect(provider.asked).toHaveLength(name === 'failing twice' ? 3 : 1)
    const [entry] = await auditLog(app.db)
    expect(entry).toMatchObject({ actor: 'ada', action: 'draft_generated', subject: 'On passwords' })
  },
)

test('a draft is stored with its audit entry or not at all', async () => {
  await using provider = startChatServer('good')
  const { app, generate } = await office({ settings: settingsFor(provider), expectsErrors: true })
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

test('the provider is asked with the template, the model and the key, and with nothing else', async () => {
  await using provider = startChatServer('good')
  const { generate } = await office({ settings: { ...settingsFor(provider), openaiModel: 'llama' } })
  await generate({ title: 'A $& {{title}} "quoted"', promptId: 1 })
  expect(provider.asked).toEqual([
    {
      authorization: `Bearer ${KEY}`,
      body: {
        model: 'llama',
        messages: [
          { role: 'system', content: 'You write plainly.' },
          { role: 'user', content: 'Write a post titled "A $& {{title}} "quoted"".' },
        ],
      },
    },
  ])
})

test('a provider of one’s own needs no key, and is sent none', async () => {
  await using provider = startChatServer('good')
  const { generate } = await office({ settings: { openaiBaseUrl: provider.url } })
  expect((await generate()).status).toBe(201)
  expect(provider.asked[0]?.authorization).toBeNull()
})

test('the excerpt is the first 160 characters, and a taken slug gets a number', async () => {
  await using provider = startChatServer('good')
  const { app, generate } = await office({ settings: settingsFor(provider) })
  await makePost(app.db, { title: 'On passwords' })
  expect(await (await generate()).json()).toMatchObject({ slug: 'on-passwords-2' })
  expect(await (await generate()).json()).toMatchObject({ slug: 'on-passwords-3' })
})

const QUOTA = "The AI provider's quota is exceeded. Please add credits to the account there."
const NO_COMPLETION = 'The AI provider answered with something that is no chat completion.'

/** What each failing provider makes the administrator read, and how often it is asked. */
const FAILURES: [string, { message: string; asked: number }][] = [
  ...QUOTA_CODES.map((code): [string, { message: string; asked: number }] => [
    `quota ${code}`,
    { message: QUOTA, asked: 1 },
  ]),
  ['quota by its type', { message: QUOTA, asked: 1 }],
  ['payment required', { message: QUOTA, asked: 1 }],
  [
    'an error as answer',
    {
      message:
        'The AI provider answered with an error in place of a text. This mostly means that its quota is exceeded.',
      asked: 1,
    },
  ],
  [
    'too many requests',
    { message: 'The AI provider is asked too often at the moment. Please try again later.', asked: 3 },
  ],
  ['always failing', { message: 'The AI provider answered with status 500: Oops', asked: 3 }],
  ['no JSON', { message: NO_COMPLETION, asked: 1 }],
  ['a web page', { message: NO_COMPLETION, asked: 1 }],
  ['another shape', { message: NO_COMPLETION, asked: 1 }],
  ['empty', { message: 'The AI provider answered without a text.', asked: 1 }],
  [
    'too long a text',
    {
      message: "The AI provider's text can't be kept: The content takes at most 500,000 characters.",
      asked: 1,
    },
  ],
  [
    'too many lines',
    { message: "The AI provider's text can't be kept: The content takes at most 10,000 lines.", asked: 1 },
  ],
  ['thinking without an end', { message: 'The AI provider answered without a text.', asked: 1 }],
  ['cut short', { message: 'The AI provider stopped before the text was complete.', asked: 1 }],
  [
    'an unknown model',
    { message: 'The AI provider answered with status 404: The model `gpt-5-mini` does not exist', asked: 1 },
  ],
  ['a refused key', { message: 'The AI provider refused the key. Please check OPENAI_API_KEY.', asked: 1 }],
  ['the key in an error', { message: 'The AI provider answered with status 400.', asked: 1 }],
  ['a part of the key in an error', { message: 'The AI provider answered with status 400.', asked: 1 }],
  ['a redirect', { message: 'The AI provider answered with status 307.', asked: 1 }],
]

test.each(FAILURES)(
  'a provider with %s is told of, and no draft is kept',
  async (name, { message, asked }) => {
    await using provider = startChatServer(name)
    const { app, generate } = await office({ settings: settingsFor(provider) })
    const answer = await generate()
    const text = await answer.text()
    expect(JSON.parse(text)).toEqual({ message, code: 'bad_gateway' })
    expect(answer.status).toBe(502)
    expect(provider.asked).toHaveLength(asked)
    expect(await storedPosts(app)).toEqual([])
    for (const said of [text, ...app.lines]) expect(said).not.toContain(KEY.slice(4, 12))
  },
)

test('the word quota stands in the message when it is about quota, and never else', () => {
  const isAboutQuota = (name: string) => /^quota|payment|error as answer/.test(name)
  for (const [name, { message }] of FAILURES) expect(/quota/i.test(message)).toBe(isAboutQuota(name))
})

test('a key that the provider puts into the text is not kept', async () => {
  await using provider = startChatServer('the key in the text')
  const { generate } = await office({ settings: settingsFor(provider) })
  expect(await (await generate()).json()).toMatchObject({ content: 'The key is [key], they say.' })
})

test.each(['slow', 'half an answer'])(
  'a provider with %s is given up after the time it has',
  async (name) => {
    await using provider = startChatServer(name)
    const { app, generate } = await office({ settings: settingsFor(provider), chatTimeoutMs: 300 })
    const answer = await generate()
    expect(answer.status).toBe(502)
    expect(await answer.json()).toEqual({
      message: 'The AI provider did not answer within 0.3 seconds.',
      code: 'bad_gateway',
    })
    await provider.abandoned
    expect(provider.asked).toHaveLength(1)
    expect(await storedPosts(app)).toEqual([])
  },
)

test('a slow provider within its time writes a draft', async () => {
  await using provider = startChatServer('slow')
  const { generate } = await office({ settings: settingsFor(provider) })
  const answer = generate()
  provider.release()
  expect((await answer).status).toBe(201)
})

test.each(['slow', 'half an answer'])(
  'who cancels ends the call to a provider with %s, and nothing is kept',
  async (name) => {
    await using provider = startChatServer(name)
    const { app, generate } = await office({ settings: settingsFor(provider) })
    const dialog = new AbortController()
    const answer = generate(undefined, dialog.signal)
    while (provider.asked.length === 0) await Bun.sleep(5)
    dialog.abort()
    expect(await (await answer).json()).toMatchObject({
      message: 'The request to the AI provider was cancelled',
    })
    await provider.abandoned
    expect(await storedPosts(app)).toEqual([])
    expect(app.lines).toEqual([])
  },
)

const UNREACHABLE =
  'The AI provider could not be reached, or ended the connection. Please check OPENAI_BASE_URL.'

test('a provider that cuts the connection, or is not there, is told of', async () => {
  using cutting = startCuttingServer()
  for (const url of [cutting.url, 'http://127.0.0.1:9/v1']) {
    const { app, generate } = await office({ settings: settingsFor({ url }) })
    const answer = await generate()
    expect(answer.status).toBe(502)
    expect(await answer.json()).toEqual({ message: UNREACHABLE, code: 'bad_gateway' })
    expect(await storedPosts(app)).toEqual([])
    expect(app.lines.join()).not.toContain(KEY)
  }
})

test('an unconfigured provider is told of with what to set', async () => {
  const { app, headers, generate } = await office()
  const answer = await generate()
  expect(answer.status).toBe(503)
  expect(await answer.json()).toEqual({
    message: 'AI provider is not configured. Set OPENAI_API_KEY or OPENAI_BASE_URL.',
    code: 'unavailable',
  })
  const provider = await app.call('/api/admin/ai-provider', { headers })
  expect(await provider.json()).toEqual({ configured: false, host: null, model: null })
})

test('the provider is shown without its key, and can be tried', async () => {
  await using provider = startChatServer('good')
  const { app, headers } = await office({ settings: settingsFor(provider) })
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
  [{ title: 'x'.repeat(201), promptId: 1 }, 'The title takes at most 200 characters'],
])('%j is refused before anyone is asked', async (json, message) => {
  await using provider = startChatServer('good')
  const { generate } = await office({ settings: settingsFor(provider) })
  const answer = await generate(json)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ message })
  expect(provider.asked).toEqual([])
})

test('an inactive template, or none, is refused', async () => {
  await using provider = startChatServer('good')
  const { generate } = await office({ settings: settingsFor(provider), isActive: false })
  const inactive = await generate()
  expect(inactive.status).toBe(400)
  expect(await inactive.json()).toMatchObject({
    message: 'This AI prompt template is inactive. Please choose another one.',
  })
  expect((await generate({ title: 'On passwords', promptId: 99 })).status).toBe(404)
  expect(provider.asked).toEqual([])
})

test('the eleventh draft within a minute has to wait', async () => {
  await using provider = startChatServer('good')
  const { generate } = await office({ settings: settingsFor(provider) })
  for (let count = 0; count < 10; count++) expect((await generate()).status).toBe(201)
  const refused = await generate()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(provider.asked).toHaveLength(10)
})

test('a line of the log says that a call failed, and nothing of what was asked or answered', async () => {
  await using provider = startChatServer('a refused key')
  const { app, generate } = await office({ settings: settingsFor(provider) })
  await generate()
  expect(app.lines.map((line) => JSON.parse(line))).toEqual([
    { time: NOON.toISOString(), level: 'warn', event: 'AI call failed', requestId: expect.any(String) },
  ])
})

test.each([
  [['--openai-base-url', 'ftp://x'], '--openai-base-url must be an address like http://localhost:11434/v1.'],
  [
    ['--openai-base-url', 'http://u:secret@x/v1'],
    '--openai-base-url must not contain a user name, a password, a query or a fragment.',
  ],
  [['--openai-api-key', 'sk-a b'], '--openai-api-key must not contain spaces or special characters.'],
])('the settings %j stop the start, and the value is not repeated', (args, message) => {
  expect(() => readConfig(args, {})).toThrow(message)
})
