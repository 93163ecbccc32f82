import { and, desc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Actor, AuditAction } from '#domain/audit.ts'
import {
  type ListedPost,
  type POST_SORTS,
  type Post,
  type PostInput,
  type PostStatus,
  readingMinutesOf,
} from '#domain/posts.ts'
import { formerName, insertAudit, insertAudits, type NewAuditEntry } from '#src/audit/store.ts'
import { atomically, type Database, erase } from '#src/db/database.ts'
import { insertRows } from '#src/db/insert-rows.ts'
import { type KeysetPage, readPage } from '#src/db/keyset.ts'
import { formerSlugs, posts, users } from '#src/db/schema.ts'
import { findIds } from '#src/db/search.ts'
import { isUniqueViolation } from '#src/db/unique-violation.ts'
import { conflict, editConflict, invalid, notFound } from '#src/errors.ts'
import { chunks } from '#src/lib/chunks.ts'
import { firstUpTo } from '#src/lib/first-up-to.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import { refuseFormerCaller, stillMay } from '#src/sessions/still-may.ts'
import { keptOrNewFeedId, newFeedId } from './feed-ids.ts'
import { contentBytes, publicColumns, summarize, summaryColumns } from './public-store.ts'
import { type SlugInput, slugCandidates } from './slugs.ts'

const adminColumns = {
  ...publicColumns,
  status: posts.status,
  updatedBy: sql<
    string | null
  >`(SELECT ${users.username} FROM ${users} WHERE ${users.id} = ${posts.updatedBy})`,
}

const adminSummaryColumns = { ...summaryColumns, status: posts.status, updatedAt: posts.updatedAt }

type PostSort = (typeof POST_SORTS)[number]

const title = sql`${posts.title} COLLATE NOCASE`

type Filter = Omit<KeysetPage<PostSort>, 'sort' | 'order'> &
  Partial<Pick<KeysetPage<PostSort>, 'sort' | 'order'>> & {
    status?: PostStatus | undefined
    search?: string | undefined
  }

const READ_AT_ONCE = 50

export async function listPosts(
  db: Database,
  { status, search, sort = 'createdAt', order = 'desc', ...page }: Filter,
  signal?: AbortSignal,
) {
  const where = status && eq(posts.status, status)
  return readPage(
    { ...page, sort, order },
    {
      id: posts.id,
      sorts: {
        createdAt: posts.createdAt,
        title,
        status: posts.status,
        readingMinutes: posts.readingMinutes,
      },
      where,
      found: search ? await findIds(db, 'posts', search, where, signal) : null,
      count: (where) => db.$count(posts, where),
      read: async ({ where, orderBy, limit, offset }) => {
        // Sorts ids by index first: sorting rows would read all contents.
        const ids = await db
          .select({ id: posts.id })
          .from(posts)
          .where(where)
          .orderBy(...orderBy)
          .limit(limit)
          .offset(offset)
        return readListed(
          db,
          ids.map(({ id }) => id),
          signal,
        )
      },
    },
  )
}

async function readListed(db: Database, ids: number[], signal?: AbortSignal): Promise<ListedPost[]> {
  const rows = new Map<number, ListedPost>()
  for (const some of chunks(ids, READ_AT_ONCE)) {
    const read = await db.select(adminSummaryColumns).from(posts).where(inArray(posts.id, some))
    for (const row of await summarize(read, signal)) rows.set(row.id, row)
  }
  return ids.flatMap((id) => rows.get(id) ?? [])
}

export async function listPostIds(db: Database): Promise<number[]> {
  const all = await db.select({ id: posts.id }).from(posts).orderBy(desc(posts.createdAt), desc(posts.id))
  return all.map(({ id }) => id)
}

export async function findPost(db: Database, id: number): Promise<Post> {
  const post = await db.select(adminColumns).from(posts).where(eq(posts.id, id)).get()
  if (!post) throw notFound('Blog post')
  return post
}

export async function findPostToExport(db: Database, id: number): Promise<Post & { feedId: string | null }> {
  const columns = { ...adminColumns, feedId: posts.feedId }
  const post = await db.select(columns).from(posts).where(eq(posts.id, id)).get()
  if (!post) throw notFound('Blog post')
  return post
}

export type ImportedPast = {
  createdAt?: string | undefined
  publishedAt?: string | undefined
  updatedAt?: string | undefined
  feedId?: string | undefined
}

type CreateOptions = {
  past?: ImportedPast
  action?: AuditAction
}

/** Throws AppError conflict if the given slug is taken or reserved. */
export async function createPost(
  db: Database,
  by: Actor,
  input: PostInput,
  now: Date,
  {
    past = {},
    action = input.status === 'published' ? 'post_published' : 'post_created',
  }: CreateOptions = {},
): Promise<Post> {
  return withSlug(input, NEXT_ID_SLUG, async (slug) => {
    const [, [created]] = await atomically(db, [
      insertAudit(db, by, { action, subject: input.title, detail: input.status }, now),
      db
        .insert(posts)
        .values(rowOf(by, { ...input, slug }, past, now))
        .returning(adminColumns),
    ])
    if (!created) throw new Error('the database did not return the inserted post')
    return created
  })
}

/** Stores all or none; fails if a slug is taken. */
export async function createPosts(
  db: Database,
  by: Actor,
  written: { input: PostInput; past: ImportedPast }[],
  now: Date,
): Promise<void> {
  const rows = written.map(({ input, past }) => rowOf(by, input, past, now))
  const entries = written.map(({ input: { title: subject, status: detail } }) => ({ subject, detail }))
  await atomically(db, [
    insertRows(db, posts, rows),
    insertAudits(db, by, { action: 'post_imported', entries }, now),
  ])
}

function rowOf<Slug>(
  by: Actor,
  input: Omit<PostInput, 'slug'> & { slug: Slug },
  past: ImportedPast,
  now: Date,
) {
  const at = now.toISOString()
  const { createdAt = at, publishedAt = input.status === 'published' ? at : null, updatedAt = at } = past
  const readingMinutes = readingMinutesOf(input.content)
  const feedId = past.feedId ?? (input.status === 'published' ? newFeedId() : null)
  return { ...input, createdAt, publishedAt, updatedAt, updatedBy: by.userId, readingMinutes, feedId }
}

export async function listSlugs(db: Database): Promise<string[]> {
  return (await db.select({ slug: posts.slug }).from(posts)).map(({ slug }) => slug)
}

type EditOptions = { basedOn?: string | undefined; autosave?: boolean | undefined }

/**
 * Replaces a post. The former slug of a published post redirects. Throws AppError not_found, conflict for a given slug
 * that is taken or reserved, edit_conflict if the post has changed since `basedOn`.
 */
export async function updatePost(
  db: Database,
  by: Actor,
  id: number,
  input: PostInput,
  now: Date,
  { basedOn, autosave = false }: EditOptions = {},
): Promise<Post> {
  const at = now.toISOString()
  const condition = and(eq(posts.id, id), basedOn === undefined ? undefined : eq(posts.updatedAt, basedOn))
  return withSlug(input, sql`${`post-${id}`}`, async (slug) => {
    const [, , [post]] = await atomically(db, [
      insertAudit(
        db,
        by,
        entryOfEdit(input, autosave ? and(condition, startsNewEditingSession(by, input, now)) : condition),
        now,
      ),
      insertFormerSlug(db, id, slug, condition),
      db
        .update(posts)
        .set({
          ...input,
          slug,
          publishedAt: firstPublishedAt(input.status, at),
          feedId: input.status === 'published' ? keptOrNewFeedId : undefined,
          updatedAt: nextUpdatedAt(at),
          updatedBy: by.userId,
          readingMinutes: readingMinutesOf(input.content),
        })
        .where(condition)
        .returning(adminColumns),
    ])
    if (post) return post
    const { updatedBy } = await findPost(db, id)
    const message = `${updatedBy ?? 'Someone else'} changed this post after you opened it.`
    throw editConflict(message, { basedOn: message })
  })
}

/** Throws AppError not_found, invalid if it isn't a draft, or unauthorized if `by` lost their access meanwhile. */
export async function publishPost(db: Database, by: Actor, id: number, now: Date): Promise<Post> {
  const { entry, update } = publishing(db, by, eq(posts.id, id), now)
  const [, [published]] = await atomically(db, [entry, update.returning(adminColumns)])
  if (published) return published
  await refuseFormerCaller(db, by, 'posts.write')
  await findPost(db, id)
  throw invalid('Only draft posts can be published')
}

/**
 * With an audit entry per post. Returns the posts that were drafts. Yields. Throws AppError unauthorized as soon as `by`
 * has lost their access.
 */
export async function publishPosts(db: Database, by: Actor, ids: number[], now: Date): Promise<ListedPost[]> {
  const published: number[] = []
  for await (const condition of slicesOf(db, ids)) {
    const { entry, update } = publishing(db, by, condition, now)
    const [, rows] = await atomically(db, [entry, update.returning({ id: posts.id })])
    if (rows.length === 0) await refuseFormerCaller(db, by, 'posts.write')
    published.push(...rows.map(({ id }) => id))
  }
  return readListed(db, published)
}

function publishing(db: Database, by: Actor, condition: SQL, now: Date) {
  const at = now.toISOString()
  const where = and(condition, eq(posts.status, 'draft'), stillMay(db, by, 'posts.write'))
  const about = { table: posts, where }
  return {
    entry: insertAudit(
      db,
      by,
      { action: 'post_published', subject: posts.title, detail: 'draft → published', about },
      now,
    ),
    update: db
      .update(posts)
      .set({
        status: 'published',
        publishedAt: firstPublishedAt('published', at),
        feedId: keptOrNewFeedId,
        updatedAt: nextUpdatedAt(at),
        updatedBy: by.userId,
      })
      .where(where),
  }
}

export async function deletePost(db: Database, by: Actor, id: number, now: Date): Promise<void> {
  const deleted = await deletePosts(db, by, [id], now)
  if (deleted === 0) throw notFound('Blog post')
}

/**
 * With an audit entry per post. Returns the number of deleted posts. Yields. Throws AppError unauthorized as soon as `by`
 * has lost their access.
 */
export async function deletePosts(db: Database, by: Actor, ids: number[], now: Date): Promise<number> {
  let deleted = 0
  for await (const slice of slicesOf(db, ids)) {
    const where = and(slice, stillMay(db, by, 'posts.delete'))
    const about = { table: posts, where }
    const [, rows] = await erase(db, [
      insertAudit(db, by, { action: 'post_deleted', subject: posts.title, detail: posts.status, about }, now),
      db.delete(posts).where(where).returning({ id: posts.id }),
    ])
    if (rows.length === 0) await refuseFormerCaller(db, by, 'posts.delete')
    deleted += rows.length
  }
  return deleted
}

/** Each change of a post updates the search index, in time proportional to its content. */
const CHANGED_BYTES = 64 * 1024

/** Conditions for a few posts each, to change them in separate transactions. */
async function* slicesOf(db: Database, ids: number[]): AsyncGenerator<SQL> {
  let left = await db
    .select({ id: posts.id, bytes: contentBytes })
    .from(posts)
    .where(inArray(posts.id, ids))
    .orderBy(posts.id)
  while (left.length > 0) {
    await yieldToEventLoop()
    const some = firstUpTo(CHANGED_BYTES, left)
    yield inArray(posts.id, some)
    left = left.slice(some.length)
  }
}

/** Computes the reading times of posts stored by earlier releases; must run before any list is read. */
export async function fillReadingMinutes(db: Database): Promise<void> {
  const rows = await db.select({ id: posts.id }).from(posts).where(isNull(posts.readingMinutes))
  for (const { id } of rows) {
    const { content } = await findPost(db, id)
    await db
      .update(posts)
      .set({ readingMinutes: readingMinutesOf(content) })
      .where(eq(posts.id, id))
  }
}

/** Strictly increasing even if the clock is set back, because updatedAt identifies a revision. */
const nextUpdatedAt = (at: string) => sql`iif(${posts.updatedAt} < ${at}, ${at},
  coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', ${posts.updatedAt}, '+0.001 seconds'), ${at}))`

const EDITING_SESSION_MS = 60 * 60 * 1000

/** Autosaves of a draft by one person within an hour, under one title, share an audit entry. */
function startsNewEditingSession({ userId }: Actor, { title, status }: PostInput, now: Date): SQL {
  const since = new Date(now.getTime() - EDITING_SESSION_MS).toISOString()
  return sql`(${posts.status} <> 'draft' OR ${status} <> 'draft' OR ${posts.title} <> ${title}
    OR ${posts.updatedBy} IS NOT ${userId} OR ${posts.updatedAt} < ${since})`
}

const ACTION_OF_STATUS = {
  published: 'post_published',
  draft: 'post_unpublished',
  archived: 'post_archived',
} as const

/** Archived to draft is a plain edit: not public before or after. */
function entryOfEdit({ status, title }: PostInput, where: SQL | undefined): NewAuditEntry {
  return {
    action: sql`iif(${posts.status} = ${status} OR (${posts.status} = 'archived' AND ${status} = 'draft'),
      'post_updated', ${ACTION_OF_STATUS[status]})`,
    subject: title,
    detail: sql`iif(${posts.status} = ${status}, ${status}, ${posts.status} || ' → ' || ${status})
      || coalesce(', ' || ${formerName(posts.title, title)}, '')`,
    about: { table: posts, where },
  }
}

/** Keeps the time of the first publication. */
const firstPublishedAt = (status: PostStatus, at: string) =>
  status === 'published' ? sql`coalesce(${posts.publishedAt}, ${at})` : undefined

function insertFormerSlug(db: Database, id: number, newSlug: string | SQL, condition: SQL | undefined) {
  const former = db
    .select({ slug: posts.slug, postId: posts.id })
    .from(posts)
    .where(and(condition, isNotNull(posts.publishedAt), ne(posts.slug, newSlug)))
  return db
    .insert(formerSlugs)
    .select(former)
    .onConflictDoUpdate({ target: formerSlugs.slug, set: { postId: id } })
}

/** 'post-{id}' of the row being inserted, from SQLite's counter. */
const NEXT_ID_SLUG = sql`'post-' || (SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'posts')`

const TAKEN_SLUG = 'Slug already exists'
const RESERVED_SLUG = 'This URL slug is reserved for a page of the site. Choose a different one.'

async function withSlug(
  wish: SlugInput,
  lastResort: SQL,
  write: (slug: string | SQL) => Promise<Post>,
): Promise<Post> {
  const candidates = (await slugCandidates(wish)) ?? [lastResort]
  if (candidates.length === 0) throw conflict(RESERVED_SLUG, { slug: RESERVED_SLUG })
  for (const slug of candidates) {
    try {
      return await write(slug)
    } catch (error) {
      if (!isUniqueViolation(error, 'posts.slug')) throw error
    }
  }
  throw conflict(TAKEN_SLUG, { slug: TAKEN_SLUG })
}
