import { expect, test } from 'bun:test'
import { auditEntries, posts } from '#src/db/schema.ts'
import { ENGINES } from '#src/testing/engines.ts'
import { makePost } from '#src/testing/make-post.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { beforeChange, LOSSES, type Meanwhile } from '#src/testing/meanwhile.ts'
import { testApp } from '#src/testing/test-app.ts'

/** Longer than what one transaction changes. */
const LONG = 'word '.repeat(20_000)

test.each(ENGINES)(
  'on %s, an administrator who loses access between two transactions changes no more posts',
  async (_, open) => {
    await using opened = await open()
    const meanwhile: Meanwhile = { run: null }
    const app = await testApp({ engine: opened.engine, wrap: beforeChange(meanwhile) })
    for (const [change, left] of [
      ['bulk-delete', ['draft', 'draft']],
      ['bulk-publish', ['published', 'draft', 'draft']],
    ] as const) {
      for (const [loss, lose] of Object.entries(LOSSES)) {
        const { user, authorization } = await makeUser(app, 'super_admin', `${change}-${loss}`)
        await app.db.delete(posts)
        for (let count = 0; count < 3; count++) await makePost(app.db, { content: LONG })
        const ids = (await app.db.select({ id: posts.id }).from(posts)).map(({ id }) => id)
        const entries = await app.db.$count(auditEntries)
        meanwhile.run = async () => {
          meanwhile.run = async () => lose(app, user.id)
        }
        const path = `/api/admin/blog/posts/${change}`
        const response = await app.call(path, { json: { ids }, headers: { authorization } })
        const rows = await app.db.select({ status: posts.status }).from(posts).orderBy(posts.id)
        expect([loss, response.status, rows.map(({ status }) => status)]).toEqual([loss, 401, [...left]])
        expect(await app.db.$count(auditEntries)).toBe(entries + 1)
      }
    }
  },
)
