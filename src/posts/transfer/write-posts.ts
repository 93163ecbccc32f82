import type { Actor } from '#domain/audit.ts'
import type { Database } from '#src/db/database.ts'
import { isUniqueViolation } from '#src/db/unique-violation.ts'
import { AppError } from '#src/errors.ts'
import { listFeedIds } from '#src/posts/feed-ids.ts'
import { type SlugInput, slugCandidates } from '#src/posts/slugs.ts'
import { createPost, createPosts, listCreated } from '#src/posts/store.ts'
import type { PreparedPost } from './prepare-post.ts'

/** Commits dominate the time. */
const POSTS_AT_ONCE = 250
const CHARACTERS_AT_ONCE = 4_000_000

export type Outcome = {
  file: string
  name: string | null
  result: 'imported' | 'skipped' | 'not a post' | 'not read'
  slug: string | null
  /** Former paths, which redirect to it. */
  redirects: string[]
  /** It wasn't public at its source. */
  isKeptBack: boolean
  /** It will be published at its date. */
  isScheduled: boolean
  notes: string[]
}

type Waiting = { post: Pick<PreparedPost, 'input' | 'past'>; slug: string; outcome: Outcome }

export async function postWriter(db: Database, by: Actor, now: Date) {
  /** `createdAt` of posts that existed before, null for imported ones. */
  const taken = new Map<string, string | null>(await listCreated(db))
  const feedIds = new Set(await listFeedIds(db))
  let waiting: Waiting[] = []
  let characters = 0

  async function add({ input, past, language }: PreparedPost, outcome: Outcome): Promise<void> {
    // Two posts with one id would be one post to feed readers.
    const isFree = past.feedId !== undefined && !feedIds.has(past.feedId)
    const post = { input, past: { ...past, feedId: isFree ? past.feedId : undefined } }
    if (past.feedId !== undefined) feedIds.add(past.feedId)
    const candidates = await candidatesFor(input, language)
    const slug = candidates.find((candidate) => !taken.has(candidate) || isSame(candidate, past.createdAt))
    // Only the database can assign a fallback slug or detect a taken one.
    if (slug === undefined) {
      await finish()
      return addAlone(post, outcome)
    }
    if (taken.has(slug)) return void outcome.notes.unshift('Slug already exists')
    if (input.slug !== '' && slug !== candidates[0])
      outcome.notes.push(`Slug ${candidates[0]} is taken by another post; became ${slug}`)
    taken.set(slug, null)
    waiting.push({ post, slug, outcome })
    characters += post.input.content.length
    if (waiting.length >= POSTS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await finish()
  }

  /** An import may be repeated: a post of the same time, or of an unknown one, is the same. */
  function isSame(slug: string, createdAt: string | undefined): boolean {
    const at = taken.get(slug) ?? null
    return at !== null && (createdAt === undefined || createdAt === at)
  }

  async function finish(): Promise<void> {
    const batch = waiting
    waiting = []
    characters = 0
    if (batch.length === 0) return
    try {
      await createPosts(
        db,
        by,
        batch.map(({ post: { input, past }, slug }) => ({ input: { ...input, slug }, past })),
        now,
      )
      for (const { outcome, slug, post } of batch) note(outcome, slug, post)
    } catch (error) {
      if (!isUniqueViolation(error, 'posts.slug')) throw error
      for (const { post, outcome } of batch) await addAlone(post, outcome)
    }
  }

  async function addAlone({ input, past }: Waiting['post'], outcome: Outcome): Promise<void> {
    try {
      const { slug } = await createPost(db, by, input, now, { past, action: 'post_imported' })
      taken.set(slug, null)
      note(outcome, slug, { past })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      outcome.notes.unshift(error.message)
    }
  }

  return { add, finish }
}

/** The given slug or the title's, then with the language, then numbered. */
async function candidatesFor({ slug, title }: SlugInput, language = ''): Promise<string[]> {
  const numbered =
    (await slugCandidates({ slug: '', title: slug })) ?? (await slugCandidates({ slug: '', title })) ?? []
  const [first] = numbered
  if (first === undefined || language === '') return numbered
  const translated = (await slugCandidates({ slug: `${first}-${language}`, title })) ?? []
  return [first, ...translated, ...numbered.slice(1)]
}

function note(outcome: Outcome, slug: string, { past }: Pick<PreparedPost, 'past'>): void {
  outcome.result = 'imported'
  outcome.slug = slug
  outcome.redirects = past.paths ?? []
}
