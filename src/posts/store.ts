import { and, asc, desc, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Actor, type AuditAction, DAILY_SCHEDULE } from '#domain/audit.ts'
import { may } from '#domain/permissions.ts'
import {
  type ListedPost,
  type POST_SORTS,
  type Post,
  type PostInput,
  type PostStatus,
  RevisionText,
  readingMinutesOf,
} from '#domain/posts.ts'
import { recordAudit, recordAudits, wasNamed } from '#src/audit/store.ts'
import type { Database, Queries, Transaction } from '#src/db/database.ts'
import { insertRows } from '#src/db/insert-rows.ts'
import { type KeysetPage, readPage } from '#src/db/keyset.ts'
import { prepareOnce } from '#src/db/prepared-queries.ts'
import { formerSlugs, posts, users } from '#src/db/schema.ts'
import { findIds } from '#src/db/search.ts'
import { conflict, editConflict, invalid, notFound } from '#src/errors.ts'
import { chunks } from '#src/lib/chunks.ts'
import { firstUpTo } from '#src/lib/first-up-to.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import { recordNotice } from '#src/notices/store.ts'
import { addRedirects } from '#src/redirects/store.ts'
import { changeAs, eraseAs } from '#src/sessions/still-may.ts'
import { newFeedId } from './feed-ids.ts'
import { contentBytes } from './posts-with.ts'
import { publicColumns, summarize, summaryColumns } from './public-store.ts'
import { keepRevision } from './revisions.ts'
import { slugCandidates } from './slugs.ts'

const adminColumns = {
  ...publicColumns,
  status: posts.status,
  publishAt: posts.publishAt,
  updatedBy: sql<
    string | null
  >`(SELECT ${users.username} FROM ${users} WHERE ${users.id} = ${posts.updatedBy})`,
}

const adminSummaryColumns = {
  ...summaryColumns,
  status: posts.status,
  publishAt: posts.publishAt,
  updatedAt: posts.updatedAt,
}

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

export async function findPost(db: Queries, id: number): Promise<Post> {
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
  /** Sources of redirects to it. */
  paths?: string[]
}

type CreateOptions = {
  past?: ImportedPast
  action?: AuditAction
}

/**
 * Throws AppError conflict if the given slug is taken or reserved, invalid for a schedule in the past, unauthorized if
 * `by` lost their access meanwhile.
 */
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
  const schedule = scheduleOf(input, null, now)
  const candidates = await slugCandidates(input)
  return changeAs(db, by, 'posts.write', async (tx) => {
    const slug = await findFreeSlug(tx, candidates ?? [`post-${await nextId(tx)}`], null)
    const created = await queries(tx).create.get(rowOf(by, { ...input, slug }, past, now))
    await addRedirects(tx, redirectsTo({ ...input, slug }, past), now)
    await recordAudit(tx, by, { action, subject: input.title, detail: `${input.status}${schedule}` }, now)
    return created
  })
}

/** Stores all or none; fails if a slug is taken. */
export function createPosts(
  db: Database,
  by: Actor,
  written: { input: PostInput; past: ImportedPast }[],
  now: Date,
): Promise<void> {
  const rows = written.map(({ input, past }) => rowOf(by, input, past, now))
  const entries = written.map(({ input: { title: subject, status: detail } }) => ({ subject, detail }))
  return changeAs(db, by, 'posts.write', async (tx) => {
    await insertRows(tx, posts, rows)
    await addRedirects(
      tx,
      written.flatMap(({ input, past }) => redirectsTo(input, past)),
      now,
    )
    await recordAudits(tx, by, 'post_imported', entries, now)
  })
}

const redirectsTo = ({ slug }: PostInput, { paths = [] }: ImportedPast) =>
  paths.map((source) => ({ source, slug }))

function rowOf(by: Actor, input: PostInput, past: ImportedPast, now: Date) {
  const at = now.toISOString()
  const { createdAt = at, publishedAt = input.status === 'published' ? at : null, updatedAt = at } = past
  const readingMinutes = readingMinutesOf(input.content)
  const feedId = past.feedId ?? (input.status === 'published' ? newFeedId() : null)
  const publishAt = input.publishAt ?? null
  return {
    ...input,
    publishAt,
    scheduledBy: publishAt === null ? null : by.userId,
    createdAt,
    publishedAt,
    updatedAt,
    updatedBy: by.userId,
    readingMinutes,
    feedId,
  }
}

/** `createdAt` by slug. */
export async function listCreated(db: Database): Promise<Map<string, string>> {
  const rows = await db.select({ slug: posts.slug, createdAt: posts.createdAt }).from(posts)
  return new Map(rows.map(({ slug, createdAt }) => [slug, createdAt]))
}

export async function listSlugs(db: Database): Promise<string[]> {
  return (await db.select({ slug: posts.slug }).from(posts)).map(({ slug }) => slug)
}

type EditOptions = { basedOn?: string | undefined; autosave?: boolean | undefined }

/** What a change of a post depends on. */
const former = {
  id: posts.id,
  title: posts.title,
  slug: posts.slug,
  status: posts.status,
  publishAt: posts.publishAt,
  scheduledBy: posts.scheduledBy,
  publishedAt: posts.publishedAt,
  feedId: posts.feedId,
  updatedAt: posts.updatedAt,
  updatedBy: adminColumns.updatedBy,
  textSavedAt: sql<string>`coalesce(${posts.textSavedAt}, ${posts.updatedAt})`,
  textSavedBy: sql<
    number | null
  >`iif(${posts.textSavedAt} IS NULL, ${posts.updatedBy}, ${posts.textSavedBy})`,
}

const texts = {
  excerpt: posts.excerpt,
  content: posts.content,
  tags: posts.tags,
  metaTitle: posts.metaTitle,
  metaDescription: posts.metaDescription,
  canonicalUrl: posts.canonicalUrl,
}

const hasSameText = (post: RevisionText, input: RevisionText) =>
  z.keyof(RevisionText).options.every((field) => Bun.deepEquals(post[field], input[field]))

type Former = Pick<typeof posts.$inferSelect, Exclude<keyof typeof former, 'updatedBy' | 'textSavedAt'>> & {
  textSavedAt: string
}

/**
 * Replaces a post. The former slug of a published post redirects. Throws AppError not_found, conflict for a given slug
 * that is taken or reserved, edit_conflict if the post has changed since `basedOn`, or unauthorized if `by` lost their
 * access meanwhile.
 */
export async function updatePost(
  db: Database,
  by: Actor,
  id: number,
  input: PostInput,
  now: Date,
  { basedOn, autosave = false }: EditOptions = {},
): Promise<Post> {
  const candidates = (await slugCandidates(input)) ?? [`post-${id}`]
  return changeAs(db, by, 'posts.write', async (tx) => {
    const { find, redirect, update } = queries(tx)
    const [post, slug] = await Promise.all([find.get({ id }), findFreeSlug(tx, candidates, id)])
    if (!post) throw notFound('Blog post')
    if (basedOn !== undefined && post.updatedAt !== basedOn) {
      const message = `${post.updatedBy ?? 'Someone else'} changed this post after you opened it.`
      throw editConflict(message, { basedOn: message })
    }
    const schedule = scheduleOf(input, post.publishAt, now)
    const startsEdit = !autosave || startsNewEditingSession(post, by, input, now)
    const isSameText = hasSameText(post, input)
    const updatedAt = nextUpdatedAt(post, now)
    const dropped = startsEdit && !isSameText ? await keepRevision(tx, post, post, updatedAt) : 0
    if (post.publishedAt !== null && post.slug !== slug) await redirect.run({ slug: post.slug, id })
    const { publishedAt, feedId } = input.status === 'published' ? published(post, now) : post
    const { publishAt = post.publishAt } = input
    const updated = await update.get({
      ...input,
      id,
      slug,
      publishedAt,
      feedId,
      publishAt: input.status === 'draft' ? publishAt : null,
      scheduledBy: schedule === '' ? post.scheduledBy : by.userId,
      updatedAt,
      updatedBy: by.userId,
      textSavedAt: isSameText ? post.textSavedAt : updatedAt,
      textSavedBy: isSameText ? post.textSavedBy : by.userId,
      readingMinutes: readingMinutesOf(input.content),
    })
    const detail = `${schedule}${describeDropped(dropped)}`
    if (startsEdit || schedule !== '') await recordAudit(tx, by, entryOfEdit(post, input, detail), now)
    return updated
  })
}

/** Throws AppError not_found, invalid if it isn't a draft, or unauthorized if `by` lost their access meanwhile. */
export function publishPost(db: Database, by: Actor, id: number, now: Date): Promise<Post> {
  return changeAs(db, by, 'posts.write', async (tx) => {
    const post = await tx.select(former).from(posts).where(eq(posts.id, id)).get()
    if (!post) throw notFound('Blog post')
    if (post.status !== 'draft') throw invalid('Only draft posts can be published')
    await publish(tx, by, [post], now)
    return findPost(tx, id)
  })
}

/**
 * With an audit entry per post. Returns the posts that were drafts. Yields. Throws AppError unauthorized as soon as `by`
 * has lost their access.
 */
export async function publishPosts(db: Database, by: Actor, ids: number[], now: Date): Promise<ListedPost[]> {
  const published: number[] = []
  for await (const slice of slicesOf(db, ids)) {
    const drafts = await changeAs(db, by, 'posts.write', async (tx) => {
      const isDraft = and(inArray(posts.id, slice), eq(posts.status, 'draft'))
      const drafts = await tx.select(former).from(posts).where(isDraft).orderBy(posts.id)
      await publish(tx, by, drafts, now)
      return drafts
    })
    published.push(...drafts.map(({ id }) => id))
  }
  return readListed(db, published)
}

async function publish(tx: Transaction, by: Actor, drafts: Former[], now: Date): Promise<void> {
  for (const draft of drafts)
    await endSchedule(tx, by, draft, { status: 'published', ...published(draft, now) }, now)
  const entries = drafts.map(({ title: subject }) => ({ subject, detail: 'draft → published' }))
  await recordAudits(tx, by, 'post_published', entries, now)
}

/** Ends its schedule. */
async function endSchedule(
  tx: Transaction,
  by: Actor,
  draft: Former,
  set: Partial<typeof posts.$inferInsert>,
  now: Date,
): Promise<void> {
  await tx
    .update(posts)
    .set({
      ...set,
      publishAt: null,
      scheduledBy: null,
      updatedAt: nextUpdatedAt(draft, now),
      updatedBy: by.userId,
      textSavedAt: draft.textSavedAt,
      textSavedBy: draft.textSavedBy,
    })
    .where(eq(posts.id, draft.id))
}

const PUBLISHED_AT_ONCE = 10

const NOT_PUBLISHED = 'draft, no longer scheduled: who scheduled it has lost their access'

/**
 * Dated as planned, also if the server was stopped then. A post whose schedule was set by someone who has lost their access
 * stays a draft. Stops early once `signal` aborts.
 */
export async function publishDue(db: Database, now: Date, signal: AbortSignal): Promise<void> {
  const isDue = and(eq(posts.status, 'draft'), lte(posts.publishAt, now.toISOString()))
  let published = PUBLISHED_AT_ONCE
  while (published === PUBLISHED_AT_ONCE && !signal.aborted) {
    await yieldToEventLoop()
    // Without this, every look would take the write lock.
    if ((await db.$count(posts, isDue)) === 0) return
    published = await db.transaction(async (tx) => {
      const due = await tx
        .select({ ...former, role: users.role })
        .from(posts)
        .leftJoin(users, and(eq(users.id, posts.scheduledBy), eq(users.isActive, true)))
        .where(isDue)
        .orderBy(asc(posts.publishAt))
        .limit(PUBLISHED_AT_ONCE)
      const mayPublish = ({ scheduledBy, role }: (typeof due)[number]) =>
        scheduledBy === null || (role !== null && may(role, 'posts.write'))
      const dated = due
        .filter(mayPublish)
        .map((post) => ({ ...post, publishedAt: post.publishedAt ?? post.publishAt }))
      await publish(tx, DAILY_SCHEDULE, dated, now)
      const others = due.filter((post) => !mayPublish(post))
      for (const post of others) {
        await endSchedule(tx, DAILY_SCHEDULE, post, {}, now)
        await recordNotice(tx, { kind: 'post_not_published' }, now)
      }
      const entries = others.map(({ title: subject }) => ({ subject, detail: NOT_PUBLISHED }))
      await recordAudits(tx, DAILY_SCHEDULE, 'post_updated', entries, now)
      return due.length
    })
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
    deleted += await eraseAs(db, by, 'posts.delete', async (tx) => {
      const rows = await tx
        .delete(posts)
        .where(inArray(posts.id, slice))
        .returning({ subject: posts.title, detail: posts.status })
      await recordAudits(tx, by, 'post_deleted', rows, now)
      return rows.length
    })
  }
  return deleted
}

/** Each change of a post updates the search index, in time proportional to its content. */
const CHANGED_BYTES = 64 * 1024

/** Ids of a few posts each, to change them in separate transactions. */
async function* slicesOf(db: Database, ids: number[]): AsyncGenerator<number[]> {
  let left = await db
    .select({ id: posts.id, bytes: contentBytes })
    .from(posts)
    .where(inArray(posts.id, ids))
    .orderBy(posts.id)
  while (left.length > 0) {
    await yieldToEventLoop()
    const some = firstUpTo(CHANGED_BYTES, left)
    yield some
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
const nextUpdatedAt = ({ updatedAt }: Former, now: Date) =>
  new Date(Math.max(now.getTime(), (Date.parse(updatedAt) || 0) + 1)).toISOString()

/** Keeps the time of the first publication. */
const published = ({ publishedAt, feedId }: Former, now: Date) => ({
  publishedAt: publishedAt ?? now.toISOString(),
  feedId: feedId ?? newFeedId(),
})

const EDITING_SESSION_MS = 60 * 60 * 1000

/** Autosaves of a draft by one person within an hour, under one title, share an audit entry. */
const startsNewEditingSession = (post: Former, { userId }: Actor, { title, status }: PostInput, now: Date) =>
  post.status !== 'draft' ||
  status !== 'draft' ||
  post.title !== title ||
  post.textSavedBy !== userId ||
  post.textSavedAt < new Date(now.getTime() - EDITING_SESSION_MS).toISOString()

const ACTION_OF_STATUS = {
  published: 'post_published',
  draft: 'post_unpublished',
  archived: 'post_archived',
} as const

/**
 * For the audit log; '' if nothing changes. A time that has come since it was set isn't a mistake. Throws AppError
 * invalid.
 */
function scheduleOf({ status, publishAt }: PostInput, before: string | null, now: Date): string {
  if (status !== 'draft' && publishAt) throw invalid(ONLY_DRAFTS, { publishAt: ONLY_DRAFTS })
  if (publishAt === undefined || publishAt === before || (publishAt === null && status !== 'draft')) return ''
  if (publishAt === null) return ', no longer scheduled'
  if (publishAt <= now.toISOString()) throw invalid(IN_THE_PAST, { publishAt: IN_THE_PAST })
  return `, scheduled for ${publishAt}`
}

const ONLY_DRAFTS = 'Only drafts can be scheduled'
const IN_THE_PAST = 'Please choose a time in the future, or publish the post now'

const describeDropped = (revisions: number) =>
  revisions === 0 ? '' : `, ${revisions} revision${revisions === 1 ? '' : 's'} over the limit deleted`

/** Archived to draft is a plain edit: not public before or after. */
function entryOfEdit(post: Former, { status, title }: PostInput, more: string) {
  const isPlain = post.status === status || (post.status === 'archived' && status === 'draft')
  const statuses = `${post.status === status ? status : `${post.status} → ${status}`}${more}`
  const formerTitle = wasNamed(post.title, title)
  return {
    action: isPlain ? ('post_updated' as const) : ACTION_OF_STATUS[status],
    subject: title,
    detail: formerTitle === null ? statuses : `${statuses}, ${formerTitle}`,
  }
}

const TAKEN_SLUG = 'Slug already exists'
const RESERVED_SLUG = 'This URL slug is reserved for a page of the site. Choose a different one.'

/** The first that no post but `ownId` has. Throws AppError conflict if there is none. */
async function findFreeSlug(tx: Transaction, candidates: string[], ownId: number | null): Promise<string> {
  if (candidates.length === 0) throw conflict(RESERVED_SLUG, { slug: RESERVED_SLUG })
  const rows = await queries(tx).taken.all({ candidates: JSON.stringify(candidates), id: ownId ?? 0 })
  const taken = new Set(rows.map(({ slug }) => slug))
  const free = candidates.find((slug) => !taken.has(slug))
  if (free === undefined) throw conflict(TAKEN_SLUG, { slug: TAKEN_SLUG })
  return free
}

const queries = prepareOnce((tx: Transaction) => {
  const id = sql.placeholder('id')
  const given = (key: keyof typeof posts.$inferInsert) => sql`${sql.param(sql.placeholder(key), posts[key])}`
  const row = {
    title: given('title'),
    slug: given('slug'),
    excerpt: given('excerpt'),
    content: given('content'),
    status: given('status'),
    tags: given('tags'),
    metaTitle: given('metaTitle'),
    metaDescription: given('metaDescription'),
    canonicalUrl: given('canonicalUrl'),
    publishedAt: given('publishedAt'),
    publishAt: given('publishAt'),
    scheduledBy: given('scheduledBy'),
    updatedAt: given('updatedAt'),
    updatedBy: given('updatedBy'),
    readingMinutes: given('readingMinutes'),
    feedId: given('feedId'),
  }
  const isCandidate = sql`${posts.slug} IN (SELECT value FROM json_each(${sql.placeholder('candidates')}))`
  return {
    find: tx
      .select({ ...former, ...texts })
      .from(posts)
      .where(eq(posts.id, id))
      .prepare(),
    taken: tx
      .select({ slug: posts.slug })
      .from(posts)
      .where(and(isCandidate, ne(posts.id, id)))
      .prepare(),
    create: tx
      .insert(posts)
      .values({ ...row, createdAt: given('createdAt') })
      .returning(adminColumns)
      .prepare(),
    update: tx
      .update(posts)
      .set({ ...row, textSavedAt: given('textSavedAt'), textSavedBy: given('textSavedBy') })
      .where(eq(posts.id, id))
      .returning(adminColumns)
      .prepare(),
    redirect: tx
      .insert(formerSlugs)
      .values({ slug: sql.placeholder('slug'), postId: id })
      .onConflictDoUpdate({ target: formerSlugs.slug, set: { postId: sql`excluded.post_id` } })
      .prepare(),
  }
})

async function nextId(tx: Transaction): Promise<number> {
  const [last] = await tx.values<[number]>(sql`SELECT seq FROM sqlite_sequence WHERE name = 'posts'`)
  return (last?.[0] ?? 0) + 1
}
