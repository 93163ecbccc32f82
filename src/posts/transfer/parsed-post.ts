import type { PostStatus } from '#domain/posts.ts'
import type { Field } from './field-names.ts'
import type { ImageSource } from './image-source.ts'

/** Reasons that end: at a time in ISO 8601, or at one that another reason has (''). */
export type Waits = Map<string, string>

export type ParsedPost = {
  title: string
  slug: string
  /** Tells translations with one slug apart; missing if unknown. */
  language?: string
  excerpt: string
  content: string
  tags: string[]
  metaTitle: string
  metaDescription: string
  /** Where it was first published, unverified. */
  canonicalUrl: string
  /** Its addresses at the source, in full or as paths. */
  formerPaths: string[]
  /** Of our own exports; null for others. */
  status: PostStatus | null
  /** Why readers of the source didn't see the post, as parts of a sentence. */
  keptBack: string[]
  /** Those of them that end; missing if there are none. */
  waits?: ReadonlyMap<string, string>
  createdAt: string | null
  publishedAt: string | null
  updatedAt: string | null
  /** Of our own exports only. */
  feedId?: string
  notes: string[]
}

export type Place = {
  /** For messages and, in Markdown files, a missing slug and date. */
  path: string
  now: Date
  images?: ImageSource
  /** Fields that the folders around give to their posts. */
  inherited?: Field[]
  /** Whether the same file exists in the folder of another language. */
  isTranslated?: boolean
}

export type Found =
  | { kind: 'post'; post: ParsedPost }
  | { kind: 'unreadable'; name: string; reason: string }
  | { kind: 'other'; name: string; reason: string }
  /** It looks like a post. */
  | { kind: 'unread'; name: string; reason: string }

export const TOO_DEEP = 'The content is nested too deeply'

export const emptyPost: ParsedPost = {
  title: '',
  slug: '',
  excerpt: '',
  content: '',
  tags: [],
  metaTitle: '',
  metaDescription: '',
  canonicalUrl: '',
  formerPaths: [],
  status: null,
  keptBack: [],
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
