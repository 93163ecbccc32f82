import { drawText, readShown } from './draw-text.ts'
import type { Drawing } from './drawing-job.ts'
import { renderPage } from './render.tsx'

/** Draws at once, in this thread: a megabyte of text keeps it busy for a good part of a second. */
export const drawHere: Drawing = async (job) => {
  if (job.kind !== 'page') return drawText(job)
  const { location, page, css, shown } = job
  return renderPage(location, shown ? { ...page, preloaded: readShown(shown) } : page, css)
}
