import type { Render } from './render-job.ts'
import { renderPage } from './render-page.tsx'
import { readShown, renderTextJob } from './render-text-job.ts'

/** Blocks the thread for up to a second per megabyte of text. */
export const runRenderJob: Render = async (job) => {
  if (job.kind !== 'page') return renderTextJob(job)
  const { location, page, css, shown } = job
  return renderPage(location, shown ? { ...page, preloaded: readShown(shown) } : page, css)
}
