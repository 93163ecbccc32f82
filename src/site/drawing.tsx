import { renderToStaticMarkup } from 'react-dom/server'
import type { PageData } from '#domain/site.ts'
import { readBlocks } from '#web/post-text/post-blocks.ts'
import { PostText } from '#web/post-text/post-text.tsx'
import { renderPage } from './render.tsx'

/** Something to draw: a whole page, or the text of a post for a feed. */
export type DrawingJob =
  | { kind: 'page'; location: string; page: PageData; css: string }
  | { kind: 'content'; content: string; base: string }

/** Draws HTML. */
export type Drawing = (job: DrawingJob) => Promise<string>

/** Draws at once, in this thread: a megabyte of text keeps it busy for two seconds. */
export const drawHere: Drawing = async (job) =>
  job.kind === 'page'
    ? renderPage(job.location, job.page, job.css)
    : renderToStaticMarkup(<PostText blocks={readBlocks(job.content)} base={job.base} />)

/** How many characters of marked text there are to draw. */
export function contentLength(job: DrawingJob): number {
  if (job.kind === 'content') return job.content.length
  const { preloaded } = job.page
  if (preloaded?.kind === 'own-page') return preloaded.page.content.length
  return preloaded?.kind === 'post' || preloaded?.kind === 'preview' ? preloaded.post.content.length : 0
}
