import type { Preloaded } from '#domain/site.ts'
import { unavailable } from '#src/errors.ts'
import { createJobThread } from '#src/lib/job-thread.ts'
import type { SiteBuild } from './build.ts'
import { FEED_POSTS_MAX, type PageJob, type Render, type RenderJob, type TextJob } from './render-text.ts'

type Options = {
  prerendered?: SiteBuild['prerendered']
  timeoutMs?: number
  idleMs?: number
  startThread?: () => Worker
}

/** Rendering this much takes about 40 ms, as long as starting a worker. */
const WORKER_TEXT_MIN = 20_000
/** The longest post takes one or two seconds. */
export const RENDER_TIMEOUT_MS = 30_000
const IDLE_MS = 5_000

/** Hashes everything that a page depends on. */
export const keyOf = (job: RenderJob): string => Bun.hash(JSON.stringify(job)).toString(36)

/** Uses a small heap, because a large one would retain the garbage of the longest post. */
const startRenderWorker = () => new Worker(new URL('./render-worker.ts', import.meta.url), { smol: true })

/** Renders long texts in a worker, one at a time, and everything else in this thread, unless it is pre-rendered. */
export function createRender({
  prerendered = new Map(),
  timeoutMs = RENDER_TIMEOUT_MS,
  idleMs = IDLE_MS,
  startThread = startRenderWorker,
}: Options = {}): { render: Render } & Disposable {
  const thread = createJobThread<TextJob, string>({ startThread, timeoutMs, idleMs })

  async function renderInWorker(job: TextJob): Promise<string> {
    const outcome = await thread.run(job)
    if (outcome.kind === 'slow') throw unavailable('The page takes too long to render.')
    if (outcome.kind !== 'answer') {
      throw (outcome.kind === 'broken' && outcome.error) || new Error('the rendering thread exited')
    }
    // A few large objects don't trigger the garbage collector.
    Bun.gc(false)
    return outcome.answer
  }

  async function renderPage(job: PageJob): Promise<string> {
    const read = job.shown || job.page.preloaded ? undefined : prerendered.get(keyOf(job))
    if (read) return read()
    // Loaded lazily, for a fast startup.
    const { renderPage } = await import('./render-page.tsx')
    const { shown } = job
    if (!shown || lengthOf({ kind: 'shown', shown }) < WORKER_TEXT_MIN) return renderPage(job)
    const preloaded: Preloaded = JSON.parse(await renderInWorker({ kind: 'shown', shown }))
    return renderPage({ ...job, page: { ...job.page, preloaded }, shown: undefined })
  }

  return {
    render: async (job) => {
      if (job.kind === 'page') return renderPage(job)
      if (lengthOf(job) >= WORKER_TEXT_MIN) return renderInWorker(job)
      const { runTextJob } = await import('./render-text.ts')
      return runTextJob(job)
    },
    [Symbol.dispose]: () => thread[Symbol.dispose](),
  }
}

/** In characters: for a post of a feed, of the whole feed. */
function lengthOf(job: TextJob): number {
  if (job.kind === 'content') return FEED_POSTS_MAX * job.content.length
  if (job.kind === 'draft') return job.content.length
  if (job.kind === 'post') return job.post.content.length
  const { shown } = job
  return (shown.kind === 'custom-page' ? shown.page : shown.post).content.length
}
