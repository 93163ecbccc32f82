import type { Actor } from '#domain/audit.ts'
import type { Database } from '#src/db/database.ts'
import { isUniqueViolation } from '#src/db/unique-violation.ts'
import { AppError } from '#src/errors.ts'
import { listFeedIds } from '#src/posts/feed-ids.ts'
import { slugCandidates } from '#src/posts/slugs.ts'
import { createPost, createPosts, listSlugs } from '#src/posts/store.ts'
import type { PreparedPost } from './prepare-post.ts'

/** Commits dominate the time. */
const POSTS_AT_ONCE = 250
const CHARACTERS_AT_ONCE = 4_000_000

export type Outcome = {
  file: string
  name: string | null
  result: 'imported' | 'skipped' | 'not a post'
  slug: string | null
  /** Former paths, which redirect to it. */
  redirects: string[]
  /** It wasn't public at its source. */
  isKeptBack: boolean
  /** It will be published at its date. */
  isScheduled: boolean
  notes: string[]
}

type Waiting = { post: PreparedPost; slug: string; outcome: Outcome }

export async function postWriter(db: Database, by: Actor, now: Date) {
  const taken = new Set(await listSlugs(db))
  const feedIds = new Set(await listFeedIds(db))
  let waiting: Waiting[] = []
  let characters = 0

  async function add({ input, past }: PreparedPost, outcome: Outcome): Promise<void> {
    // Two posts with one id would be one post to feed readers.
    const isFree = past.feedId !== undefined && !feedIds.has(past.feedId)
    const post = { input, past: { ...past, feedId: isFree ? past.feedId : undefined } }
    if (past.feedId !== undefined) feedIds.add(past.feedId)
    const candidates = await slugCandidates(input)
    const slug = candidates?.find((candidate) => !taken.has(candidate))
    // Only the database can assign a fallback slug or detect a taken one.
    if (slug === undefined) {
      await finish()
      return addAlone(post, outcome)
    }
    taken.add(slug)
    waiting.push({ post, slug, outcome })
    characters += post.input.content.length
    if (waiting.length >= POSTS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await finish()
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

  async function addAlone({ input, past }: PreparedPost, outcome: Outcome): Promise<void> {
    try {
      const { slug } = await createPost(db, by, input, now, { past, action: 'post_imported' })
      taken.add(slug)
      note(outcome, slug, { past })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      outcome.notes.unshift(error.message)
    }
  }

  return { add, finish }
}

function note(outcome: Outcome, slug: string, { past }: Pick<PreparedPost, 'past'>): void {
  outcome.result = 'imported'
  outcome.slug = slug
  outcome.redirects = past.paths ?? []
}
