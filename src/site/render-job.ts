import type { AdjacentPosts, PublicPost } from '#domain/posts.ts'
import type { CustomPage, PageData } from '#domain/site.ts'
import type { RenderOptions } from '#src/posts/text/render.ts'

export type Shown =
  | { kind: 'post' | 'preview'; post: PublicPost; around: AdjacentPosts }
  | { kind: 'custom-page'; page: CustomPage }

type Text = { content: string } & RenderOptions

export type TextJob =
  | { kind: 'post'; post: PublicPost; around: AdjacentPosts }
  | ({ kind: 'content' } & Text)
  | ({ kind: 'draft' } & Text)
  | { kind: 'shown'; shown: Shown }

export type RenderJob =
  | { kind: 'page'; location: string; page: PageData; css: string; shown?: Shown | undefined }
  | TextJob

/** Returns HTML, or JSON for a post or draft. */
export type Render = (job: RenderJob) => Promise<string>

export const FEED_POSTS_MAX = 20

/** In characters: for a post of a feed, of the whole feed. */
export function contentLength(job: RenderJob): number {
  if (job.kind === 'content') return FEED_POSTS_MAX * job.content.length
  if (job.kind === 'draft') return job.content.length
  if (job.kind === 'post') return job.post.content.length
  const { shown } = job
  return shown ? (shown.kind === 'custom-page' ? shown.page : shown.post).content.length : 0
}
