import * as z from 'zod/mini'
import { POST_STATUSES, type Post, slugOf, splitTags } from '#domain/posts.ts'

/** The editor's fields as form values. */
export const PostForm = z.object({
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  content: z.string(),
  status: z.enum(POST_STATUSES),
  tags: z.string(),
  metaTitle: z.string(),
  metaDescription: z.string(),
  /** This and publishAt are missing in edits that earlier releases kept. */
  canonicalUrl: z._default(z.string(), ''),
  /** When to publish a draft, in ISO 8601; '' for never. */
  publishAt: z._default(z.string(), ''),
})
export type PostForm = z.infer<typeof PostForm>
export type PostField = keyof PostForm

export const EditedPost = z.object({
  /** Null for a new post. */
  id: z.nullable(z.number()),
  saved: PostForm,
  /** If true, changing the slug changes the public address. */
  wasPublished: z.boolean(),
  /** `updatedAt` of the version being edited. */
  basedOn: z.optional(z.string()),
})
export type EditedPost = z.infer<typeof EditedPost>

export const NEW_POST: EditedPost = {
  id: null,
  saved: {
    title: '',
    slug: '',
    excerpt: '',
    content: '',
    status: 'draft',
    tags: '',
    metaTitle: '',
    metaDescription: '',
    canonicalUrl: '',
    publishAt: '',
  },
  wasPublished: false,
}

export function editedOf({ id, publishedAt, updatedAt, tags, publishAt, ...post }: Post): EditedPost {
  const saved = PostForm.parse({ ...post, tags: tags.join(', '), publishAt: publishAt ?? '' })
  return { id, saved, wasPublished: publishedAt !== null, basedOn: updatedAt }
}

/** Updates the slug from the title. */
export const withTitle = (form: PostForm, title: string): PostForm => ({
  ...form,
  title,
  slug: slugOf(title),
})

export const inputOf = (form: PostForm) => ({
  ...form,
  tags: splitTags(form.tags),
  publishAt: form.publishAt || null,
})

export const isSame = (one: PostForm, other: PostForm): boolean => changedFields(one, other).length === 0

export const changedFields = (one: PostForm, other: PostForm): PostField[] =>
  FIELDS.filter((field) => one[field] !== other[field])

/** What happened to a post since it was opened. */
export function describePostChange(opened: PostForm, { status, updatedBy }: Post): string {
  const isBySchedule = opened.publishAt !== '' && status === 'published' && updatedBy === null
  return isBySchedule
    ? 'The schedule published this post'
    : `${updatedBy ?? 'Someone else'} changed this post`
}

const FIELDS = z.keyof(PostForm).options

export const FIELD_LABELS: Readonly<Record<PostField, string>> = {
  title: 'Title',
  slug: 'URL Slug',
  excerpt: 'Excerpt',
  content: 'Content',
  status: 'Status',
  tags: 'Tags',
  metaTitle: 'SEO Title',
  metaDescription: 'SEO Description',
  canonicalUrl: 'Canonical URL',
  publishAt: 'Publish at',
}
