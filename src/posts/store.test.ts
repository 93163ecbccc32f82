import { expect, test } from 'bun:test'
import type { PostInput } from '#domain/posts.ts'
import type { Database } from '#src/db/database.ts'
import { posts } from '#src/db/schema.ts'
import { actor } from '#src/testing/actor.ts'
import { ENGINES } from '#src/testing/engines.ts'
import { makePost, makePublished, postInput } from '#src/testing/make-post.ts'
import {
  findPublished,
  findTag,
  listFormerSlugs,
  listPublishedAddresses,
  listSummaries,
  listTags,
  readContentVersion,
} from './public-store.ts'
import {
  createPost,
  deletePost,
  fillReadingMinutes,
  findPost,
  listPosts,
  publishPost,
  updatePost,
} from './store.ts'

const MARCH = new Date('2026-03-14T12:00:00Z')
const APRIL = new Date('2026-04-01T08:30:00Z')
const MAY = new Date('2026-05-01T08:30:00Z')
const ALL = { limit: 1000, offset: 0 }

const movedFrom = async (db: Database, slug: string) =>
  (await listFormerSlugs(db)).find(({ from }) => from === slug)?.to ?? null

for (const [engine, open] of ENGINES) {
  test(`${engine}: stores a post unchanged`, async () => {
    await using database = await open()
    const db = await database.migrated()
    const input = postInput({
      title: 'Long words',
      slug: 'long-words',
      excerpt: 'In short.',
      content: 'One\n\nTwo',
      status: 'draft',
      tags: ['Passwords', 'how to'],
      metaTitle: 'SEO',
      metaDescription: 'About it',
      publishAt: APRIL.toISOString(),
    })
    const post = await createPost(db, actor, input, MARCH)
    const at = MARCH.toISOString()
    expect(post).toEqual({
      ...input,
      id: 1,
      publishedAt: null,
      createdAt: at,
      updatedAt: at,
      updatedBy: null,
      publishAt: APRIL.toISOString(),
    })
    expect(await findPost(db, 1)).toEqual(post)
  })

  test(`${engine}: refuses a given slug that is taken, and numbers one from a title`, async () => {
    await using database = await open()
    const db = await database.migrated()
    await makePost(db, { slug: 'taken' })
    expect(makePost(db, { slug: 'Taken!' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'Slug already exists',
    })
    expect(makePost(db, { slug: 'tag' })).rejects.toMatchObject({ code: 'conflict' })
    const slugs = [await makePost(db, { title: 'Taken' }), await makePost(db, { title: 'Taken' })]
    expect(slugs.map(({ slug }) => slug)).toEqual(['taken-2', 'taken-3'])
  })

  test(`${engine}: falls back to the id as the slug`, async () => {
    await using database = await open()
    const db = await database.migrated()
    await makePost(db, { slug: 'first' })
    const second = await makePost(db, { title: '日本語' })
    await deletePost(db, actor, second.id, APRIL)
    const third = await makePost(db, { title: '😀' })
    expect([second.slug, third.slug]).toEqual(['post-2', 'post-3'])
    const renamed = await updatePost(db, actor, 1, postInput({ title: '한국어' }), APRIL)
    expect(renamed.slug).toBe('post-1')
  })

  test(`${engine}: twenty simultaneous posts with one title get distinct slugs`, async () => {
    await using database = await open()
    const db = await database.migrated()
    const made = await Promise.all(Array.from({ length: 20 }, () => makePost(db, { title: 'The same' })))
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(20)
  })

  test(`${engine}: keeps the time of the first publication, by either route`, async () => {
    await using database = await open()
    const db = await database.migrated()
    const atOnce = await makePublished(db, { slug: 'a' }, MARCH)
    expect(atOnce.publishedAt).toBe(MARCH.toISOString())

    const byAction = await makePost(db, { slug: 'b' }, MARCH)
    expect(byAction.publishedAt).toBeNull()
    expect((await publishPost(db, actor, byAction.id, APRIL)).publishedAt).toBe(APRIL.toISOString())

    const byForm = await makePost(db, { slug: 'c' }, MARCH)
    const change = async (status: PostInput['status'], at: Date) =>
      (await updatePost(db, actor, byForm.id, postInput({ slug: 'c', status }), at)).publishedAt
    expect(await change('archived', APRIL)).toBeNull()
    expect(await change('published', APRIL)).toBe(APRIL.toISOString())
    expect(await change('draft', MAY)).toBe(APRIL.toISOString())
    expect(await change('published', MAY)).toBe(APRIL.toISOString())
  })

  test(`${engine}: publishes drafts only`, async () => {
    await using database = await open()
    const db = await database.migrated()
    const { id } = await makePost(db)
    await publishPost(db, actor, id, APRIL)
    expect(publishPost(db, actor, id, APRIL)).rejects.toMatchObject({
      code: 'invalid',
      message: 'Only draft posts can be published',
    })
    await updatePost(db, actor, id, postInput({ status: 'archived' }), APRIL)
    expect(publishPost(db, actor, id, APRIL)).rejects.toMatchObject({ code: 'invalid' })
    expect(publishPost(db, actor, 99, APRIL)).rejects.toMatchObject({ message: 'Blog post not found' })
  })

  test(`${engine}: adds the reading time to posts of an earlier release`, async () => {
    await using database = await open()
    const db = await database.migrated()
    await makePublished(db, { content: 'word '.repeat(450) })
    await makePublished(db)
    await db.update(posts).set({ readingMinutes: null })
    await fillReadingMinutes(db)
    expect((await listSummaries(db, ALL)).map(({ readingMinutes }) => readingMinutes)).toEqual([1, 3])
  })

  test(`${engine}: only published posts are public`, async () => {
    await using database = await open()
    const db = await database.migrated()
    await makePost(db, { slug: 'draft' })
    await makePost(db, { slug: 'archived', status: 'archived' })
    await makePublished(db, { slug: 'published' })
    expect((await listSummaries(db, ALL)).map(({ slug }) => slug)).toEqual(['published'])
    expect((await listPublishedAddresses(db)).map(({ slug }) => slug)).toEqual(['published'])
    expect([await findPublished(db, 'draft'), await findPublished(db, 'archived')]).toEqual([null, null])
    expect(await findPublished(db, 'published')).not.toHaveProperty('status')
  })

  test(`${engine}: every former slug of a published post redirects to it`, async () => {
    await using database = await open()
    const db = await database.migrated()
    const { id } = await makePublished(db, { slug: 'one' })
    const move = (slug: string, status: PostInput['status'] = 'published') =>
      updatePost(db, actor, id, postInput({ slug, status }), APRIL)
    await move('two')
    await move('three')
    expect([await movedFrom(db, 'one'), await movedFrom(db, 'two')]).toEqual(['three', 'three'])
    await move('one')
    expect((await findPublished(db, 'one'))?.id).toBe(id)
    expect(await movedFrom(db, 'three')).toBe('one')
    await move('one', 'archived')
    expect(await movedFrom(db, 'three')).toBeNull()
    await deletePost(db, actor, id, APRIL)
    expect((await database.engine.run({ sql: 'SELECT * FROM former_slugs', params: [] })).length).toBe(0)
  })

  test(`${engine}: a former slug that was never public does not redirect`, async () => {
    await using database = await open()
    const db = await database.migrated()
    const { id } = await makePost(db, { slug: 'working-title' })
    await updatePost(db, actor, id, postInput({ slug: 'final-title', status: 'published' }), APRIL)
    expect(await movedFrom(db, 'working-title')).toBeNull()
  })

  test(`${engine}: a former slug redirects until another post uses it`, async () => {
    await using database = await open()
    const db = await database.migrated()
    const first = await makePublished(db, { slug: 'old' })
    await updatePost(db, actor, first.id, postInput({ slug: 'new', status: 'published' }), APRIL)
    const second = await makePost(db, { slug: 'old' })
    await updatePost(db, actor, second.id, postInput({ slug: 'old', title: 'Edited' }), APRIL)
    expect(await movedFrom(db, 'old')).toBe('new')
    await publishPost(db, actor, second.id, APRIL)
    expect((await findPublished(db, 'old'))?.id).toBe(second.id)
  })

  test(`${engine}: a refused slug changes nothing`, async () => {
    await using database = await open()
    const db = await database.migrated()
    await makePublished(db, { slug: 'mine' })
    await makePost(db, { slug: 'theirs' })
    const before = await readContentVersion(db)
    expect(updatePost(db, actor, 1, postInput({ slug: 'theirs' }), APRIL)).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await movedFrom(db, 'mine')).toBeNull()
    expect((await findPost(db, 1)).slug).toBe('mine')
    expect(await readContentVersion(db)).toBe(before)
  })

  test(`${engine}: lists five hundred posts newest first in pages that never overlap`, async () => {
    await using database = await open()
    const db = await database.migrated()
    // Three posts per timestamp, so the id must break ties.
    const at = (index: number) => new Date(MARCH.getTime() + Math.floor(index / 3) * 60_000).toISOString()
    const many = Array.from({ length: 500 }, (_, index) => ({
      ...postInput({ slug: `post-number-${index}`, status: index % 5 === 0 ? 'draft' : 'published' }),
      publishedAt: at(index),
      createdAt: at(index),
      updatedAt: at(index),
    }))
    await db.insert(posts).values(many)
    const pages = []
    for (let offset = 0; offset < 420; offset += 20)
      pages.push(await listSummaries(db, { limit: 20, offset }))
    const ids = pages.flat().map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: 500 }, (_, index) => 500 - index).filter((id) => id % 5 !== 1))
    const drafts = await listPosts(db, { limit: 3, offset: 0, status: 'draft' })
    expect([drafts.total, drafts.rows.map(({ id }) => id)]).toEqual([100, [496, 491, 486]])
  })

  test(`${engine}: finds text anywhere in a post, every character literally`, async () => {
    await using database = await open()
    const db = await database.migrated()
    await makePost(db, { slug: 'a', title: '100% Safe' })
    await makePost(db, { slug: 'b', title: 'B', content: 'a_b' })
    await makePost(db, { slug: 'c', title: 'C', excerpt: 'Short', tags: ['Managers'] })
    const find = async (search: string) =>
      (await listPosts(db, { ...ALL, search })).rows.map(({ slug }) => slug)
    expect(await find('0% s')).toEqual(['a'])
    expect(await find('_')).toEqual(['b'])
    expect(await find('%')).toEqual(['a'])
    expect(await find('SHORT')).toEqual(['c'])
    expect(await find('manager')).toEqual(['c'])
    expect(await find("' OR 1=1 --")).toEqual([])
    expect((await find('')).length).toBe(3)
  })

  test(`${engine}: search ignores case in every alphabet and finds tags`, async () => {
    await using database = await open()
    const db = await database.migrated()
    await makePost(db, { slug: 'a', title: 'Пароль', content: 'ÉCOLE', tags: ['Über', 'a "b"'] })
    await makePost(db, { slug: 'b', title: 'B' })
    const find = async (search: string) =>
      (await listPosts(db, { ...ALL, search })).rows.map(({ slug }) => slug)
    expect(await find('пароль')).toEqual(['a'])
    expect(await find('ПАРОЛЬ')).toEqual(['a'])
    expect(await find('école')).toEqual(['a'])
    expect(await find('ÜBER')).toEqual(['a'])
    expect(await find('A "B')).toEqual(['a'])
    expect(await find('["')).toEqual([])
    expect(await find('[')).toEqual([])
    expect(await find('","')).toEqual([])
  })

  test(`${engine}: groups tags ignoring case, in every alphabet`, async () => {
    await using database = await open()
    const db = await database.migrated()
    await makePublished(db, { slug: 'a', tags: ['Über', 'passwords'] })
    await makePublished(db, { slug: 'b', tags: ['über'] })
    await makePublished(db, { slug: 'c', tags: ['über', '"quoted"', "it's"] })
    await makePost(db, { slug: 'd', tags: ['secret'] })
    expect((await listTags(db)).map(({ name }) => name).sort()).toEqual([
      '"quoted"',
      "it's",
      'passwords',
      'über',
    ])
    const tags = await listTags(db)
    const tag = findTag(tags, 'ÜBER')
    expect(tag).toEqual({ name: 'über', spellings: ['über', 'Über'], count: 3 })
    const rows = await listSummaries(db, { limit: 2, offset: 0 }, tag ?? undefined)
    expect(rows.map(({ slug }) => slug)).toEqual(['c', 'b'])
    expect(findTag(tags, 'secret')).toBeNull()
  })

  test(`${engine}: public changes change the version, and saving a draft doesn't`, async () => {
    await using database = await open()
    const db = await database.migrated()
    const versions = [await readContentVersion(db)]
    const changes: (() => Promise<unknown>)[] = [
      () => makePublished(db),
      () => makePost(db),
      () => updatePost(db, actor, 2, postInput({ title: 'Still a draft' }), APRIL),
      () => publishPost(db, actor, 2, MARCH),
      () => updatePost(db, actor, 2, postInput({ status: 'published', slug: 'moved' }), APRIL),
      () => updatePost(db, actor, 2, postInput({ status: 'archived', slug: 'moved' }), APRIL),
      () => deletePost(db, actor, 2, APRIL),
    ]
    for (const change of changes) {
      await change()
      versions.push(await readContentVersion(db))
    }
    expect(versions).toEqual([1, 2, 2, 2, 3, 4, 5, 6])
  })
}
