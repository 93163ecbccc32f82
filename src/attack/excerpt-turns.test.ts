import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createDatabase, type Database } from '#src/db/database.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { dataFolder } from '#src/testing/data-folder.ts'
import { measureTurns } from '#src/testing/event-loop-delay.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { filledImage } from '#src/testing/migrated-database.ts'
import { testApp } from '#src/testing/test-app.ts'

const EXCERPTS_PER_TURN = 10
const POSTS = shortOrLong(50, 1_000)
const RESULTS = shortOrLong(50, 200)

const CONTENTS = {
  prose: 'Some *plain* words and [a link](/x) in a line of prose.\n\n'.repeat(70),
  'padded tables': `word\n\n${'|a'.repeat(520)}\n${'|-'.repeat(520)}\n${'|\n'.repeat(900)}`,
  'open brackets': `word ${'![a'.repeat(1_300)}`,
  'quotes in quotes': `word\n\n${`${'>'.repeat(24)}\n\n`.repeat(150)}`,
}

const TIME = '2026-03-14T12:00:00.000Z'

const writePosts = (content: string) => (db: Database) =>
  db.run(sql`
    WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ${POSTS})
    INSERT INTO posts (title, slug, excerpt, content, status, tags, meta_title, meta_description, created_at, updated_at, published_at)
    SELECT 'Post ' || i, 'post-' || i, '', ${content}, 'published', '[]', '', '', ${TIME}, ${TIME}, ${TIME} FROM numbers`)

test.each(Object.entries(CONTENTS))('excerpts of %s are made a few at a time', async (name, content) => {
  const write = writePosts(content)
  using folder = await dataFolder(await filledImage((engine) => write(createDatabase(engine))))
  const engine = openEmbedded(folder.file)
  try {
    const app = await testApp({ engine })
    const { authorization } = await makeUser(app, 'super_admin')
    const count = async (path: string) => {
      const listed: unknown[] = await (await app.call(path, { headers: { authorization } })).json()
      return listed.length
    }
    for (const [path, posts] of [
      [`/api/blog/posts?view=summary&limit=${POSTS}`, POSTS],
      [`/api/blog/posts?view=summary&limit=${POSTS - 1}`, POSTS - 1],
      [`/api/admin/blog/posts?limit=${POSTS}`, POSTS],
      [`/api/blog/posts?search=word&limit=${RESULTS}`, RESULTS],
    ] as const) {
      let listed = 0
      const { turns, longestMs } = await measureTurns(async () => {
        listed = await count(path)
      })
      printFigures(`${path} of ${name}`, { 'ms longest turn': Math.round(longestMs), turns })
      expect(listed).toBe(posts)
      expect(turns).toBeGreaterThanOrEqual(posts / EXCERPTS_PER_TURN)
    }
  } finally {
    await engine.close()
  }
})
