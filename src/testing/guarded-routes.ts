import { ROLES, type Role } from '#domain/users.ts'
import { analyses, contacts, posts, prompts } from '#src/db/schema.ts'
import { once } from '#src/lib/once.ts'
import { ASSERTION, NEW_CREDENTIAL } from './credentials.ts'
import { postInput } from './make-post.ts'
import { makeUser, PASSWORD } from './make-user.ts'
import { filledImage } from './migrated-database.ts'
import { NOON, testApp } from './test-app.ts'

type GuardedRoute = { status: Record<Role, number>; json?: Record<string, unknown> }

const all = (status: number): Record<Role, number> => ({
  super_admin: status,
  admin: status,
  moderator: status,
})
const onlySuperAdmins = (status: number) => ({ ...all(403), super_admin: status })

export const NEW_USER = { username: 'grace', email: 'grace@example.com', password: PASSWORD, role: 'admin' }

const MESSAGE = {
  name: 'Ada',
  email: 'ada@example.com',
  subject: 'Hello',
  message: 'Works well.',
  createdAt: NOON.toISOString(),
}

const DRAFT = {
  ...postInput({ slug: 'draft' }),
  createdAt: NOON.toISOString(),
  updatedAt: NOON.toISOString(),
}
const NEW_POST = {
  title: 'Length',
  content: 'It comes first.',
  slug: '',
  excerpt: '',
  tags: ['a'],
  metaTitle: '',
  metaDescription: '',
  canonicalUrl: '',
}

const TEMPLATE = {
  name: 'How-to',
  description: '',
  systemPrompt: 'Be brief.',
  userPromptTemplate: 'Write on {{title}}',
}

const REDIRECT = { source: '/old-page', target: '/about' }

const STORED_TEMPLATE = { ...TEMPLATE, isActive: true, createdAt: NOON.toISOString() }

const WEBSITE = {
  url: 'https://www.example.com/',
  domain: 'example.com',
  status: 'completed',
  autoUpdate: false,
  createdAt: NOON.toISOString(),
} as const

const UPLOAD = { csvData: [{ Keyword: 'password length' }], uploadBatch: 'upload_1_a' }

/** Every route that requires sign-in: the status per role, and a valid body. `:id` is an id of everyRow. */
export const GUARDED_ROUTES: Record<string, GuardedRoute> = {
  'POST /api/admin/logout': { status: all(200) },
  'GET /api/admin/account': { status: all(200) },
  'GET /api/admin/configuration': { status: { ...all(200), moderator: 403 } },
  'GET /api/admin/first-steps': { status: { ...all(200), moderator: 403 } },
  'POST /api/admin/first-steps/dismiss': { status: { ...all(200), moderator: 403 } },
  'POST /api/admin/account/proof': { status: all(200), json: { password: PASSWORD } },
  'POST /api/admin/account/new-browsers/:id/seen': { status: all(200) },
  'POST /api/admin/account/setup-confirmation': { status: all(409) },
  // The test host doesn't support passkeys.
  'POST /api/admin/account/proof/passkey/options': { status: all(409) },
  'POST /api/admin/account/proof/passkey': { status: all(409), json: { credential: ASSERTION } },
  'GET /api/admin/account/passkeys': { status: all(200) },
  'POST /api/admin/account/passkeys/options': { status: all(409) },
  'POST /api/admin/account/passkeys': {
    status: all(409),
    json: { name: 'Laptop', credential: NEW_CREDENTIAL },
  },
  'PATCH /api/admin/account/passkeys/:id': { status: all(404), json: { name: 'Phone' } },
  'DELETE /api/admin/account/passkeys/:id': { status: all(404) },
  'GET /api/admin/sessions': { status: all(200) },
  'DELETE /api/admin/sessions': { status: all(200) },
  'DELETE /api/admin/sessions/:session': { status: all(404) },
  'GET /api/admin/users/:id/sessions': { status: onlySuperAdmins(200) },
  'DELETE /api/admin/users/:id/sessions': { status: onlySuperAdmins(200) },
  'DELETE /api/admin/users/:id/sessions/:session': { status: onlySuperAdmins(404) },
  'POST /api/admin/users/:id/password-link': { status: onlySuperAdmins(201) },
  'POST /api/admin/account/app': { status: all(201) },
  'POST /api/admin/account/app/confirm': { status: all(400), json: { code: '000000' } },
  'DELETE /api/admin/account/app': { status: all(200) },
  'POST /api/admin/account/recovery-codes': { status: all(409) },
  'POST /api/admin/users/:id/reset-second-step': { status: onlySuperAdmins(200) },
  'GET /api/admin/second-step': { status: all(200) },
  'PUT /api/admin/second-step': { status: onlySuperAdmins(200), json: { isRequired: true } },
  'GET /api/admin/tokens': { status: all(200) },
  'POST /api/admin/tokens': {
    status: all(201),
    json: { name: 'deploy', permissions: ['posts.write'], days: 30 },
  },
  'DELETE /api/admin/tokens/:id': { status: all(404) },
  'GET /api/admin/users': { status: all(200) },
  'POST /api/admin/users': { status: onlySuperAdmins(201), json: NEW_USER },
  'PUT /api/admin/users/:id': { status: onlySuperAdmins(200), json: NEW_USER },
  'POST /api/admin/users/:id/reset-password': { status: onlySuperAdmins(200), json: { password: PASSWORD } },
  'POST /api/admin/users/:id/toggle-status': { status: onlySuperAdmins(200) },
  'DELETE /api/admin/users/:id': { status: onlySuperAdmins(200) },
  'GET /api/admin/audit': { status: onlySuperAdmins(200) },
  'GET /api/admin/audit/csv': { status: onlySuperAdmins(200) },
  'GET /api/admin/backups': { status: onlySuperAdmins(200) },
  'POST /api/admin/backups': { status: onlySuperAdmins(409) },
  'GET /api/admin/backups/settings': { status: onlySuperAdmins(200) },
  'GET /api/admin/backups/:name': { status: onlySuperAdmins(404) },
  'GET /api/admin/backups/:name/check': { status: onlySuperAdmins(404) },
  'DELETE /api/admin/backups/:name': { status: onlySuperAdmins(404) },
  'POST /api/admin/backups/bulk-delete': {
    status: onlySuperAdmins(200),
    json: { names: ['no-such-file.db'] },
  },
  'GET /api/admin/notices': { status: all(200) },
  'POST /api/admin/notices/test': { status: onlySuperAdmins(409) },
  'POST /api/admin/images': { status: all(400) },
  'GET /api/admin/contacts': { status: all(200) },
  'GET /api/admin/contacts/:id': { status: all(200) },
  'POST /api/admin/contacts/bulk': { status: all(200), json: { ids: [1], status: 'read' } },
  'POST /api/admin/contacts/bulk-delete': {
    status: { ...all(200), moderator: 403 },
    json: { ids: [99] },
  },
  'POST /api/admin/contacts/person': { status: all(200), json: { email: 'eve@example.com' } },
  'POST /api/admin/contacts/person/export': {
    status: { ...all(200), moderator: 403 },
    json: { email: 'eve@example.com' },
  },
  'POST /api/admin/contacts/person/delete': {
    status: { ...all(200), moderator: 403 },
    json: { email: 'eve@example.com' },
  },
  'PATCH /api/admin/contacts/:id': { status: all(200), json: { status: 'read' } },
  'DELETE /api/admin/contacts/:id': { status: { ...all(200), moderator: 403 } },
  'POST /api/admin/blog/posts/bulk-publish': { status: all(200), json: { ids: [1] } },
  'POST /api/admin/blog/posts/bulk-delete': { status: { ...all(200), moderator: 403 }, json: { ids: [99] } },
  'GET /api/admin/blog/posts': { status: all(200) },
  'GET /api/admin/blog/posts/:id': { status: all(200) },
  'POST /api/admin/blog/posts': { status: all(201), json: NEW_POST },
  'POST /api/admin/blog/render': { status: all(200), json: { content: 'It comes first.' } },
  'PUT /api/admin/blog/posts/:id': { status: all(200), json: NEW_POST },
  'DELETE /api/admin/blog/posts/:id': { status: { ...all(200), moderator: 403 } },
  'GET /api/admin/blog/posts/:id/revisions': { status: all(200) },
  'GET /api/admin/blog/posts/:id/revisions/:revision': { status: all(404) },
  'DELETE /api/admin/blog/posts/:id/revisions/:revision': { status: { ...all(404), moderator: 403 } },
  'POST /api/admin/blog/posts/:id/publish': { status: all(200) },
  'POST /api/admin/blog/posts/:id/preview': { status: all(201) },
  'GET /api/admin/blog/posts/:id/previews': { status: all(200) },
  'DELETE /api/admin/blog/posts/:id/previews/:preview': { status: all(404) },
  'GET /api/admin/ai-prompts': { status: all(200) },
  'POST /api/admin/ai-prompts': { status: { ...all(201), moderator: 403 }, json: TEMPLATE },
  'PUT /api/admin/ai-prompts/:id': { status: { ...all(200), moderator: 403 }, json: TEMPLATE },
  'DELETE /api/admin/ai-prompts/:id': { status: { ...all(200), moderator: 403 } },
  'GET /api/admin/redirects': { status: all(200) },
  'POST /api/admin/redirects': { status: { ...all(201), moderator: 403 }, json: REDIRECT },
  'PUT /api/admin/redirects/:id': { status: { ...all(404), moderator: 403 }, json: REDIRECT },
  'DELETE /api/admin/redirects/:id': { status: { ...all(404), moderator: 403 } },
  'POST /api/admin/ai-generate-blog': {
    status: { ...all(503), moderator: 403 },
    json: { title: 'On passwords', promptId: 2 },
  },
  'GET /api/admin/ai-provider': { status: all(200) },
  'POST /api/admin/ai-provider/test': { status: { ...all(503), moderator: 403 } },
  'GET /api/admin/dashboard': { status: all(200) },
  'GET /api/admin/dashboard/overview': { status: all(200) },
  'GET /api/admin/status': { status: all(200) },
  'GET /api/admin/metrics': { status: all(200) },
  'GET /api/admin/metrics/csv': { status: all(200) },
  'GET /api/admin/competitor-keywords': { status: all(200) },
  'GET /api/admin/keyword-ideas': { status: all(200) },
  'GET /api/admin/competitor-keywords/stats': { status: all(200) },
  'GET /api/admin/competitor-keywords/batches': { status: all(200) },
  'GET /api/admin/competitor-keywords/csv': { status: all(200) },
  'POST /api/admin/competitor-keywords/upload': { status: { ...all(200), moderator: 403 }, json: UPLOAD },
  'POST /api/admin/competitor-keywords/batches/bulk-delete': {
    status: { ...all(200), moderator: 403 },
    json: { batches: ['upload_9'] },
  },
  'DELETE /api/admin/competitor-keywords/batches/:batch': { status: { ...all(404), moderator: 403 } },
  'GET /api/admin/website-analyzer/analyses': { status: all(200) },
  'GET /api/admin/website-analyzer/stats': { status: all(200) },
  'GET /api/admin/website-analyzer/keywords/:id': { status: all(200) },
  'GET /api/admin/website-analyzer/keywords/:id/csv': { status: all(200) },
  'POST /api/admin/website-analyzer/analyze': {
    status: { ...all(201), moderator: 403 },
    json: { url: 'https://example.com/' },
  },
  'POST /api/admin/website-analyzer/analysis/:id/analyze': { status: { ...all(200), moderator: 403 } },
  'DELETE /api/admin/website-analyzer/analysis/:id': { status: { ...all(200), moderator: 403 } },
  'POST /api/admin/website-analyzer/analyses/bulk-delete': {
    status: { ...all(200), moderator: 403 },
    json: { ids: [99] },
  },
  'PATCH /api/admin/website-analyzer/analysis/:id/auto-update': {
    status: { ...all(200), moderator: 403 },
    json: { autoUpdate: true },
  },
  'GET /api/admin/website-analyzer/analysis/:id/details': { status: all(409) },
  'GET /api/admin/website-analyzer/analysis/:id/runs': { status: all(200) },
  'GET /api/admin/website-analyzer/analysis/:id/changes': { status: all(200) },
  'POST /api/admin/website-analyzer/ai-analysis': {
    status: { ...all(409), moderator: 403 },
    json: { analysisId: 2 },
  },
  'GET /api/openapi.json': { status: all(200) },
}

/** One of everything that `:id` may name, and a user of each role. */
export const everyRow = once(makeRows)

async function makeRows() {
  const made = { id: 0, authorizations: new Map<Role, string>() }
  const image = await filledImage(async (engine) => {
    const app = await testApp({ engine })
    await makeUser(app, 'super_admin', 'owner')
    const { user } = await makeUser(app, 'moderator', 'other')
    made.id = user.id
    await app.db.insert(contacts).values({ ...MESSAGE, id: user.id })
    await app.db.insert(posts).values({ ...DRAFT, id: user.id })
    await app.db.insert(prompts).values({ ...STORED_TEMPLATE, id: user.id })
    await app.db.insert(analyses).values({ ...WEBSITE, id: user.id })
    for (const role of ROLES) made.authorizations.set(role, (await makeUser(app, role)).authorization)
  })
  return { ...made, image }
}
