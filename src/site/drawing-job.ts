import type { PostsAround, PublicPost } from '#domain/posts.ts'
import type { OwnPage, PageData } from '#domain/site.ts'
import type { RenderOptions } from '#src/posts/text/render.ts'

/** The text that a page shows, as Markdown still. */
export type Shown =
  | { kind: 'post' | 'preview'; post: PublicPost; around: PostsAround }
  | { kind: 'own-page'; page: OwnPage }

/** Text to draw: a post as data for its page, the text of one alone, or what a page shows. */
export type TextJob =
  | { kind: 'post'; post: PublicPost; around: PostsAround }
  | ({ kind: 'content'; content: string } & RenderOptions)
  | { kind: 'shown'; shown: Shown }

/** Something to draw: a whole page, or a text. */
export type DrawingJob =
  | { kind: 'page'; location: string; page: PageData; css: string; shown?: Shown | undefined }
  | TextJob

/** Draws HTML; a post as JSON. */
export type Drawing = (job: DrawingJob) => Promise<string>

/** How many characters of marked text there are to draw. */
export function contentLength(job: DrawingJob): number {
  if (job.kind === 'content') return job.content.length
  if (job.kind === 'post') return job.post.content.length
  const { shown } = job
  return shown ? (shown.kind === 'own-page' ? shown.page : shown.post).content.length : 0
}
