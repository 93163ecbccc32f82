import type { PostStatus } from '#domain/posts.ts'

export type ParsedPost = {
  title: string
  slug: string
  excerpt: string
  content: string
  tags: string[]
  metaTitle: string
  metaDescription: string
  status: PostStatus | null
  createdAt: string | null
  publishedAt: string | null
  updatedAt: string | null
  /** Of our own exports only. */
  feedId?: string
  notes: string[]
}

export type Found =
  | { kind: 'post'; post: ParsedPost }
  | { kind: 'unreadable'; name: string; reason: string }
  | { kind: 'other'; name: string; reason: string }

export const TOO_DEEP = 'The content is nested too deeply'

export const emptyPost: ParsedPost = {
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

/** Returns a note if a given date couldn't be parsed. `name` is the source's field. */
export function unreadDate(name: string, value: unknown, read: string | null): string[] {
  const isGiven = value !== undefined && value !== null && value !== ''
  return isGiven && read === null ? [`Unreadable ${name} left out: ${String(value)}`] : []
}
