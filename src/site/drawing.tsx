import type { PostPart } from '#domain/posts.ts'
import type { Preloaded } from '#domain/site.ts'
import { showPost } from '#src/posts/show-post.ts'
import { renderText } from '#src/posts/text/render.ts'
import type { Drawing, Shown } from './drawing-job.ts'
import { renderPage } from './render.tsx'

/** Draws at once, in this thread: a megabyte of text keeps it busy for a good part of a second. */
export const drawHere: Drawing = async (job) => {
  if (job.kind === 'content') return renderText(job.content, job.base).html
  if (job.kind === 'post') return JSON.stringify(showPost(job.post, job.around))
  const { location, page, css, shown } = job
  return renderPage(location, shown ? { ...page, preloaded: preload(shown) } : page, css)
}

/** A page that takes two screens or more. */
const LONG_CHARACTERS = 3_000
const FEWEST_CHAPTERS = 3

function chaptersOf(parts: PostPart[]): PostPart[] {
  const chapters = parts.filter(({ level }) => level === 2)
  return chapters.length >= FEWEST_CHAPTERS ? chapters : []
}

function preload(shown: Shown): Preloaded {
  if (shown.kind !== 'own-page') return { kind: shown.kind, post: showPost(shown.post, shown.around) }
  const { content, ...page } = shown.page
  const { html, parts } = renderText(content)
  const isLong = content.length >= LONG_CHARACTERS
  return { kind: 'own-page', page: { ...page, html, parts: isLong ? chaptersOf(parts) : [] } }
}
