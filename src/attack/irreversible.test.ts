import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { backupName } from '#domain/backups.ts'
import { PERMISSIONS, type Permission } from '#domain/permissions.ts'
import { contacts, posts, sessions } from '#src/db/schema.ts'
import { dataFolder } from '#src/testing/data-folder.ts'
import { makePost } from '#src/testing/make-post.ts'
import { makeUser, PASSWORD } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'

const BACKUP = backupName('manual', NOON)
const EMAIL = 'ada@example.com'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

type Deletion = { route: string; path?: string; json?: unknown; needs: Permission[] }

const ids = upTo(11)

/** Every deletion that needs proof, with the permissions that a personal token needs. */
const DELETIONS: Deletion[] = [
  { route: 'DELETE /api/admin/backups/:name', needs: ['backups.delete'] },
  { route: 'POST /api/admin/backups/bulk-delete', json: { names: [BACKUP] }, needs: ['backups.delete'] },
  {
    route: 'POST /api/admin/blog/posts/bulk-delete',
    json: { ids },
    needs: ['posts.delete', 'posts.deleteMany'],
  },
  {
    route: 'POST /api/admin/contacts/bulk-delete',
    json: { ids },
    needs: ['contacts.delete', 'contacts.deleteMany'],
  },
  {
    route: 'POST /api/admin/contacts/person/delete',
    json: { email: EMAIL },
    needs: ['contacts.delete', 'contacts.deleteMany'],
  },
  {
    route: 'POST /api/admin/competitor-keywords/batches/bulk-delete',
    json: { batches: ids.map(String) },
    needs: ['keywords.write', 'keywords.deleteMany'],
  },
  {
    route: 'POST /api/admin/website-analyzer/analyses/bulk-delete',
    json: { ids },
    needs: ['analyses.write', 'analyses.deleteMany'],
  },
]

/** Deletes one thing, which the caller names. */
const SINGLE = [
  'DELETE /api/admin/contacts/:id',
  'DELETE /api/admin/blog/posts/:id',
  'DELETE /api/admin/blog/posts/:id/previews/:preview',
  'DELETE /api/admin/blog/posts/:id/revisions/:revision',
  'DELETE /api/admin/redirects/:id',
  'DELETE /api/admin/ai-prompts/:id',
  'DELETE /api/admin/competitor-keywords/batches/:batch',
  'DELETE /api/admin/website-analyzer/analysis/:id',
]

/** A super admin's server with a backup, eleven messages and eleven posts. */
async function filledApp() {
  const folder = await dataFolder()
  const opened = folder.open()
  const app = await testApp({ engine: opened.engine, dataDir: folder.path })
  const { authorization } = await makeUser(app, 'super_admin', 'ada')
  const send = (route: string, json: unknown, headers = { authorization }) => {
    const [method = '', path = ''] = route.split(' ')
    return app.call(path.replace(':name', BACKUP), { method, json, headers })
  }
  await send('POST /api/admin/backups', undefined)
  await app.backups.ended()
  const message = { name: 'Ada', subject: 'Hello', message: 'Hello', createdAt: NOON.toISOString() }
  await app.db.insert(contacts).values(upTo(11).map((id) => ({ ...message, id, email: EMAIL })))
  for (const id of upTo(11)) await makePost(app.db, { slug: `post-${id}` })
  return {
    app,
    send,
    tokenWith: async (permissions: Permission[]) => {
      const made = await send('POST /api/admin/tokens', { name: 'program', permissions })
      expect(made.status).toBe(201)
      return { authorization: `Bearer ${(await made.json()).token}` }
    },
    left: async () => ({
      hasBackup: existsSync(join(folder.backups, BACKUP)),
      messages: await app.db.$count(contacts),
      posts: await app.db.$count(posts),
    }),
    [Symbol.asyncDispose]: async () => {
      await app.backups.stop()
      await opened.engine.close()
      folder[Symbol.dispose]()
    },
  }
}

const EVERYTHING = { hasBackup: true, messages: 11, posts: 11 }

test.each(DELETIONS)(
  '$route is closed to a token that lacks one of the permissions $needs',
  async (deletion) => {
    await using at = await filledApp()
    const { route, json, needs } = deletion
    for (const missing of needs) {
      const others = PERMISSIONS.filter(
        (permission) => permission !== missing && permission !== 'users.write',
      )
      const refused = await at.send(route, json, await at.tokenWith(others))
      expect([refused.status, await refused.json()]).toEqual([
        403,
        { code: 'forbidden', message: 'This personal token does not allow this' },
      ])
    }
    expect(await at.left()).toEqual(EVERYTHING)
    const token = await at.tokenWith(needs)
    expect((await at.send(route, json, token)).status).not.toBe(403)
  },
)

test.each(DELETIONS)('$route asks a session for proof', async ({ route, json }) => {
  await using at = await filledApp()
  await at.app.db.update(sessions).set({ createdAt: anHourAgo(), provedAt: anHourAgo() })
  const refused = await at.send(route, json)
  expect([refused.status, (await refused.json()).code]).toEqual([403, 'proof_required'])
  expect(await at.left()).toEqual(EVERYTHING)
  await at.send('POST /api/admin/account/proof', { password: PASSWORD })
  expect((await at.send(route, json)).status).not.toBe(403)
})

const anHourAgo = () => new Date(NOON.getTime() - 3_600_000).toISOString()

test('a session deletes ten messages or posts at once without another proof', async () => {
  await using at = await filledApp()
  await at.app.db.update(sessions).set({ createdAt: anHourAgo(), provedAt: anHourAgo() })
  for (const noun of ['contacts', 'blog/posts']) {
    expect((await at.send(`POST /api/admin/${noun}/bulk-delete`, { ids: upTo(10) })).status).toBe(200)
  }
  expect(await at.left()).toEqual({ ...EVERYTHING, messages: 1, posts: 1 })
})

test('every route that deletes something takes one thing, or needs proof', async () => {
  const { routes } = await testApp()
  const deleting = routes.filter(
    ({ method, path, access }) => access !== 'public' && (method === 'DELETE' || path.endsWith('delete')),
  )
  const open = deleting.filter(({ requirements }) => !requirements.proof)
  expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    [...DELETIONS.map(({ route }) => route), ...SINGLE].sort(),
  )
})
