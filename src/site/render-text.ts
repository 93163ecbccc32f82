import {
  type AdjacentPosts,
  type PostHeading,
  type PublicPost,
  type RenderedPost,
  readingMinutesOf,
  type ShownPost,
  wordCountOf,
} from '#domain/posts.ts'
import type { CustomPage, PageData, Preloaded } from '#domain/site.ts'
import { socialPicture } from '#src/posts/social-picture.ts'
import { excerptOf } from '#src/posts/text/excerpt.ts'
import { languageOf } from '#src/posts/text/language.ts'
import { type RenderOptions, renderText } from '#src/posts/text/render.ts'

export type Shown =
  | { kind: 'post' | 'preview'; post: PublicPost; around: AdjacentPosts }
  | { kind: 'custom-page'; page: CustomPage }

type Text = { content: string } & RenderOptions

export type TextJob =
  | { kind: 'post'; post: PublicPost; around: AdjacentPosts }
  | ({ kind: 'content' } & Text)
  | ({ kind: 'draft' } & Text)
  | { kind: 'shown'; shown: Shown }

export type PageJob = { kind: 'page'; location: string; page: PageData; css: string; shown?: Shown }

export type RenderJob = PageJob | TextJob

/** Returns HTML, or JSON for a post or draft. */
export type Render = (job: RenderJob) => Promise<string>

export const FEED_POSTS_MAX = 20

/** Returns HTML for `content`, else JSON. Blocks the thread for up to a second per megabyte of text. */
export function runTextJob(job: TextJob): string {
  if (job.kind === 'post') return JSON.stringify(showPost(job.post, job.around))
  if (job.kind === 'shown') return JSON.stringify(renderShown(job.shown))
  const { html, textFrom, deadLinks } = renderText(job.content, job)
  return job.kind === 'content' ? html : JSON.stringify({ html, textFrom, deadLinks } satisfies RenderedPost)
}

export function renderShown(shown: Shown): Preloaded {
  if (shown.kind !== 'custom-page') return { kind: shown.kind, post: showPost(shown.post, shown.around) }
  const { content, ...page } = shown.page
  const { html, parts } = renderText(content, { joinsLines: true })
  const isLong = content.length >= LONG_TEXT_MIN
  return { kind: 'custom-page', page: { ...page, html, parts: isLong ? chaptersOf(parts) : [] } }
}

function showPost({ content, ...post }: PublicPost, around: AdjacentPosts): ShownPost {
  const { html, parts } = renderText(content)
  return {
    ...post,
    language: languageOf(post.title, post.excerpt, content),
    html,
    parts,
    summary: excerptOf({ excerpt: post.excerpt, content }),
    words: wordCountOf(content),
    readingMinutes: readingMinutesOf(content),
    around,
    picture: socialPicture({ ...post, content }),
  }
}

const LONG_TEXT_MIN = 3_000
const CHAPTERS_MIN = 3

function chaptersOf(parts: PostHeading[]): PostHeading[] {
  const chapters = parts.filter(({ level }) => level === 2)
  return chapters.length >= CHAPTERS_MIN ? chapters : []
}
