import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { POST_LIMITS } from '#domain/posts.ts'
import { SEARCH_MAX } from '#domain/search.ts'
import { createDatabase, type Database } from '#src/db/database.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { dataFolder } from '#src/testing/data-folder.ts'
import { measureTurns } from '#src/testing/event-loop-delay.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { filledImage } from '#src/testing/migrated-database.ts'
import { testApp } from '#src/testing/test-app.ts'

/** Turns of the event loop for one search. */
const TURNS_MIN = 2
const AT_ONCE = shortOrLong(4, 20)

const rows = (count: number) =>
  sql`WITH RECURSIVE numbers (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < ${count})`

const TIME = '2026-03-14T12:00:00.000Z'
const POST_COLUMNS = sql`(title, slug, excerpt, content, status, tags, meta_title, meta_description, created_at, updated_at)`

async function writePosts(db: Database): Promise<void> {
  const long = 'a'.repeat(POST_LIMITS.content)
  await db.run(sql`
    INSERT INTO posts ${POST_COLUMNS} ${rows(4)}
    SELECT 'Draft', 'draft-' || i, '', ${long}, 'draft', '[]', '', '', ${TIME}, ${TIME} FROM numbers`)
  const usual = 'A café is a place. '.repeat(500)
  await db.run(sql`
    INSERT INTO posts ${POST_COLUMNS} ${rows(shortOrLong(100, 5_000))}
    SELECT 'Post ' || i, 'post-' || i, '', ${usual}, 'published', '["Keys"]', '', '', ${TIME}, ${TIME} FROM numbers`)
}

async function writeContacts(db: Database): Promise<void> {
  const message = 'é'.repeat(4_000)
  await db.run(sql`
    INSERT INTO contacts (name, email, subject, message, created_at) ${rows(shortOrLong(500, 20_000))}
    SELECT 'Ada ' || i, 'ada@example.com', 'Hello', ${message}, ${TIME} FROM numbers`)
}

async function writeAnalyses(db: Database): Promise<void> {
  await db.run(sql`
    INSERT INTO analyses (url, domain, title, status, auto_update, created_at) ${rows(shortOrLong(1_000, 20_000))}
    SELECT 'https://example.com/' || i, 'example.com', 'Café no. ' || i, 'completed', 0, ${TIME} FROM numbers`)
}

async function writeKeywords(db: Database): Promise<void> {
  const count = shortOrLong(20_000, 500_000)
  await db.run(sql`
    INSERT INTO keyword_uploads (id, batch, parts, uploaded_at, completed_at) VALUES (1, 'a', 1, ${TIME}, ${TIME})`)
  await db.run(sql`
    INSERT INTO keyword_parts (id, upload_id, number, state, touched_at, keywords, top_keywords)
    VALUES (1, 1, 1, 'stored', ${TIME}, ${count}, '[]')`)
  await db.run(sql`
    INSERT INTO keywords (id, keyword, position, search_volume, traffic) ${rows(count)}
    SELECT (1 << 20) + i, 'best café no. ' || (i * 7919 % ${count}), i % 100, i % 1000, i % 500 FROM numbers`)
}

async function writeAudit(db: Database): Promise<void> {
  await db.run(sql`
    INSERT INTO audit_entries (at, actor, action, subject, address) ${rows(shortOrLong(20_000, 1_000_000))}
    SELECT ${TIME}, 'Ada ' || (i % 5000), 'post_updated', 'Post ' || i, '203.0.113.7' FROM numbers`)
}

const images = new Map<typeof writePosts, Promise<Uint8Array>>()

function imageOf(write: typeof writePosts): Promise<Uint8Array> {
  const image = images.get(write) ?? filledImage((engine) => write(createDatabase(engine)))
  images.set(write, image)
  return image
}

const ADMIN = '/api/admin'
const nearly = encodeURIComponent(`${'a'.repeat(SEARCH_MAX - 1)}é`)

test.each([
  ['drafts', writePosts, `${ADMIN}/blog/posts?search=${nearly}`],
  ['posts', writePosts, `${ADMIN}/blog/posts?search=cafe`],
  ['published posts', writePosts, `${ADMIN}/blog/posts?search=o&status=published&offset=4000`],
  ['sorted posts', writePosts, `${ADMIN}/blog/posts?search=o&sort=title&order=asc`],
  ['contacts', writeContacts, `${ADMIN}/contacts?search=${encodeURIComponent('é'.repeat(SEARCH_MAX - 1))}x`],
  ['every contact', writeContacts, `${ADMIN}/contacts?search=ada`],
  ['sorted contacts', writeContacts, `${ADMIN}/contacts?search=9&sort=name&order=asc`],
  ['analyses', writeAnalyses, `${ADMIN}/website-analyzer/analyses?search=cafe`],
  ['keywords', writeKeywords, `${ADMIN}/competitor-keywords?search=nothing`],
  [
    'sorted keywords',
    writeKeywords,
    `${ADMIN}/competitor-keywords?search=a&sort=keyword&limit=1000&offset=9000`,
  ],
  ['ideas', writeKeywords, `${ADMIN}/keyword-ideas?limit=20`],
  ['audit entries', writeAudit, `${ADMIN}/audit?actor=ada`],
  ['audit entries of one action', writeAudit, `${ADMIN}/audit?action=post_created&actor=1`],
  ['audit entries for a file', writeAudit, `${ADMIN}/audit/csv?actor=ada`],
  ['audit entries of nobody', writeAudit, `${ADMIN}/audit?actor=zzz`],
])('simultaneous searches of %s yield to the event loop', async (name, write, path) => {
  using folder = await dataFolder(await imageOf(write))
  const engine = openEmbedded(folder.file)
  try {
    const app = await testApp({ engine })
    const { authorization } = await makeUser(app, 'super_admin')
    const search = async () => {
      const answer = await app.call(path, { headers: { authorization } })
      await answer.bytes()
      return [answer.status, Number(answer.headers.get('x-total-count'))]
    }
    let first: number[] = []
    const folding = await measureTurns(async () => {
      first = await search()
    })
    let rest: number[][] = []
    const searching = await measureTurns(async () => {
      rest = await Promise.all(Array.from({ length: AT_ONCE }, search))
    })
    printFigures(`Searches among ${name}`, {
      'ms longest turn of the first': Math.round(folding.longestMs),
      [`ms of ${AT_ONCE} at once`]: Math.round(searching.longestMs),
      found: first[1] ?? 0,
    })
    expect(first[0]).toBe(200)
    expect(rest).toEqual(Array.from({ length: AT_ONCE }, () => first))
    expect(searching.turns).toBeGreaterThanOrEqual(AT_ONCE * TURNS_MIN)
  } finally {
    await engine.close()
  }
})
