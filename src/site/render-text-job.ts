import type { PostHeading, RenderedPost } from '#domain/posts.ts'
import type { Preloaded } from '#domain/site.ts'
import { showPost } from '#src/posts/show-post.ts'
import { renderText } from '#src/posts/text/render.ts'
import type { Shown, TextJob } from './render-job.ts'

export function renderTextJob(job: TextJob): string {
  if (job.kind === 'content') return renderText(job.content, job).html
  if (job.kind === 'draft') {
    const { html, textFrom } = renderText(job.content, job)
    return JSON.stringify({ html, textFrom } satisfies RenderedPost)
  }
  return JSON.stringify(job.kind === 'post' ? showPost(job.post, job.around) : readShown(job.shown))
}

export function readShown(shown: Shown): Preloaded {
  if (shown.kind !== 'custom-page') return { kind: shown.kind, post: showPost(shown.post, shown.around) }
  const { content, ...page } = shown.page
  const { html, parts } = renderText(content, { joinsLines: true })
  const isLong = content.length >= LONG_TEXT_MIN
  return { kind: 'custom-page', page: { ...page, html, parts: isLong ? chaptersOf(parts) : [] } }
}

const LONG_TEXT_MIN = 3_000
const CHAPTERS_MIN = 3

function chaptersOf(parts: PostHeading[]): PostHeading[] {
  const chapters = parts.filter(({ level }) => level === 2)
  return chapters.length >= CHAPTERS_MIN ? chapters : []
}
