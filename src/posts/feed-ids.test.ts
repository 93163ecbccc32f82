import { expect, test } from 'bun:test'
import { MIGRATIONS, migrate } from '#src/db/migrate.ts'
import { actor } from '#src/testing/actor.ts'
import { ENGINES } from '#src/testing/engines.ts'
import { makePost, makePublished, postInput } from '#src/testing/make-post.ts'
import { feedIdAt, isFeedId, setFeedHost } from './feed-ids.ts'
import { listForFeeds } from './public-store.ts'
import { publishPost, publishPosts, updatePost } from './store.ts'

const MARCH = new Date('2026-03-14T12:00:00Z')
const APRIL = new Date('2026-04-01T08:30:00Z')

type Db = Parameters<typeof listForFeeds>[0]

const idsAt = async (db: Db, hostname: string) => {
  const posts = await listForFeeds(db, { limit: 100, offset: 0, bytes: 1e6 })
  return new Map(posts.map((post) => [post.id, feedIdAt(hostname, post)]))
}

test.each(ENGINES)('each post gets an id of its own when it is first published (%s)', async (_, open) => {
  await using database = await open()
  const db = await database.migrated()
  for (let count = 1; count <= 4; count++) await makePost(db, { slug: `p${count}` }, MARCH)
  await makePublished(db, { slug: 'p5' }, MARCH)
  await publishPosts(db, actor, [1, 2], APRIL)
  await publishPost(db, actor, 3, APRIL)
  await updatePost(db, actor, 4, postInput({ slug: 'p4', status: 'published' }), APRIL)
  const first = await idsAt(db, 'a.example')
  expect(new Set(first.values()).size).toBe(5)
  expect([...first.values()].filter((id) => !/^urn:uuid:[\da-f-]{36}$/.test(id) || !isFeedId(id))).toEqual([])
  for (const status of ['draft', 'published'] as const) {
    for (const id of first.keys())
      await updatePost(db, actor, id, postInput({ slug: `q${id}`, status }), APRIL)
  }
  expect(await idsAt(db, 'b.example')).toEqual(first)
})

test.each(ENGINES)('posts of earlier releases keep the ids that were served (%s)', async (_, open) => {
  await using database = await open({ isEmpty: true })
  const before = MIGRATIONS.filter(({ id }) => id < 38)
  await migrate(database.engine, { now: () => MARCH, migrations: before })
  const insert = (id: number, status: string, publishedAt: string | null) => ({
    sql: `INSERT INTO posts (id, title, slug, excerpt, content, status, tags, meta_title, meta_description,
        published_at, created_at, updated_at) VALUES (?, 'T', ?, '', 'c', ?, '[]', '', '', ?, ?, ?)`,
    params: [id, `p${id}`, status, publishedAt, '2025-12-31T23:00:00.000Z', '2026-01-01T00:00:00.000Z'],
  })
  await database.engine.batch([
    insert(3, 'published', '2026-01-05T10:00:00.000Z'),
    insert(7, 'draft', '2026-01-06T10:00:00.000Z'),
    insert(8, 'draft', null),
  ])
  const db = await database.migrated()
  expect(await idsAt(db, 'a.example')).toEqual(new Map([[3, 'tag:a.example,2026-01-05:post-3']]))
  await publishPosts(db, actor, [7, 8], APRIL)
  await setFeedHost(db, 'a.example')
  await setFeedHost(db, 'b.example')
  const ids = await idsAt(db, 'b.example')
  expect(ids.get(3)).toBe('tag:a.example,2026-01-05:post-3')
  expect(ids.get(7)).toBe('tag:a.example,2026-01-06:post-7')
  expect(ids.get(8)).toStartWith('urn:uuid:')
})

test('a post that an earlier release published on the same database has its former id', () => {
  const post = {
    id: 9,
    feedId: null,
    publishedAt: '2026-02-03T04:05:06.000Z',
    createdAt: '2026-01-01T00:00:00.000Z',
  }
  expect(feedIdAt('a.example', post)).toBe('tag:a.example,2026-02-03:post-9')
})

test.each(['', 'post-3', 'a b:c', 'javascript', 'urn:uuid:\u0000', `urn:${'x'.repeat(400)}`])(
  '%j is no id of a feed',
  (text) => {
    expect(isFeedId(text)).toBe(false)
  },
)
