import type { PostStatus } from '#domain/posts.ts'

/** A post as a file or another program holds it: nothing of it has been checked yet. */
export type FoundPost = {
  title: string
  slug: string
  excerpt: string
  content: string
  tags: string[]
  metaTitle: string
  metaDescription: string
  /** null where the source does not say. */
  status: PostStatus | null
  /** ISO 8601, UTC. */
  createdAt: string | null
  publishedAt: string | null
  updatedAt: string | null
  /** What of it comes out different from the source, in sentences. */
  notes: string[]
}

/** What a file holds: posts, posts that can't be read, and things that are no posts. */
export type Found =
  | { kind: 'post'; post: FoundPost }
  | { kind: 'unreadable'; name: string; reason: string }
  | { kind: 'other'; name: string; reason: string }

export const TOO_DEEP = 'This is nested too deeply'

export const emptyPost: FoundPost = {
  title: '',
  slug: '',
  excerpt: '',
  content: '',
  tags: [],
  metaTitle: '',
  metaDescription: '',
  status: null,
  createdAt: null,
  publishedAt: null,
  updatedAt: null,
  notes: [],
}

/** What could not be read of a post, by the name that it has there. */
export function unreadDate(name: string, value: unknown, read: string | null): string[] {
  const isGiven = value !== undefined && value !== null && value !== ''
  return isGiven && read === null ? [`Unreadable ${name} left out: ${String(value)}`] : []
}
