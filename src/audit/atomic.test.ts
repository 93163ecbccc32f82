import { expect, test } from 'bun:test'
import { Secret, TOTP } from 'otpauth'
import type { AuditAction } from '#domain/audit.ts'
import { createAnalysis } from '#src/analyses/store.ts'
import { insertContact } from '#src/contacts/store.ts'
import type { Engine } from '#src/db/engine.ts'
import {
  analyses,
  passkeys,
  passwordLinks,
  personalTokens,
  postRevisions,
  previews,
  sessions,
  totpSecrets,
  users,
} from '#src/db/schema.ts'
import { receiveUpload } from '#src/keywords/upload.ts'
import { userHandleOf } from '#src/passkeys/verify.ts'
import { createPrompt } from '#src/prompts/store.ts'
import { setSecondStepRequired } from '#src/second-step/store.ts'
import { setupCode } from '#src/sessions/setup.ts'
import { actor } from '#src/testing/actor.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { auditLog } from '#src/testing/audit-log.ts'
import { createAuthenticator } from '#src/testing/authenticator.ts'
import { ENGINES, embedded } from '#src/testing/engines.ts'
import { TEST_KEYS } from '#src/testing/keyed.ts'
import { makePost, makePublished, postInput } from '#src/testing/make-post.ts'
import { makeUser, PASSWORD } from '#src/testing/make-user.ts'
import { beforeChange, LOSSES, type Meanwhile } from '#src/testing/meanwhile.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import { noteUnconfirmed } from '#src/users/unconfirmed-setup.ts'

type Case = {
  action: AuditAction
  method?: string
  path: string
  json?: unknown
  /** Fetches what the request body depends on. */
  prepare?: (app: TestApp, authorization: string) => Promise<unknown>
  /** Setup; ids begin at 1, and the acting user is number 1. */
  prepareRows?: (app: TestApp) => Promise<unknown>
  isStranger?: boolean
}

const template = { name: 'How-to', description: '', systemPrompt: 's', userPromptTemplate: '{{title}}' }
const prompt = ({ db }: TestApp) => createPrompt(db, actor, { ...template, isActive: true }, NOON)
const letter = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Hello', reference: '' }
const contact = ({ db }: TestApp) => db.transaction((tx) => insertContact(tx, letter, 'new', NOON))
const draft = ({ db }: TestApp) => makePost(db)
const published = ({ db }: TestApp) => makePublished(db)
const HASH = 'a'.repeat(64)
const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')
const previewed = async (app: TestApp) => {
  await draft(app)
  const expiresAt = new Date(NOON.getTime() + 1000).toISOString()
  await app.db.insert(previews).values({ tokenHash: HASH, postId: 1, userId: 1, expiresAt })
}
const revised = async (app: TestApp) => {
  await draft(app)
  await app.db.insert(postRevisions).values({
    postId: 1,
    savedAt: NOON.toISOString(),
    text: {
      title: '',
      excerpt: '',
      content: '',
      tags: [],
      metaTitle: '',
      metaDescription: '',
      canonicalUrl: '',
    },
  })
}
const bob = (app: TestApp) => makeUser(app, 'admin', 'bob')
const unconfirmedSetup = ({ db }: TestApp) => noteUnconfirmed(db, 1, NOON)
/** Of the acting user. */
const otherSession = ({ db }: TestApp) =>
  db
    .insert(sessions)
    .values({ id: 'other', userId: 1, createdAt: NOON.toISOString(), lastUsedAt: NOON.toISOString() })
const later = new Date(NOON.getTime() + 1000).toISOString()
const tokened = ({ db }: TestApp) =>
  db.insert(personalTokens).values({
    userId: 1,
    name: 'deploy',
    hash: HASH,
    permissions: [],
    createdAt: NOON.toISOString(),
    expiresAt: later,
  })
const linked = ({ db }: TestApp) =>
  db.insert(passwordLinks).values({ hash: sha256('open'), userId: 1, expiresAt: later })
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const withApp =
  (isConfirmed: boolean) =>
  ({ db }: TestApp) =>
    db.insert(totpSecrets).values({
      ...{ userId: 1, isConfirmed, lastPeriod: 0 },
      secret: TEST_KEYS.seal(SECRET, ['totp_secrets', 1]),
    })
const [newApp, app] = [withApp(false), withApp(true)]
const codeOfApp = {
  code: new TOTP({ secret: Secret.fromBase32(SECRET) }).generate({ timestamp: NOON.getTime() }),
}
const account = { username: 'cyd', email: 'cyd@example.com', role: 'admin', isActive: true }

const url = 'https://example.com/'
const analyzed = async ({ db }: TestApp) => {
  await createAnalysis(db, actor, url, NOON)
  await db.update(analyses).set({ status: 'completed', requestedAt: null })
}
const upload = { csvData: [{ Keyword: 'password' }], uploadBatch: 'upload_1' }
const uploaded = async ({ db }: TestApp) => {
  await receiveUpload(db, actor, { body: new Blob([JSON.stringify(upload)]).stream() }, () => NOON)
}

const authenticator = await createAuthenticator({ rpId: 'example.test', origin: 'https://example.test' })
/** The acting user's passkey. */
const insertPasskey = async ({ db }: TestApp) => {
  const [owner] = await db.select().from(users)
  if (!owner) throw new Error('there is no user')
  const row = { userId: owner.id, rpId: 'example.test', name: 'Laptop', createdAt: owner.createdAt }
  await db.insert(passkeys).values({ ...row, ...authenticator.stored(userHandleOf(owner)) })
}
const signed = (path: string) => async (app: TestApp, authorization: string) => {
  const options = await app.call(`/api/admin${path}/options`, { method: 'POST', headers: { authorization } })
  return { credential: await authenticator.sign(await options.json()) }
}
const newPasskey = async (app: TestApp, authorization: string) => {
  const path = '/api/admin/account/passkeys/options'
  const options = await app.call(path, { method: 'POST', headers: { authorization } })
  return { name: 'Laptop', credential: authenticator.create(await options.json()) }
}

const CASES: Case[] = [
  { action: 'signed_in', path: '/login', json: { username: 'ada', password: PASSWORD }, isStranger: true },
  { action: 'signed_out', path: '/logout' },
  { action: 'session_ended', method: 'DELETE', path: '/sessions', prepareRows: otherSession },
  { action: 'proof_given', path: '/account/proof', json: { password: PASSWORD } },
  { action: 'setup_confirmed', path: '/account/setup-confirmation', prepareRows: unconfirmedSetup },
  {
    action: 'signed_in',
    path: '/login/passkey',
    prepareRows: insertPasskey,
    prepare: signed('/login/passkey'),
    isStranger: true,
  },
  {
    action: 'proof_given',
    path: '/account/proof/passkey',
    prepareRows: insertPasskey,
    prepare: signed('/account/proof/passkey'),
  },
  { action: 'passkey_added', path: '/account/passkeys', prepare: newPasskey },
  {
    action: 'passkey_renamed',
    method: 'PATCH',
    path: '/account/passkeys/1',
    json: { name: 'Phone' },
    prepareRows: insertPasskey,
  },
  { action: 'passkey_removed', method: 'DELETE', path: '/account/passkeys/1', prepareRows: insertPasskey },
  { action: 'second_step_added', path: '/account/app/confirm', json: codeOfApp, prepareRows: newApp },
  { action: 'second_step_removed', method: 'DELETE', path: '/account/app', prepareRows: app },
  { action: 'recovery_codes_renewed', path: '/account/recovery-codes', prepareRows: app },
  { action: 'second_step_reset', path: '/users/2/reset-second-step', prepareRows: bob },
  { action: 'second_step_required', method: 'PUT', path: '/second-step', json: { isRequired: true } },
  {
    action: 'second_step_optional',
    method: 'PUT',
    path: '/second-step',
    json: { isRequired: false },
    prepareRows: ({ db }) => setSecondStepRequired(db, actor, true, NOON),
  },
  { action: 'first_steps_dismissed', path: '/first-steps/dismiss' },
  { action: 'token_created', path: '/tokens', json: { name: 'deploy' } },
  { action: 'token_deleted', method: 'DELETE', path: '/tokens/1', prepareRows: tokened },
  { action: 'password_link_created', path: '/users/2/password-link', prepareRows: bob },
  {
    action: 'password_set_by_link',
    path: '/password-link',
    json: { link: 'open', password: 'changed' },
    prepareRows: linked,
    isStranger: true,
  },
  { action: 'user_created', path: '/users', json: { ...account, password: PASSWORD } },
  {
    action: 'user_updated',
    method: 'PUT',
    path: '/users/2',
    json: { ...account, password: 'changed' },
    prepareRows: bob,
  },
  { action: 'user_deactivated', path: '/users/2/toggle-status', prepareRows: bob },
  {
    action: 'password_reset',
    path: '/users/2/reset-password',
    json: { password: 'changed' },
    prepareRows: bob,
  },
  { action: 'user_deleted', method: 'DELETE', path: '/users/2', prepareRows: bob },
  {
    action: 'contact_status_changed',
    method: 'PATCH',
    path: '/contacts/1',
    json: { status: 'read' },
    prepareRows: contact,
  },
  { action: 'contact_deleted', method: 'DELETE', path: '/contacts/1', prepareRows: contact },
  {
    action: 'contact_status_changed',
    path: '/contacts/bulk',
    json: { ids: [1], status: 'read' },
    prepareRows: contact,
  },
  { action: 'contact_deleted', path: '/contacts/bulk-delete', json: { ids: [1] }, prepareRows: contact },
  { action: 'post_created', path: '/blog/posts', json: postInput() },
  { action: 'post_published', path: '/blog/posts', json: postInput({ status: 'published' }) },
  { action: 'post_published', path: '/blog/posts/1/publish', prepareRows: draft },
  { action: 'post_published', path: '/blog/posts/bulk-publish', json: { ids: [1] }, prepareRows: draft },
  { action: 'post_deleted', path: '/blog/posts/bulk-delete', json: { ids: [1] }, prepareRows: draft },
  { action: 'post_updated', method: 'PUT', path: '/blog/posts/1', json: postInput(), prepareRows: draft },
  {
    action: 'post_unpublished',
    method: 'PUT',
    path: '/blog/posts/1',
    json: postInput(),
    prepareRows: published,
  },
  {
    action: 'post_archived',
    method: 'PUT',
    path: '/blog/posts/1',
    json: postInput({ status: 'archived', slug: 'moved' }),
    prepareRows: published,
  },
  { action: 'post_deleted', method: 'DELETE', path: '/blog/posts/1', prepareRows: published },
  { action: 'preview_created', path: '/blog/posts/1/preview', prepareRows: draft },
  {
    action: 'preview_revoked',
    method: 'DELETE',
    path: `/blog/posts/1/previews/${HASH}`,
    prepareRows: previewed,
  },
  {
    action: 'revision_deleted',
    method: 'DELETE',
    path: '/blog/posts/1/revisions/1',
    prepareRows: revised,
  },
  { action: 'prompt_created', path: '/ai-prompts', json: template },
  { action: 'prompt_updated', method: 'PUT', path: '/ai-prompts/1', json: template, prepareRows: prompt },
  { action: 'prompt_deleted', method: 'DELETE', path: '/ai-prompts/1', prepareRows: prompt },
  { action: 'keywords_uploaded', path: '/competitor-keywords/upload', json: upload },
  {
    action: 'keywords_deleted',
    method: 'DELETE',
    path: '/competitor-keywords/batches/upload_1',
    prepareRows: uploaded,
  },
  {
    action: 'keywords_deleted',
    path: '/competitor-keywords/batches/bulk-delete',
    json: { batches: ['upload_1'] },
    prepareRows: uploaded,
  },
  { action: 'analysis_started', path: '/website-analyzer/analyze', json: { url } },
  { action: 'analysis_started', path: '/website-analyzer/analysis/1/analyze', prepareRows: analyzed },
  {
    action: 'auto_update_enabled',
    method: 'PATCH',
    path: '/website-analyzer/analysis/1/auto-update',
    json: { autoUpdate: true },
    prepareRows: analyzed,
  },
  {
    action: 'analysis_deleted',
    method: 'DELETE',
    path: '/website-analyzer/analysis/1',
    prepareRows: analyzed,
  },
  {
    action: 'analysis_deleted',
    path: '/website-analyzer/analyses/bulk-delete',
    json: { ids: [1] },
    prepareRows: analyzed,
  },
]

const BROKEN = `CREATE TRIGGER audit_is_broken BEFORE INSERT ON audit_entries
  BEGIN SELECT RAISE(ABORT, 'no more audit'); END`

/** All rows, except those that any first request creates, and rate limit counters. */
async function dump(engine: Engine): Promise<Record<string, unknown>> {
  const tables = await engine.run({
    sql: `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'
          AND name NOT IN ('server_facts', 'secrets', 'rate_limits') ORDER BY name`,
    params: [],
  })
  const rows = await engine.batch(tables.map(([name]) => ({ sql: `SELECT * FROM "${name}"`, params: [] })))
  return Object.fromEntries(tables.map(([name], index) => [name, rows[index]]))
}

test.each(ENGINES)(
  '%s: the first administrator and the entry are stored together or not at all',
  async (_, open) => {
    await using opened = await open()
    const { engine } = opened
    const app = await testApp({ engine, expectsErrors: true })
    const code = await setupCode(app.db)
    const json = { username: 'ada', email: 'ada@example.com', password: PASSWORD, code }
    const send = () => app.call('/api/admin/setup', { json })
    await engine.script(`${BROKEN};`)
    expect((await send()).status).toBe(500)
    expect(await app.db.$count(users)).toBe(0)
    await engine.script('DROP TRIGGER audit_is_broken;')
    expect((await send()).status).toBe(201)
    expect((await send()).status).toBe(403)
    expect(await auditLog(app.db)).toMatchObject([
      { action: 'setup_completed', actor: 'ada', userId: 1, address: '203.0.113.7' },
      { action: 'setup_failed', actor: null },
    ])
  },
)

test.each(CASES.filter(({ isStranger }) => !isStranger).map((one) => [one.action, one.path, one] as const))(
  '%s by %s changes nothing once the caller has lost access, even after the check of their rights',
  async (action, _path, { method = 'POST', path, json: fixed, prepare, prepareRows }) => {
    await using opened = await embedded()
    const { engine } = opened
    const meanwhile: Meanwhile = { run: null }
    const settings = { siteUrl: 'https://example.test' }
    const app = await testApp({ engine, settings, wrap: beforeChange(meanwhile) })
    const { user, authorization } = await makeUser(app, 'super_admin', 'ada')
    await prepareRows?.(app)
    const json = (await prepare?.(app, authorization)) ?? fixed
    await app.call('/api/admin/setup')
    const expected: { rows?: Record<string, unknown> } = {}
    // The rows of an upload arrive before the change, and are discarded.
    const discarded = action === 'keywords_uploaded' ? { keyword_parts: [] } : {}
    meanwhile.run = async () => {
      await LOSSES.deactivation(app, user.id)
      expected.rows = await dump(engine)
    }
    expect((await app.call(`/api/admin${path}`, { method, json, headers: { authorization } })).status).toBe(
      401,
    )
    expect<unknown>(await dump(engine)).toEqual({ ...expected.rows, ...discarded })
  },
)

for (const [name, open] of ENGINES) {
  const step = name === ENGINES[0]?.[0] ? 1 : shortOrLong(5, 1)
  const cases = CASES.filter((_, index) => index % step === 0)
  for (const {
    action,
    method = 'POST',
    path,
    json: fixed,
    prepare,
    prepareRows,
    isStranger = false,
  } of cases) {
    test(`${name}: ${action} by ${method} ${path} is stored with its entry or not at all`, async () => {
      await using opened = await open()
      const { engine } = opened
      const settings = { siteUrl: 'https://example.test' }
      const app = await testApp({ engine, settings, expectsErrors: true })
      const { authorization } = await makeUser(app, 'super_admin', 'ada')
      await prepareRows?.(app)
      const json = (await prepare?.(app, authorization)) ?? fixed
      const headers: Record<string, string> = isStranger ? {} : { authorization }
      const send = () => app.call(`/api/admin${path}`, { method, json, headers })

      // Records the host names seen.
      await app.call('/api/admin/setup')
      const before = await dump(engine)
      await engine.script(`${BROKEN};`)
      expect((await send()).status).toBe(500)
      await engine.script('DROP TRIGGER audit_is_broken;')
      expect(await dump(engine)).toEqual(before)

      expect((await send()).status).toBeLessThan(300)
      expect(await auditLog(app.db)).toMatchObject([
        { action, actor: 'ada', userId: 1, source: 'web', address: '203.0.113.7' },
      ])
    })
  }
}
