import type { PostStatus } from '#domain/posts.ts'

/** A post as a file or another program holds it: nothing of it has been checked yet. */
export type FoundPost = {
  title: string
  slug: string
  excerpt: string
  /** null where it is nested too deeply to be read. */
  content: string | null
  tags: string[]
  metaTitle: string
  metaDescription: string
  /** null where the source does not say. */
  status: PostStatus | null
  /** ISO 8601, UTC. */
  createdAt: string | null
  publishedAt: string | null
}

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
}

/** A moment as programs write it, in ISO 8601 and UTC; null for anything else. */
export function momentOf(text: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return null
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
