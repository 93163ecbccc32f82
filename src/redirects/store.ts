import { eq, inArray, sql } from 'drizzle-orm'
import type { Actor } from '#domain/audit.ts'
import {
  REDIRECT_LIMITS,
  type REDIRECT_SORTS,
  type Redirect,
  type RedirectInput,
  sourceOf,
} from '#domain/redirects.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Database, Queries, Transaction } from '#src/db/database.ts'
import { type KeysetPage, readPage } from '#src/db/keyset.ts'
import { posts, redirects } from '#src/db/schema.ts'
import { conflict, notFound } from '#src/errors.ts'
import { changeAs, eraseAs } from '#src/sessions/still-may.ts'

const pathOfPost = sql`(SELECT '/blog/' || ${posts.slug} FROM ${posts} WHERE ${posts.id} = ${redirects.postId})`

const columns = {
  id: redirects.id,
  source: redirects.source,
  target: sql<string>`coalesce(${redirects.target}, ${pathOfPost})`,
  createdAt: redirects.createdAt,
}

export function listRedirects(
  db: Database,
  { search, ...page }: KeysetPage<(typeof REDIRECT_SORTS)[number]> & { search?: string | undefined },
) {
  const text = search?.toLowerCase()
  return readPage(page, {
    id: redirects.id,
    sorts: { createdAt: redirects.id, source: redirects.source },
    where:
      text === undefined
        ? undefined
        : sql`instr(${redirects.source} || ' ' || ${columns.target}, ${text}) > 0`,
    found: null,
    count: (where) => db.$count(redirects, where),
    read: ({ where, orderBy, limit, offset }) =>
      db
        .select(columns)
        .from(redirects)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset),
  })
}

/** Where a path leads that has no page; null if nowhere, or to a post that isn't published. */
export async function findTarget(db: Database, url: URL): Promise<string | null> {
  const [path, whole] = [sourceOf(url.pathname), sourceOf(url.pathname + url.search)]
  if (path === null || whole === null || whole.length > REDIRECT_LIMITS.path) return null
  const isPublished = sql`EXISTS (SELECT 1 FROM ${posts} WHERE ${posts.id} = ${redirects.postId} AND ${posts.status} = 'published')`
  const found = await db
    .select({ source: redirects.source, target: columns.target })
    .from(redirects)
    .where(
      sql`${inArray(redirects.source, [path, whole])} AND (${redirects.postId} IS NULL OR ${isPublished})`,
    )
  const exact = found.find(({ source }) => source === whole)
  if (exact) return exact.target
  const target = found[0]?.target ?? null
  return target === null || /[?#]/.test(target) ? target : target + url.search
}

/** Throws AppError conflict, or unauthorized if `by` lost their access meanwhile. */
export function createRedirect(db: Database, by: Actor, input: RedirectInput, now: Date): Promise<Redirect> {
  return changeAs(db, by, 'redirects.write', async (tx) => {
    if ((await tx.$count(redirects)) >= REDIRECT_LIMITS.count)
      throw conflict('There are too many redirects. Delete some first.')
    const row = await rowOf(tx, input, null)
    const { id } = await tx
      .insert(redirects)
      .values({ ...row, createdAt: now.toISOString() })
      .returning({ id: redirects.id })
      .get()
    await recordAudit(
      tx,
      by,
      { action: 'redirect_created', subject: input.source, detail: input.target },
      now,
    )
    return findRedirect(tx, id)
  })
}

/** Throws AppError not_found, conflict, or unauthorized if `by` lost their access meanwhile. */
export function updateRedirect(
  db: Database,
  by: Actor,
  id: number,
  input: RedirectInput,
  now: Date,
): Promise<Redirect> {
  return changeAs(db, by, 'redirects.write', async (tx) => {
    const former = await findRedirect(tx, id)
    await tx
      .update(redirects)
      .set(await rowOf(tx, input, id))
      .where(eq(redirects.id, id))
    const detail = `${former.source} → ${former.target}, now ${input.source} → ${input.target}`
    await recordAudit(tx, by, { action: 'redirect_updated', subject: input.source, detail }, now)
    return findRedirect(tx, id)
  })
}

/** Throws AppError not_found, or unauthorized if `by` lost their access meanwhile. */
export function deleteRedirect(db: Database, by: Actor, id: number, now: Date): Promise<void> {
  return eraseAs(db, by, 'redirects.write', async (tx) => {
    const { source, target } = await findRedirect(tx, id)
    await tx.delete(redirects).where(eq(redirects.id, id))
    await recordAudit(tx, by, { action: 'redirect_deleted', subject: source, detail: target }, now)
  })
}

async function findRedirect(db: Queries, id: number): Promise<Redirect> {
  const found = await db.select(columns).from(redirects).where(eq(redirects.id, id)).get()
  if (!found) throw notFound('Redirect')
  return found
}

const TAKEN = 'This path already has a redirect'

/** The address of a post is stored as its id, so that the redirect follows changes of its slug. */
async function rowOf(tx: Transaction, { source, target }: RedirectInput, id: number | null) {
  const other = await tx
    .select({ id: redirects.id })
    .from(redirects)
    .where(eq(redirects.source, source))
    .get()
  if (other && other.id !== id) throw conflict(TAKEN, { source: TAKEN })
  await refuseLoop(tx, source, target)
  const [, slug = ''] = /^\/blog\/([a-z0-9-]+)$/.exec(target) ?? []
  const post = await tx.select({ id: posts.id }).from(posts).where(eq(posts.slug, slug)).get()
  return { source, target: post ? null : target, postId: post?.id ?? null }
}

/** Browsers give up after twenty. */
const HOPS_MAX = 10
const LOOP = 'This would redirect in a circle, or too often'

async function refuseLoop(tx: Transaction, source: string, target: string): Promise<void> {
  let at: string | null = target
  for (let hops = 0; at !== null; hops++) {
    const next = sourceOf(at)
    if (next === source || hops === HOPS_MAX) throw conflict(LOOP, { target: LOOP })
    const found = await tx
      .select(columns)
      .from(redirects)
      .where(eq(redirects.source, next ?? ''))
      .get()
    at = found?.target ?? null
  }
}

/** Of imports. Skips sources that are taken, and those over the limit. */
export async function addRedirects(
  tx: Transaction,
  added: ({ source: string } & ({ slug: string } | { target: string }))[],
  now: Date,
): Promise<void> {
  if (added.length === 0) return
  await tx.run(sql`
    INSERT INTO redirects (source, target, post_id, created_at)
    SELECT value ->> 'source', value ->> 'target', posts.id, ${now.toISOString()}
      FROM json_each(${JSON.stringify(added)}) LEFT JOIN posts ON posts.slug = value ->> 'slug'
     WHERE (SELECT count(*) FROM redirects) < ${REDIRECT_LIMITS.count}
        ON CONFLICT DO NOTHING`)
}

export const addFeedRedirects = (
  db: Database,
  by: Actor,
  paths: readonly (readonly [source: string, target: string])[],
  now: Date,
): Promise<void> =>
  changeAs(db, by, 'posts.write', (tx) =>
    addRedirects(
      tx,
      paths.map(([source, target]) => ({ source, target })),
      now,
    ),
  )
