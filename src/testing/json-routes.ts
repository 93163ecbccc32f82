import * as z from 'zod/mini'
import { contacts, posts, prompts } from '#src/db/schema.ts'
import { ASSERTION, NEW_CREDENTIAL } from './credentials.ts'
import { postInput } from './make-post.ts'
import { makeUser, PASSWORD } from './make-user.ts'
import { filledImage, openImage } from './migrated-database.ts'
import { NOON, testApp } from './test-app.ts'

type Body = Record<string, unknown>

const USER = { username: 'grace', email: 'grace@example.com', password: PASSWORD, role: 'admin' }
const TEMPLATE = {
  name: 'How-to',
  description: '',
  systemPrompt: 'Be brief.',
  userPromptTemplate: '{{title}}',
}
const POST = { title: 'Length', content: 'It comes first.', slug: '', excerpt: '', tags: ['a'] }

/** Valid bodies by route; `{id}` is the id of a user, message, post or template. */
const VALID_BODIES: Record<string, Body> = {
  'POST /api/track/password-generated': { type: 'single' },
  'POST /api/track/password-checked': { strength: 50 },
  'POST /api/track/page-view': { path: '/about' },
  'POST /api/track/feedback': { helpful: true },
  'POST /api/contact': { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'It works well.' },
  'PATCH /api/admin/contacts/{id}': { status: 'read' },
  'POST /api/admin/contacts/bulk': { ids: [1], status: 'read' },
  'POST /api/admin/contacts/bulk-delete': { ids: [99] },
  'POST /api/admin/contacts/person': { email: 'eve@example.com' },
  'POST /api/admin/contacts/person/export': { email: 'eve@example.com' },
  'POST /api/admin/contacts/person/delete': { email: 'eve@example.com' },
  'POST /api/admin/blog/posts': { ...POST, metaTitle: '', metaDescription: '' },
  'POST /api/admin/blog/posts/bulk-publish': { ids: [1] },
  'POST /api/admin/blog/posts/bulk-delete': { ids: [99] },
  'POST /api/admin/blog/render': { content: 'Words' },
  'PUT /api/admin/blog/posts/{id}': { ...POST, metaTitle: '', metaDescription: '' },
  'POST /api/admin/login': { username: 'nobody', password: 'anything' },
  'POST /api/admin/setup': { ...USER, code: 'x' },
  'POST /api/admin/account/proof': { password: PASSWORD },
  'POST /api/admin/login/passkey': { credential: ASSERTION },
  'POST /api/admin/account/proof/passkey': { credential: ASSERTION },
  'POST /api/admin/account/passkeys': { name: 'Laptop', credential: NEW_CREDENTIAL },
  'PATCH /api/admin/account/passkeys/{id}': { name: 'Phone' },
  'POST /api/admin/password-link/check': { link: 'x' },
  'POST /api/admin/password-link': { link: 'x', password: PASSWORD },
  'POST /api/admin/account/app/confirm': { code: '123456' },
  'PUT /api/admin/second-step': { isRequired: false },
  'POST /api/admin/tokens': { name: 'deploy', permissions: ['posts.write'], days: 30 },
  'POST /api/admin/users': USER,
  'PUT /api/admin/users/{id}': USER,
  'POST /api/admin/users/{id}/reset-password': { password: PASSWORD },
  'POST /api/admin/competitor-keywords/upload': {
    csvData: [{ Keyword: 'length' }],
    uploadBatch: 'upload_1_a',
  },
  'POST /api/admin/backups/bulk-delete': { names: ['no-such-file.db'] },
  'POST /api/admin/competitor-keywords/batches/bulk-delete': { batches: ['upload_9'] },
  'POST /api/admin/ai-prompts': TEMPLATE,
  'PUT /api/admin/ai-prompts/{id}': TEMPLATE,
  'POST /api/admin/ai-generate-blog': { title: 'On passwords', promptId: 2 },
  'POST /api/admin/website-analyzer/analyze': { url: 'https://example.com' },
  'POST /api/admin/website-analyzer/analyses/bulk-delete': { ids: [99] },
  'PATCH /api/admin/website-analyzer/analysis/{id}/auto-update': { autoUpdate: true },
  'POST /api/admin/website-analyzer/ai-analysis': { analysisId: 2 },
}

/** 503 without a provider. */
const NEEDS_PROVIDER = new Set([
  'POST /api/admin/ai-generate-blog',
  'POST /api/admin/website-analyzer/ai-analysis',
])

const TakesJson = z.object({ content: z.record(z.string(), z.unknown()) })

const Described = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ requestBody: z.optional(TakesJson) }))),
})

/** Throws for routes missing in VALID_BODIES. */
export async function jsonRoutes(): Promise<[route: string, body: Body][]> {
  const { send } = await signedInApp()
  const { paths } = Described.parse(await (await send('GET', '/api/openapi.json')).json())
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      requestBody?.content['application/json'] === undefined ? [] : [`${method.toUpperCase()} ${path}`],
    ),
  )
  const unknown = described.filter((route) => !Object.hasOwn(VALID_BODIES, route))
  if (unknown.length > 0) throw new Error(`missing valid bodies for: ${unknown.join(', ')}`)
  return described.map((route) => [route, VALID_BODIES[route] ?? {}])
}

export const mayBeUnavailable = (route: string) => NEEDS_PROVIDER.has(route)

export type SignedInApp = Awaited<ReturnType<typeof signedInApp>>

let rows: Promise<Awaited<ReturnType<typeof makeRows>>> | undefined

async function makeRows() {
  const made = { authorization: '', id: 0 }
  const image = await filledImage(async (engine) => {
    const app = await testApp({ engine })
    made.authorization = (await makeUser(app, 'super_admin', 'owner')).authorization
    const { user } = await makeUser(app, 'moderator', 'other')
    made.id = user.id
    const at = NOON.toISOString()
    const message = { name: 'Ada', email: 'ada@example.com', subject: 'Hi', message: 'Hello.', createdAt: at }
    await app.db.insert(contacts).values({ ...message, id: user.id })
    await app.db
      .insert(posts)
      .values({ ...postInput(), slug: 'a', id: user.id, createdAt: at, updatedAt: at })
    await app.db.insert(prompts).values({ ...TEMPLATE, id: user.id, isActive: true, createdAt: at })
  })
  return { ...made, image }
}

/** An app with one row of everything; each call uses a new client address. */
export async function signedInApp(options: Omit<Parameters<typeof testApp>[0] & {}, 'engine'> = {}) {
  rows ??= makeRows()
  const { image, authorization, id } = await rows
  const app = await testApp({ ...options, engine: openImage(image) })

  let calls = 0
  const nextAddress = () => {
    calls += 1
    return `10.${calls >> 16}.${(calls >> 8) & 255}.${calls & 255}`
  }
  return {
    app,
    send: (method: string, path: string, body?: string) =>
      app.call(path.replace('{id}', String(id)), {
        method,
        body,
        from: nextAddress(),
        headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      }),
  }
}
