import { expect, test } from 'bun:test'
import { analyses, contacts } from '#src/db/schema.ts'
import { receiveUpload } from '#src/keywords/upload.ts'
import { actor } from '#src/testing/actor.ts'
import { makePost } from '#src/testing/make-post.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { testApp } from '#src/testing/test-app.ts'

test.each([
  '/api/admin/blog/posts?search=a',
  '/api/admin/contacts?search=a',
  '/api/admin/website-analyzer/analyses?search=a',
  '/api/admin/competitor-keywords?search=a',
  '/api/admin/competitor-keywords?sort=keyword',
])('work for %s stops when the client disconnects', async (path) => {
  const app = await testApp()
  const at = app.clock.now.toISOString()
  await makePost(app.db)
  await app.db.insert(contacts).values({ name: 'a', email: 'a', subject: 'a', message: 'a', createdAt: at })
  const website = { url: 'https://a.example/', domain: 'a.example', autoUpdate: false }
  await app.db.insert(analyses).values({ ...website, status: 'failed', createdAt: at })
  const body = new Blob([JSON.stringify({ csvData: [{ keyword: 'a' }], uploadBatch: 'a' })])
  await receiveUpload(app.db, actor, { body: body.stream() }, () => app.clock.now)
  const { authorization } = await makeUser(app, 'admin')

  const answer = await app.call(path, { headers: { authorization }, signal: AbortSignal.abort() })
  expect([answer.status, (await answer.json()).message]).toEqual([
    400,
    'The connection closed before the response was sent',
  ])
  const again = await app.call(path, { headers: { authorization } })
  expect([again.status, (await again.json()).length]).toEqual([200, 1])
})
