import * as z from 'zod/mini'
import { POST_STATUSES, type Post, slugOf, splitTags } from '#domain/posts.ts'

/** The fields of the editor, as they stand in its controls. */
export const PostForm = z.object({
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  content: z.string(),
  status: z.enum(POST_STATUSES),
  tags: z.string(),
  metaTitle: z.string(),
  metaDescription: z.string(),
})
export type PostForm = z.infer<typeof PostForm>
export type PostField = keyof PostForm

/** What an editor is open on. */
export const Edited = z.object({
  /** null for a post that is not there yet. */
  id: z.nullable(z.number()),
  /** The form as the server has it. */
  saved: PostForm,
  /** Whether its address has been public: it then leads to a new one. */
  wasPublished: z.boolean(),
  /** When the post was changed last, as far as this editor knows. */
  basedOn: z.optional(z.string()),
})
export type Edited = z.infer<typeof Edited>

export const NEW_POST: Edited = {
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
  },
  wasPublished: false,
}

export function editedOf({ id, publishedAt, updatedAt, tags, ...post }: Post): Edited {
  const saved = PostForm.parse({ ...post, tags: tags.join(', ') })
  return { id, saved, wasPublished: publishedAt !== null, basedOn: updatedAt }
}

/** The slug follows the title on every change of it. */
export const withTitle = (form: PostForm, title: string): PostForm => ({
  ...form,
  title,
  slug: slugOf(title),
})

export const inputOf = (form: PostForm) => ({ ...form, tags: splitTags(form.tags) })

export const isSame = (one: PostForm, other: PostForm): boolean => changedFields(one, other).length === 0

export const changedFields = (one: PostForm, other: PostForm): PostField[] =>
  FIELDS.filter((field) => one[field] !== other[field])

const FIELDS = z.keyof(PostForm).options

/** What the editor calls each field. */
export const FIELD_LABELS: Readonly<Record<PostField, string>> = {
  title: 'Title',
  slug: 'URL Slug',
  excerpt: 'Excerpt',
  content: 'Content',
  status: 'Status',
  tags: 'Tags',
  metaTitle: 'SEO Title',
  metaDescription: 'SEO Description',
}
