import type { PostPart } from '#domain/posts.ts'
import type { Preloaded } from '#domain/site.ts'
import { showPost } from '#src/posts/show-post.ts'
import { renderText } from '#src/posts/text/render.ts'
import type { Shown, TextJob } from './drawing-job.ts'

/** The text of a post as HTML; a post, or what a page shows, as JSON. */
export function drawText(job: TextJob): string {
  if (job.kind === 'content') return renderText(job.content, job).html
  return JSON.stringify(job.kind === 'post' ? showPost(job.post, job.around) : readShown(job.shown))
}

/** What a page shows, with its text as HTML. */
export function readShown(shown: Shown): Preloaded {
  if (shown.kind !== 'own-page') return { kind: shown.kind, post: showPost(shown.post, shown.around) }
  const { content, ...page } = shown.page
  const { html, parts } = renderText(content, { joinsLines: true })
  const isLong = content.length >= LONG_CHARACTERS
  return { kind: 'own-page', page: { ...page, html, parts: isLong ? chaptersOf(parts) : [] } }
}

/** A page that takes two screens or more. */
const LONG_CHARACTERS = 3_000
const FEWEST_CHAPTERS = 3

function chaptersOf(parts: PostPart[]): PostPart[] {
  const chapters = parts.filter(({ level }) => level === 2)
  return chapters.length >= FEWEST_CHAPTERS ? chapters : []
}
